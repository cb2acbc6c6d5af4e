package index

import (
	"database/sql"
	"encoding/hex"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A process that is killed in the moment in which it begins a file leaves the first page and a journal that says that there was
// none before.
func TestAFileThatWasCutOffInItsFirstMomentIsBegunAgain(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "index-1.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("PRAGMA user_version = 0; VACUUM; CREATE TABLE x (y); DROP TABLE x; VACUUM"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, path+"-journal", journalOf(t, 0))
	l := open(t, dir)
	if status, err := l.Status(t.Context()); err != nil || status.Aside != "" || exists(path+"-journal") {
		t.Errorf("status %+v, error %v", status, err)
	}
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	consistentAfter(t, l, w)
}

func TestAFileWithAJournalOfAnotherProgramIsSetAsideWithIt(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "index-1.db")
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec("CREATE TABLE diary (entry); INSERT INTO diary VALUES ('dear diary')"); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	journal := journalOf(t, 2)
	write(t, path+"-journal", journal)
	write(t, filepath.Join(dir, currentName), "index-1.db\n")
	before := content(t, path)
	status, err := open(t, dir).Status(t.Context())
	if err != nil || status.Aside == "" {
		t.Fatalf("status %+v, error %v", status, err)
	}
	if content(t, status.Aside) != before || content(t, status.Aside+"-journal") != journal {
		t.Error("what was set aside changed")
	}
}

// journalOf is a journal without records for a file that had so many pages.
func journalOf(t *testing.T, pages byte) string {
	t.Helper()
	head, err := hex.DecodeString("d9d505f920a163d7" + "00000000" + "ebda0afc" + "000000" + hex.EncodeToString([]byte{pages}) + "00000200" + "00001000")
	if err != nil {
		t.Fatal(err)
	}
	return string(head) + strings.Repeat("\x00", 512-len(head))
}

func TestARebuildThatWasCutOffInItsFirstMomentIsDeleted(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	first, err := os.ReadFile(current(t, l))
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "index-2.db")
	write(t, path, string(first[:4096]))
	write(t, path+"-journal", journalOf(t, 0))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if exists(path) || exists(path+"-journal") {
		t.Error("it is still there")
	}
}
