package command

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/datatest"
)

// oddStores are what may become of the store of one agent, beside another one that is well. All of it is about four messages that
// say "sand", of which the second is so long that it is packed.
var oddStores = []struct {
	name  string
	spoil func(t *testing.T, work *datatest.Store)
	// state is what it counts as, found how many of the messages are found where nothing was known of it before, unreadable how
	// many events are said to be unreadable.
	state             string
	found, unreadable int
}{
	{"it is empty", func(t *testing.T, work *datatest.Store) { write(t, work.Path, ""); age(t, work.Path) }, "corrupt", 0, 0},
	{"it is just being made", func(t *testing.T, work *datatest.Store) { write(t, work.Path, "") }, "busy", 0, 0},
	{"it is text", func(t *testing.T, work *datatest.Store) { write(t, work.Path, strings.Repeat("no database ", 999)) }, "corrupt", 0, 0},
	{"its end is missing", func(t *testing.T, work *datatest.Store) { shorten(t, work.Path) }, "corrupt", 0, 0},
	{"its pages are noise", func(t *testing.T, work *datatest.Store) { spoilPages(t, work.Path) }, "corrupt", 0, 0},
	{"a folder came in its place", func(t *testing.T, work *datatest.Store) {
		if err := errors.Join(os.Remove(work.Path), os.Mkdir(work.Path, 0o700)); err != nil {
			t.Fatal(err)
		}
	}, "corrupt", 0, 0},
	{"it has a -wal without a -shm", func(t *testing.T, work *datatest.Store) {
		crashed(t, work.Path, func() { work.Append("w1", datatest.More("n", "m3", datatest.Start, "sand in the wal")...) })
	}, "ready", 5, 0},
	{"it has a -shm without a -wal", func(t *testing.T, work *datatest.Store) { write(t, work.Path+"-shm", strings.Repeat("\x00", 32768)) }, "ready", 4, 0},
	{"it is of a newer version with more columns", func(_ *testing.T, work *datatest.Store) {
		for _, table := range []string{"transcript_events", "session_windows", "session_nodes"} {
			work.Exec(`ALTER TABLE ` + table + ` ADD COLUMN of_tomorrow TEXT NOT NULL DEFAULT 'x'`)
		}
		work.Exec(`CREATE TABLE of_tomorrow (x)`)
		work.Exec(`PRAGMA user_version=99`)
	}, "ready", 4, 0},
	{"it is of a newer version without the old tables", func(_ *testing.T, work *datatest.Store) {
		work.Exec(`ALTER TABLE transcript_events RENAME TO transcript_lines`)
		work.Exec(`PRAGMA user_version=99`)
	}, "newer", 0, 0},
	{"tables are missing", func(_ *testing.T, work *datatest.Store) {
		work.Exec(`ALTER TABLE transcript_events RENAME TO transcript_lines`)
	}, "corrupt", 0, 0},
	{"a packed event is damaged", func(_ *testing.T, work *datatest.Store) {
		work.Exec(`UPDATE transcript_events SET event_zstd = CAST(substr(event_zstd, 1, length(event_zstd) / 2) || zeroblob(40) AS BLOB) WHERE seq = 2`)
		work.Exec(`UPDATE session_windows SET transcript_updated_at = transcript_updated_at + 1`)
	}, "ready", 3, 1},
	{"an event is cut off", func(_ *testing.T, work *datatest.Store) {
		work.Exec(`UPDATE transcript_events SET event_json = substr(event_json, 1, length(event_json) - 9) WHERE seq = 3`)
		work.Exec(`UPDATE session_windows SET transcript_updated_at = transcript_updated_at + 1`)
	}, "ready", 3, 1},
	{"an event is noise", func(_ *testing.T, work *datatest.Store) {
		work.Exec(`UPDATE transcript_events SET event_json = CAST(x'ff00fe7b22' AS TEXT) WHERE seq = 3`)
		work.Exec(`UPDATE session_windows SET transcript_updated_at = transcript_updated_at + 1`)
	}, "ready", 3, 1},
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func age(t *testing.T, path string) {
	t.Helper()
	old := time.Now().Add(-time.Hour)
	if err := os.Chtimes(path, old, old); err != nil {
		t.Fatal(err)
	}
}

func shorten(t *testing.T, path string) {
	t.Helper()
	if err := os.Truncate(path, 3*4096+100); err != nil {
		t.Fatal(err)
	}
}

func spoilPages(t *testing.T, path string) {
	t.Helper()
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 4096; i < len(raw); i++ {
		raw[i] = 0xa5
	}
	write(t, path, string(raw))
}

func TestAnOddStoreIsNamedAndNothingElseSuffers(t *testing.T) {
	for _, odd := range oddStores {
		for _, before := range []string{"known", "new"} {
			if before == "new" && strings.HasPrefix(odd.name, "a folder") {
				continue // a folder that was never a store is none
			}
			t.Run(odd.name+", "+before, func(t *testing.T) {
				s := newStage(t)
				state := datatest.NewState(t)
				state.Agent("main", datatest.V23).Flood("reef", 2, 10)
				work := state.Agent("work", datatest.V23).Session("agent:work:main", "w1",
					datatest.Talk("sand one", "sand "+strings.Repeat("packed ", 400), "sand three", "sand four"))
				saved := filepath.Join(t.TempDir(), "saved")
				copyOf(t, work.Path, saved)
				found := odd.found
				if before == "known" {
					s.sees(t, state.Dir, 4, "ready", 0)
					if odd.state != "ready" || odd.unreadable > 0 {
						found = max(found, 4) // what was read once is not lost
					}
				}
				odd.spoil(t, work)
				there := entriesOf(t, filepath.Dir(work.Path))
				if odd.unreadable > 0 {
					found = odd.found
				}
				s.sees(t, state.Dir, found, odd.state, odd.unreadable)
				if diff := cmp.Diff(there, entriesOf(t, filepath.Dir(work.Path))); diff != "" {
					t.Errorf("beside it (-before +after):\n%s", diff)
				}
				for _, suffix := range []string{"", "-wal", "-shm"} {
					if err := os.RemoveAll(work.Path + suffix); err != nil {
						t.Fatal(err)
					}
				}
				copyOf(t, saved, work.Path)
				s.sees(t, state.Dir, 4, "ready", 0)
			})
		}
	}
}

func entriesOf(t *testing.T, dir string) map[string]int64 {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int64{}
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil {
			t.Fatal(err)
		}
		sizes[entry.Name()] = info.Size()
	}
	return sizes
}

