package index

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"sort"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/token"
)

// pending is a message row that waits for being written.
type pending struct {
	id      int64
	session RowID
	message data.Message
	ts      int64
	class   data.Class
	tags    string
}

// exec runs a prepared statement inside the transaction, which it begins if there is none.
func (w *Writer) exec(ctx context.Context, query string, args ...any) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	stmt, err := w.stmt(ctx, query)
	if err != nil {
		return err
	}
	_, err = stmt.ExecContext(ctx, args...)
	return err
}

// insert is exec that returns the number of the row.
func (w *Writer) insert(ctx context.Context, query string, args ...any) (int64, error) {
	if err := w.begin(ctx); err != nil {
		return 0, err
	}
	stmt, err := w.stmt(ctx, query)
	if err != nil {
		return 0, err
	}
	result, err := stmt.ExecContext(ctx, args...)
	if err != nil {
		return 0, err
	}
	return result.LastInsertId()
}

func (w *Writer) begin(ctx context.Context) error {
	if w.inTx {
		return nil
	}
	if _, err := w.conn.ExecContext(ctx, "BEGIN IMMEDIATE"); err != nil {
		return fmt.Errorf("begin: %w", err)
	}
	w.inTx = true
	return nil
}

func (w *Writer) stmt(ctx context.Context, query string) (*sql.Stmt, error) {
	if stmt := w.stmts[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := w.conn.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	w.stmts[query] = stmt
	return stmt, nil
}

// each calls scan for each row as the transaction sees it. scan must not use the writer.
func (w *Writer) each(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error {
	stmt, err := w.stmt(ctx, query)
	if err != nil {
		return err
	}
	rows, err := stmt.QueryContext(ctx, args...)
	if err != nil {
		return err
	}
	return eachRow(rows, scan)
}

// number gives the row of a name in one of the small tables, which insert adds if it is new.
func (w *Writer) number(ctx context.Context, cache map[string]int64, name, query, insert string, args ...any) (int64, error) {
	if id, known := cache[name]; known {
		return id, nil
	}
	id := int64(0)
	err := w.each(ctx, query, []any{name}, func(rows *sql.Rows) error { return rows.Scan(&id) })
	if err == nil && id == 0 {
		id, err = w.insert(ctx, insert, args...)
	}
	if err == nil {
		cache[name] = id
	}
	return id, err
}

func (w *Writer) agent(ctx context.Context, name string) (int64, error) {
	return w.number(ctx, w.agents, name, "SELECT id FROM agents WHERE name = ?", "INSERT INTO agents (name) VALUES (?)", name)
}

func (w *Writer) store(ctx context.Context, s data.Store) (int64, error) {
	return w.number(ctx, w.stores, s.Path, "SELECT id FROM stores WHERE path = ?",
		"INSERT INTO stores (path, agent, state_dir, kind) VALUES (?, ?, ?, ?)", s.Path, s.Agent, s.State, string(s.Kind))
}

// flush writes what is waiting, in the order of row numbers: FTS5 gathers rows in memory as long as their numbers rise.
func (w *Writer) flush(ctx context.Context) error {
	if err := w.flushDeletes(ctx); err != nil {
		return err
	}
	if len(w.inserts) == 0 {
		return nil
	}
	sort.SliceStable(w.inserts, func(i, k int) bool { return dayOf(w.inserts[i].ts) < dayOf(w.inserts[k].ts) })
	if err := w.begin(ctx); err != nil {
		return err
	}
	for _, p := range w.inserts {
		if err := w.place(ctx, p); err != nil {
			return err
		}
	}
	w.done.Inserted += len(w.inserts)
	w.inserts, w.bytes = w.inserts[:0], 0
	return nil
}

const (
	insertMessage = `INSERT INTO messages (id, session, seq, message_id, role, ts, class, hidden, text)
	VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`
	insertText    = "INSERT INTO messages_fts (rowid, text, tags) VALUES (?, ?, ?)"
	deleteMessage = "DELETE FROM messages WHERE id = ?"
	deleteText    = "DELETE FROM messages_fts WHERE rowid = ?"
)

// place writes one row and its index rows. The driver starts a goroutine for each statement that can be cancelled, so
// these cannot; the context is looked at between them.
func (w *Writer) place(ctx context.Context, p *pending) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	var err error
	if p.id, err = w.take(ctx, dayOf(p.ts)); err != nil {
		return err
	}
	quick := w.cleanup
	m := &p.message
	if err := w.exec(quick, insertMessage, p.id, int64(p.session), m.Seq, m.ID, int64(m.Role), p.ts, int64(p.class), packHidden(m.Hidden), m.Text); err != nil {
		return err
	}
	return w.exec(quick, insertText, p.id, token.Spaced(m.Text), p.tags)
}

// take gives the next row number of a day.
func (w *Writer) take(ctx context.Context, day int64) (int64, error) {
	id, known := w.next[day]
	if !known {
		id = firstOf(day)
		const query = "SELECT id + 1 FROM messages WHERE id BETWEEN ? AND ? ORDER BY id DESC LIMIT 1"
		err := w.each(ctx, query, []any{firstOf(day), lastOf(day)}, func(rows *sql.Rows) error { return rows.Scan(&id) })
		if err != nil {
			return 0, err
		}
	}
	if id > lastOf(day) {
		return 0, fmt.Errorf("more than %d messages on one day", maxInDay)
	}
	w.next[day] = id + 1
	return id, nil
}

func (w *Writer) flushDeletes(ctx context.Context) error {
	slices.Sort(w.deletes)
	w.deletes = slices.Compact(w.deletes)
	for _, id := range w.deletes {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := w.exec(w.cleanup, deleteText, id); err != nil {
			return err
		}
		if err := w.exec(w.cleanup, deleteMessage, id); err != nil {
			return err
		}
	}
	w.done.Deleted += len(w.deletes)
	w.deletes = w.deletes[:0]
	return nil
}
