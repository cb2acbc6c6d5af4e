package drawer

import (
	"strings"

	"github.com/wordwake/wordwake/data"
)

// carried are the marks of a text in which parts are hidden, at their places in the same text with those parts. They are none where the
// two do not fit: what lies between the parts must stand in both, in the same order.
func carried(marks []data.Span, hidden []data.Hidden, from, to string) []data.Span {
	var moved []data.Span
	start, at := 0, 0
	for i := range len(hidden) + 1 {
		end := len(from)
		if i < len(hidden) {
			end = hidden[i].Start
		}
		if end < start || end > len(from) {
			return nil
		}
		place := partIn(from[start:end], to[at:], i == 0, i == len(hidden))
		if place < 0 {
			return nil
		}
		for _, m := range marks {
			if m.Start >= start && m.End <= end {
				by := at + place - start
				moved = append(moved, data.Span{Start: m.Start + by, End: m.End + by})
			}
		}
		at += place + end - start
		if i < len(hidden) {
			start = hidden[i].End
		}
	}
	return moved
}

// partIn finds a part in the rest of a text: the first one where it begins, the last one where it ends. It is -1 where it is not.
func partIn(part, rest string, first, last bool) int {
	switch {
	case first && !strings.HasPrefix(rest, part), last && !strings.HasSuffix(rest, part):
		return -1
	case first:
		return 0
	case last:
		return len(rest) - len(part)
	default:
		return strings.Index(rest, part)
	}
}
