package tools

import (
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// row is an event that is shown, with its number in the conversation, counted from 1.
type row struct {
	event data.RawEvent
	seq   int
}

// interval is what of a branch is shown: all of it, or what stands from the last reset on and what that one kept. An anchor that
// lies before has the part between the two resets around it shown.
type interval struct {
	from, to int
	// reset is the place of the reset that may have kept what was said before it; -1 for none.
	reset int
}

func intervalOf(branch []data.RawEvent, anchor string) interval {
	last := lastReset(branch)
	if last < 0 {
		return interval{0, len(branch), -1}
	}
	if at := placeOf(branch, anchor); at >= 0 && at < last {
		return interval{lastReset(branch[:at]) + 1, nextReset(branch, at) + 1, -1}
	}
	return interval{last, len(branch), last}
}

// rowsOf picks what of an interval is shown. visible tells of what an extension wrote whether it is for display, kept where what
// the reset kept begins.
func rowsOf(branch []data.RawEvent, shown interval, visible map[int64]bool, kept string) []row {
	var rows []row
	add := func(e data.RawEvent) {
		if e.Kind != data.RawOther && (e.Kind != data.RawCustom || visible[e.Seq]) {
			rows = append(rows, row{e, len(rows) + 1})
		}
	}
	if first := placeOf(branch, kept); first >= 0 && first < shown.from {
		for _, e := range branch[first:shown.from] {
			if e.Kind == data.RawMessage {
				add(e)
			}
		}
	}
	for _, e := range branch[shown.from:shown.to] {
		add(e)
	}
	return rows
}

// placeOf finds an event by its id; -1 if there is none.
func placeOf(branch []data.RawEvent, id string) int {
	if id == "" {
		return -1
	}
	return slices.IndexFunc(branch, func(e data.RawEvent) bool { return strings.TrimSpace(e.ID) == id })
}

func lastReset(branch []data.RawEvent) int {
	for i := len(branch) - 1; i >= 0; i-- {
		if branch[i].Kind == data.RawReset {
			return i
		}
	}
	return -1
}

// nextReset is the first reset behind a place that has one behind it.
func nextReset(branch []data.RawEvent, at int) int {
	for branch[at].Kind != data.RawReset {
		at++
	}
	return at
}

// window picks the rows of a page: around the anchor, from an offset counted from the newest on, or the newest. Without the
// anchor among them there are none.
func window(rows []row, r historyRequest) []row {
	total := len(rows)
	from := max(total-r.limit, 0)
	to := total
	switch {
	case r.anchor != "":
		at := slices.IndexFunc(rows, func(w row) bool { return strings.TrimSpace(w.event.ID) == r.anchor })
		if at < 0 {
			return nil
		}
		to = min(max(at-(r.limit-1)/2, 0)+r.limit, total)
		from = max(to-r.limit, 0)
	case r.paged:
		to = max(total-r.offset, 0)
		from = max(to-r.limit, 0)
	}
	return rows[from:to]
}
