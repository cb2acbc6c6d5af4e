package excerpt

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/token"
)

const ellipsis = "…"

// Make returns the excerpt that Maker.Make does; it is for a single text.
func Make(text string, hidden []data.Hidden, phrases []token.Phrase, maxRunes int) data.Excerpt {
	return New(phrases).Make(text, hidden, maxRunes)
}

// Make returns a piece of at most maxRunes runes, ellipses counted, around the place where most different phrases stand
// together, the earliest if there are several, or else from the start. Line breaks, control characters and runs of white
// space are one space each. hidden must be ordered and without overlap.
func (k *Maker) Make(text string, hidden []data.Hidden, maxRunes int) data.Excerpt {
	if maxRunes <= 0 || text == "" {
		return data.Excerpt{}
	}
	place, _ := k.m.cluster(text, maxRunes-2)
	return k.around(text, hidden, place, maxRunes)
}

// MakeHidden is Make around the first hidden part, for a text of which no phrase is searched.
func (k *Maker) MakeHidden(text string, hidden []data.Hidden, maxRunes int) data.Excerpt {
	if maxRunes <= 0 || len(hidden) == 0 {
		return k.Make(text, hidden, maxRunes)
	}
	return k.around(text, hidden, hidden[0].Span, maxRunes)
}

// around makes the excerpt around a place.
func (k *Maker) around(text string, hidden []data.Hidden, place data.Span, maxRunes int) data.Excerpt {
	kept := withMasks(place, hidden)
	kept.End = min(kept.End, kept.Start+maxRunes*utf8.UTFMax*2) // the end of a longer one is cut off anyway
	lo := back(text, kept.Start, 2*maxRunes)
	hi := forward(text, kept.End, 2*maxRunes)
	atoms := atomsOf(text, lo, hi, hidden)
	if len(atoms) == 0 {
		return data.Excerpt{}
	}
	// One rune more than the place, so that its last word is seen to end; but not a phrase with megabytes of blanks in it.
	whole := min(forward(text, place.End, 1), atoms[0].start+clusterScan)
	seen := data.Span{Start: atoms[0].start, End: max(atoms[len(atoms)-1].end, whole)}
	w := newWindow(atoms, maxRunes, seen.Start > 0, atoms[len(atoms)-1].end < len(text))
	from := sort.Search(len(atoms), func(i int) bool { return atoms[i].end > kept.Start })
	to := sort.Search(len(atoms), func(i int) bool { return atoms[i].start >= kept.End })
	w.around(from, max(from, to))
	w.trim()
	return k.write(text, hidden, w, seen)
}

// withMasks widens a place to the masks that it touches.
func withMasks(place data.Span, hidden []data.Hidden) data.Span {
	for i := firstAfter(hidden, place.Start); i < len(hidden) && hidden[i].Start < place.End; i++ {
		place.Start = min(place.Start, hidden[i].Start)
		place.End = max(place.End, hidden[i].End)
	}
	return place
}

// firstAfter is the number of the first mask that ends after a place.
func firstAfter(hidden []data.Hidden, place int) int {
	return sort.Search(len(hidden), func(i int) bool { return hidden[i].End > place })
}

// back goes so many runes back from a place.
func back(text string, at, runes int) int {
	for ; runes > 0 && at > 0; runes-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return at
}

// forward goes so many runes on from a place.
func forward(text string, at, runes int) int {
	for ; runes > 0 && at < len(text); runes-- {
		_, size := utf8.DecodeRuneInString(text[at:])
		at += size
	}
	return at
}

// write puts the excerpt together. seen is the part of the text in which marks are looked for: more than is shown, so that
// a word or a phrase that the excerpt cuts is known for what it is.
func (k *Maker) write(text string, hidden []data.Hidden, w *window, seen data.Span) data.Excerpt {
	chosen := w.atoms[w.from:w.to]
	if len(chosen) == 0 {
		if w.first == len(w.atoms) && !w.textBefore && !w.textAfter {
			return data.Excerpt{}
		}
		return data.Excerpt{Text: ellipsis}
	}
	out := writer{text: text, atoms: chosen}
	if w.cutBefore() {
		out.b.WriteString(ellipsis)
	}
	out.all()
	if w.cutAfter() {
		out.b.WriteString(ellipsis)
	}
	return data.Excerpt{
		Text:   out.b.String(),
		Marks:  out.marks(k.m.marks(text[seen.Start:seen.End]), seen, hidden),
		Hidden: out.hidden(hidden),
	}
}

// writer writes atoms and remembers where each begins.
type writer struct {
	text  string
	atoms []atom
	b     strings.Builder
	at    []int
}

func (o *writer) all() {
	o.b.Grow(o.atoms[len(o.atoms)-1].end - o.atoms[0].start + 2*len(ellipsis))
	o.at = make([]int, 0, len(o.atoms)+1)
	for _, a := range o.atoms {
		o.at = append(o.at, o.b.Len())
		switch piece := o.text[a.start:a.end]; {
		case a.blank:
			o.b.WriteByte(' ')
		case a.runes == 1 && utf8.ValidString(piece):
			o.b.WriteString(piece)
		default:
			o.b.WriteString(clean(piece))
		}
	}
	o.at = append(o.at, o.b.Len())
}

// clean makes a character or a mask of several runes fit to be shown, with as many runes as it has.
func clean(piece string) string {
	return strings.Map(func(r rune) rune {
		if blankRune(r) {
			return ' '
		}
		return r
	}, piece)
}

// span translates a span of the text into one of the excerpt, as far as it lies in it.
func (o *writer) span(s data.Span) (data.Span, bool) {
	s.Start = max(s.Start, o.atoms[0].start)
	s.End = min(s.End, o.atoms[len(o.atoms)-1].end)
	if s.Start >= s.End {
		return s, false
	}
	first := sort.Search(len(o.atoms), func(i int) bool { return o.atoms[i].end > s.Start })
	last := sort.Search(len(o.atoms), func(i int) bool { return o.atoms[i].end >= s.End })
	return data.Span{Start: o.place(first, s.Start, o.at[first]), End: o.place(last, s.End, o.at[last+1])}, true
}

// place is where a place inside an atom is in the excerpt; in an atom that was written otherwise than it stands in the
// text, it is the edge of the whole.
func (o *writer) place(i, at, edge int) int {
	if a := o.atoms[i]; a.end-a.start == o.at[i+1]-o.at[i] {
		return o.at[i] + at - a.start
	}
	return edge
}

// marks translates marks of the part seen. Words that touch the edge of that part may be parts of longer ones.
func (o *writer) marks(marks []data.Span, seen data.Span, hidden []data.Hidden) []data.Span {
	for i := range marks {
		marks[i].Start += seen.Start
		marks[i].End += seen.Start
	}
	end := 0
	var shown []data.Span
	for _, mark := range outside(marks, hidden) {
		atEdge := mark.Start == seen.Start && seen.Start > 0 || mark.End == seen.End && seen.End < len(o.text)
		if s, ok := o.span(mark); ok && !atEdge && s.Start >= end {
			shown = append(shown, s)
			end = s.End
		}
	}
	return shown
}

func (o *writer) hidden(hidden []data.Hidden) []data.Hidden {
	end := 0
	var shown []data.Hidden
	for i := firstAfter(hidden, o.atoms[0].start); i < len(hidden) && hidden[i].Start < o.atoms[len(o.atoms)-1].end; i++ {
		if s, ok := o.span(hidden[i].Span); ok && s.Start >= end {
			shown = append(shown, data.Hidden{Span: s, Kind: hidden[i].Kind})
			end = s.End
		}
	}
	return shown
}
