package hits

import (
	"slices"
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// reachable tells whether a row can be highlighted: headings cannot.
func reachable(r state.Row) bool {
	return r.Kind != state.RowDay && r.Kind != state.RowNothing && r.Kind != 0
}

// folds tells whether a row is a session whose hits can be folded away.
func folds(r state.Row) bool { return r.Kind == state.RowSession && !r.Recent }

func same(a, b []state.Row) bool { return slices.EqualFunc(a, b, sameRow) }

// sameRow compares what a row draws.
func sameRow(a, b state.Row) bool {
	return a.ID == b.ID && a.Kind == b.Kind && a.Day.Equal(b.Day) && a.Hit == b.Hit && a.More == b.More &&
		a.LeftOut == b.LeftOut && a.Open == b.Open && a.Recent == b.Recent &&
		sameSession(a.Group.Session, b.Group.Session) && slices.Equal(a.Group.TitleMarks, b.Group.TitleMarks) &&
		len(a.Group.Hits) == len(b.Group.Hits) && a.Group.More == b.Group.More && sameHit(a, b)
}

func sameSession(a, b data.Session) bool {
	return a.ID == b.ID && a.Key == b.Key && a.Title == b.Title && a.Agent == b.Agent && a.Messages == b.Messages &&
		a.UpdatedAt.Equal(b.UpdatedAt) && a.Archived == b.Archived && a.Superseded == b.Superseded
}

func sameHit(a, b state.Row) bool {
	ha, oka := hitOf(a)
	hb, okb := hitOf(b)
	if !oka || !okb {
		return oka == okb
	}
	return ha.MessageID == hb.MessageID && ha.At.Equal(hb.At) && ha.Role == hb.Role && ha.Rewound == hb.Rewound &&
		ha.Excerpt.Text == hb.Excerpt.Text && slices.Equal(ha.Excerpt.Marks, hb.Excerpt.Marks) &&
		slices.Equal(ha.Excerpt.Hidden, hb.Excerpt.Hidden)
}

func hitOf(r state.Row) (data.Hit, bool) {
	if r.Kind != state.RowHit || r.Hit < 0 || r.Hit >= len(r.Group.Hits) {
		return data.Hit{}, false
	}
	return r.Group.Hits[r.Hit], true
}

// sameDay tells whether relative dates read the same at both times.
func sameDay(a, b time.Time) bool {
	ya, ma, da := a.Date()
	yb, mb, db := b.Date()
	return ya == yb && ma == mb && da == db
}
