package marked

import (
	"slices"
	"strings"

	"github.com/rivo/uniseg"
)

const ellipsis = "…"

// lead is the share of a line that may stand before the first match when the start of the text is left out; before something hidden
// it is more, since the words in front of it are all that tells what it is.
const (
	lead       = 0.3
	hiddenLead = 0.5
)

// elide fits a paragraph into one line. What does not fit is left out at the end and, where the first match would be lost
// with it, at the start too; "…" stands in its place.
func elide(p paragraph, width float32, m *metrics) line {
	if p.width(m) <= width {
		return line(p)
	}
	room := width - m.width(ellipsis, 0)
	if room <= 0 {
		return nil
	}
	p, cut := reveal(p, room, m)
	if cut {
		p = append(paragraph{{text: ellipsis}}, p...)
	}
	if p.width(m) <= width {
		return line(p)
	}
	return head(p, room, m)
}

// head takes as much of the start as fits, and an ellipsis.
func head(p paragraph, room float32, m *metrics) line {
	var l line
	for _, part := range p {
		w := m.width(part.text, part.look)
		if w <= room {
			l = append(l, part)
			room -= w
			continue
		}
		if fit := fitting(part, room, m); fit != "" {
			l = append(l, piece{fit, part.look, part.kind})
		}
		break
	}
	if n := len(l); n > 0 {
		l[n-1].text = strings.TrimRight(l[n-1].text, " ")
		if strings.HasSuffix(l[n-1].text, ellipsis) {
			return l
		}
	}
	return append(l, piece{text: ellipsis})
}

// fitting is the longest start of a piece that fits, whole characters only. What stands for a secret may lose its note, not
// a bullet.
func fitting(p piece, room float32, m *metrics) string {
	if p.look&lookHidden != 0 {
		if m.width(dots, p.look) > room {
			return ""
		}
		return dots
	}
	end, state := 0, -1
	for rest := p.text; rest != ""; {
		var cluster string
		cluster, rest, _, state = uniseg.FirstGraphemeClusterInString(rest, state)
		if room -= m.width(cluster, p.look); room < 0 {
			break
		}
		end += len(cluster)
	}
	return p.text[:end]
}

// reveal leaves out words at the start so that the first match is in sight, or without any match the first hidden part. It tells
// whether it did.
func reveal(p paragraph, room float32, m *metrics) (paragraph, bool) {
	first, share := firstOf(p, lookMatch), float32(lead)
	if first < 0 {
		first, share = firstOf(p, lookHidden), hiddenLead
	}
	if first <= 0 || p[:first+1].width(m) <= room {
		return p, false
	}
	return dropStart(p, first, room*share, m), true
}

// firstOf is the first piece of a look, or -1.
func firstOf(p paragraph, l look) int {
	return slices.IndexFunc(p, func(part piece) bool { return part.look&l != 0 })
}

// dropStart drops pieces and words before p[first] until what is left of them is at most wide.
func dropStart(p paragraph, first int, wide float32, m *metrics) paragraph {
	start := first
	for start > 0 {
		w := m.width(p[start-1].text, p[start-1].look)
		if w > wide {
			break
		}
		wide -= w
		start--
	}
	if start == 0 || p[start-1].look&lookHidden != 0 {
		return p[start:]
	}
	tail := lastWords(p[start-1], wide, m)
	if tail == "" {
		return p[start:]
	}
	return append(paragraph{{text: tail, look: p[start-1].look}}, p[start:]...)
}

// lastWords is the longest run of whole words at the end of a piece that is at most wide.
func lastWords(p piece, wide float32, m *metrics) string {
	end := len(p.text)
	best := end
	for i := end; i > 0; {
		space := strings.LastIndexByte(p.text[:i], ' ')
		if space < 0 {
			break
		}
		if m.width(p.text[space+1:], p.look) > wide {
			break
		}
		best, i = space+1, space
	}
	return p.text[best:]
}
