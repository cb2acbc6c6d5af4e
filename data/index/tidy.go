package index

import (
	"context"
	"database/sql"
	"time"
)

const (
	// mergePages is how much of the index one step merges, mergeSteps how many steps one tidying takes.
	mergePages = 128
	mergeSteps = 64
	// smallIndex is the size up to which the whole index is merged whenever something was deleted; a larger one is at most
	// once in mergePause.
	smallIndex = 32 << 20
	mergePause = 6 * time.Hour
)

// TidyLater notes, if anything was deleted, that a later writer is to tidy.
func (w *Writer) TidyLater(ctx context.Context) error {
	if w.done.Deleted == 0 {
		return nil
	}
	return w.fail(ctx, "write", w.setMeta(ctx, metaUntidy, 1))
}

// Tidy joins the pieces of the index after much was added. It also merges it after deletions, now or before a TidyLater, and empties the WAL, so that deleted words do not stay
// on the disk: FTS5 only marks them as deleted until it merges. Of a large index it merges a part each time.
func (w *Writer) Tidy(ctx context.Context) error {
	if err := w.compact(ctx); err != nil {
		w.Rollback()
		return w.fail(ctx, "tidy", err)
	}
	untidy, err := w.metaNumber(ctx, metaUntidy)
	if err != nil {
		return w.fail(ctx, "tidy", err)
	}
	if w.done.Deleted == 0 && untidy == 0 {
		return nil
	}
	if err := w.tidy(ctx); err != nil {
		w.Rollback()
		return w.fail(ctx, "tidy", err)
	}
	return nil
}

func (w *Writer) tidy(ctx context.Context) error {
	now := milli(w.library.params.Now())
	last, err := w.metaNumber(ctx, metaTidied)
	if err != nil {
		return err
	}
	if size(w.file.path) > smallIndex && now-last < mergePause.Milliseconds() {
		if err := w.setMeta(ctx, metaUntidy, 1); err != nil {
			return err
		}
		return w.commit(ctx)
	}
	finished, err := w.merge(ctx, "messages_fts")
	if err == nil && finished {
		finished, err = w.merge(ctx, "titles_fts")
	}
	if err != nil {
		return err
	}
	untidy := int64(1)
	if finished {
		untidy = 0
		if err := w.setMeta(ctx, metaTidied, now); err != nil {
			return err
		}
	}
	if err := w.setMeta(ctx, metaUntidy, untidy); err != nil {
		return err
	}
	if err := w.commit(ctx); err != nil {
		return err
	}
	return w.checkpoint(ctx)
}

// merge merges an index into one piece, step by step; finished is true if it is one.
func (w *Writer) merge(ctx context.Context, table string) (finished bool, err error) {
	pages := -mergePages // the sign begins to merge all pieces, not only those of one size
	for range mergeSteps {
		more, err := w.mergeStep(ctx, table, pages)
		if err != nil {
			return false, err
		}
		if !more {
			return true, nil
		}
		pages = mergePages
	}
	return false, nil
}

func (w *Writer) changes(ctx context.Context) (int64, error) {
	var n int64
	err := w.each(ctx, "SELECT total_changes()", nil, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, err
}

// metaNumber reads a number of table meta; 0 if it is not there.
func (w *Writer) metaNumber(ctx context.Context, name string) (int64, error) {
	var n int64
	err := w.each(ctx, "SELECT value FROM meta WHERE name = ?", []any{name}, func(rows *sql.Rows) error { return rows.Scan(&n) })
	return n, err
}
