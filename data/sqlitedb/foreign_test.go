package sqlitedb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/mattn/go-sqlite3"

	"github.com/wordwake/wordwake/data"
)

// newDB makes a database with one row at path, without a WAL, and closes it.
func newDB(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite3", uri(path))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(`CREATE TABLE boats (name TEXT); INSERT INTO boats VALUES ('Anna')`); err != nil {
		t.Fatal(err)
	}
}

func TestAForeignDatabaseIsOnlyRead(t *testing.T) {
	for _, mode := range []ForeignMode{ForeignLive, ForeignAtRest, ForeignCopy} {
		path := filepath.Join(t.TempDir(), "a.sqlite")
		newDB(t, path)
		db, err := OpenForeign(t.Context(), path, mode)
		if err != nil {
			t.Fatal(err)
		}
		var name string
		if err := db.QueryRow(`SELECT name FROM boats`).Scan(&name); err != nil || name != "Anna" {
			t.Errorf("mode %d: %q %v", mode, name, err)
		}
		if _, err := db.Exec(`DELETE FROM boats`); !errors.Is(Translate(err), data.ErrNoAccess) {
			t.Errorf("mode %d: deleting gives %v", mode, err)
		}
		if _, err := db.Exec(`CREATE TEMP TABLE x (y)`); err == nil {
			t.Errorf("mode %d: a temporary table was made", mode)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if files, _ := os.ReadDir(filepath.Dir(path)); len(files) != 1 {
			t.Errorf("mode %d: files %v", mode, files)
		}
	}
}

func TestPathsWithOddCharactersAreOpened(t *testing.T) {
	for _, name := range []string{"a b.sqlite", "a?b.sqlite", "a#b.sqlite", "100%25.sqlite", "ü&x=1.sqlite"} {
		path := filepath.Join(t.TempDir(), name)
		newDB(t, path)
		if _, err := os.Stat(path); err != nil {
			t.Fatal(err)
		}
		db, err := OpenForeign(t.Context(), path, ForeignLive)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		_ = db.Close()
	}
}

func TestWhatCannotBeOpenedSaysWhy(t *testing.T) {
	dir := t.TempDir()
	garbage := filepath.Join(dir, "garbage")
	if err := os.WriteFile(garbage, []byte("this is no database, whatever its name may say"), 0o600); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{garbage: data.ErrStoreCorrupt, filepath.Join(dir, "nope"): fs.ErrNotExist} {
		if _, err := OpenForeign(t.Context(), path, ForeignLive); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", filepath.Base(path), err, want)
		}
	}
}

func TestALockedDatabaseIsBusy(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a.sqlite")
	newDB(t, path)
	writer, err := sql.Open("sqlite3", uri(path))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	writer.SetMaxOpenConns(1)
	if _, err := writer.Exec(`BEGIN EXCLUSIVE`); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	if _, err := OpenForeign(ctx, path, ForeignLive); !errors.Is(err, data.ErrStoreBusy) {
		t.Errorf("got %v", err)
	}
}

func TestTranslateTellsTheKindByTheCode(t *testing.T) {
	other := errors.New("other")
	for _, c := range []struct {
		err, want error
		copied    bool
	}{
		{sqlite3.Error{Code: sqlite3.ErrBusy}, data.ErrStoreBusy, false},
		{sqlite3.Error{Code: sqlite3.ErrLocked}, data.ErrStoreBusy, false},
		{sqlite3.Error{Code: sqlite3.ErrProtocol}, data.ErrStoreBusy, true},
		{sqlite3.Error{Code: sqlite3.ErrCorrupt}, data.ErrStoreCorrupt, false},
		{sqlite3.Error{Code: sqlite3.ErrNotADB}, data.ErrStoreCorrupt, false},
		{sqlite3.Error{Code: sqlite3.ErrReadonly}, data.ErrNoAccess, true},
		{sqlite3.Error{Code: sqlite3.ErrCantOpen}, data.ErrNoAccess, true},
		{sqlite3.Error{Code: sqlite3.ErrIoErr}, nil, true},
		{other, nil, false},
	} {
		wrapped := fmt.Errorf("read: %w", c.err)
		got := Translate(wrapped)
		if c.want != nil && !errors.Is(got, c.want) {
			t.Errorf("%v: %v, want %v", c.err, got, c.want)
		}
		if c.want == nil && !errors.Is(got, c.err) {
			t.Errorf("%v: %v", c.err, got)
		}
		if NeedsCopy(wrapped) != c.copied {
			t.Errorf("%v: needs a copy: %v", c.err, !c.copied)
		}
	}
	if Translate(nil) != nil || NeedsCopy(nil) {
		t.Error("nil is an error")
	}
}

func TestOwnDatabasesAreWrittenByOneAndReadByMany(t *testing.T) {
	path := filepath.Join(t.TempDir(), "own.db")
	writer, err := OpenOwnWriter(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = writer.Close() }()
	if _, err := writer.Exec(`CREATE VIRTUAL TABLE words USING fts5 (text)`); err != nil {
		t.Fatal(err)
	}
	reader, err := OpenOwnReader(t.Context(), path, 2)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	tx, err := writer.Begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := tx.Exec(`INSERT INTO words VALUES ('boat')`); err != nil {
		t.Fatal(err)
	}
	var n int
	if err := reader.QueryRow(`SELECT count(*) FROM words`).Scan(&n); err != nil || n != 0 {
		t.Errorf("before the commit: %d %v", n, err)
	}
	if err := tx.Commit(); err != nil {
		t.Fatal(err)
	}
	if err := reader.QueryRow(`SELECT count(*) FROM words WHERE words MATCH 'boat'`).Scan(&n); err != nil || n != 1 {
		t.Errorf("after the commit: %d %v", n, err)
	}
	if _, err := reader.Exec(`DELETE FROM words`); err == nil {
		t.Error("the reader writes")
	}
	var mode string
	if err := writer.QueryRow(`PRAGMA journal_mode`).Scan(&mode); err != nil || mode != "wal" {
		t.Errorf("journal mode %q %v", mode, err)
	}
}

