package redact

import (
	"strings"
	"unicode/utf8"
)

// links are what stands between a name and its value in a sentence.
var links = [...]string{
	"is: ", "is now ", "is ", "was changed to ", "was reset to ", "was set to ", "has been changed to ", "has been reset to ", "was ", "to ", "→", "->",
}

// said reads how a sentence or a call gives a value to the name that ends at end. What is found there must look like no word.
func (s *scan) said(start, end int) (separator, bool) {
	rest := s.text[end:]
	switch {
	case rest == "":
		return separator{}, false
	case rest[0] == ' ' && s.instructs(start):
		return separator{sepSpaced, s.skipBlanks(end)}, true
	case rest[0] == '(':
		return separator{sepSaid, end + 1}, quoteAt(s.text, end+1) != ""
	case strings.IndexByte("\"'", rest[0]) >= 0 && strings.HasPrefix(rest[1:], ","):
		p := s.skipBlanks(end + len(`",`))
		return separator{sepSaid, p}, quoteAt(s.text, p) != ""
	}
	p := s.skipBlanks(end)
	if p == end {
		return separator{sepSaid, end}, rest[0] >= utf8.RuneSelf && quoteAt(s.text, end) != ""
	}
	if p == len(s.text) {
		return separator{}, false
	}
	for _, l := range links {
		if strings.HasPrefix(s.text[p:], l) {
			return separator{sepSaid, s.skipBlanks(p + len(l))}, true
		}
	}
	if s.text[p] == '(' {
		return separator{sepBeside, p + 1}, true
	}
	if quoteAt(s.text, p) != "" {
		return separator{sepSaid, p}, true
	}
	return separator{sepBeside, p}, true
}

// besideMin is the length from which on a value is one that stands beside its name with nothing in between.
const besideMin = 12

// looksTold reports whether a value that a sentence gives looks like no word: letters and a digit, in both cases or with a sign among
// them, and not like "SHA256-hashed" or "OAuth2-based".
func looksTold(v string) bool {
	if len(v) < 8 || !hasDigit(v) || !anyIn(v, clsLower|clsUpper) || isCode(v) || strings.ContainsAny(v, "/ ") {
		return false
	}
	if n := strings.LastIndexByte(v, '-'); n >= 0 && len(v)-n > 3 && allIn(v[n+1:], clsLower) {
		return false
	}
	mixed := anyIn(v, clsLower) && anyIn(v, clsUpper)
	for i := 0; i < len(v) && !mixed; i++ {
		mixed = strings.IndexByte("!@#$%^&*+=?", v[i]) >= 0
	}
	return mixed && turns(v[:min(len(v), 256)]) >= min(len(v), 256)/4
}

// nextLine gives the value that stands alone on the line behind the one that p ends, or nothing. It may be the only line of a block of
// code, which an empty line or a fence stands before.
func (s *scan) nextLine(p int) value {
	start := s.nextStart(p)
	if empty := s.nextStart(start); empty > start {
		start = empty
	}
	if start > p && strings.HasPrefix(s.text[start:], "```") {
		start = s.nextStart(s.skip(start, fenceReach, func(b byte) bool { return b == '`' || in(b, clsAlnum) }))
	}
	if start == p {
		return value{start: p, end: p}
	}
	v := s.readValue(start)
	if end := s.skip(v.end, 2, func(b byte) bool { return strings.IndexByte("\"'`\r", b) >= 0 }); end < len(s.text) && s.text[end] != '\n' {
		return value{start: p, end: p}
	}
	return v
}

// fenceReach bounds the fence before a block of code and the name of its language.
const fenceReach = 16

// nextStart gives the place behind the line end at p and the blanks that follow it, or p if there is none.
func (s *scan) nextStart(p int) int {
	end := s.skip(p, 1, func(b byte) bool { return b == '\r' })
	if end >= len(s.text) || s.text[end] != '\n' {
		return p
	}
	return s.skipBlanks(end + 1)
}

// types are what some languages put between a name and its value.
var types = words("string str text any char varchar secretstring")

// typed gives the place of the value in "password: string = value", whose type begins at p, or 0.
func (s *scan) typed(p int) int {
	p = s.skipBlanks(p)
	end := s.skip(p, 16, func(b byte) bool { return in(b, clsAlnum) })
	if !types[foldASCII(s.text[p:end])] {
		return 0
	}
	if end = s.skipBlanks(end); end >= len(s.text) || s.text[end] != '=' || strings.HasPrefix(s.text[end:], "==") {
		return 0
	}
	return s.skipBlanks(end + 1)
}
