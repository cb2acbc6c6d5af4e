package state

import (
	"cmp"
	"slices"
	"time"

	"github.com/wordwake/wordwake/data"
)

// rowsMayDiffer is true after an event that touched what the list is made of. It compares by identity, so that the events that
// pass most often, progress and the highlight, cost nothing.
func rowsMayDiffer(a, b State) bool {
	return a.listsRecent() != b.listsRecent() || !sameSlice(a.Results.Groups, b.Results.Groups) || !sameSlice(a.Recent, b.Recent) ||
		a.Results.Hidden != b.Results.Hidden || len(a.Folded) != len(b.Folded) || len(a.Expanded) != len(b.Expanded) ||
		!dayOf(a.Now).Equal(dayOf(b.Now)) || a.Filters.Include != b.Filters.Include ||
		a.knowsRecent() != b.knowsRecent()
}

// listsRecent is true while nothing is searched, and until the first answer comes: the list never goes blank in between.
func (s State) listsRecent() bool {
	return s.Browsing() || !s.Answered.Asks() && s.Failure == nil
}

// knowsRecent is true while the recent sessions are those that may be seen with the present eyes.
func (s State) knowsRecent() bool { return s.RecentSight == s.Filters.Sight }

func sameSlice[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// rows lays the list out flat: recent sessions under their days, or sessions with their hits.
func rows(s State) []Row {
	if s.listsRecent() {
		if !s.knowsRecent() {
			return nil
		}
		return recentRows(s)
	}
	var list []Row
	for _, group := range s.Results.Groups {
		list = append(list, groupRows(s, group)...)
	}
	leftOut := leftOutRows(s.Results.Hidden)
	if len(list) == 0 && len(leftOut) > 0 {
		list = append(list, Row{ID: "n:", Kind: RowNothing})
	}
	return append(list, leftOut...)
}

func recentRows(s State) []Row {
	var list []Row
	var day time.Time
	for _, session := range s.Recent {
		at := dayOf(session.UpdatedAt.In(s.Now.Location()))
		if !at.Equal(day) {
			day = at
			list = append(list, Row{ID: RowID("d:" + at.Format(time.DateOnly)), Kind: RowDay, Day: at})
		}
		list = append(list, Row{ID: SessionRow(session), Kind: RowSession, Group: data.Group{Session: session}, Recent: true})
	}
	return list
}

func groupRows(s State, group data.Group) []Row {
	id := SessionRow(group.Session)
	open := !s.Folded[id]
	list := []Row{{ID: id, Kind: RowSession, Group: group, Open: open}}
	if !open {
		return list
	}
	shown := shownHits(group, s.Expanded[id], s.Highlight)
	for _, hit := range shown {
		list = append(list, Row{ID: HitRow(group, hit), Kind: RowHit, Group: group, Hit: hit})
	}
	if more := len(group.Hits) - len(shown) + group.More; more > 0 {
		list = append(list, Row{ID: "m:" + id, Kind: RowMore, Group: group, More: more, Capped: len(group.Hits) >= data.MaxSearchLimit})
	}
	return list
}

// shownHits picks the first hits of the answer, or all, and puts them in the order of the talk. A hit that is highlighted
// stays when newer ones come.
func shownHits(group data.Group, all bool, highlight RowID) []int {
	order := inTalkOrder(group, len(group.Hits))
	if all {
		return order
	}
	return slices.DeleteFunc(order, func(hit int) bool {
		return hit >= data.ShownHitsPerSession && HitRow(group, hit) != highlight
	})
}

// inTalkOrder gives the indexes of the first count hits of group, oldest first.
func inTalkOrder(group data.Group, count int) []int {
	order := make([]int, count)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := group.Hits[a], group.Hits[b]
		return cmp.Or(x.At.Compare(y.At), cmp.Compare(x.Seq, y.Seq))
	})
	return order
}

func leftOutRows(hidden data.HiddenKinds) []Row {
	var list []Row
	for _, kind := range []struct {
		what  LeftOut
		count int
	}{
		{LeftOutAutomated, hidden.Automated},
		{LeftOutSubagents, hidden.Subagent},
		{LeftOutArchived, hidden.Archived},
		{LeftOutRewound, hidden.Rewound},
	} {
		if kind.count > 0 {
			list = append(list, Row{ID: RowID("x:" + string('0'+rune(kind.what))), Kind: RowLeftOut, LeftOut: kind.what, More: kind.count})
		}
	}
	return list
}

// SessionRow is the row of a session.
func SessionRow(session data.Session) RowID {
	return RowID("s:" + session.Store.Path + "\x00" + string(session.ID))
}

// HitRow is the row of the hit with index hit in group.
func HitRow(group data.Group, hit int) RowID {
	return RowID("h:" + group.Session.Store.Path + "\x00" + string(group.Session.ID) + "\x00" + group.Hits[hit].MessageID)
}

// Row finds a row of the list.
func (s State) Row(id RowID) (Row, bool) {
	i := slices.IndexFunc(s.Rows, func(r Row) bool { return r.ID == id })
	if i < 0 {
		return Row{}, false
	}
	return s.Rows[i], true
}

// keptHighlight keeps the highlight as long as its row is there. A hit that folded away hands it to its session.
func keptHighlight(before, after State) RowID {
	if after.Highlight == "" {
		return ""
	}
	if _, there := after.Row(after.Highlight); there {
		return after.Highlight
	}
	old, known := before.Row(before.Highlight)
	if !known {
		return ""
	}
	session := SessionRow(old.Group.Session)
	if _, there := after.Row(session); there {
		return session
	}
	return ""
}
