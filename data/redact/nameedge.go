package redact

import "unicode/utf8"

// nameReach bounds how far a name goes on to each side of a known word in it.
const nameReach = 64

// nameEnd gives the end of a name from p on. Words of other languages have endings of their own.
func (s *scan) nameEnd(p int, foreign bool) int {
	for end := min(len(s.text), p+nameReach); p < end; {
		switch b := s.text[p]; {
		case in(b, clsKey):
			p++
		case b == '%' && p+2 < len(s.text) && allIn(s.text[p+1:p+3], clsHex) && encodedSign(s.text[p:]) == 0:
			p += 3
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.text[p:])
			if !foreign || r < 0xc0 || r >= 0x530 {
				return p
			}
			p += size
		default:
			return p
		}
	}
	return p
}

// nameStart gives the beginning of the name that goes on at p.
func (s *scan) nameStart(p int) int {
	for end := max(0, p-nameReach); p > end; p-- {
		b := s.text[p-1]
		if !in(b, clsKey) && (b != '%' || p+1 >= len(s.text) || !allIn(s.text[p:p+2], clsHex)) {
			break
		}
	}
	for p < len(s.text) && s.text[p] == '.' {
		p++
	}
	return s.behindColour(p)
}

// behindColour gives the place behind the end of a terminal's colour, such as the "0m" of ESC[0m, that a name seems to begin with.
func (s *scan) behindColour(p int) int {
	m := s.skip(p, 3, func(b byte) bool { return in(b, clsDigit) })
	if m < len(s.text) && s.text[m] == 'm' && endsColour(s.text[max(0, m-15):m+1]) {
		return m + 1
	}
	return p
}

// wordBefore gives the word before a name that is one word, for names such as "API key".
func (s *scan) wordBefore(start int) string {
	if start == 0 || s.text[start-1] != ' ' {
		return ""
	}
	p := start - 1
	for p > 0 && start-p < 16 && in(s.text[p-1], clsAlnum) {
		p--
	}
	if w := foldASCII(s.text[p : start-1]); keyOwners[w] || w == "card" || w == "seed" || w == "recovery" {
		return w
	}
	return ""
}
