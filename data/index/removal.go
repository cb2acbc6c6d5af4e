package index

import (
	"context"
	"database/sql"
	"fmt"

	"github.com/wordwake/wordwake/data"
)

// Known is a live session as the library has it.
type Known struct {
	Row         RowID
	Session     data.Session
	Fingerprint data.Fingerprint
	Events      int64
	// Unreadable counts the events that could not be decoded.
	Unreadable int
	// Lineage is that of the trail which the library has of the session; empty if it has none.
	Lineage data.Lineage
	// Folded is not 0 if messages may have been left out because a later window of the key holds them.
	Folded int
}

// Known lists the live sessions of a store, as the transaction sees them.
func (w *Writer) Known(ctx context.Context, store data.Store) ([]Known, error) {
	list, err := known(ctx, store, "", w.each)
	return list, w.fail(ctx, "read", err)
}

// Doubted lists those among the Known that have to be read again: writing another window of their key put them in doubt.
func (w *Writer) Doubted(ctx context.Context, store data.Store) ([]Known, error) {
	list, err := known(ctx, store, " AND s.fingerprint = ''", w.each)
	return list, w.fail(ctx, "read", err)
}

// GivenUp counts the live sessions of a store that were written with fewer than 0 events, which says that they could not be
// read.
func (w *Writer) GivenUp(ctx context.Context, store data.Store) (int, error) {
	n := 0
	const query = `SELECT count(*) FROM stores AS t JOIN sessions AS s ON s.store = t.id WHERE t.path = ? AND s.phase = 1 AND s.events < 0`
	err := w.each(ctx, query, []any{store.Path}, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, w.fail(ctx, "read", err)
}

// Known lists the live sessions of a store.
func (v *View) Known(ctx context.Context, store data.Store) ([]Known, error) {
	return known(ctx, store, "", v.each)
}

type eachFunc func(ctx context.Context, query string, args []any, scan func(*sql.Rows) error) error

func known(ctx context.Context, store data.Store, clause string, each eachFunc) ([]Known, error) {
	const query = `SELECT s.id, s.session_id, s.key, s.kind, a.name, s.parent, s.spawned_by, s.started_at, s.updated_at,
	s.archived, s.superseded, s.messages, s.title, s.fingerprint, s.events, s.unreadable, s.lineage, s.folded
	FROM stores AS t
	JOIN sessions AS s ON s.store = t.id
	JOIN agents AS a ON a.id = s.agent
	WHERE t.path = ? AND s.phase = 1`
	var list []Known
	err := each(ctx, query+clause, []any{store.Path}, func(rows *sql.Rows) error {
		k := Known{Session: data.Session{Store: store}}
		s := &k.Session
		var started, updated int64
		err := rows.Scan(&k.Row, &s.ID, &s.Key, &s.Kind, &s.Agent, &s.Parent, &s.SpawnedBy, &started, &updated,
			&s.Archived, &s.Superseded, &s.Messages, &s.Title, &k.Fingerprint, &k.Events, &k.Unreadable, &k.Lineage, &k.Folded)
		s.StartedAt, s.UpdatedAt = moment(started), moment(updated)
		list = append(list, k)
		return err
	})
	return list, err
}

// Delete takes a session away. One with many messages vanishes at once and is taken away piece by piece by Collect.
func (w *Writer) Delete(ctx context.Context, k Known) error {
	if err := w.delete(ctx, k); err != nil {
		return w.fail(ctx, "delete", err)
	}
	return nil
}

func (w *Writer) delete(ctx context.Context, k Known) error {
	w.done.Sessions++
	if err := w.doubtFolded(ctx, k.Session.Store, string(k.Session.Key), k.Row); err != nil {
		return err
	}
	if k.Session.Messages > MaxInPlace {
		return w.bury(ctx, k.Row)
	}
	if err := w.flush(ctx); err != nil {
		return err
	}
	ids, err := w.rowsOf(ctx, k.Row, -1)
	if err != nil {
		return err
	}
	w.deletes = append(w.deletes, ids...)
	return w.removeRow(ctx, k.Row)
}

// bury hides a session until Collect takes it away.
func (w *Writer) bury(ctx context.Context, row RowID) error {
	if err := w.exec(ctx, "UPDATE sessions SET phase = ?, messages = 0 WHERE id = ?", phaseDead, row); err != nil {
		return err
	}
	return w.exec(ctx, "DELETE FROM titles_fts WHERE rowid = ?", row)
}

func (w *Writer) removeRow(ctx context.Context, row RowID) error {
	if err := w.dropTrail(ctx, row); err != nil {
		return err
	}
	if err := w.exec(ctx, "DELETE FROM titles_fts WHERE rowid = ?", row); err != nil {
		return err
	}
	return w.exec(ctx, "DELETE FROM sessions WHERE id = ?", row)
}

// Collect commits and takes away what is not seen any more, also what a pass that was cut off left half-built.
func (w *Writer) Collect(ctx context.Context) error {
	if err := w.collect(ctx); err != nil {
		w.Rollback()
		return w.fail(ctx, "clean", err)
	}
	return nil
}

func (w *Writer) collect(ctx context.Context) error {
	if err := w.commit(ctx); err != nil {
		return err
	}
	var rows []RowID
	err := w.each(ctx, "SELECT id FROM sessions WHERE phase <> 1", nil, func(r *sql.Rows) error {
		var row RowID
		err := r.Scan(&row)
		rows = append(rows, row)
		return err
	})
	if err != nil {
		return err
	}
	for _, row := range rows {
		if err := w.collectOne(ctx, row); err != nil {
			return fmt.Errorf("take rows away: %w", err)
		}
	}
	return nil
}

func (w *Writer) collectOne(ctx context.Context, row RowID) error {
	for {
		ids, err := w.rowsOf(ctx, row, BatchRows)
		if err != nil {
			return err
		}
		if len(ids) == 0 {
			break
		}
		w.deletes = ids
		if err := w.commit(ctx); err != nil {
			return err
		}
	}
	if err := w.removeRow(ctx, row); err != nil {
		return err
	}
	return w.commit(ctx)
}
