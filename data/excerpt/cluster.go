package excerpt

import (
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

// clusterScan is how many bytes after the first match are looked at for a place where more phrases stand together.
const clusterScan = 1 << 20

// occurrence is a phrase found in a text.
type occurrence struct {
	phrase int32
	span   data.Span
}

// cluster is the search for the place with the most different phrases within a number of runes.
type cluster struct {
	text  string
	runes int
	open  []occurrence
	count []int
	now   int
	best  int
	place data.Span
}

// cluster returns the earliest of the places where most different phrases stand within so many runes; false means that
// none stands anywhere.
func (m *matcher) cluster(text string, runes int) (data.Span, bool) {
	if m.phrases == 0 {
		return data.Span{}, false
	}
	c := cluster{text: text, runes: runes, count: make([]int, m.phrases)}
	first := -1
	for w := m.walk(text); w.next() && c.best < m.phrases; {
		if first < 0 {
			first = w.scan.Pos()
		}
		if w.scan.Pos()-first > clusterScan {
			break
		}
		for n := w.longestHere(); n != 0; n = m.nodes[n].shorter {
			c.add(occurrence{phrase: m.nodes[n].phrase, span: w.spanOf(n)})
		}
	}
	return c.place, c.best > 0
}

func (c *cluster) add(o occurrence) {
	c.open = append(c.open, o)
	c.count[o.phrase]++
	if c.count[o.phrase] == 1 {
		c.now++
	}
	// What is too far away goes, and what stands again further on: it adds nothing.
	for len(c.open) > 1 && (c.count[c.open[0].phrase] > 1 || c.tooFar(c.open[0].span.Start, o.span.End)) {
		old := c.open[0].phrase
		c.open = c.open[1:]
		c.count[old]--
		if c.count[old] == 0 {
			c.now--
		}
	}
	if c.now > c.best {
		c.best = c.now
		c.place = data.Span{Start: c.start(), End: o.span.End}
	}
}

// start is where the open occurrences begin; they are in the order of their ends, so that a long one may begin first.
func (c *cluster) start() int {
	start := c.open[0].span.Start
	for _, o := range c.open {
		start = min(start, o.span.Start)
	}
	return start
}

func (c *cluster) tooFar(start, end int) bool {
	switch length := end - start; {
	case length <= c.runes:
		return false
	case length > c.runes*utf8.UTFMax:
		return true
	default:
		return utf8.RuneCountInString(c.text[start:end]) > c.runes
	}
}
