package index

import (
	"context"
	"database/sql"
	"math"

	"github.com/wordwake/wordwake/data"
)

// storedRow is a message as the library holds it.
type storedRow struct {
	row   int64
	seq   int64
	id    string
	role  data.Role
	ts    int64
	class data.Class
	text  string
	// hidden is packed.
	hidden []byte
}

// storedRows goes through the rows of a session in the order of the talk, a few at a time: a whole transcript may not fit
// into memory.
type storedRows struct {
	w       *Writer
	session RowID
	rows    []storedRow
	at      int
	last    storedRow
	begun   bool
	ended   bool
}

// storedPage and storedBytes bound the rows that are held at once.
const (
	storedPage   = 256
	storedBytes  = 1 << 20
	selectStored = `SELECT id, seq, message_id, role, ts, class, text, hidden
	FROM messages
	WHERE session = ? AND seq >= ? AND (seq > ? OR id > ?)
	ORDER BY seq, id
	LIMIT ?`
)

// peek gives the next row, or nil after the last.
func (r *storedRows) peek(ctx context.Context) (*storedRow, error) {
	if r.at < len(r.rows) {
		return &r.rows[r.at], nil
	}
	if r.ended {
		return nil, nil
	}
	if !r.begun {
		r.last = storedRow{seq: math.MinInt64, row: math.MinInt64}
		r.begun = true
	}
	// The rows handed out stay as they are: who took them may still look at them.
	r.rows, r.at = make([]storedRow, 0, storedPage), 0
	args := []any{r.session, r.last.seq, r.last.seq, r.last.row, storedPage}
	size := 0
	err := r.w.each(ctx, selectStored, args, func(rows *sql.Rows) error {
		var s storedRow
		if err := rows.Scan(&s.row, &s.seq, &s.id, &s.role, &s.ts, &s.class, &s.text, &s.hidden); err != nil {
			return err
		}
		r.rows = append(r.rows, s)
		r.w.done.Read++
		if size += len(s.text); size >= storedBytes {
			return errStop
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	r.ended = len(r.rows) < storedPage && size < storedBytes
	if len(r.rows) == 0 {
		return nil, nil
	}
	r.last = r.rows[len(r.rows)-1]
	return &r.rows[0], nil
}

func (r *storedRows) pop() { r.at++ }
