package tools

import "unicode/utf16"

// units is the length of a text in UTF-16 code units, in which OpenClaw counts.
func units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}

// firstUnits is the beginning of a text, at most limit UTF-16 code units long and never half a character.
func firstUnits(text string, limit int) string {
	n := 0
	for at, r := range text {
		if n += utf16.RuneLen(r); n > limit {
			return text[:at]
		}
	}
	return text
}
