package index

import "context"

const (
	// compactRows is how many rows a writer adds before it joins the pieces of the index at its end. While it adds, larger
	// merges are rarer than searches would like; this way most of that work is done once instead of again and again.
	compactRows = 20_000
	// compactPages is how much of the index one step joins, in a transaction of its own; compactSteps bounds them.
	compactPages = 1000
	compactSteps = 100
)

// compact joins the pieces of the index, of which every search looks into each, after much was added.
func (w *Writer) compact(ctx context.Context) error {
	if w.done.Inserted-w.compacted < compactRows {
		return nil
	}
	w.compacted = w.done.Inserted
	for range compactSteps {
		more, err := w.mergeStep(ctx, "messages_fts", compactPages)
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// mergeStep merges some pages of an index and commits; more is true if it found any.
func (w *Writer) mergeStep(ctx context.Context, table string, pages int) (more bool, err error) {
	before, err := w.changes(ctx)
	if err != nil {
		return false, err
	}
	if err := w.exec(ctx, "INSERT INTO "+table+" ("+table+", rank) VALUES ('merge', ?)", pages); err != nil {
		return false, err
	}
	after, err := w.changes(ctx)
	if err != nil {
		return false, err
	}
	return after-before >= 2, w.commit(ctx) // below 2: FTS5's own sign that there is nothing left to merge
}
