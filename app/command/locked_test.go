package command

import (
	"database/sql"
	"path/filepath"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// A store that another program keeps locked costs nobody else anything: the others are searched, what is known of it is found,
// it is named where something new cannot be read, and it is read by itself as soon as that is possible.
func TestALockedStoreIsNamedAndReadWhenItIsFree(t *testing.T) {
	for name, test := range map[string]struct {
		lock []string
		// reads is true where SQLite lets others read meanwhile, or where they can read a copy.
		reads bool
	}{
		"a writer that begins exclusively": {[]string{`BEGIN EXCLUSIVE`}, true},
		"a program that lets nobody in": {[]string{
			`UPDATE session_windows SET updated_at = updated_at`, `PRAGMA locking_mode=EXCLUSIVE`, `BEGIN EXCLUSIVE`, `UPDATE session_windows SET updated_at = updated_at`,
		}, false},
		"an exclusive writer without WAL": {[]string{`PRAGMA journal_mode=DELETE`, `BEGIN EXCLUSIVE`}, false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			state, work := sea(t)
			p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}}
			p.index(t)
			work.Append("sand0", datatest.More("kelp", "sand0-m13", datatest.Start, "kelp 139", "139 kelp")...)
			free := locked(t, work.Path, test.lock...)
			found := 0
			if test.reads {
				found = 2
			}
			a := p.search(t, "139")
			if a.Total != 40+found || test.reads != (len(a.Faults) == 0) {
				t.Errorf("%d messages are found, faults %+v", a.Total, a.Faults)
			}
			for _, fault := range a.Faults {
				if fault.Agent != "work" || fault.State != "busy" || fault.Detail == "" {
					t.Errorf("fault %+v", fault)
				}
			}
			if old := p.search(t, "sand"); old.Total != 42 {
				t.Errorf("%d old messages are found", old.Total)
			}
			for _, store := range p.status(t).Stores {
				if busy := store.Agent == "work" && !test.reads; busy != (store.State == "busy") {
					t.Errorf("status %+v", store)
				}
			}
			free()
			if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing || len(a.Faults) > 0 {
				t.Errorf("when it is free: %+v", a)
			}
			for _, store := range p.status(t).Stores {
				if store.State != "ready" || store.Detail != "" {
					t.Errorf("status when it is free: %+v", store)
				}
			}
		})
	}
}

// locked has this process lock a store as another program would; free ends that.
func locked(t *testing.T, path string, statements ...string) (free func()) {
	t.Helper()
	db, err := sql.Open("sqlite3", "file:"+path)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	t.Cleanup(func() { _ = db.Close() })
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatalf("%s: %v", statement, err)
		}
	}
	return func() {
		t.Helper()
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}
