package index

import (
	"context"
	"database/sql"
)

const selectRanked = `SELECT f.rowid AS id, m.ts AS ts, m.session AS session, bm25(messages_fts, 1.0, 0.0) AS score
	FROM messages_fts AS f
	CROSS JOIN messages AS m ON m.id = f.rowid
	WHERE messages_fts MATCH ?
	AND f.rowid BETWEEN ? AND ?
	AND m.ts BETWEEN ? AND ?`

// best picks matches by relevance among the newest RankedMatches of total. ranked is that number, or 0 if these are all.
func (v *View) best(ctx context.Context, s scope, r FindRequest, total int) (picked []candidate, ranked int, err error) {
	low := s.low()
	if total > RankedMatches {
		ranked = RankedMatches
		if low, err = v.rankedFrom(ctx, s); err != nil {
			return nil, 0, err
		}
	}
	t := newTaker(r)
	err = v.rank(ctx, s, low, t)
	return t.picked, ranked, err
}

// rank takes matches from the row number low on, best first, then newest first, then by row, so that an answer is always
// the same. Without caps the database keeps no more than are wanted.
func (v *View) rank(ctx context.Context, s scope, low int64, t *taker) error {
	most := t.request.Limit
	if t.request.PerSession > 0 || t.request.MaxSessions > 0 {
		most = RankedMatches
	}
	query := selectRanked + s.conditions() + "\n\tORDER BY score, ts DESC, id DESC\n\tLIMIT ?"
	args := append([]any{s.match(), low, s.high(), s.since, s.until}, s.args...)
	return v.each(ctx, query, append(args, most), func(cursor *sql.Rows) error {
		var c candidate
		if err := cursor.Scan(&c.id, &c.ts, &c.session, &c.score); err != nil {
			return err
		}
		c.score = -c.score
		if t.add(c); t.full() {
			return errStop
		}
		return nil
	})
}

// rankedFrom finds the row number of the last match that is ranked. There are at least as many.
func (v *View) rankedFrom(ctx context.Context, s scope) (low int64, err error) {
	query := `SELECT rowid FROM messages_fts WHERE messages_fts MATCH ? AND rowid BETWEEN ? AND ?`
	args := []any{s.match(), s.low(), s.high()}
	if len(s.clauses) > 0 || s.since > 0 || s.until < maxMilli {
		query = "SELECT id FROM (" + selectMatches + s.conditions() + ")"
		args = append(append(args, s.since, s.until), s.args...)
	}
	err = v.row(ctx, query+"\n\tORDER BY 1 DESC LIMIT 1 OFFSET ?", append(args, RankedMatches-1), &low)
	return low, err
}
