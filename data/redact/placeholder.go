package redact

import (
	"strings"
	"unicode/utf8"
)

// placeholderWords are words of the names that documentation writes where a key or a token would stand, such as "my-secret-key".
var placeholderWords = words("example your my key token secret placeholder dummy fake sample needed local here real changeme replace insert " +
	"foo bar test")

// maxPlaceholder is longer than any placeholder.
const maxPlaceholder = 128

// isPlaceholder reports whether a value of a key or a token stands for one that the reader has to fill in. A password may be any
// word, so that nothing is taken for the placeholder of one.
func isPlaceholder(n name, v string, quoted bool) bool {
	if n.kind != KindKey && n.kind != KindToken {
		return false
	}
	v = v[:min(len(v), maxPlaceholder)]
	if head, ok := strings.CutSuffix(v, "..."); ok || hasSuffixFold(v, "xxx") {
		return len(head) <= 12 || !hasDigit(v)
	}
	v = withoutNumber(v)
	switch {
	case quoted && !isASCII(v) && !hasDigit(v): // the name of the setting in another language
		return true
	case !allIn(v, clsDot) || hasDigit(v):
		return false
	case !anyIn(v, clsLower):
		return strings.IndexByte(v, '_') > 0 // the name of a variable
	case strings.IndexAny(v, "-_") > 0:
		return namesPlaceholder(v)
	}
	return quoted && !hasSuffixFold(n.raw, "secret") && (len(v) <= 15 && isWord(v) || len(v) <= 40 && (anyIn(v, clsUpper) || strings.IndexByte(v, '.') > 0) && !looksDrawn(v))
}

// withoutNumber takes off the end of "variable-2".
func withoutNumber(v string) string {
	if head := strings.TrimRight(v, "0123456789"); len(v)-len(head) <= 2 && strings.HasSuffix(head, "-") {
		return head[:len(head)-1]
	}
	return v
}

func namesPlaceholder(v string) bool {
	for part := range strings.FieldsFuncSeq(v, func(r rune) bool { return r == '-' || r == '_' }) {
		if placeholderWords[foldASCII(part)] {
			return true
		}
	}
	return false
}

func hasSuffixFold(s, low string) bool {
	return len(s) >= len(low) && strings.EqualFold(s[len(s)-len(low):], low)
}

// sentenceWords is how many words a sentence has that is one for sure.
const sentenceWords = 6

// isSentence reports whether a value is a sentence about a secret, as the texts of programs have them.
func isSentence(v string) bool {
	last, _ := utf8.DecodeLastRuneInString(v)
	switch last {
	case '。', '！', '？':
		return true
	case '.', '!', '?':
		return strings.Count(v[:min(len(v), 1024)], " ") >= sentenceWords-1
	}
	return false
}

// startsWithStop reports whether a value without quotes is a word such as "null", or a variable of one or two letters as shortened
// programs have them, with the rest of an expression behind it.
func startsWithStop(v string) bool {
	n := strings.IndexAny(v[:min(len(v), 24)], ",;)]}")
	if n <= 0 {
		return false
	}
	return stopWords[strings.ToLower(v[:n])] || n <= 2 && allIn(v[:n], clsUpper|clsLower) && goesOn(v[n:])
}

// goesOn reports whether the rest of a value is that of an expression: the next name with its colon, or more closing signs.
func goesOn(rest string) bool {
	next := rest[1:min(len(rest), 64)]
	if rest[0] != ',' {
		return next == "" || strings.IndexByte(",;)]}=.", next[0]) >= 0
	}
	n := 0
	for n < len(next) && in(next[n], clsWord) {
		n++
	}
	return n > 0 && n < len(next) && next[n] == ':' || strings.HasPrefix(next, "...")
}
