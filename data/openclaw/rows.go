package openclaw

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// statements are the hot queries of a pass, prepared once.
type statements struct {
	packed bool
	chunk  *sql.Stmt // (session, after, upto, limit): rows behind after, in order
	one    *sql.Stmt // (session, seq)
	state  *sql.Stmt // (session): how far the transcript goes, and what changes when it is rewritten
}

func (r *reader) prepare(ctx context.Context) error {
	r.unzip = &unpacker{}
	if !r.schema.events() {
		return nil
	}
	r.rows = &statements{packed: r.schema.packed()}
	columns := `SELECT seq, created_at, event_json`
	if r.rows.packed {
		columns += `, event_zstd, event_utf8_bytes, navigation_json`
	}
	for _, statement := range []struct {
		to   **sql.Stmt
		text string
	}{
		{&r.rows.chunk, columns + ` FROM transcript_events WHERE session_id = ? AND seq > ? AND seq <= ? ORDER BY seq LIMIT ?`},
		{&r.rows.one, columns + ` FROM transcript_events WHERE session_id = ? AND seq = ?`},
		{&r.rows.state, r.stateQuery()},
	} {
		var err error
		if *statement.to, err = r.opened.db.PrepareContext(ctx, statement.text); err != nil {
			return err
		}
	}
	return nil
}

// stateQuery asks for what changes with an append, a rewrite and a move to cold storage of one transcript.
func (r *reader) stateQuery() string {
	generation, cold, table := `NULL`, `NULL`, `session_windows`
	if !r.schema.nodes() {
		table = `sessions`
	}
	if r.schema.watermarks() {
		generation = `(SELECT generation FROM transcript_rewrite_watermarks AS g WHERE g.session_id = w.session_id)`
	}
	if r.schema.cold() {
		cold = `(SELECT archive_sha256 FROM session_transcript_cold_archives AS c WHERE c.session_id = w.session_id)`
	}
	return fmt.Sprintf(`
SELECT %s, %s, %s, (SELECT max(seq) FROM transcript_events AS e WHERE e.session_id = w.session_id)
FROM %s AS w
WHERE w.session_id = ?`, r.schema.column("w", table, "transcript_updated_at"), generation, cold, table)
}

// standing asks where a transcript stands now.
func (r *reader) standing(ctx context.Context, id data.SessionID) (stand, error) {
	now := stand{found: true}
	err := r.rows.state.QueryRowContext(ctx, id).Scan(&now.touched, &now.generation, &now.cold, &now.last)
	if errors.Is(err, sql.ErrNoRows) {
		return stand{}, nil
	}
	return now, err
}

func (s *statements) close() {
	for _, statement := range []*sql.Stmt{s.chunk, s.one, s.state} {
		if statement != nil {
			_ = statement.Close()
		}
	}
}

// stored is a row of transcript_events: plain, or packed with its navigation fields beside it. It is valid until the next
// step of its query.
type stored struct {
	seq, created int64
	plain        sql.RawBytes
	zipped       sql.RawBytes
	size         sql.NullInt64
	nav          sql.RawBytes
}

func (r *reader) scan(rows *sql.Rows) (stored, error) {
	var row stored
	r.read++
	if !r.rows.packed {
		return row, rows.Scan(&row.seq, &row.created, &row.plain)
	}
	return row, rows.Scan(&row.seq, &row.created, &row.plain, &row.zipped, &row.size, &row.nav)
}

// navigation gives the fields that the tree needs as the JSON of an event.
func (row stored) navigation() []byte {
	if row.plain != nil {
		return row.plain
	}
	var nav []byte
	if transcript.Valid(row.nav) {
		transcript.Members(row.nav, func(key string, value []byte) {
			if key == "navigation" {
				nav = value
			}
		})
	}
	return nav
}

// adder hands rows to the builder of a transcript and keeps what is to be known of them.
func (r *reader) adder(t *taken) func(stored) error {
	return func(row stored) error {
		t.ends.see(row)
		r.addTo(t.builder, row)
		return nil
	}
}

// one visits a row; found is false if it is gone.
func (r *reader) one(ctx context.Context, id data.SessionID, seq int64, visit func(stored) error) (found bool, err error) {
	rows, err := r.rows.one.QueryContext(ctx, id, seq)
	if err != nil {
		return false, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return false, rows.Err()
	}
	row, err := r.scan(rows)
	if err != nil {
		return false, err
	}
	return true, visit(row)
}

// addTo hands the row to a builder.
func (r *reader) addTo(b *transcript.Builder, row stored) {
	nav := row.navigation()
	switch {
	case row.plain != nil:
		b.Add(transcript.Row{Seq: row.seq, Created: row.created, JSON: row.plain})
	case nav != nil:
		b.AddPacked(transcript.Row{Seq: row.seq, Created: row.created, JSON: nav}, func() ([]byte, error) {
			return r.unzip.event(row.zipped, row.size.Int64)
		})
	default:
		b.AddUnreadable()
	}
}

// whole gives the JSON of the row's event.
func (r *reader) whole(row stored) ([]byte, error) {
	if row.plain != nil {
		return row.plain, nil
	}
	return r.unzip.event(row.zipped, row.size.Int64)
}
