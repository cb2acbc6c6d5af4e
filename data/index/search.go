package index

import (
	"context"
	"errors"

	"github.com/wordwake/wordwake/data"
)

// RankedMatches is how many of the newest matches are ranked under data.OrderBest: ranking costs time with each match.
const RankedMatches = 5000

// candidate is a match whose text is not loaded yet.
type candidate struct {
	id      int64
	ts      int64
	session RowID
	score   float64
}

var errLimit = errors.New("limit must be positive")

// Find lists and counts the messages that match. The answer is empty if the filter asks for nothing or names nothing known. An
// expression that FTS5 cannot read is an error: package query never makes one.
func (v *View) Find(ctx context.Context, r FindRequest) (Found, error) {
	if r.Limit <= 0 {
		return Found{}, errLimit
	}
	base, err := v.scopeOf(ctx, r.Filter)
	if err != nil {
		return Found{}, err
	}
	n, err := v.count(ctx, base, fewMatches+1)
	if err != nil {
		return Found{}, err
	}
	var found Found
	var picked []candidate
	switch {
	case n == 0:
		return Found{Sessions: map[RowID]data.Session{}, More: map[RowID]int{}}, nil
	case n <= fewMatches:
		found, picked, err = v.findFew(ctx, base, r)
	default:
		found, picked, err = v.findMany(ctx, base, r)
	}
	if err != nil {
		return Found{}, err
	}
	found.Rows, err = v.load(ctx, picked, r.Excerpt)
	return found, err
}

// findMany lists and counts in several queries, none of which goes through all matches row by row.
func (v *View) findMany(ctx context.Context, base scope, r FindRequest) (Found, []candidate, error) {
	var found Found
	classes, err := v.occurring(ctx, leftOut(r.Include))
	if err != nil {
		return found, nil, err
	}
	shown := base
	for _, class := range classes {
		shown = shown.without(classTag(class))
	}
	archived := scope{empty: true}
	if !r.Include.Archived {
		if shown, archived, err = v.archived(ctx, shown); err != nil {
			return found, nil, err
		}
	}
	if found.Total, err = v.count(ctx, shown, data.MaxCount); err != nil {
		return found, nil, err
	}
	var picked []candidate
	if r.Order == data.OrderBest {
		picked, found.Ranked, err = v.best(ctx, shown, r, found.Total)
	} else {
		picked, err = v.newest(ctx, shown, r)
	}
	if err != nil {
		return found, nil, err
	}
	found.Limited = found.Total > len(picked)
	if found.Sessions, err = v.sessionsOf(ctx, picked); err != nil {
		return found, nil, err
	}
	if found.More, err = v.more(ctx, shown, found, picked); err != nil {
		return found, nil, err
	}
	found.Hidden, err = v.hidden(ctx, base, archived, classes)
	return found, picked, err
}

// occurring keeps those classes that any message of the library has: the others need neither be excluded nor counted.
func (v *View) occurring(ctx context.Context, classes []data.Class) ([]data.Class, error) {
	var kept []data.Class
	for _, class := range classes {
		var n int
		if err := v.row(ctx, countMatches, []any{"{tags} : (" + classTag(class) + ")", firstOf(0), lastOf(dayOf(maxMilli)), 1}, &n); err != nil {
			return nil, err
		}
		if n > 0 {
			kept = append(kept, class)
		}
	}
	return kept, nil
}

// hidden counts what was left out. Each match counts once: as rewound or by the kind of its session, else as archived.
func (v *View) hidden(ctx context.Context, base, archived scope, classes []data.Class) (data.HiddenKinds, error) {
	var kinds data.HiddenKinds
	var err error
	for _, class := range classes {
		if *kindOf(&kinds, class), err = v.count(ctx, base.with(classTag(class)), data.MaxCount); err != nil {
			return kinds, err
		}
	}
	kinds.Archived, err = v.count(ctx, archived, data.MaxCount)
	return kinds, err
}

// kindOf is where matches of a class are counted that are left out for it.
func kindOf(kinds *data.HiddenKinds, class data.Class) *int {
	switch class {
	case data.ClassAutomated:
		return &kinds.Automated
	case data.ClassSubagent:
		return &kinds.Subagent
	default:
		return &kinds.Rewound
	}
}

// taker takes candidates in their order as far as the caps of a request let it.
type taker struct {
	request FindRequest
	picked  []candidate
	taken   map[RowID]int
	// skipped counts what the caps rejected since the last narrowing; scanned counts everything.
	skipped, scanned int
}

func newTaker(r FindRequest) *taker { return &taker{request: r, taken: map[RowID]int{}} }

func (t *taker) full() bool { return len(t.picked) >= t.request.Limit }

func (t *taker) add(c candidate) {
	n, known := t.taken[c.session]
	switch {
	case t.full():
	case !known && t.sessionsFull(), t.saturated(n):
		t.skipped++
	default:
		t.taken[c.session] = n + 1
		t.picked = append(t.picked, c)
	}
}

func (t *taker) sessionsFull() bool {
	return t.request.MaxSessions > 0 && len(t.taken) >= t.request.MaxSessions
}

func (t *taker) saturated(n int) bool { return t.request.PerSession > 0 && n >= t.request.PerSession }

// narrow gives the scope in which more can still be found; ok is false if there is nothing more to find.
func (t *taker) narrow(s scope) (narrower scope, ok bool) {
	var open, closed []RowID
	for id, n := range t.taken {
		if t.saturated(n) {
			closed = append(closed, id)
		} else {
			open = append(open, id)
		}
	}
	switch {
	case t.sessionsFull() && len(open) == 0:
		return s, false
	case t.sessionsFull() && len(open) <= maxTags:
		return s.with(sessionTags(open)...), true
	case len(closed) <= maxTags:
		return s.without(sessionTags(closed)...), true
	default:
		return s, true
	}
}
