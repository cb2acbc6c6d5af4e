package openclaw_test

import (
	"database/sql"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

func find(t *testing.T, dir string) []data.Store {
	t.Helper()
	stores, problems := openclaw.NewFinder(openclaw.FinderParams{States: []string{dir}}).Find(t.Context())
	if len(problems) > 0 {
		t.Fatalf("problems: %v", problems)
	}
	return stores
}

func open(t *testing.T, store data.Store) data.Reader {
	t.Helper()
	r, err := openclaw.NewSource(store).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func sessions(t *testing.T, r data.Reader) []data.SourceSession {
	t.Helper()
	list, err := r.Sessions(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func messages(t *testing.T, r data.Reader, id data.SessionID) ([]data.Message, data.ReadReport) {
	t.Helper()
	var got []data.Message
	report, err := r.Messages(t.Context(), id, data.Reading{Message: func(m data.Message) error {
		got = append(got, m)
		return nil
	}})
	if err != nil {
		t.Fatalf("messages of %s: %v", id, err)
	}
	return got, report
}

// shipped is what OpenClaw's own index holds of a session, if it may be trusted: it is up to date and nothing in it waits
// to be classified.
const shipped = `
SELECT f.message_id, f.role, f.text, CAST(f.timestamp AS INTEGER)
FROM session_transcript_fts AS f
JOIN session_transcript_index_state AS s ON s.session_id = f.session_id
WHERE f.session_id = ?
AND s.needs_rebuild = 0
AND s.indexed_seq = (SELECT max(seq) FROM transcript_events AS e WHERE e.session_id = f.session_id)
AND NOT EXISTS (
  SELECT 1 FROM session_transcript_active_events AS a
  WHERE a.session_id = f.session_id AND a.context_eligible IS NULL)
ORDER BY f.rowid`

func shippedRows(t *testing.T, db *sql.DB, id data.SessionID) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), shipped, id)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var found []string
	for rows.Next() {
		var messageID, role, text string
		var at int64
		if err := rows.Scan(&messageID, &role, &text, &at); err != nil {
			t.Fatal(err)
		}
		found = append(found, line(messageID, role, text, at))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return found
}

func line(id, role, text string, at int64) string {
	return fmt.Sprintf("%s %s %d %s", id, role, at, text)
}

// copyOf copies the files of a store, so that the test's own look into it leaves the store alone.
func copyOf(t *testing.T, path string) string {
	t.Helper()
	to := filepath.Join(t.TempDir(), "copy.sqlite")
	for _, suffix := range []string{"", "-wal"} {
		raw, err := os.ReadFile(path + suffix)
		if os.IsNotExist(err) {
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(to+suffix, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return to
}

func TestMessagesOfRealStoresAreThoseThatOpenClawIndexed(t *testing.T) {
	for _, c := range []struct {
		folder           string
		stores, sessions int
		trusted          int
	}{
		{"2026.8.2/live", 3, 43, 43},
		{"2026.8.2/live-wal", 2, 37, 37},
		{"2026.8.2/legacy-import/after-doctor", 4, 28, 27},
		{"2026.8.2/legacy-import/after-first-search", 4, 28, 27},
		{"2026.8.2/big-rewind/1-after-rewind", 1, 9, 7},
		{"2026.8.2/big-rewind/2-after-reconcile", 1, 9, 8},
		{"2026.9.6/live-wal", 1, 33, 33},
		{"2026.9.6/legacy-import/after-doctor", 4, 29, 28},
		{"2026.9.6/legacy-import/after-first-search", 4, 29, 28},
		{"2026.9.6/big-rewind/1-after-rewind", 1, 10, 8},
		{"2026.9.6/big-rewind/2-after-reconcile", 1, 10, 9},
		{"2026.9.6/cold/1-cold", 1, 9, 2},
		{"2026.9.6/cold/2-one-restored", 1, 9, 3},
	} {
		t.Run(c.folder, func(t *testing.T) {
			dir := datatest.Real(t, c.folder)
			before := listing(t, dir)
			stores := find(t, dir)
			var listed, trusted int
			for _, store := range stores {
				n, m := compareStore(t, store)
				listed, trusted = listed+n, trusted+m
			}
			if len(stores) != c.stores || listed != c.sessions || trusted != c.trusted {
				t.Errorf("%d stores, %d sessions, %d of them compared; want %d, %d, %d", len(stores), listed, trusted, c.stores, c.sessions, c.trusted)
			}
			if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
				t.Errorf("files changed (-before +after):\n%s", diff)
			}
		})
	}
}

// appended are sessions whose rows in OpenClaw's index still hold a message that its own next rebuild takes out: it appends
// without looking at the whole tree.
var appended = []data.SessionID{"36-parentId-empty-string"}

// compareStore compares each session with OpenClaw's rows, and counts the sessions and those that could be compared.
func compareStore(t *testing.T, store data.Store) (listed, trusted int) {
	t.Helper()
	own, err := sqlitedb.OpenForeign(t.Context(), copyOf(t, store.Path), sqlitedb.ForeignCopy)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = own.Close() }()
	r := open(t, store)
	for _, s := range sessions(t, r) {
		listed++
		got, report := messages(t, r, s.ID)
		if report.Unreadable > 0 {
			t.Errorf("%s: %d events unreadable", s.Key, report.Unreadable)
		}
		want := shippedRows(t, own, s.ID)
		if want == nil || slices.Contains(appended, s.ID) {
			continue
		}
		trusted++
		var lines []string
		for _, m := range got {
			if !strings.HasPrefix(m.ID, "seq-") {
				lines = append(lines, line(m.ID, m.Role.String(), m.Text, m.At.UnixMilli()))
			}
		}
		slices.Sort(want)
		slices.Sort(lines)
		if !slices.Equal(want, lines) { // far cheaper than cmp.Diff for thousands of lines
			t.Errorf("%s (-openclaw +ours):\n%s", s.Key, cmp.Diff(want, lines))
		}
	}
	if err := r.Unchanged(); err != nil {
		t.Error(err)
	}
	return listed, trusted
}

// listing names every file with size and time, but for the contents of -shm, which readers of a live store share.
func listing(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		if strings.HasSuffix(path, "-shm") {
			found = append(found, path)
			return nil
		}
		found = append(found, fmt.Sprintf("%s %d %s", path, info.Size(), info.ModTime().Format(time.RFC3339Nano)))
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
