package excerpt

import (
	"unicode"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/wordwake/wordwake/data"
)

// atom is the smallest part of a text that an excerpt may end at: what a reader sees as one character, a run of white
// space and control characters, or a mask with what clings to it.
type atom struct {
	start, end int
	// runes is the length that it has in an excerpt.
	runes int32
	// blank is true for what is shown as a space, letter for what can be inside a word.
	blank, letter bool
	// torn is true for what may go on beyond the part of the text that was looked at.
	torn bool
}

// safeReach is how far back a place is looked for at which characters certainly part.
const safeReach = 2048

// atomsOf cuts text[lo:hi] into atoms. lo and hi are moved to where that is safe or their neighbours are torn.
func atomsOf(text string, lo, hi int, hidden []data.Hidden) []atom {
	lo, unsure := safeStart(text, lo)
	for hi < len(text) && !utf8.RuneStart(text[hi]) {
		hi++
	}
	c := cutter{text: text, hi: hi, hidden: hidden, atoms: make([]atom, 0, hi-lo)}
	c.next = firstAfter(hidden, lo)
	for pos := lo; pos < hi; {
		pos = c.cut(pos)
	}
	tear(c.atoms, unsure, hi < len(text))
	return c.atoms
}

// cutter makes the atoms of a part of a text.
type cutter struct {
	text   string
	hi     int
	hidden []data.Hidden
	// next is the number of the first mask that does not end before the atoms made.
	next  int
	atoms []atom
}

// cut makes the atom at pos, joined to the one before if both are blank, and tells where the next one begins.
func (c *cutter) cut(pos int) int {
	a := characterAt(c.text[:c.hi], pos)
	if c.next < len(c.hidden) && c.hidden[c.next].Start < a.end {
		c.swallow(&a)
	}
	if last := len(c.atoms) - 1; a.blank && last >= 0 && c.atoms[last].blank {
		c.atoms[last].end = a.end
	} else {
		c.atoms = append(c.atoms, a)
	}
	return a.end
}

// swallow makes an atom contain all masks that it touches.
func (c *cutter) swallow(a *atom) {
	for c.next < len(c.hidden) && c.hidden[c.next].Start < a.end {
		mask := c.hidden[c.next].Span
		a.torn = a.torn || mask.Start < a.start || mask.End > c.hi
		for a.end < min(mask.End, c.hi) {
			a.end = characterAt(c.text[:c.hi], a.end).end
		}
		c.next++
	}
	a.blank, a.letter = false, false
	a.runes = int32(utf8.RuneCountInString(c.text[a.start:a.end]))
}

// tear marks the atoms at the edges whose other end was not seen.
func tear(atoms []atom, unsureStart, moreText bool) {
	if unsureStart {
		// Two, since the first cut may lie inside a character and make the second begin wrongly too.
		for i := range min(2, len(atoms)) {
			atoms[i].torn = true
		}
	}
	if last := len(atoms) - 1; moreText && last >= 0 && !atoms[last].blank {
		atoms[last].torn = true
	}
}

// safeStart goes back from a place to where two characters certainly part: between two ASCII ones, unless they are CR LF.
// unsure is true if there is no such place near.
func safeStart(text string, at int) (start int, unsure bool) {
	for p := at; p > 0 && p > at-safeReach; p-- {
		if p < len(text) && text[p] < utf8.RuneSelf && text[p-1] < utf8.RuneSelf && text[p] != '\n' {
			return p, false
		}
	}
	if at <= safeReach {
		return 0, false
	}
	for at > 0 && at < len(text) && !utf8.RuneStart(text[at]) {
		at--
	}
	return at, true
}

// characterAt is the character at pos as a reader sees it.
func characterAt(text string, pos int) atom {
	b := text[pos]
	if b < utf8.RuneSelf && b != '\r' && (pos+1 == len(text) || text[pos+1] < utf8.RuneSelf) {
		blank := b <= ' ' || b == 0x7f // the common case, without a look at the tables
		return atom{start: pos, end: pos + 1, runes: 1, blank: blank, letter: !blank && isLetter(rune(b))}
	}
	cluster, _, _, _ := uniseg.FirstGraphemeClusterInString(text[pos:], -1)
	a := atom{start: pos, end: pos + len(cluster), runes: 1, blank: isBlank(cluster)}
	if !a.blank {
		first, _ := utf8.DecodeRuneInString(cluster)
		a.letter = isLetter(first)
		a.runes = int32(utf8.RuneCountInString(cluster))
	}
	return a
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return 'a' <= r|0x20 && r|0x20 <= 'z' || '0' <= r && r <= '9'
	}
	return unicode.IsLetter(r) || unicode.IsDigit(r)
}

// isBlank tells whether a character is shown as a space. Marks on a space make it a character of its own.
func isBlank(character string) bool {
	for _, r := range character {
		if !blankRune(r) {
			return false
		}
	}
	return true
}

// blankRune is true for white space, control characters, and those that turn the direction of all text after them. None of
// them is part of a word in the index.
func blankRune(r rune) bool {
	if r < utf8.RuneSelf {
		return r <= ' ' || r == 0x7f
	}
	return unicode.IsSpace(r) || unicode.IsControl(r) || '\u202a' <= r && r <= '\u202e'
}
