package command

import (
	"database/sql"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// opened gives a private copy of the library that a folder's pointer names, as it lies on the disk now, so that looking at it
// changes nothing.
func opened(t *testing.T, library string) *sql.DB {
	t.Helper()
	pointer, err := os.ReadFile(filepath.Join(library, "current"))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSpace(string(pointer))
	to := filepath.Join(t.TempDir(), name)
	for _, suffix := range []string{"", "-wal"} {
		copyOf(t, filepath.Join(library, name)+suffix, to+suffix)
	}
	db, err := sql.Open("sqlite3", "file:"+to)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	return db
}

func copyOf(t *testing.T, from, to string) {
	t.Helper()
	source, err := os.Open(from)
	if os.IsNotExist(err) {
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = source.Close() }()
	target, err := os.Create(to)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(target, source); err != nil {
		t.Fatal(err)
	}
	if err := target.Close(); err != nil {
		t.Fatal(err)
	}
}

// sound checks the library with all that SQLite can check, and that what can be seen is whole. With done it also holds nothing
// that cannot be seen.
func sound(t *testing.T, library string, done bool) {
	t.Helper()
	db := opened(t, library)
	defer func() { _ = db.Close() }()
	var answer string
	if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&answer); err != nil || answer != "ok" {
		t.Errorf("integrity of the file: %q, %v", answer, err)
	}
	for _, table := range []string{"messages_fts", "titles_fts"} {
		if _, err := db.Exec(`INSERT INTO ` + table + `(` + table + `) VALUES ('integrity-check')`); err != nil {
			t.Errorf("integrity of %s: %v", table, err)
		}
	}
	queries := map[string]string{
		"rows that are not in the index": `SELECT count(*) FROM messages WHERE id NOT IN (SELECT rowid FROM messages_fts)`,
		"rows of the index alone":        `SELECT count(*) FROM messages_fts WHERE rowid NOT IN (SELECT id FROM messages)`,
		"rows without a session":         `SELECT count(*) FROM messages WHERE session NOT IN (SELECT id FROM sessions)`,
		"sessions that are not whole":    `SELECT count(*) FROM sessions AS s WHERE phase = 1 AND messages <> (SELECT count(*) FROM messages WHERE session = s.id)`,
		"titles that are not in the index": `SELECT count(*) FROM sessions WHERE phase = 1 AND id NOT IN (SELECT rowid FROM titles_fts)
			UNION ALL SELECT count(*) FROM titles_fts WHERE rowid NOT IN (SELECT id FROM sessions WHERE phase = 1) ORDER BY 1 DESC LIMIT 1`,
	}
	if done {
		queries["sessions that are not seen"] = `SELECT count(*) FROM sessions WHERE phase <> 1`
	}
	for what, query := range queries {
		var n int
		if err := db.QueryRow(query).Scan(&n); err != nil || n != 0 {
			t.Errorf("%s: %d, %v", what, n, err)
		}
	}
}

// ledger lists all that the library holds in words that do not depend on how it came in: sessions, messages, and how often the
// index has which word.
func ledger(t *testing.T, library string) []string {
	t.Helper()
	db := opened(t, library)
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(`CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, messages_fts, col)`); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for what, query := range map[string]string{
		"session": `SELECT t.path, session_id, key, s.kind, a.name, phase, archived, superseded, class, messages, unreadable, events, started_at,
			updated_at, fingerprint, title, parent, spawned_by, child_of, owner, linked_until
			FROM sessions AS s JOIN stores AS t ON t.id = s.store JOIN agents AS a ON a.id = s.agent`,
		"message": `SELECT s.session_id, m.seq, message_id, role, ts, m.class, hex(hidden), text FROM messages AS m JOIN sessions AS s ON s.id = m.session`,
		"word":    `SELECT term, doc, cnt FROM temp.words WHERE col = 'text'`,
	} {
		lines = append(lines, listed(t, db, what, query)...)
	}
	slices.Sort(lines)
	return lines
}

func listed(t *testing.T, db *sql.DB, what, query string) (lines []string) {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	values, into := make([]string, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%s %q", what, values))
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// same checks that two ledgers are equal and names the first line that is not.
func same(t *testing.T, want, got []string) {
	t.Helper()
	if slices.Equal(want, got) {
		return
	}
	at := 0
	for at < min(len(want), len(got)) && want[at] == got[at] {
		at++
	}
	line := func(lines []string) string {
		if at < len(lines) {
			return lines[at]
		}
		return "nothing"
	}
	t.Errorf("%d lines instead of %d; at line %d\n%s instead of\n%s", len(got), len(want), at, line(got), line(want))
}

// tidy checks that nothing lies in the folder of a library at rest that does not belong there. The last report of progress may
// be that of a process that was killed; the next one that writes removes it.
func tidy(t *testing.T, library string) {
	t.Helper()
	pointer, err := os.ReadFile(filepath.Join(library, "current"))
	if err != nil {
		t.Fatal(err)
	}
	name := strings.TrimSpace(string(pointer))
	known := []string{"current", "hash.key", "layout.lock", "reconcile.lock", "progress.json", name, name + "-wal", name + "-shm", name + ".lock"}
	entries, err := os.ReadDir(library)
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !slices.Contains(known, entry.Name()) {
			t.Errorf("there lies %s", entry.Name())
		}
	}
}
