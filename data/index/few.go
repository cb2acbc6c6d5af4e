package index

import (
	"cmp"
	"context"
	"database/sql"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// fewMatches is up to how many matches a search goes through all of them, row by row, and so has the list and every count
// from one query. Beyond it, counting inside the index is cheaper.
const fewMatches = 500

const (
	fewColumns  = "SELECT f.rowid AS id, m.ts AS ts, m.session AS session, m.class AS class, s.archived AS archived, "
	selectFew   = fewColumns + "0.0" + fromFew
	selectGrade = fewColumns + "-bm25(messages_fts, 1.0, 0.0)" + fromFew
	fromFew     = `
	FROM messages_fts AS f
	CROSS JOIN messages AS m ON m.id = f.rowid
	CROSS JOIN sessions AS s ON s.id = m.session
	WHERE messages_fts MATCH ?
	AND f.rowid BETWEEN ? AND ?
	AND m.ts BETWEEN ? AND ?`
)

// findFew goes through all matches of a scope, and lists and counts them here.
func (v *View) findFew(ctx context.Context, base scope, r FindRequest) (Found, []candidate, error) {
	found := Found{More: map[RowID]int{}}
	shown, err := v.few(ctx, base, r, &found.Hidden)
	if err != nil {
		return found, nil, err
	}
	slices.SortFunc(shown, func(a, b candidate) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(b.ts, a.ts), cmp.Compare(b.id, a.id))
	})
	t := newTaker(r)
	for _, c := range shown {
		t.add(c)
	}
	found.Total = len(shown)
	found.Limited = found.Total > len(t.picked)
	for _, c := range shown {
		if _, listed := t.taken[c.session]; listed {
			found.More[c.session]++
		}
	}
	for session, listed := range t.taken {
		found.More[session] -= listed
	}
	found.Sessions, err = v.sessionsOf(ctx, t.picked)
	return found, t.picked, err
}

// few reads all matches, keeps those that are shown, and counts the others in hidden, each once: as rewound or by the kind
// of its session, else as archived.
func (v *View) few(ctx context.Context, s scope, r FindRequest, hidden *data.HiddenKinds) ([]candidate, error) {
	query := selectFew
	if r.Order == data.OrderBest {
		query = selectGrade
	}
	classes := leftOut(r.Include)
	var shown []candidate
	args := append([]any{s.match(), s.low(), s.high(), s.since, s.until}, s.args...)
	err := v.each(ctx, query+s.conditions(), args, func(rows *sql.Rows) error {
		var c candidate
		var class data.Class
		var archived bool
		if err := rows.Scan(&c.id, &c.ts, &c.session, &class, &archived, &c.score); err != nil {
			return err
		}
		switch {
		case slices.Contains(classes, class):
			*kindOf(hidden, class)++
		case archived && !r.Include.Archived:
			hidden.Archived++
		default:
			shown = append(shown, c)
		}
		return nil
	})
	return shown, err
}
