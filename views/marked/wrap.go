package marked

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// line is the pieces of one line as they are drawn, from left to right.
type line []piece

// wrapAll breaks all paragraphs at a width, in units.
func wrapAll(paragraphs []paragraph, width float32, m *metrics) []line {
	lines := make([]line, 0, len(paragraphs))
	for _, p := range paragraphs {
		lines = wrap(lines, p, width, m)
	}
	return lines
}

// wrap breaks one paragraph and appends its lines. An empty paragraph is one empty line.
func wrap(lines []line, p paragraph, width float32, m *metrics) []line {
	if p.width(m) <= width {
		return append(lines, line(p))
	}
	text := p.text()
	w := wrapper{cutter: cutter{pieces: p}, m: m, room: width}
	state := -1
	for rest := text; rest != ""; {
		var segment string
		segment, rest, state = nextSegment(rest, state)
		w.place(segment)
	}
	return append(lines, w.done()...)
}

// nextSegment takes from s what may not be broken, with the spaces behind it. ASCII is broken behind spaces only; other
// text by the rules of Unicode, which know where Chinese and Japanese may break.
func nextSegment(s string, state int) (segment, rest string, next int) {
	if end := asciiSegment(s); end > 0 {
		return s[:end], s[end:], -1
	}
	segment, rest, _, next = uniseg.FirstLineSegmentInString(s, state)
	return segment, rest, next
}

// asciiSegment is the length of the next segment if it and the rune behind it are ASCII, else 0.
func asciiSegment(s string) int {
	seenSpace := false
	for i := 0; i < len(s); i++ {
		switch {
		case s[i] >= utf8.RuneSelf:
			return 0
		case s[i] == ' ':
			seenSpace = true
		case seenSpace:
			return i
		}
	}
	return len(s)
}

// wrapper fills lines with segments.
type wrapper struct {
	cutter
	m     *metrics
	room  float32
	x     float32
	start int
	at    int
	lines []line
}

// place puts the next segment on the line, or on the next one. One that is wider than a line is broken between characters.
func (w *wrapper) place(segment string) {
	word := strings.TrimRight(segment, " ")
	wordWidth := w.widthOf(w.at, w.at+len(word))
	if w.x+wordWidth > w.room && w.x > 0 {
		w.breakLine()
	}
	if wordWidth > w.room {
		w.split(word)
		wordWidth = 0
		segment = segment[len(word):]
		word = ""
	}
	w.x += wordWidth + w.widthOf(w.at+len(word), w.at+len(segment))
	w.at += len(segment)
}

// split fills lines with the characters of a word that no line can hold.
func (w *wrapper) split(word string) {
	state := -1
	for rest := word; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		width := w.widthOf(w.at, w.at+len(cluster))
		if w.x+width > w.room && w.x > 0 {
			w.breakLine()
		}
		w.x += width
		w.at += len(cluster)
	}
}

func (w *wrapper) breakLine() {
	w.lines = append(w.lines, w.cut(w.start, w.at))
	w.start, w.x = w.at, 0
}

func (w *wrapper) done() []line { return append(w.lines, w.cut(w.start, w.at)) }

// widthOf is the width of a range of the paragraph, each part in its own font. Ranges are asked for in rising order.
func (w *wrapper) widthOf(from, to int) float32 {
	var sum float32
	w.each(from, to, func(p piece) { sum += w.m.width(p.text, p.look) })
	return sum
}

// cut takes a range of the paragraph as a line, without the spaces at its end.
func (w *wrapper) cut(from, to int) line {
	var l line
	w.cutter.rewind(from)
	w.each(from, to, func(p piece) { l = append(l, p) })
	for len(l) > 0 {
		last := &l[len(l)-1]
		last.text = strings.TrimRight(last.text, " ")
		if last.text != "" {
			break
		}
		l = l[:len(l)-1]
	}
	return l
}

// cutter walks over the pieces of a paragraph by offsets into its whole text. It remembers where it was, so that walking
// forward costs the same at any length.
type cutter struct {
	pieces []piece
	index  int
	offset int
}

// rewind makes the next walk start at or before an offset.
func (c *cutter) rewind(to int) {
	for c.offset > to {
		c.index--
		c.offset -= len(c.pieces[c.index].text)
	}
}

// each hands over the parts of the pieces in [from, to).
func (c *cutter) each(from, to int, f func(piece)) {
	c.rewind(from)
	for c.index < len(c.pieces) && c.offset+len(c.pieces[c.index].text) <= from {
		c.offset += len(c.pieces[c.index].text)
		c.index++
	}
	start := c.offset
	for i := c.index; i < len(c.pieces) && start < to; i++ {
		p := c.pieces[i]
		end := start + len(p.text)
		if a, b := max(from, start), min(to, end); a < b {
			f(piece{p.text[a-start : b-start], p.look, p.kind})
		}
		start = end
	}
}

func (p paragraph) width(m *metrics) float32 {
	var w float32
	for _, part := range p {
		w += m.width(part.text, part.look)
	}
	return w
}

func (p paragraph) text() string {
	var b strings.Builder
	for _, part := range p {
		b.WriteString(part.text)
	}
	return b.String()
}
