package redact

import (
	"strings"
	"unicode/utf8"
)

// secret judges the value v of a name that begins at start.
func (s *scan) secret(start int, n name, sep separator, v value) bool {
	content := s.text[v.start:v.end]
	low := strings.ToLower(content[:min(len(content), 24)])
	switch {
	case n.kind == KindCard:
		return hasDigit(content)
	case stopWords[low] || foreignStops[low] || strings.EqualFold(content, n.raw), copiesName(n, sep, content), meansOther(n, sep, content):
		return false
	case sep.kind == sepSaid:
		return n.strength == sure && looksTold(content)
	case sep.kind == sepBeside:
		return n.strength == sure && len(content) >= besideMin && looksMuddled(content)
	case n.strength == weak:
		return looksRandom(strings.TrimFunc(content, func(r rune) bool { return r >= utf8.RuneSelf }))
	case isPlaceholder(n, content, v.quoted) || !n.phrase && isSentence(content):
		return false
	case sep.kind == sepTable && strings.IndexByte(content, '/') >= 0 && !looksRandom(content):
		return false
	case v.quoted:
		return n.strength == sure || looksStrong(content)
	}
	return s.bareIsSecret(start, n, sep, v)
}

// copiesName reports whether a value is the last word of the name that it is assigned to, as in "resetToken = token".
func copiesName(n name, sep separator, content string) bool {
	content = strings.TrimSuffix(content, "s")
	at := len(n.raw) - len(content)
	return at >= 0 && (sep.kind == sepSpaced || sep.kind == sepColon) && strings.EqualFold(n.raw[at:], content)
}

// meansOther knows the names that mean something else with such a value: a shortcut of a menu, a constant of a program, the working
// directory, the report of a test.
func meansOther(n name, sep separator, content string) bool {
	switch {
	case n.kind != KindPassword && len(content) < 3:
		return true
	case hasPrefixFold(content, "0x") && len(content) <= 10:
		return true
	case n.raw == "PWD" || n.raw == "OLDPWD":
		return strings.IndexByte("/~%", content[0]) >= 0 || isWord(content)
	}
	return n.raw == "PASS" && sep.kind != sepEqual
}

// bareIsSecret judges a value without quotes.
func (s *scan) bareIsSecret(start int, n name, sep separator, v value) bool {
	content := s.text[v.start:v.end]
	switch {
	case allIn(content, clsDigit):
		return isNumberSecret(n, content)
	case n.kind != KindPassword && len(content) <= 12 && strings.HasPrefix(s.text[v.end:], "..."): // sk-...
		return false
	case startsWithStop(content) || sep.kind == sepFlag && content[0] >= utf8.RuneSelf && !hasDigit(content):
		return false
	case isCode(s.text[v.start:min(len(s.text), s.runEnd(clsValue, v.start))]):
		return false
	case looksStrong(content):
		return true
	case n.strength != sure:
		return n.upper && sep.kind == sepEqual
	}
	return s.wordIsSecret(start, n, sep, v)
}

// isNumberSecret judges a value of digits: a PIN is one, a limit of tokens is none.
func isNumberSecret(n name, digits string) bool {
	if n.kind == KindPassword {
		return n.strength == sure && len(digits) >= 3
	}
	return n.upper && len(digits) >= 6 || len(digits) >= 16
}

// wordIsSecret judges a value that is an ordinary word, which passwords are and sentences begin with.
func (s *scan) wordIsSecret(start int, n name, sep separator, v value) bool {
	content := s.text[v.start:v.end]
	switch sep.kind {
	case sepEqual:
		return true
	case sepSpaced:
		if n.kind != KindPassword && len(content) <= 4 {
			return false // the name of a variable
		}
		return !strings.HasPrefix(s.text[v.end:], "<")
	case sepTable:
		return false
	case sepFlag:
		return content[0] != '-'
	}
	if content[0] >= 0xe3 || !endsClause(s.text, v.end) {
		return false
	}
	return n.kind == KindPassword || s.startsLine(start) && isWord(content)
}

// endsLine reports whether nothing but punctuation follows on the line.
func endsLine(t string, p int) bool {
	for p < len(t) && strings.IndexByte(" \t\r,;)]}.!?\"'`*", t[p]) >= 0 {
		p++
		if p > 0 && t[p-1] == ' ' && p < len(t) && t[p] == ' ' {
			return true
		}
	}
	return p >= len(t) || t[p] == '\n'
}

// endsClause reports whether the value that ends at p is the last of its clause.
func endsClause(t string, p int) bool {
	return p >= len(t) || endsLine(t, p) || strings.IndexByte(",;)]}", t[p]) >= 0 || strings.HasPrefix(t[p:], `\n`)
}

// startsLine reports whether the name at start is the first thing on its line, a list's dash or a bracket aside.
func (s *scan) startsLine(start int) bool {
	p := start
	for p > 0 && start-p < 64 && strings.IndexByte(" \t\"'`*-{[(,>|#", s.text[p-1]) >= 0 {
		p--
	}
	return p == 0 || s.text[p-1] == '\n'
}

// looksStrong reports whether v is no word and no plain number: it mixes letters with digits or signs, or changes case within.
func looksStrong(v string) bool {
	var seen class
	signs, turns := 0, 0
	var last class
	for i := range min(len(v), 256) {
		k := classes[v[i]] & (clsUpper | clsLower | clsDigit)
		if k == 0 && strings.IndexByte("-_'/.:", v[i]) < 0 && v[i] < 0x80 {
			signs++
		}
		if k != last {
			turns++
		}
		seen |= k
		last = k
	}
	letters := seen&(clsUpper|clsLower) != 0
	return letters && seen&clsDigit != 0 || letters && signs > 0 && len(v) >= 6 || turns >= 6 || len(v) >= 20 && !strings.ContainsAny(v, "-_ ./:")
}

// looksRandom asks for more: a long value without a border, of capitals, small letters and digits.
func looksRandom(v string) bool {
	return len(v) >= 16 && allIn(v, clsBase64|clsDash) && hasDigit(v) && anyIn(v, clsUpper) && anyIn(v, clsLower)
}
