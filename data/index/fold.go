package index

import (
	"context"
	"database/sql"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// copies finds rows by message id.
type copies map[string][]int64

// fewIDs is up to how many messages are looked up in other windows one by one. For more of them the ids of a window are
// listed: both go through its part of the index, but a list of them comes out of the database row by row.
const fewIDs = 16

// laterWindows are the newer windows of a key, which may hold the messages of a session that is written.
type laterWindows struct {
	windows []RowID
	held    copies
	// all is true if held has every message of the windows, else it has those of the last messages that were looked for.
	all bool
}

// lookFor finds out which rows may be copies of some messages.
func (l *laterWindows) lookFor(ctx context.Context, w *Writer, messages []data.Message) error {
	if len(l.windows) == 0 || l.all {
		return nil
	}
	if err := w.flush(ctx); err != nil { // what waits belongs to them, too
		return err
	}
	ids := make([]string, len(messages))
	for i := range messages {
		ids[i] = messages[i].ID
	}
	var err error
	l.held, l.all, err = w.copiesOf(ctx, l.windows, ids)
	return err
}

// copiesOf finds the rows with some ids in sessions, in the index alone; all is true if it found those of every id.
func (w *Writer) copiesOf(ctx context.Context, sessions []RowID, ids []string) (found copies, all bool, err error) {
	if len(ids) > fewIDs {
		found, err = w.copiesIn(ctx, sessions)
		return found, true, err
	}
	found = copies{}
	const query = `SELECT message_id, id FROM messages
	WHERE session = ? AND message_id IN (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`
	args := make([]any, 1, 1+fewIDs)
	for i := range fewIDs {
		args = append(args, ids[min(i, len(ids)-1)])
	}
	for _, session := range sessions {
		args[0] = session
		if err := w.each(ctx, query, args, w.into(found)); err != nil {
			return nil, false, err
		}
	}
	return found, false, nil
}

// copiesIn finds the rows of some sessions, in the index alone.
func (w *Writer) copiesIn(ctx context.Context, sessions []RowID) (copies, error) {
	found := copies{}
	for _, session := range sessions {
		err := w.each(ctx, "SELECT message_id, id FROM messages WHERE session = ?", []any{session}, w.into(found))
		if err != nil {
			return nil, err
		}
	}
	return found, nil
}

func (w *Writer) into(found copies) func(*sql.Rows) error {
	return func(rows *sql.Rows) error {
		var id string
		var row int64
		err := rows.Scan(&id, &row)
		found[id] = append(found[id], row)
		w.done.Read++
		return err
	}
}

// fold deletes the rows of older windows that a newer one holds, too. Of the newer one only the rows that it gained are
// looked at if they are known: the others were looked at when they came.
func (w *Writer) fold(ctx context.Context, newer RowID, gained []*pending, older []RowID) error {
	for _, row := range older {
		var extra []int64
		var err error
		if gained != nil {
			extra, err = w.gainedTwins(ctx, gained, row)
		} else {
			extra, err = w.allTwins(ctx, newer, row)
		}
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
		const query = "UPDATE sessions SET messages = messages - ?, folded = folded + ? WHERE id = ?"
		if err := w.exec(ctx, query, len(extra), len(extra), row); err != nil {
			return err
		}
	}
	return nil
}

// gainedTwins lists the rows of an older window that are the same message as one of those gained.
func (w *Writer) gainedTwins(ctx context.Context, gained []*pending, older RowID) ([]int64, error) {
	ids := make([]string, len(gained))
	for i, p := range gained {
		ids[i] = p.message.ID
	}
	held, _, err := w.copiesOf(ctx, []RowID{older}, ids)
	if err != nil || len(held) == 0 {
		return nil, err
	}
	var twins []int64
	for _, p := range gained {
		for _, row := range held[p.message.ID] {
			same := false
			if err := w.same(ctx, row, &p.message, &same); err != nil {
				return nil, err
			}
			if same {
				twins = append(twins, row)
			}
		}
	}
	slices.Sort(twins)
	return slices.Compact(twins), nil
}

// allTwins lists the rows of an older window that are the same message as one of a newer one.
func (w *Writer) allTwins(ctx context.Context, newer, older RowID) ([]int64, error) {
	held, err := w.copiesIn(ctx, []RowID{older})
	if err != nil || len(held) == 0 {
		return nil, err
	}
	return w.twins(ctx, newer, held)
}

// twins lists those of the held rows that are the same message as one of the session.
func (w *Writer) twins(ctx context.Context, session RowID, held copies) ([]int64, error) {
	pairs := map[int64][]int64{} // an id may stand several times in a session
	err := w.each(ctx, "SELECT message_id, id FROM messages WHERE session = ?", []any{session}, func(rows *sql.Rows) error {
		var id string
		var row int64
		err := rows.Scan(&id, &row)
		w.done.Read++
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
		w.done.Read++
		err := w.each(ctx, query, []any{other, row}, func(rows *sql.Rows) error { return rows.Scan(&same) })
		if err != nil || same {
			return same, err
		}
	}
	return false, nil
}