// laidOut writes a database as its program left it when it was killed: with its -wal and -shm, all of it also in the main
// file if checkpointed is true.
func laidOut(t *testing.T, checkpointed bool) (path string) {
	t.Helper()
	from := filepath.Join(t.TempDir(), "from.sqlite")
	db, err := sql.Open("sqlite3", uri(from))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	statements := []string{`PRAGMA journal_mode=WAL`, `CREATE TABLE boats (name TEXT)`, `INSERT INTO boats VALUES ('Anna')`}
	if checkpointed {
		statements = append(statements, `PRAGMA wal_checkpoint(FULL)`)
	}
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	path = filepath.Join(t.TempDir(), "a.sqlite")
	for _, suffix := range []string{"", "-wal", "-shm"} {
		raw, err := os.ReadFile(from + suffix)
		if err == nil {
			err = os.WriteFile(path+suffix, raw, 0o600)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// contents reads the main file and the -wal.
func contents(t *testing.T, path string) string {
	t.Helper()
	main, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	wal, err := os.ReadFile(path + "-wal")
	if err != nil {
		t.Fatal(err)
	}
	return string(main) + string(wal)
}

func TestTheLastReaderLeavesEverythingAsItWas(t *testing.T) {
	for _, checkpointed := range []bool{false, true} {
		path := laidOut(t, checkpointed)
		before := contents(t, path)
		db, err := OpenForeign(t.Context(), path, ForeignLive)
		if err != nil {
			t.Fatal(err)
		}
		var name string
		if err := db.QueryRow(`SELECT name FROM boats`).Scan(&name); err != nil || name != "Anna" {
			t.Errorf("%q %v", name, err)
		}
		if err := db.Close(); err != nil {
			t.Error(err)
		}
		if contents(t, path) != before {
			t.Errorf("checkpointed %v: the files changed", checkpointed)
		}
	}
}

// Where locks are given to those who only read, as on Windows, the closing is that of a connection that may write.
func TestAConnectionThatCouldDeleteTheWALDoesNot(t *testing.T) {
	path := laidOut(t, true)
	db, err := OpenForeign(t.Context(), path, ForeignCopy)
	if err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(path + "-wal"); err != nil {
		t.Error(err)
	}
}

func TestNothingIsDeletedBesideAFileThatIsTooShort(t *testing.T) {
	for _, mode := range []ForeignMode{ForeignLive, ForeignAtRest, ForeignCopy} {
		for _, size := range []int64{0, 1, 100, 4095, 4096} {
			path := laidOut(t, false)
			if err := os.Truncate(path, size); err != nil {
				t.Fatal(err)
			}
			before := contents(t, path)
			db, err := OpenForeign(t.Context(), path, mode)
			if err == nil {
				_ = db.Close()
			}
			if size <= 1 && !errors.Is(err, data.ErrStoreCorrupt) {
				t.Errorf("mode %d: %v", mode, err)
			}
			if mode != ForeignCopy && contents(t, path) != before {
				t.Errorf("mode %d, %d bytes: the files changed", mode, size)
			}
			if _, err := os.Stat(path + "-wal"); err != nil {
				t.Errorf("mode %d, %d bytes: %v", mode, size, err)
			}
		}
	}
}

// What was looked at before a database was opened says nothing about it when it is opened again.
func TestAConnectionThatWasLostIsNotMadeAgain(t *testing.T) {
	db, err := OpenForeign(t.Context(), laidOut(t, false), ForeignLive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	_ = conn.Raw(func(any) error { return driver.ErrBadConn })
	if _, err := db.Exec(`SELECT 1`); !errors.Is(err, data.ErrStoreBusy) {
		t.Errorf("got %v", err)
	}
}

func TestAFailingDiskIsToldFromADamagedFile(t *testing.T) {
	for err, want := range map[error]bool{
		sqlite3.Error{Code: sqlite3.ErrIoErr}:                         true,
		fmt.Errorf("list: %w", sqlite3.Error{Code: sqlite3.ErrIoErr}): true,
		Translate(sqlite3.Error{Code: sqlite3.ErrCorrupt}):            false,
		sqlite3.Error{Code: sqlite3.ErrCantOpen}:                      false,
		errors.New("disk I/O error"):                                  false,
	} {
		if IsDisk(err) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}

func TestAFullDiskIsToldFromOneThatFails(t *testing.T) {
	for err, want := range map[error]bool{
		sqlite3.Error{Code: sqlite3.ErrFull}:                                                        true,
		sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EDQUOT}:                          true,
		fmt.Errorf("write: %w", sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.ENOSPC}): true,
		&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}:                                  true,
		sqlite3.Error{Code: sqlite3.ErrIoErr, SystemErrno: syscall.EIO}:                             false,
		sqlite3.Error{Code: sqlite3.ErrCantOpen}:                                                    false,
		errors.New("database or disk is full"):                                                      false,
	} {
		if IsFull(err) != want {
			t.Errorf("%v: %v", err, !want)
		}
	}
}
