package marked

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// look is how a piece of text is drawn; its bits combine.
type look uint8

const (
	lookMatch look = 1 << iota
	lookHidden
	lookCode
	lookMuted
)

// piece is text of one look. It holds no line breaks and no control characters.
type piece struct {
	text string
	look look
	// kind is what the bullets of a hidden piece stand for.
	kind string
}

// paragraph is what stands between two line breaks.
type paragraph []piece

// bullets stand for a hidden secret of any length, so that the length is not told. The space does not break.
const (
	dots    = "•••••••"
	bullets = dots + "\u00a0" + words.HiddenNote
)

const fence = "```"

// parse turns a text with its spans into paragraphs.
func parse(text string, marks []data.Span, hidden []data.Hidden) []paragraph {
	paragraphs := []paragraph{nil}
	for _, p := range pieces(text, marks, hidden) {
		rest := p.text
		for {
			head, tail, more := strings.Cut(rest, "\n")
			paragraphs = add(paragraphs, piece{clean(head), p.look, p.kind})
			if !more {
				break
			}
			paragraphs = append(paragraphs, nil)
			rest = tail
		}
	}
	return withCode(paragraphs)
}

// parseLine turns a text into a single paragraph; runs of white space become one space.
func parseLine(text string, marks []data.Span, hidden []data.Hidden) paragraph {
	line := []paragraph{nil}
	gap := true
	for _, p := range pieces(text, marks, hidden) {
		var b strings.Builder
		for _, r := range p.text {
			space := unicode.IsSpace(r) && r != '\u00a0'
			switch {
			case space && !gap:
				b.WriteByte(' ')
			case !space && !unicode.IsControl(r):
				b.WriteRune(r)
			}
			gap = space || gap && unicode.IsControl(r)
		}
		line = add(line, piece{b.String(), p.look, p.kind})
	}
	return line[0]
}

func add(paragraphs []paragraph, p piece) []paragraph {
	if p.text != "" {
		last := len(paragraphs) - 1
		paragraphs[last] = append(paragraphs[last], p)
	}
	return paragraphs
}

// pieces cuts a text at its spans and puts bullets in the place of what is hidden. A mark on something hidden shows on the
// bullets: a person who pastes a key they know finds it so.
func pieces(text string, marks []data.Span, hidden []data.Hidden) []piece {
	marks = sound(text, marks)
	var all []piece
	at := 0
	for _, h := range soundHidden(text, hidden) {
		all = append(all, marked(text, at, h.Start, marks)...)
		l := lookHidden
		if touched(h.Span, marks) {
			l |= lookMatch
		}
		all = append(all, piece{bullets, l, h.Kind})
		at = h.End
	}
	return append(all, marked(text, at, len(text), marks)...)
}

// marked cuts text[start:end] at the marks.
func marked(text string, start, end int, marks []data.Span) []piece {
	var all []piece
	for _, m := range marks {
		from, to := max(m.Start, start), min(m.End, end)
		if from >= to {
			continue
		}
		if from > start {
			all = append(all, piece{text: text[start:from]})
		}
		all = append(all, piece{text: text[from:to], look: lookMatch})
		start = to
	}
	if start < end {
		all = append(all, piece{text: text[start:end]})
	}
	return all
}

// sound keeps the spans that lie in the text, between runes, and in order.
func sound(text string, spans []data.Span) []data.Span {
	var kept []data.Span
	end := 0
	for _, s := range spans {
		if s.Start >= end && s.Start < s.End && s.End <= len(text) && between(text, s.Start) && between(text, s.End) {
			kept = append(kept, s)
			end = s.End
		}
	}
	return kept
}

func soundHidden(text string, hidden []data.Hidden) []data.Hidden {
	var kept []data.Hidden
	end := 0
	for _, h := range hidden {
		if len(sound(text, []data.Span{h.Span})) == 1 && h.Start >= end {
			kept = append(kept, h)
			end = h.End
		}
	}
	return kept
}

func between(text string, i int) bool { return i == len(text) || utf8.RuneStart(text[i]) }

func touched(s data.Span, marks []data.Span) bool {
	for _, m := range marks {
		if m.Start < s.End && s.Start < m.End {
			return true
		}
	}
	return false
}

// clean takes away what cannot be drawn: control characters and broken UTF-8. A tab becomes four spaces.
func clean(s string) string {
	if strings.IndexFunc(s, unprintable) < 0 {
		return s
	}
	s = strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\t", "    ")
	return strings.Map(func(r rune) rune {
		switch {
		case unicode.IsControl(r):
			return -1
		case unicode.In(r, unicode.Zl, unicode.Zp):
			return ' '
		default:
			return r
		}
	}, s)
}

func unprintable(r rune) bool {
	return r == utf8.RuneError || unicode.IsControl(r) || unicode.In(r, unicode.Zl, unicode.Zp)
}

// withCode gives what stands between two fences the look of code, and the fences a muted one.
func withCode(paragraphs []paragraph) []paragraph {
	inside := false
	for _, p := range paragraphs {
		l := lookCode
		if len(p) > 0 && strings.HasPrefix(strings.TrimLeft(p[0].text, " "), fence) {
			inside = !inside
			l |= lookMuted
		} else if !inside {
			continue
		}
		for i := range p {
			p[i].look |= l
		}
	}
	return paragraphs
}
