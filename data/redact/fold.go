package redact

import (
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// folded is a text without the characters that nobody sees, and with ASCII in the place of full-width letters and signs. A secret that
// such characters part or stand beside is found there. Later readers drop some of them, so that it would be whole again.
type folded struct {
	text  string
	parts []part
}

// part is a piece of a folded text: it begins at at there, and at from in the text as it was. A piece that stands for one full-width
// character has the length of that one in wide.
type part struct{ at, from, wide int }

// fold gives text folded, and whether it is another text then. Most texts hold nothing of the kind, and cost one look.
func fold(text string) (folded, bool) {
	first := firstFolded(text)
	if first == len(text) {
		return folded{}, false
	}
	var b strings.Builder
	b.Grow(len(text))
	f := folded{parts: []part{{}}}
	last := 0
	for i := first; i < len(text); {
		size, ascii := foldAt(text, i)
		if size == 0 {
			_, n := utf8.DecodeRuneInString(text[i:])
			i += n
			continue
		}
		b.WriteString(text[last:i])
		if ascii != 0 {
			f.parts = append(f.parts, part{b.Len(), i, size})
			b.WriteByte(ascii)
		}
		i += size
		last = i
		f.parts = append(f.parts, part{at: b.Len(), from: i})
	}
	b.WriteString(text[last:])
	f.text = b.String()
	return f, true
}

// firstFolded gives the place of the first character that is folded, or the length of text.
func firstFolded(text string) int {
	for i, r := range text {
		if r >= ' ' && r < 0x7f || r > '\u3164' && r < '\ufe00' || !isHidden(r) && fullWidth(r) == 0 {
			continue
		}
		if size, _ := foldAt(text, i); size > 0 {
			return i
		}
	}
	return len(text)
}

// foldAt gives the length of what is folded at i, or 0, and the ASCII character that it counts as, or 0 if it counts as nothing.
func foldAt(text string, i int) (size int, ascii byte) {
	b := text[i]
	if b < utf8.RuneSelf {
		switch {
		case b == 0x1b:
			return max(1, colourLength(text[i:])), 0
		case b == '\r' && (i+1 == len(text) || text[i+1] == '\n'), !isHidden(rune(b)):
			return 0, 0
		}
		return 1, 0
	}
	r, size := utf8.DecodeRuneInString(text[i:])
	if isHidden(r) {
		return size, 0
	}
	if ascii = fullWidth(r); ascii != 0 {
		return size, ascii
	}
	return 0, 0
}

// isHidden reports whether r is a character that nobody sees, or one that stands for bytes that are none. Common letters and signs are
// told by their range, which is faster.
func isHidden(r rune) bool {
	switch {
	case r == '\t', r == '\n', isShown(r):
		return false
	case r == '\u2028', r == '\u2029', r == utf8.RuneError:
		return true
	}
	return unicode.In(r, unicode.Cc, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// isShown reports whether r is in one of the ranges in which every character is seen.
func isShown(r rune) bool {
	switch {
	case r < 0x2000:
		return r >= ' ' && r < 0x7f || r > 0xad && r < 0x34f || r > 0x34f && r < 0x600 || r >= 0x900 && r < 0x115f
	case r < 0x3164:
		return r >= 0x2010 && r < 0x2028 || r >= 0x2070
	}
	return r > 0x3164 && r < 0xfe00 || r >= '！' && r <= '～'
}

// widePunctuation parts clauses in the scripts that write full-width signs, so that it keeps its meaning there. Texts are full of it.
const widePunctuation = "！（），．：；？［］｛｝～"

// fullWidth gives the ASCII character of which r is the full-width form, or 0.
func fullWidth(r rune) byte {
	if r < '！' || r > '～' || strings.ContainsRune(widePunctuation, r) {
		return 0
	}
	return byte(r - '！' + '!')
}

// unfold gives the places in text, as it was, of what was found in the folded one. What held other characters there shows nothing of
// itself in its mask. A pattern of the person's own says itself what goes on over the end of a line.
func (f folded) unfold(found []finding, text string) []finding {
	out := make([]finding, 0, len(found))
	for _, one := range found {
		length := one.end - one.start
		one.start, one.end = f.start(one.start), f.end(one.end)
		if one.end-one.start == length {
			out = append(out, one)
			continue
		}
		if one.mask != maskBlock {
			one.mask = maskStars
		}
		if one.kind != KindOwnPattern || !strings.ContainsAny(text[one.start:one.end], "\r\u2028\u2029") {
			out = append(out, one)
		}
	}
	return out
}

// start gives the place of the byte at p.
func (f folded) start(p int) int {
	of := f.partOf(p)
	return of.from + p - of.at
}

// end gives the place behind the byte before p.
func (f folded) end(p int) int {
	of := f.partOf(p - 1)
	if of.wide > 0 {
		return of.from + of.wide
	}
	return of.from + p - of.at
}

// partOf gives the piece that the byte at p is in.
func (f folded) partOf(p int) part {
	return f.parts[sort.Search(len(f.parts), func(i int) bool { return f.parts[i].at > p })-1]
}
