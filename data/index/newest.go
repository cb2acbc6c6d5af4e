package index

import (
	"context"
	"database/sql"
	"sort"
)

const (
	// maxDayRows is how many matches of one day are sorted here; the database sorts those of a larger day.
	maxDayRows = 4096
	// maxSkipped is how many matches the caps may reject before the search is narrowed to what can still be taken.
	maxSkipped = 256
	// maxScanned ends a search whose caps reject almost everything.
	maxScanned = 100_000
)

const selectMatches = `SELECT f.rowid AS id, m.ts AS ts, m.session AS session
	FROM messages_fts AS f
	CROSS JOIN messages AS m ON m.id = f.rowid
	WHERE messages_fts MATCH ?
	AND f.rowid BETWEEN ? AND ?
	AND m.ts BETWEEN ? AND ?`

// newest picks matches by time, newest first. Row numbers only order the days, so it goes down whole days and sorts each.
func (v *View) newest(ctx context.Context, s scope, r FindRequest) ([]candidate, error) {
	t := newTaker(r)
	high := s.high()
	for high >= s.low() && !t.full() && t.scanned < maxScanned {
		narrower, ok := t.narrow(s)
		if !ok {
			break
		}
		t.skipped = 0
		day, err := v.descend(ctx, narrower, high, t)
		if err != nil {
			return nil, err
		}
		high = firstOf(day) - 1
	}
	return t.picked, nil
}

// descend takes whole days from high downwards and returns the last day that was taken; -1 if there is nothing below.
func (v *View) descend(ctx context.Context, s scope, high int64, t *taker) (int64, error) {
	var rows []candidate
	day := int64(-1)
	huge, paused := false, false
	args := append([]any{s.match(), s.low(), high, s.since, s.until}, s.args...)
	err := v.each(ctx, selectMatches+s.conditions()+"\n\tORDER BY f.rowid DESC", args, func(cursor *sql.Rows) error {
		var c candidate
		if err := cursor.Scan(&c.id, &c.ts, &c.session); err != nil {
			return err
		}
		if d := c.id >> dayBits; d != day {
			t.takeDay(rows)
			rows = rows[:0]
			if paused = day >= 0 && (t.full() || t.skipped >= maxSkipped || t.scanned >= maxScanned); paused {
				return errStop
			}
			day = d
		}
		rows = append(rows, c)
		if huge = len(rows) > maxDayRows; huge {
			return errStop
		}
		return nil
	})
	switch {
	case err != nil:
		return -1, err
	case huge:
		return day, v.takeHugeDay(ctx, s, day, t)
	case paused:
		return day, nil
	default:
		t.takeDay(rows)
		return -1, nil
	}
}

// takeDay sorts the matches of one day, newest first, and takes them.
func (t *taker) takeDay(rows []candidate) {
	sort.Slice(rows, func(i, k int) bool {
		if rows[i].ts != rows[k].ts {
			return rows[i].ts > rows[k].ts
		}
		return rows[i].id > rows[k].id
	})
	for _, c := range rows {
		t.add(c)
	}
	t.scanned += len(rows)
}

// takeHugeDay lets the database sort a day; with a cap per session it hands over no more of a session than can be taken.
func (v *View) takeHugeDay(ctx context.Context, s scope, day int64, t *taker) error {
	query := selectMatches + s.conditions()
	args := append([]any{s.match(), firstOf(day), lastOf(day), s.since, s.until}, s.args...)
	if t.request.PerSession > 0 {
		query = `SELECT id, ts, session FROM (
			SELECT *, row_number() OVER (PARTITION BY session ORDER BY ts DESC, id DESC) AS place
			FROM (` + query + `))
			WHERE place <= ?`
		args = append(args, t.request.PerSession)
	}
	query += "\n\tORDER BY ts DESC, id DESC"
	if t.request.MaxSessions == 0 {
		query += "\n\tLIMIT ?"
		args = append(args, t.request.Limit)
	}
	t.scanned += maxDayRows
	return v.each(ctx, query, args, func(cursor *sql.Rows) error {
		var c candidate
		if err := cursor.Scan(&c.id, &c.ts, &c.session); err != nil {
			return err
		}
		t.add(c)
		t.scanned++
		if t.full() || t.scanned >= maxScanned {
			return errStop
		}
		return nil
	})
}
