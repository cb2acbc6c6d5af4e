package openclaw_test

import (
	"context"
	"database/sql"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

func newStore(t *testing.T) *datatest.Store {
	t.Helper()
	return datatest.NewState(t).Agent("main", datatest.V19).Session("agent:main:a", "a1", datatest.Talk("hello"))
}

// pass opens, lists and reads, with private copies in temp.
func pass(ctx context.Context, store data.Store, temp string) ([]string, error) {
	source := openclaw.NewSource(store)
	source.TempDir = temp
	r, err := source.Open(ctx)
	if err != nil {
		return nil, err
	}
	var texts []string
	list, err := r.Sessions(ctx)
	for _, s := range list {
		if err == nil {
			_, err = r.Messages(ctx, s.ID, data.Reading{Message: func(m data.Message) error { texts = append(texts, m.Text); return nil }})
		}
	}
	return texts, errors.Join(err, r.Unchanged(), r.Close())
}

// arrangements are the ways in which a store can lie on the disk, by the letters of the opening protocol.
var arrangements = []struct {
	name    string
	arrange func(t *testing.T, s *datatest.Store)
}{
	{"A: live", func(_ *testing.T, s *datatest.Store) {
		s.Hold()
		s.Append("a1", datatest.More("n", "m0", datatest.Start, "in the wal")...)
	}},
	{"B: at rest", func(*testing.T, *datatest.Store) {}},
	{"C: a -wal without -shm", func(t *testing.T, s *datatest.Store) { crash(t, s, "-wal") }},
	{"C: a -shm without -wal", func(t *testing.T, s *datatest.Store) {
		if err := os.WriteFile(s.Path+"-shm", make([]byte, 32768), 0o600); err != nil {
			t.Fatal(err)
		}
	}},
	{"A: both left by a crash", func(t *testing.T, s *datatest.Store) { crash(t, s, "-wal", "-shm") }},
	{"D: a journal left by a crash", hotJournal},
	{"E: without a WAL", func(_ *testing.T, s *datatest.Store) { s.Exec(`PRAGMA journal_mode=DELETE`) }},
}

// crash puts back what lay beside a store while it was written, as a killed program leaves it.
func crash(t *testing.T, s *datatest.Store, suffixes ...string) {
	t.Helper()
	release := s.Hold()
	s.Append("a1", datatest.More("n", "m0", datatest.Start, "in the wal")...)
	kept := map[string][]byte{}
	for _, suffix := range append(suffixes, "") {
		raw, err := os.ReadFile(s.Path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		kept[suffix] = raw
	}
	release()
	for suffix, raw := range kept {
		if err := os.WriteFile(s.Path+suffix, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// hotJournal leaves a store as a program that was killed in the middle of a commit without WAL: the main file is half
// written, and only the journal knows what it was.
func hotJournal(t *testing.T, s *datatest.Store) {
	t.Helper()
	s.Exec(`PRAGMA journal_mode=DELETE`)
	db, err := sql.Open("sqlite3", "file:"+s.Path+"?_cache_size=2")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	db.SetMaxOpenConns(1)
	for _, statement := range []string{
		`PRAGMA cache_spill=1`, `BEGIN IMMEDIATE`, `DELETE FROM transcript_events`, `CREATE TABLE spill (x)`,
		`WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 300) INSERT INTO spill SELECT zeroblob(3000) FROM n`,
	} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	main, err := os.ReadFile(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	journal, err := os.ReadFile(s.Path + "-journal")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(`ROLLBACK`); err != nil {
		t.Fatal(err)
	}
	for path, raw := range map[string][]byte{s.Path: main, s.Path + "-journal": journal} {
		if err := os.WriteFile(path, raw, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

func wanted(name string) []string {
	if strings.HasPrefix(name, "A") || strings.HasPrefix(name, "C: a -wal") {
		return []string{"hello", "in the wal"}
	}
	return []string{"hello"}
}

func TestReadingLeavesNothingBesideAStore(t *testing.T) {
	for _, c := range arrangements {
		t.Run(c.name, func(t *testing.T) {
			store := newStore(t)
			c.arrange(t, store)
			temp := t.TempDir()
			before := listing(t, filepath.Dir(store.Path))
			got, err := pass(t.Context(), store.Ref(), temp)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(wanted(c.name), got); diff != "" {
				t.Errorf("texts (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, listing(t, filepath.Dir(store.Path))); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
			if left := listing(t, temp); len(left) != 1 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

func TestAStoreThatCannotBeReadSaysWhy(t *testing.T) {
	for _, c := range []struct {
		name  string
		spoil func(t *testing.T, s *datatest.Store)
		want  error
		state data.StoreState
	}{
		{"an empty file", func(t *testing.T, s *datatest.Store) { write(t, s.Path, nil); age(t, s.Path) }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"a file that is just being made", func(t *testing.T, s *datatest.Store) { write(t, s.Path, nil) }, data.ErrStoreBusy, data.StoreBusy},
		{"an empty file with a -wal and a -shm", func(t *testing.T, s *datatest.Store) { emptied(t, s, "-wal", "-shm") }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"a file of one byte with a -wal and a -shm", func(t *testing.T, s *datatest.Store) {
			emptied(t, s, "-wal", "-shm")
			write(t, s.Path, []byte("S"))
			age(t, s.Path)
		}, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"an empty file with a -wal", func(t *testing.T, s *datatest.Store) { emptied(t, s, "-wal") }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"an empty file with a journal", func(t *testing.T, s *datatest.Store) { hotJournal(t, s); write(t, s.Path, nil); age(t, s.Path) }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"a few bytes", func(t *testing.T, s *datatest.Store) { write(t, s.Path, []byte("hello")) }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"garbage", func(t *testing.T, s *datatest.Store) { write(t, s.Path, []byte(strings.Repeat("no database ", 1000))) }, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"a damaged page", damage, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"no file", func(t *testing.T, s *datatest.Store) {
			if err := os.Remove(s.Path); err != nil {
				t.Fatal(err)
			}
		}, fs.ErrNotExist, data.StoreMissing},
		{"a folder in its place", func(t *testing.T, s *datatest.Store) {
			if err := errors.Join(os.Remove(s.Path), os.Mkdir(s.Path, 0o700)); err != nil {
				t.Fatal(err)
			}
		}, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"tables of a newer version", func(_ *testing.T, s *datatest.Store) {
			s.Exec(`ALTER TABLE transcript_events RENAME TO transcript_lines`)
			s.Exec(`PRAGMA user_version=40`)
		}, data.ErrStoreNewer, data.StoreNewer},
		{"tables missing", func(_ *testing.T, s *datatest.Store) {
			s.Exec(`ALTER TABLE transcript_events RENAME TO transcript_lines`)
		}, data.ErrStoreCorrupt, data.StoreCorrupt},
		{"a lock without WAL", func(t *testing.T, s *datatest.Store) {
			s.Exec(`PRAGMA journal_mode=DELETE`)
			lock(t, s, `BEGIN EXCLUSIVE`)
		}, data.ErrStoreBusy, data.StoreBusy},
		{"a lock with WAL", func(t *testing.T, s *datatest.Store) {
			lock(t, s, `INSERT INTO session_key_contract (id, main_key, updated_at) VALUES (1, 'main', 1) ON CONFLICT DO NOTHING`, `PRAGMA locking_mode=EXCLUSIVE`, `BEGIN EXCLUSIVE`, `UPDATE session_windows SET updated_at = 5`)
		}, data.ErrStoreBusy, data.StoreBusy},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := newStore(t)
			c.spoil(t, store)
			before := listing(t, filepath.Dir(store.Path))
			_, err := pass(t.Context(), store.Ref(), t.TempDir())
			var fault *data.StoreError
			if !errors.As(err, &fault) || !errors.Is(err, c.want) || data.StateOf(err) != c.state {
				t.Fatalf("got %v, want %v in a *data.StoreError", err, c.want)
			}
			if fault.Op == "" || fault.Agent != "main" || fault.Path != store.Path || !strings.HasSuffix(fault.Hint, ".") {
				t.Errorf("%+v", fault)
			}
			if diff := cmp.Diff(before, listing(t, filepath.Dir(store.Path))); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
		})
	}
}

// emptied leaves a store as a full disk does, or a restoring that was cut off: only what lies beside it is whole.
func emptied(t *testing.T, s *datatest.Store, suffixes ...string) {
	t.Helper()
	crash(t, s, suffixes...)
	write(t, s.Path, nil)
	for _, suffix := range append(suffixes, "") {
		age(t, s.Path+suffix)
	}
}

// age makes a file an hour old.
func age(t *testing.T, path string) {
	t.Helper()
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

func write(t *testing.T, path string, raw []byte) {
	t.Helper()
	if err := os.WriteFile(path, raw, 0o600); err != nil {
		t.Fatal(err)
	}
}

// damage overwrites everything behind the first page.
func damage(t *testing.T, s *datatest.Store) {
	t.Helper()
	raw, err := os.ReadFile(s.Path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(raw); i++ {
		raw[i] = 0xA5
	}
	write(t, s.Path, raw)
}

func lock(t *testing.T, s *datatest.Store, statements ...string) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+s.Path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAHigherVersionWithTheSameTablesIsRead(t *testing.T) {
	store := newStore(t)
	store.Exec(`PRAGMA user_version=40`)
	got, err := pass(t.Context(), store.Ref(), t.TempDir())
	if err != nil || len(got) != 1 {
		t.Errorf("%v %v", got, err)
	}
}

func TestAChangeDuringAPassIsNoticed(t *testing.T) {
	t.Run("at rest, another program begins to write", func(t *testing.T) {
		store := newStore(t)
		r := open(t, store.Ref())
		store.Append("a1", datatest.More("n", "m0", datatest.Start, "more")...)
		if err := r.Unchanged(); !errors.Is(err, data.ErrStoreChanged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("live, another file takes the place", func(t *testing.T) {
		store, other := newStore(t), newStore(t)
		store.Hold()
		r := open(t, store.Ref())
		if err := r.Unchanged(); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(other.Path, store.Path); err != nil {
			t.Fatal(err)
		}
		if err := r.Unchanged(); !errors.Is(err, data.ErrStoreChanged) {
			t.Errorf("got %v", err)
		}
	})
	t.Run("live, what is appended is seen by the same reader", func(t *testing.T) {
		store := newStore(t)
		store.Hold()
		r := open(t, store.Ref())
		before := sessions(t, r)[0].Fingerprint
		store.Append("a1", datatest.More("n", "m0", datatest.Start, "more")...)
		if got := said(t, r, "a1"); len(got) != 2 || sessions(t, r)[0].Fingerprint == before {
			t.Errorf("%v", got)
		}
	})
}

func TestAStampChangesWithTheFilesAndIsFreshForTwoSeconds(t *testing.T) {
	store := newStore(t)
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(store.Path, old, old); err != nil {
		t.Fatal(err)
	}
	source := openclaw.NewSource(store.Ref())
	first, fresh, err := source.Stamp(t.Context())
	if err != nil || fresh {
		t.Fatalf("%v, fresh %v", err, fresh)
	}
	if _, err := pass(t.Context(), store.Ref(), t.TempDir()); err != nil {
		t.Fatal(err)
	}
	if again, _, _ := source.Stamp(t.Context()); again != first {
		t.Errorf("reading changed the stamp: %s, before %s", again, first)
	}
	store.Hold()
	changed, fresh, err := source.Stamp(t.Context())
	if err != nil || changed == first || !fresh {
		t.Errorf("after a write: %s, fresh %v, %v", changed, fresh, err)
	}
	source.Now = func() time.Time { return time.Now().Add(3 * time.Second) }
	if _, fresh, _ := source.Stamp(t.Context()); fresh {
		t.Error("still fresh after three seconds")
	}
	_, _, err = openclaw.NewSource(data.Store{Agent: "x", Path: store.Path + ".gone"}).Stamp(t.Context())
	var fault *data.StoreError
	if !errors.As(err, &fault) || !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a store that is gone gives %v", err)
	}
}

func TestACancelledPassSaysSo(t *testing.T) {
	store := newStore(t)
	r := open(t, store.Ref())
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := r.Sessions(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Messages(ctx, "a1", data.Reading{}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
