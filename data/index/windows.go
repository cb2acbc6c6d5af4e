package index

import (
	"context"
	"database/sql"

	"github.com/wordwake/wordwake/data"
)

// Windows of one session key may hold the same messages: a rewind copies what it keeps into a new window. Such a message is
// the same key, id, role and text, and is stored once, in the newest window. A superseded window comes before all that are
// not; otherwise the later start is newer, then the greater id.

// copies finds rows by message id.
type copies map[string][]int64

// lookAround finds the other windows of the key: those that are newer may hold this window's messages, and this one may
// hold those of the older ones.
func (s *SessionWriter) lookAround(ctx context.Context, store int64) error {
	is := s.p.Session
	if is.Key == "" {
		return nil
	}
	var later []RowID
	const query = `SELECT id, session_id, superseded, started_at
	FROM sessions WHERE key = ? AND store = ? AND phase = 1 AND session_id <> ?`
	err := s.w.each(ctx, query, []any{string(is.Key), store, string(is.ID)}, func(rows *sql.Rows) error {
		var row RowID
		var id data.SessionID
		var superseded bool
		var started int64
		if err := rows.Scan(&row, &id, &superseded, &started); err != nil {
			return err
		}
		if newer(superseded, is.Superseded, started, milli(is.StartedAt), id, is.ID) {
			later = append(later, row)
		} else {
			s.earlier = append(s.earlier, row)
		}
		return nil
	})
	if err != nil || len(later) == 0 {
		return err
	}
	if err := s.w.flush(ctx); err != nil { // what waits belongs to them, too
		return err
	}
	s.later, err = s.w.copiesIn(ctx, later)
	return err
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

// copiesIn finds the rows of some sessions, in the index alone.
func (w *Writer) copiesIn(ctx context.Context, sessions []RowID) (copies, error) {
	found := copies{}
	for _, session := range sessions {
		err := w.each(ctx, "SELECT message_id, id FROM messages WHERE session = ?", []any{session}, func(rows *sql.Rows) error {
			var id string
			var row int64
			err := rows.Scan(&id, &row)
			found[id] = append(found[id], row)
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

// holds tells whether one of the rows is the same message as m, which is redacted.
func (w *Writer) holds(ctx context.Context, in copies, m *data.Message) (bool, error) {
	same := false
	for _, row := range in[m.ID] {
		err := w.each(ctx, "SELECT role = ? AND text = ? FROM messages WHERE id = ?", []any{int64(m.Role), m.Text, row}, func(rows *sql.Rows) error {
			var equal bool
			err := rows.Scan(&equal)
			same = same || equal
			return err
		})
		if err != nil || same {
			return same, err
		}
	}
	return false, nil
}

// settleOthers removes from older windows what this one holds now, and has those windows read again that may have left out
// what only this one held, or held because of it.
func (s *SessionWriter) settleOthers(ctx context.Context, gained, lost bool) error {
	if err := s.doubtOthers(ctx, lost); err != nil {
		return err
	}
	if len(s.earlier) == 0 || !gained {
		return nil
	}
	if err := s.w.flush(ctx); err != nil {
		return err
	}
	return s.w.fold(ctx, s.row, s.earlier)
}

// doubtOthers has other windows read again. One that lost rows, or that moved to another key, may have been the reason why
// another has not got them. One that took another place in the order was looked at by its place before: by those that it
// passed, and also by those that were written earlier in this very pass.
func (s *SessionWriter) doubtOthers(ctx context.Context, lost bool) error {
	is := s.p.Session
	if s.was != nil && s.was.key != string(is.Key) {
		if err := s.w.doubt(ctx, is.Store, s.was.key, s.row); err != nil {
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
		if err := s.w.exec(ctx, "UPDATE sessions SET fingerprint = '' WHERE id = ?", row); err != nil {
			return err
		}
	}
	return nil
}

// doubt has the windows of a key read again.
func (w *Writer) doubt(ctx context.Context, store data.Store, key string, but RowID) error {
	number, err := w.store(ctx, store)
	if err != nil || key == "" {
		return err
	}
	return w.exec(ctx, "UPDATE sessions SET fingerprint = '' WHERE key = ? AND store = ? AND phase = 1 AND id <> ?", key, number, but)
}

// fold deletes the rows of older windows that a newer one holds, too.
func (w *Writer) fold(ctx context.Context, newer RowID, older []RowID) error {
	for _, row := range older {
		held, err := w.copiesIn(ctx, []RowID{row})
		if err != nil {
			return err
		}
		if len(held) == 0 {
			continue
		}
		extra, err := w.twins(ctx, newer, held)
		if err != nil {
			return err
		}
		if len(extra) == 0 {
			continue
		}
		w.deletes = append(w.deletes, extra...)
		if err := w.flushDeletes(ctx); err != nil {
			return err
		}
		if err := w.exec(ctx, "UPDATE sessions SET messages = messages - ? WHERE id = ?", len(extra), row); err != nil {
			return err
		}
	}
	return nil
}

// twins lists those of the held rows that are the same message as one of the session.
func (w *Writer) twins(ctx context.Context, session RowID, held copies) ([]int64, error) {
	pairs := map[int64][]int64{} // an id may stand several times in a session
	err := w.each(ctx, "SELECT message_id, id FROM messages WHERE session = ?", []any{session}, func(rows *sql.Rows) error {
		var id string
		var row int64
		err := rows.Scan(&id, &row)
		for _, old := range held[id] {
			pairs[old] = append(pairs[old], row)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	var twins []int64
	for old, rows := range pairs {
		same, err := w.anySame(ctx, old, rows)
		if err != nil {
			return nil, err
		}
		if same {
			twins = append(twins, old)
		}
	}
	return twins, nil
}

// anySame tells whether one of the rows has the role and the text of another one.
func (w *Writer) anySame(ctx context.Context, other int64, rows []int64) (bool, error) {
	const query = `SELECT a.role = b.role AND a.text = b.text FROM messages AS a, messages AS b WHERE a.id = ? AND b.id = ?`
	same := false
	for _, row := range rows {
		err := w.each(ctx, query, []any{other, row}, func(rows *sql.Rows) error { return rows.Scan(&same) })
		if err != nil || same {
			return same, err
		}
	}
	return false, nil
}
