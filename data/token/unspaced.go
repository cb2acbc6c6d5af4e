package token

import "unicode/utf8"

// unspaced tells whether a code point belongs to Chinese or Japanese, which put no space between words, or to Korean, whose words
// carry their particles. Each such letter is a word of its own, so that any part of a run is found as a phrase.
func unspaced(c uint32) bool {
	switch {
	case c < 0x1100:
		return false
	case c <= 0x11ff, // Hangul letters
		c >= 0x2e80 && c <= 0x2fdf,                                                         // radicals
		c >= 0x3005 && c <= 0x3007, c >= 0x3021 && c <= 0x3029, c >= 0x3031 && c <= 0x303c, // marks of repetition, numerals
		c >= 0x3040 && c <= 0x318f, c >= 0x31a0 && c <= 0x31ff, // kana, Bopomofo, Hangul letters
		c >= 0x3400 && c <= 0x4dbf, c >= 0x4e00 && c <= 0x9fff, // ideographs
		c >= 0xa960 && c <= 0xa97f, c >= 0xac00 && c <= 0xd7ff, // Hangul
		c >= 0xf900 && c <= 0xfaff, c >= 0xff66 && c <= 0xffdc, // compatibility forms, half-width kana
		c >= 0x1b000 && c <= 0x1b16f, c >= 0x20000 && c <= 0x3ffff: // old kana, further ideographs
		return true
	default:
		return false
	}
}

// Spaced returns a text of which FTS5 makes the words that a Scanner makes of text: it parts those that touch. A text without any
// such script comes back as it is.
func Spaced(text string) string {
	if !mayTouch(text) {
		return text
	}
	var parted []byte
	from, end := 0, -1
	for s := NewScanner(text); s.Next(); end = s.span.End {
		if s.span.Start == end {
			parted = append(append(parted, text[from:end]...), ' ')
			from = end
		}
	}
	if from == 0 {
		return text
	}
	return string(append(parted, text[from:]...))
}

// mayTouch tells whether a text may have letters of such a script, by the first bytes of their UTF-8. Most texts have none, and are not
// cut twice for it. What is no UTF-8 may be read as anything.
func mayTouch(text string) bool {
	if !utf8.ValidString(text) {
		return true
	}
	for i := range len(text) {
		switch b := text[i]; {
		case b < 0xe1:
		case b == 0xe2: // mostly quotation marks and dashes
			if i+1 == len(text) || text[i+1] >= 0xba {
				return true
			}
		case b == 0xf0: // mostly emoji
			if i+1 == len(text) || text[i+1] >= 0xa0 || text[i+1] == 0x9b {
				return true
			}
		default:
			return true
		}
	}
	return false
}
