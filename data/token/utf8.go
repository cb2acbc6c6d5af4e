package token

import "unicode/utf8"

// read decodes the character at pos, which is not ASCII, and tells where the next one begins. Proper UTF-8 takes the short
// way; what it does with anything else is SQLite's way, since that is what decides what the index holds.
func read(text string, pos int) (c uint32, next int) {
	r, size := utf8.DecodeRuneInString(text[pos:])
	next = pos + size
	if size > 1 && (next == len(text) || !continues(text[next])) {
		return uint32(r), next
	}
	return readLoose(text, pos)
}

// readLoose decodes as SQLite does: a lone continuation byte is the code point of its value, and after a first byte any
// number of continuation bytes belong to the character.
func readLoose(text string, pos int) (c uint32, next int) {
	c = uint32(text[pos])
	next = pos + 1
	if c < 0xc0 {
		return c, next
	}
	c = firstBits(c)
	for next < len(text) && continues(text[next]) {
		c = c<<6 + uint32(text[next]&0x3f)
		next++
	}
	if c < utf8.RuneSelf || c&0xfffff800 == 0xd800 || c&0xfffffffe == 0xfffe {
		c = utf8.RuneError
	}
	return c, next
}

func continues(b byte) bool { return b&0xc0 == 0x80 }

// firstBits gives the part of the code point that is in its first byte; of the bytes that begin nothing in UTF-8, those that
// began five and six byte characters once.
func firstBits(first uint32) uint32 {
	switch {
	case first < 0xe0:
		return first & 0x1f
	case first < 0xf0:
		return first & 0x0f
	case first < 0xf8:
		return first & 0x07
	case first < 0xfc:
		return first & 0x03
	case first < 0xfe:
		return first & 0x01
	default:
		return 0
	}
}

// appendUTF8 encodes as SQLite does, which keeps the lowest 21 bits of what is no code point at all.
func appendUTF8(to []byte, c uint32) []byte {
	if c < 0x10000 {
		return utf8.AppendRune(to, rune(c))
	}
	return append(to, 0xf0+byte(c>>18&0x07), 0x80+byte(c>>12&0x3f), 0x80+byte(c>>6&0x3f), 0x80+byte(c&0x3f))
}
