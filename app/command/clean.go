package command

import (
	"strings"
	"unicode/utf8"
)

// line makes text of others fit for one line of a terminal.
func line(text string) string { return clean(text, false) }

// lines makes text of others fit for a terminal and keeps its line breaks and tabs.
func lines(text string) string { return clean(text, true) }

// clean replaces what a terminal would obey instead of show: control characters, which begin every escape sequence, and the
// characters that turn the direction of writing, which can make text look like something else.
func clean(text string, multiline bool) string {
	var b strings.Builder
	b.Grow(len(text))
	text = strings.ReplaceAll(text, "\r\n", "\n")
	for _, r := range text {
		b.WriteString(visible(r, multiline))
	}
	return b.String()
}

func visible(r rune, multiline bool) string {
	switch {
	case (r == '\n' || r == '\t') && multiline:
		return string(r)
	case r == '\n', r == '\t', r == '\r', r == '\u2028', r == '\u2029':
		return " "
	case r < 0x20:
		return string(r + 0x2400) // the picture of the control character
	case r == 0x7f:
		return "\u2421"
	case r > 0x7f && r < 0xa0:
		return string(utf8.RuneError)
	case turnsDirection(r):
		return ""
	default:
		return string(r)
	}
}

func turnsDirection(r rune) bool {
	return r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069
}
