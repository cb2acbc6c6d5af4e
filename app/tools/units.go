package tools

import "unicode/utf16"

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
