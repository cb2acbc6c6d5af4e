package token

import (
	"sort"
	"unicode/utf8"
)

// span is a range of code points, both ends included.
type span struct{ lo, hi rune }

// fold is a range of code points of which every step-th becomes itself plus delta.
type fold struct{ lo, hi, step, delta rune }

type kind uint8

const (
	separator kind = iota
	wordRune
	skipped
)

// asciiWord gives the folded byte of ASCII letters and digits, and 0 for what separates words.
var asciiWord = func() (table [utf8.RuneSelf]byte) {
	for c := rune(0); c < utf8.RuneSelf; c++ {
		if within(wordRunes, c) {
			table[c] = byte(foldRune(uint32(c)))
		}
	}
	return table
}()

// planeWords has a bit for each word code point below firstHigh, where nearly all text is.
var planeWords = func() (bits [firstHigh / 64]uint64) {
	for _, s := range wordRunes {
		for c := s.lo; c <= s.hi && c < firstHigh; c++ {
			bits[c/64] |= 1 << (c % 64)
		}
	}
	return bits
}()

const (
	firstHigh = 0x10000
	// firstUnknown is where the tokenizer's tables end: beyond it everything makes words.
	firstUnknown = 0x100000
)

func kindOf(c uint32) kind {
	switch {
	case c < firstHigh:
		if planeWords[c/64]&(1<<(c%64)) != 0 {
			return wordRune
		}
	case c >= firstUnknown, within(wordRunes, rune(c)):
		return wordRune
	}
	if c <= lastSkipped && within(skippedRunes, rune(c)) {
		return skipped
	}
	return separator
}

var lastSkipped = uint32(skippedRunes[len(skippedRunes)-1].hi)

// foldRune gives what a word code point is in the index: lower case, and for many Latin letters without its mark.
func foldRune(c uint32) uint32 {
	if c >= firstUnknown {
		return c
	}
	r := rune(c)
	i := sort.Search(len(foldedRunes), func(i int) bool { return foldedRunes[i].hi >= r })
	if i == len(foldedRunes) {
		return c
	}
	if f := foldedRunes[i]; r >= f.lo && (r-f.lo)%f.step == 0 {
		return uint32(r + f.delta)
	}
	return c
}

func within(spans []span, r rune) bool {
	i := sort.Search(len(spans), func(i int) bool { return spans[i].hi >= r })
	return i < len(spans) && r >= spans[i].lo
}