// sees searches both stores and asks how they are: the first is always well.
func (s *stage) sees(t *testing.T, state string, found int, want string, unreadable int) {
	t.Helper()
	if a := s.search(t, "--state", state, "reef"); a.Total != 20 {
		t.Errorf("%d of 20 messages of the other agent are found", a.Total)
	}
	a := s.search(t, "--state", state, "sand")
	if a.Total != found {
		t.Errorf("%d of %d messages are found", a.Total, found)
	}
	switch {
	case want == "ready" && len(a.Faults) > 0, want != "ready" && len(a.Faults) != 1:
		t.Errorf("faults %+v", a.Faults)
	case want != "ready" && (a.Faults[0].Agent != "work" || a.Faults[0].State != want || !strings.HasSuffix(a.Faults[0].Detail, ".")):
		t.Errorf("fault %+v", a.Faults[0])
	}
	var status statusJSON
	got := s.run("status", "--json", "--state", state)
	if err := json.Unmarshal([]byte(got.out), &status); err != nil || len(status.Stores) != 2 {
		t.Fatalf("%v, %+v", err, got)
	}
	for _, store := range status.Stores {
		switch {
		case store.Agent == "main" && (store.State != "ready" || store.Detail != ""):
			t.Errorf("the other agent: %+v", store)
		case store.Agent == "work" && (string(store.State) != want || (want == "ready") != (store.Detail == "") || store.Unreadable != unreadable):
			t.Errorf("status %+v", store)
		}
	}
	if want != "ready" || unreadable > 0 { // a person is told, too
		if got := s.run("status", "--state", state); !strings.Contains(got.out, `agent "work"`) {
			t.Errorf("status says %s", got.out)
		}
	}
}
