package index

import (
	"context"
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestWhatIsNotOursIsSetAside(t *testing.T) {
	foreign := func(t *testing.T, path string) {
		db, err := sql.Open("sqlite3", path)
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = db.Close() }()
		if _, err := db.Exec("CREATE TABLE diary (entry); INSERT INTO diary VALUES ('dear diary')"); err != nil {
			t.Fatal(err)
		}
	}
	text := func(t *testing.T, path string) { write(t, path, "this is no database but somebody's letter") }
	folder := func(t *testing.T, path string) {
		if err := os.Mkdir(path, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(path, "letter"), "a letter")
	}
	for name, make := range map[string]func(*testing.T, string){"another database": foreign, "a text": text, "a folder": folder} {
		for _, pointer := range []string{"index-1.db\n", ""} {
			t.Run(name+" with pointer "+strings.TrimSpace(pointer), func(t *testing.T) {
				dir := t.TempDir()
				make(t, filepath.Join(dir, "index-1.db"))
				write(t, filepath.Join(dir, "index-1.db-wal"), "its log")
				if pointer != "" {
					write(t, filepath.Join(dir, currentName), pointer)
				}
				before := content(t, filepath.Join(dir, "index-1.db"))
				l := open(t, dir)
				status, err := l.Status(t.Context())
				if err != nil || status.Aside == "" {
					t.Fatalf("status %+v, error %v", status, err)
				}
				if content(t, status.Aside) != before || !exists(status.Aside+"-wal") {
					t.Error("what was set aside changed")
				}
				w := writer(t, l)
				put(t, w, session("alpha", "one"), talk("apple"))
				consistentAfter(t, l, w)
			})
		}
	}
}

func consistentAfter(t *testing.T, l *Library, w *Writer) {
	t.Helper()
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	consistent(t, l)
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func content(t *testing.T, path string) string {
	t.Helper()
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		path = filepath.Join(path, "letter")
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func TestAnAbsurdPointerIsSetAsideAndTheLibraryFoundAgain(t *testing.T) {
	for _, pointer := range []string{"../../etc/passwd", "", "index-0.db", "index-1.db\x00", strings.Repeat("x", 10_000), "index-99999999999.db"} {
		t.Run(pointer[:min(len(pointer), 20)], func(t *testing.T) {
			dir := t.TempDir()
			l := open(t, dir)
			put(t, writer(t, l), session("alpha", "one"), talk("apple"))
			_ = l.Close()
			write(t, filepath.Join(dir, currentName), pointer)
			l = open(t, dir)
			if got := texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}})); len(got) != 1 {
				t.Errorf("found %v", got)
			}
			status, err := l.Status(t.Context())
			if err != nil || !strings.HasPrefix(filepath.Base(status.Aside), "current.aside-") || content(t, status.Aside) != pointer {
				t.Errorf("status %+v, error %v", status, err)
			}
		})
	}
}

func TestAPointerToNothingBeginsANewFile(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, currentName), "index-7.db")
	status, err := open(t, dir).Status(t.Context())
	if err != nil || filepath.Base(status.Path) != "index-8.db" || status.Aside != "" {
		t.Errorf("status %+v, error %v", status, err)
	}
}

func TestANewerSchemaIsNotTouched(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	path := current(t, l)
	_ = l.Close()
	err := withWriter(t.Context(), path, func(db *sql.DB) error {
		_, err := db.Exec("PRAGMA user_version = 9000; CREATE TABLE later (x)")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	before := content(t, path)
	_, err = Open(t.Context(), Params{Dir: dir})
	var own *Error
	if !errors.Is(err, data.ErrStoreNewer) || !errors.As(err, &own) || own.Hint != hintNewer {
		t.Errorf("error %v", err)
	}
	if content(t, path) != before {
		t.Error("the file changed")
	}
}

func TestAFileWhoseMakingWasCutOffIsFinished(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "index-1.db"), "")
	write(t, filepath.Join(dir, currentName), "index-1.db\n")
	l := open(t, dir)
	status, err := l.Status(t.Context())
	if err != nil || status.Aside != "" || status.Schema != 3 || filepath.Base(status.Path) != "index-1.db" {
		t.Errorf("status %+v, error %v", status, err)
	}
}

