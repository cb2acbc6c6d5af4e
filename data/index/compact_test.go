package index

import (
	"database/sql"
	"fmt"
	"testing"
)

// pieces counts the pieces of the index, and how many rows it finds.
func pieces(t *testing.T, l *Library) (pieces, found int) {
	t.Helper()
	err := withReader(t.Context(), current(t, l), func(db *sql.DB) error {
		if err := db.QueryRow("SELECT count(DISTINCT segid) FROM messages_fts_idx").Scan(&pieces); err != nil {
			return err
		}
		return db.QueryRow("SELECT count(*) FROM messages_fts WHERE messages_fts MATCH 'tide'").Scan(&found)
	})
	if err != nil {
		t.Fatal(err)
	}
	return pieces, found
}

func TestThePiecesOfTheIndexAreJoinedAfterMuchWasAdded(t *testing.T) {
	for _, c := range []struct {
		name string
		end  func(w *Writer) error
	}{
		{"by a pass that tidies", func(w *Writer) error { return w.Tidy(t.Context()) }},
		{"by a rebuild", func(w *Writer) error { return w.Switch(t.Context()) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w, err := l.Rebuild(t.Context(), WriteParams{Redact: mask})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = w.Close() }()
			if err := w.Switch(t.Context()); err != nil {
				t.Fatal(err)
			}
			for n := range 12 {
				put(t, w, session("main", fmt.Sprint("s", n)), talk("the tide", "is low"))
			}
			before, _ := pieces(t, l)
			w.done.Inserted += compactRows
			if err := c.end(w); err != nil {
				t.Fatal(err)
			}
			after, found := pieces(t, l)
			if before < 8 || after > 3 || found != 12 {
				t.Errorf("%d pieces became %d, in which %d of 12 rows are found", before, after, found)
			}
			consistent(t, l)
		})
	}
}

func TestAFewMessagesJoinNothing(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	for n := range 12 {
		put(t, w, session("main", fmt.Sprint("s", n)), talk("the tide", "is low"))
	}
	before, _ := pieces(t, l)
	if err := w.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if after, _ := pieces(t, l); after != before {
		t.Errorf("%d pieces became %d after a few messages", before, after)
	}
}
