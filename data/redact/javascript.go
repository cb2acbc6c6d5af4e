package redact

import (
	"strings"
	"unicode/utf8"

	"github.com/dlclark/regexp2/v2"
)

// expression is a JavaScript expression with its flags.
type expression struct {
	source, flags string
}

// readLiteral reads a pattern as OpenClaw does: /source/flags, or a bare source, which is case-insensitive.
func readLiteral(text string) expression {
	if end := strings.LastIndexByte(text, '/'); end > 1 && text[0] == '/' && strings.Trim(text[end+1:], "gimsuy") == "" {
		return expression{text[1:end], text[end+1:]}
	}
	return expression{text, "i"}
}

func (e expression) has(flag byte) bool { return strings.IndexByte(e.flags, flag) >= 0 }

// options gives the flags as the trying engine knows them.
func (e expression) options() regexp2.RegexOptions {
	options := regexp2.None
	for flag, option := range map[byte]regexp2.RegexOptions{
		'i': regexp2.IgnoreCase, 'm': regexp2.Multiline, 's': regexp2.Singleline, 'u': regexp2.Unicode,
	} {
		if e.has(flag) {
			options |= option
		}
	}
	return options
}

// The classes of JavaScript that mean more there than in Go.
const (
	jsSpace  = `\s\x{b}\x{a0}\x{feff}\p{Z}`
	jsAnyOne = `[^\n\r\x{2028}\x{2029}]`
)

// translator writes an expression in Go's syntax, from left to right.
type translator struct {
	expression
	out   strings.Builder
	rest  string
	class bool
}

// translate gives e in the syntax of Go, or false if something in it has no counterpart there or might mean something else.
func (e expression) translate() (string, bool) {
	t := &translator{expression: e, rest: e.source}
	for _, flag := range []byte("im") {
		if e.has(flag) {
			t.out.WriteString("(?" + string(flag) + ")")
		}
	}
	for t.rest != "" {
		if !t.one() {
			return "", false
		}
	}
	return t.out.String(), true
}

// one translates the next element.
func (t *translator) one() bool {
	switch b := t.rest[0]; {
	case b == '\\':
		return t.escape()
	case t.class && b == '[':
		return t.write(1, `\[`)
	case t.class:
		t.class = b != ']'
	case b == '[':
		if strings.HasPrefix(t.rest, "[]") || strings.HasPrefix(t.rest, "[^]") {
			return false
		}
		t.class = true
		if strings.HasPrefix(t.rest, "[^") {
			return t.write(2, "[^")
		}
	case b == '.' && !t.has('s'):
		return t.write(1, jsAnyOne)
	case b == '.':
		return t.write(1, `(?s:.)`)
	case b == '(':
		return t.group()
	}
	_, size := utf8.DecodeRuneInString(t.rest)
	return t.write(size, t.rest[:size])
}

// write puts what stands for the next bytes of the source.
func (t *translator) write(taken int, translated string) bool {
	t.rest = t.rest[taken:]
	t.out.WriteString(translated)
	return true
}

// group translates the beginning of a group. Look-around and flags within are left to the other engine.
func (t *translator) group() bool {
	switch {
	case !strings.HasPrefix(t.rest, "(?"), strings.HasPrefix(t.rest, "(?:"):
		return t.write(1, "(")
	case strings.HasPrefix(t.rest, "(?<") && !strings.HasPrefix(t.rest, "(?<=") && !strings.HasPrefix(t.rest, "(?<!"):
		return t.write(3, "(?P<")
	}
	return false
}

// escape translates what begins with a backslash.
func (t *translator) escape() bool {
	if len(t.rest) < 2 {
		return false
	}
	switch b := t.rest[1]; {
	case strings.IndexByte("dDwWnrtf", b) >= 0:
		return t.write(2, t.rest[:2])
	case b == 'v':
		return t.write(2, `\x{b}`)
	case b == 's' && t.class:
		return t.write(2, jsSpace)
	case b == 's':
		return t.write(2, "["+jsSpace+"]")
	case b == 'S' && !t.class:
		return t.write(2, "[^"+jsSpace+"]")
	case b == 'b' && t.class:
		return t.write(2, `\x{8}`)
	case b == 'b' || b == 'B' && !t.class:
		return t.write(2, t.rest[:2])
	case b == 'x':
		return t.code(2, 2)
	case b == 'u':
		return t.code(2, 4)
	case b == '_' || b < utf8.RuneSelf && !in(b, clsAlnum):
		return t.write(2, t.rest[:2])
	}
	return false
}

// code translates \xHH and \uHHHH. Halves of surrogate pairs are no characters here.
func (t *translator) code(skip, digits int) bool {
	if len(t.rest) < skip+digits {
		return false
	}
	hex := t.rest[skip : skip+digits]
	if !allIn(hex, clsHex) || digits == 4 && foldASCII(hex) >= "d800" && foldASCII(hex) <= "dfff" {
		return false
	}
	return t.write(skip+digits, `\x{`+hex+`}`)
}
