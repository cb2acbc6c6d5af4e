package state

import "github.com/wordwake/wordwake/data"

// Highlighted moves the highlight; an empty row takes it away.
type Highlighted struct{ Row RowID }

func (e Highlighted) apply(s State) State {
	if _, there := s.Row(e.Row); there || e.Row == "" {
		s.Highlight = e.Row
	}
	return s
}

// Folded closes a session, or opens it again.
type Folded struct {
	Row    RowID
	Folded bool
}

func (e Folded) apply(s State) State {
	if row, there := s.Row(e.Row); there && row.Kind == RowSession && !row.Recent {
		s.Folded = withSet(s.Folded, e.Row, e.Folded)
	}
	return s
}

// Lingered tells that the highlight has rested on a row for a moment: a hit is then shown in the drawer.
type Lingered struct{ Row RowID }

func (e Lingered) apply(s State) State {
	row, there := s.Row(e.Row)
	if !there || s.Highlight != e.Row || row.Kind != RowHit || !s.Wide || s.Drawer.standsOn(row.Group, row.Hit) {
		return s
	}
	return openHit(s, row.Group, row.Hit)
}

// Opened is Enter or a click on a row.
type Opened struct{ Row RowID }

func (e Opened) apply(s State) State {
	row, there := s.Row(e.Row)
	if !there {
		return s
	}
	if row.Kind != RowDay {
		s.Highlight = e.Row
	}
	switch row.Kind {
	case RowHit:
		return openHit(s, row.Group, row.Hit)
	case RowSession:
		return openSession(s, row)
	case RowMore:
		s.Expanded = withSet(s.Expanded, SessionRow(row.Group.Session), true)
		s.Highlight = HitRow(row.Group, 0)
		return s
	case RowLeftOut:
		return include(s, row.LeftOut)
	default:
		return s
	}
}

func openSession(s State, row Row) State {
	if row.Recent || len(row.Group.Hits) == 0 {
		return openAtEnd(s, row.Group.Session)
	}
	return openHit(s, row.Group, inTalkOrder(row.Group, len(row.Group.Hits))[0])
}

// include asks again, with a kind that was left out.
func include(s State, what LeftOut) State {
	filters := s.Filters
	switch what {
	case LeftOutAutomated:
		filters.Include.Automated = true
	case LeftOutSubagents:
		filters.Include.Subagents = true
	case LeftOutArchived:
		filters.Include.Archived = true
	case LeftOutRewound:
		filters.Include.Rewound = true
	}
	return FiltersChosen{filters}.apply(s)
}

// Stepped goes to another match: of the session in the drawer, or over all sessions of the list.
type Stepped struct {
	Delta  int
	Across bool
}

func (e Stepped) apply(s State) State {
	if !e.Across {
		return stepInSession(s, e.Delta)
	}
	matches := allMatches(s)
	if len(matches) == 0 {
		return s
	}
	at := currentMatch(s, matches)
	next := at + e.Delta
	if at < 0 && e.Delta < 0 {
		next = len(matches) - 1
	}
	if next < 0 || next >= len(matches) {
		return s
	}
	return goTo(s, matches[next])
}

// match is one hit of the answer.
type match struct{ group, hit int }

// allMatches lists the hits as the list would show them with everything open.
func allMatches(s State) []match {
	var all []match
	for g, group := range s.Results.Groups {
		for _, hit := range inTalkOrder(group, len(group.Hits)) {
			all = append(all, match{g, hit})
		}
	}
	return all
}

// currentMatch is the place of the hit in the drawer, else of the highlighted one, else -1.
func currentMatch(s State, matches []match) int {
	_, shown := s.Drawer.CurrentHit()
	for i, m := range matches {
		group := s.Results.Groups[m.group]
		if shown {
			if s.Drawer.standsOn(group, m.hit) {
				return i
			}
		} else if HitRow(group, m.hit) == s.Highlight {
			return i
		}
	}
	return -1
}

// goTo opens a hit and makes its row visible.
func goTo(s State, m match) State {
	group := s.Results.Groups[m.group]
	session := SessionRow(group.Session)
	s.Folded = withSet(s.Folded, session, false)
	if m.hit >= data.ShownHitsPerSession {
		s.Expanded = withSet(s.Expanded, session, true)
	}
	s.Highlight = HitRow(group, m.hit)
	return openHit(s, group, m.hit)
}
