package index

import (
	"context"
	"database/sql"

	"github.com/wordwake/wordwake/data"
)

const (
	countMatches = `SELECT count(*) FROM (
	SELECT 1 FROM messages_fts
	WHERE messages_fts MATCH ?
	AND rowid BETWEEN ? AND ?
	LIMIT ?)`
	countRows = `SELECT count(*) FROM (
	SELECT 1
	FROM messages_fts AS f
	CROSS JOIN messages AS m ON m.id = f.rowid
	WHERE messages_fts MATCH ?
	AND f.rowid BETWEEN ? AND ?
	AND m.ts BETWEEN ? AND ?`
)

// stretch is a range of row numbers; exact is true if all its rows lie within the bounds of time.
type stretch struct {
	low, high int64
	exact     bool
}

// stretches cuts a scope so that rows are looked at on the two days of its bounds only.
func (s scope) stretches() []stretch {
	first, last := dayOf(s.since), dayOf(s.until)
	cutLow := s.since > first*milliPerDay
	cutHigh := s.until < (last+1)*milliPerDay-1
	if first == last && (cutLow || cutHigh) {
		return []stretch{{low: firstOf(first), high: lastOf(first)}}
	}
	var parts []stretch
	if cutHigh {
		parts = append(parts, stretch{low: firstOf(last), high: lastOf(last)})
		last--
	}
	if cutLow {
		parts = append(parts, stretch{low: firstOf(first), high: lastOf(first)})
		first++
	}
	if first <= last {
		parts = append(parts, stretch{low: firstOf(first), high: lastOf(last), exact: true})
	}
	return parts
}

// count counts the matches of a scope, up to most.
func (v *View) count(ctx context.Context, s scope, most int) (int, error) {
	sum := 0
	if s.empty {
		return 0, nil
	}
	for _, part := range s.stretches() {
		if sum >= most {
			break
		}
		query := countMatches
		args := []any{s.match(), part.low, part.high}
		if !part.exact || len(s.clauses) > 0 {
			query = countRows + s.conditions() + "\n\tLIMIT ?)"
			args = append(append(args, s.since, s.until), s.args...)
		}
		var n int
		if err := v.row(ctx, query, append(args, most-sum), &n); err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// groupedCount is how many rows are counted by session in one go. A listed session that is larger is asked for itself.
const groupedCount = 20_000

// more counts, for each listed session, the matches that are not listed.
func (v *View) more(ctx context.Context, s scope, found Found, picked []candidate) (map[RowID]int, error) {
	more := make(map[RowID]int, len(found.Sessions))
	for id := range found.Sessions {
		more[id] = 0
	}
	if !found.Limited {
		return more, nil
	}
	for _, c := range picked {
		more[c.session]--
	}
	var small []RowID
	room := groupedCount
	for id, listed := range more {
		size := found.Sessions[id].Messages
		switch {
		case size <= -listed:
			more[id] = 0
		case size <= room:
			room -= size
			small = append(small, id)
		default:
			n, err := v.count(ctx, s.with(sessionTag(id)), data.MaxCount)
			if err != nil {
				return nil, err
			}
			more[id] += n
		}
	}
	return more, v.addGrouped(ctx, s, small, more)
}

// addGrouped adds the number of all matches of each of some sessions.
func (v *View) addGrouped(ctx context.Context, s scope, sessions []RowID, more map[RowID]int) error {
	if len(sessions) == 0 {
		return nil
	}
	s = narrowSessions(s, sessions)
	query := "SELECT session, count(*) FROM (" + selectMatches + s.conditions() + ") GROUP BY session"
	args := append([]any{s.match(), s.low(), s.high(), s.since, s.until}, s.args...)
	return v.each(ctx, query, args, func(rows *sql.Rows) error {
		var session RowID
		var n int
		err := rows.Scan(&session, &n)
		if _, listed := more[session]; listed {
			more[session] += n
		}
		return err
	})
}
