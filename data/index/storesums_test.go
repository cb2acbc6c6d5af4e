package index

import (
	"database/sql"
	"testing"
)

func storesOf(t *testing.T, l *Library) []StoreRow {
	t.Helper()
	rows, err := l.Stores(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestTheSumsOfAStoreAreThoseOfTheLastCommitOfAnyProcess(t *testing.T) {
	dir := t.TempDir()
	ours, theirs := open(t, dir), open(t, dir)
	w := writer(t, theirs)
	for n, s := range []string{"a", "b", "c"} {
		put(t, w, session("main", s), talk("one", "two"))
		if got := storesOf(t, ours)[0]; got.Sessions != n+1 || got.Messages != 2*(n+1) {
			t.Errorf("%d sessions with %d messages after %d were written elsewhere", got.Sessions, got.Messages, n+1)
		}
	}
}

func TestNothingIsSummedUpAgainWithoutACommit(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("main", "a"), talk("one", "two"))
	storesOf(t, l)
	err := withWriter(t.Context(), current(t, l), func(db *sql.DB) error { // as no writer does: uncounted
		_, err := db.ExecContext(t.Context(), "UPDATE sessions SET messages = 1000")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := storesOf(t, l)[0].Messages; got != 2 {
		t.Errorf("%d messages: the sessions were summed up though nothing was committed", got)
	}
	put(t, w, session("main", "b"), talk("one"))
	if got := storesOf(t, l)[0].Messages; got != 1001 {
		t.Errorf("%d messages after a commit, want the new sum 1001", got)
	}
}

func TestALibraryWhoseCommitsWereNotCountedIsSummedUp(t *testing.T) {
	l := open(t, t.TempDir())
	put(t, writer(t, l), session("main", "a"), talk("one", "two"))
	for want := range 3 {
		err := withWriter(t.Context(), current(t, l), func(db *sql.DB) error {
			_, err := db.ExecContext(t.Context(), "DELETE FROM meta WHERE name = 'commits'")
			if err == nil {
				_, err = db.ExecContext(t.Context(), "UPDATE sessions SET messages = ?", want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := storesOf(t, l)[0].Messages; got != want {
			t.Errorf("%d messages, want %d", got, want)
		}
	}
}
