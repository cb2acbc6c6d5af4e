package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"math"

	"github.com/wordwake/wordwake/data"
)

// MessageRange is a run of the messages of one session.
type MessageRange struct {
	Session RowID
	// From and To bound Seq, both inclusive; To 0 means no upper bound.
	From, To int64
	// Descending gives the last messages first.
	Descending bool
	// Limit is the largest number of messages; 0 means all.
	Limit int
	// Bytes ends the run with the message whose text makes it so long; 0 means no bound.
	Bytes int
	// Rewound also gives what a rewind abandoned.
	Rewound bool
}

const (
	messageColumns = "m.session, m.seq, m.message_id, m.role, m.ts, m.class, m.hidden, m.text, s.session_id"
	selectListed   = "SELECT " + messageColumns + `, m.id
	FROM json_each(?) AS listed
	CROSS JOIN messages AS m ON m.id = listed.value
	CROSS JOIN sessions AS s ON s.id = m.session`
	selectRange = "SELECT " + messageColumns + `
	FROM sessions AS s
	CROSS JOIN messages AS m ON m.session = s.id
	WHERE s.id = ? AND s.phase = 1
	AND m.seq BETWEEN ? AND ?
	AND (m.class <> ? OR ?)`
)

// Messages gives a run of a conversation with its whole redacted texts.
func (v *View) Messages(ctx context.Context, r MessageRange) ([]data.Message, error) {
	query, limit := selectRange, -1
	if r.Descending {
		query += "\n\tORDER BY m.seq DESC, m.id DESC LIMIT ?"
	} else {
		query += "\n\tORDER BY m.seq, m.id LIMIT ?"
	}
	if r.Limit > 0 {
		limit = r.Limit
	}
	var messages []data.Message
	size := 0
	args := []any{r.Session, r.From, upper(r.To), int(data.ClassRewound), r.Rewound, limit}
	err := v.each(ctx, query, args, func(rows *sql.Rows) error {
		row, err := v.scanMessage(rows.Scan)
		if err != nil {
			return err
		}
		messages = append(messages, row.Message)
		if size += len(row.Message.Text); r.Bytes > 0 && size >= r.Bytes {
			return errStop
		}
		return nil
	})
	return messages, err
}

// CountMessages counts the messages of a session whose Seq lies between from and to; to 0 means no upper bound.
func (v *View) CountMessages(ctx context.Context, session RowID, from, to int64, rewound bool) (int, error) {
	const query = `SELECT count(*)
	FROM sessions AS s
	CROSS JOIN messages AS m ON m.session = s.id
	WHERE s.id = ? AND s.phase = 1
	AND m.seq BETWEEN ? AND ?`
	var n int
	if rewound {
		return n, v.row(ctx, query, []any{session, from, upper(to)}, &n)
	}
	err := v.row(ctx, query+" AND m.class <> ?", []any{session, from, upper(to), int(data.ClassRewound)}, &n)
	return n, err
}

// MessageSeq finds the place of a message in its session; data.ErrNotFound if the session does not hold it. Of several
// messages with that id it is the one at likely, else the first.
func (v *View) MessageSeq(ctx context.Context, session RowID, messageID string, likely int64) (int64, error) {
	var seq int64
	err := v.row(ctx, `SELECT m.seq
	FROM sessions AS s
	CROSS JOIN messages AS m ON m.session = s.id
	WHERE s.id = ? AND s.phase = 1 AND m.message_id = ?
	ORDER BY m.seq <> ?, m.seq
	LIMIT 1`, []any{session, messageID, likely}, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, fmt.Errorf("message in session: %w", data.ErrNotFound)
	}
	return seq, err
}

func upper(to int64) int64 {
	if to == 0 {
		return math.MaxInt64
	}
	return to
}

// load reads what is listed, and of each text keeps what excerpt makes of it, or all if that is nil.
func (v *View) load(ctx context.Context, picked []candidate, excerpt func(*data.Message) data.Excerpt) ([]Row, error) {
	place := make(map[int64]int, len(picked))
	numbers := make([]int64, len(picked))
	for i, c := range picked {
		place[c.id], numbers[i] = i, c.id
	}
	rows := make([]Row, len(picked))
	loaded := 0
	err := v.each(ctx, selectListed, []any{jsonList(numbers)}, func(cursor *sql.Rows) error {
		var id int64
		row, err := v.scanMessage(func(into ...any) error { return cursor.Scan(append(into, &id)...) })
		if err != nil {
			return err
		}
		if excerpt != nil {
			row.Excerpt = excerpt(&row.Message)
			row.Message.Text, row.Message.Hidden = "", nil
		}
		row.Score = picked[place[id]].score
		rows[place[id]] = row
		loaded++
		return nil
	})
	if err == nil && loaded < len(picked) {
		err = v.fail(ctx, fmt.Errorf("%w: a row of the index has no message", data.ErrStoreCorrupt))
	}
	return rows, err
}

func (v *View) scanMessage(scan func(...any) error) (Row, error) {
	var r Row
	var ts int64
	var class data.Class
	var hidden []byte
	m := &r.Message
	err := scan(&r.Session, &m.Seq, &m.ID, &m.Role, &ts, &class, &hidden, &m.Text, &m.Session)
	m.At = moment(ts)
	m.Rewound = class == data.ClassRewound
	m.Hidden = unpackHidden(hidden, len(m.Text))
	v.mask(m)
	return r, err
}
