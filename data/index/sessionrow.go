package index

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wordwake/wordwake/data"
)

// knownRow is the live row of a session before it is written.
type knownRow struct {
	row        RowID
	key        string
	kind       string
	agent      int64
	superseded bool
	started    int64
	messages   int
	// fingerprint and lineage are empty if the rows are in doubt, or there is no trail.
	fingerprint string
	lineage     string
	folded      int
}

// known finds the live row of a session; nil if there is none.
func (w *Writer) known(ctx context.Context, store int64, id data.SessionID) (*knownRow, error) {
	const query = `SELECT id, key, kind, agent, superseded, started_at, messages, fingerprint, lineage, folded
	FROM sessions WHERE store = ? AND session_id = ? AND phase = 1`
	var found *knownRow
	err := w.each(ctx, query, []any{store, string(id)}, func(rows *sql.Rows) error {
		found = &knownRow{}
		return rows.Scan(&found.row, &found.key, &found.kind, &found.agent, &found.superseded, &found.started, &found.messages,
			&found.fingerprint, &found.lineage, &found.folded)
	})
	return found, err
}

const upsertSession = `INSERT INTO sessions (id, store, phase, archived, superseded, class, agent, messages, unreadable, events,
	started_at, updated_at, session_id, key, kind, fingerprint, title, parent, spawned_by, child_of, owner, linked_until, lineage,
	opening, opening_seq, folded)
	VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
	ON CONFLICT (id) DO UPDATE SET phase = excluded.phase, archived = excluded.archived, superseded = excluded.superseded,
	class = excluded.class, agent = excluded.agent, unreadable = excluded.unreadable, events = excluded.events,
	started_at = excluded.started_at, updated_at = excluded.updated_at, key = excluded.key, kind = excluded.kind,
	fingerprint = excluded.fingerprint, title = excluded.title, parent = excluded.parent, spawned_by = excluded.spawned_by,
	child_of = excluded.child_of, owner = excluded.owner, linked_until = excluded.linked_until,
	lineage = excluded.lineage, opening = excluded.opening, opening_seq = excluded.opening_seq, folded = excluded.folded`

// writeRow writes the session's own row; row 0 makes a new one.
func (s *SessionWriter) writeRow(ctx context.Context, row RowID, phase int, title string, unreadable int) (RowID, error) {
	is := s.p.Session
	store, err := s.w.store(ctx, is.Store)
	if err != nil {
		return 0, err
	}
	agent, err := s.w.agent(ctx, is.Agent)
	if err != nil {
		return 0, err
	}
	var trace Trace
	if s.trace.worth() {
		trace = s.trace
	}
	var id any // NULL lets SQLite choose
	if row != 0 {
		id = int64(row)
	}
	chosen, err := s.w.insert(ctx, upsertSession, id, store, phase, is.Archived, is.Superseded, int64(is.Kind.Class()), agent, unreadable,
		s.p.Events, milli(is.StartedAt), milli(is.UpdatedAt), string(is.ID), string(is.Key), string(is.Kind), string(s.p.Fingerprint),
		title, string(is.Parent), string(is.SpawnedBy), string(is.ChildOf), string(is.Owner), milli(is.LinkedUntil),
		string(trace.Lineage), trace.Opening, trace.OpeningSeq, s.folded)
	if err != nil {
		return 0, fmt.Errorf("write session: %w", err)
	}
	if row != 0 {
		return row, nil
	}
	return RowID(chosen), nil
}
