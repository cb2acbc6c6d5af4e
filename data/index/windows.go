package index

import (
	"context"
	"database/sql"

	"github.com/wordwake/wordwake/data"
)

// Windows of one session key may hold the same messages: a rewind copies what it keeps into a new window. Such a message is
// the same key, id, role and text, and is stored once, in the newest window. A superseded window comes before all that are
// not; otherwise the later start is newer, then the greater id.

// lookAround finds the other windows of the key: those that are newer may hold this window's messages, and this one may
// hold those of the older ones.
func (s *SessionWriter) lookAround(ctx context.Context, store int64) error {
	is := s.p.Session
	if is.Key == "" {
		return nil
	}
	const query = `SELECT id, session_id, superseded, started_at
	FROM sessions WHERE key = ? AND store = ? AND phase = 1 AND session_id <> ?`
	return s.w.each(ctx, query, []any{string(is.Key), store, string(is.ID)}, func(rows *sql.Rows) error {
		var row RowID
		var id data.SessionID
		var superseded bool
		var started int64
		if err := rows.Scan(&row, &id, &superseded, &started); err != nil {
			return err
		}
		if newer(superseded, is.Superseded, started, milli(is.StartedAt), id, is.ID) {
			s.later.windows = append(s.later.windows, row)
		} else {
			s.earlier = append(s.earlier, row)
		}
		return nil
	})
}

// newer tells whether the first of two windows is the newer one.
func newer(superseded, otherSuperseded bool, started, otherStarted int64, id, other data.SessionID) bool {
	switch {
	case superseded != otherSuperseded:
		return !superseded
	case started != otherStarted:
		return started > otherStarted
	default:
		return id > other
	}
}

// holds tells whether one of the rows is the same message as m, which is redacted.
func (w *Writer) holds(ctx context.Context, in copies, m *data.Message) (bool, error) {
	same := false
	for _, row := range in[m.ID] {
		err := w.same(ctx, row, m, &same)
		if err != nil || same {
			return same, err
		}
	}
	return false, nil
}

// same tells whether a row is the same message as m, which is redacted.
func (w *Writer) same(ctx context.Context, row int64, m *data.Message, same *bool) error {
	w.done.Read++
	const query = "SELECT role = ? AND text = ? FROM messages WHERE id = ?"
	return w.each(ctx, query, []any{int64(m.Role), m.Text, row}, func(rows *sql.Rows) error { return rows.Scan(same) })
}

// gain is what a session was given. rows are all of it, but for a staged session, whose rows are many.
type gain struct {
	any  bool
	rows []*pending
}

// settleOthers removes from older windows what this one holds now, and has those windows read again that may have left out
// what only this one held, or held because of it.
func (s *SessionWriter) settleOthers(ctx context.Context, gained gain, lost bool) error {
	if err := s.doubtOthers(ctx, lost); err != nil {
		return err
	}
	if len(s.earlier) == 0 || !gained.any {
		return nil
	}
	if err := s.w.flush(ctx); err != nil {
		return err
	}
	return s.w.fold(ctx, s.row, gained.rows, s.earlier)
}

// doubtOthers has other windows read again. One that lost rows, or that moved to another key, may have been the reason why
// another has not got them, if that one left any out. One that took another place in the order was looked at by its place before: by those that it
// passed, and also by those that were written earlier in this very pass.
func (s *SessionWriter) doubtOthers(ctx context.Context, lost bool) error {
	is := s.p.Session
	if s.was != nil && s.was.key != string(is.Key) {
		if err := s.w.doubtFolded(ctx, is.Store, s.was.key, s.row); err != nil {
			return err
		}
	}
	if s.was != nil && (s.was.superseded != is.Superseded || s.was.started != milli(is.StartedAt)) {
		return s.w.doubt(ctx, is.Store, string(is.Key), s.row)
	}
	if !lost {
		return nil
	}
	for _, row := range s.earlier {
		if err := s.w.exec(ctx, "UPDATE sessions SET fingerprint = '' WHERE id = ? AND folded <> 0", row); err != nil {
			return err
		}
	}
	return nil
}

// doubtFolded has those windows of a key read again that left messages out because another one held them.
func (w *Writer) doubtFolded(ctx context.Context, store data.Store, key string, but RowID) error {
	number, err := w.store(ctx, store)
	if err != nil || key == "" {
		return err
	}
	const query = "UPDATE sessions SET fingerprint = '' WHERE key = ? AND store = ? AND phase = 1 AND id <> ? AND folded <> 0"
	return w.exec(ctx, query, key, number, but)
}

// doubt has the windows of a key read again.
func (w *Writer) doubt(ctx context.Context, store data.Store, key string, but RowID) error {
	number, err := w.store(ctx, store)
	if err != nil || key == "" {
		return err
	}
	return w.exec(ctx, "UPDATE sessions SET fingerprint = '' WHERE key = ? AND store = ? AND phase = 1 AND id <> ?", key, number, but)
}