func TestADeletedFolderIsMadeAgain(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	l := open(t, dir)
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	put(t, writer(t, l), session("alpha", "one"), talk("apple"))
	if got := texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}})); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

func TestAnotherProcessSwitchesTheFile(t *testing.T) {
	dir := t.TempDir()
	l, other := open(t, dir), open(t, dir)
	put2 := func(l *Library, text string) {
		w, err := l.Rebuild(t.Context(), WriteParams{Redact: mask})
		if err != nil {
			t.Fatal(err)
		}
		put(t, w, session("alpha", "one"), talk(text))
		if got := find(t, l, FindRequest{Filter: Filter{Match: "apple"}}); got.Total != 0 {
			t.Errorf("the new file is seen too early")
		}
		if err := errors.Join(w.Switch(t.Context()), w.Close()); err != nil {
			t.Fatal(err)
		}
	}
	old := current(t, l)
	err := l.View(t.Context(), func(v *View) error {
		put2(other, "apple")
		if !exists(old) {
			t.Error("a file that is looked at was deleted")
		}
		_, err := v.Sessions(t.Context(), SessionFilter{})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}})); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	_ = other.Close()
	open(t, dir)
	if exists(old) || exists(old+"-wal") || exists(old+"-shm") || exists(old+lockSuffix) {
		t.Error("the old file is still there")
	}
}

func TestARebuildThatIsNotSwitchedToIsDeleted(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	w, err := l.Rebuild(t.Context(), WriteParams{Redact: mask})
	if err != nil {
		t.Fatal(err)
	}
	put(t, w, session("alpha", "one"), talk("apple"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	var names []string
	entries, _ := os.ReadDir(dir)
	for _, entry := range entries {
		if !strings.HasSuffix(entry.Name(), lockSuffix) {
			names = append(names, entry.Name())
		}
	}
	want := []string{"current", "index-1.db", "index-1.db-shm", "index-1.db-wal"}
	if diff := cmp.Diff(want, names); diff != "" {
		t.Error(diff)
	}
}

func TestWritersTakeTurns(t *testing.T) {
	dir := t.TempDir()
	first := writer(t, open(t, dir))
	other := open(t, dir)
	if _, err := other.Write(t.Context(), WriteParams{Redact: mask}); !errors.Is(err, data.ErrLibraryLocked) {
		t.Errorf("error %v", err)
	}
	if p, busy := other.Elsewhere(); !busy || !p.Running || !p.Elsewhere {
		t.Errorf("progress %+v", p)
	}
	waiting := make(chan struct{}, 100)
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		<-waiting
		_ = first.Close()
	}()
	w, err := other.Write(t.Context(), WriteParams{Redact: mask, Wait: -1, Waiting: func() {
		select {
		case waiting <- struct{}{}:
		default:
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	<-closed
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if _, busy := other.Elsewhere(); busy {
		t.Error("still busy")
	}
}

func TestAFullDiskIsSaid(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	if _, err := w.conn.ExecContext(t.Context(), "PRAGMA max_page_count = 60"); err != nil {
		t.Fatal(err)
	}
	sw, err := w.Session(t.Context(), SessionParams{Session: session("alpha", "one")})
	if err != nil {
		t.Fatal(err)
	}
	if err := sw.Put(t.Context(), talk(strings.Repeat("apple pie ", 50_000)), false); err != nil {
		t.Fatal(err)
	}
	err = errors.Join(sw.Finish(t.Context(), "one", 0), w.Commit(t.Context()))
	var own *Error
	if !errors.As(err, &own) || own.Hint != hintFull {
		t.Errorf("error %v", err)
	}
	consistentAfter(t, l, w)
}

func TestAViewEndsSoonAfterItsContext(t *testing.T) {
	l := open(t, t.TempDir())
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Millisecond)
	defer cancel()
	err := l.View(ctx, func(v *View) error {
		var n int
		return v.row(ctx, `WITH RECURSIVE c (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c`, nil, &n)
	})
	if !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("error %v", err)
	}
	if _, err := l.Status(t.Context()); err != nil {
		t.Errorf("the library is usable no more: %v", err)
	}
}

func TestAClosedLibraryGivesAnError(t *testing.T) {
	l := open(t, t.TempDir())
	_ = l.Close()
	if _, err := l.Status(t.Context()); !errors.Is(err, errClosed) {
		t.Errorf("error %v", err)
	}
}
