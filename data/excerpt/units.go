package excerpt

import "unicode/utf16"

// Units is the length of a text in UTF-16 code units, in which OpenClaw counts.
func Units(text string) int {
	n := 0
	for _, r := range text {
		n += utf16.RuneLen(r)
	}
	return n
}
