package command

import (
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

func TestClocksThatAreWrongHideNothing(t *testing.T) {
	future, past := time.Now().AddDate(5, 0, 0), time.Unix(86400, 0)
	for _, c := range []struct {
		name string
		// files is the time that the store's files have after each change, ours the time at which we look.
		files, ours func(n int) time.Time
	}{
		{"the files are of the future", func(int) time.Time { return future }, func(int) time.Time { return evening }},
		{"the files are of the past", func(n int) time.Time { return past.Add(time.Duration(n) * time.Second) }, func(int) time.Time { return evening }},
		{"the clock of the files goes back", func(n int) time.Time { return time.Now().AddDate(0, 0, -n) }, func(int) time.Time { return evening }},
		{"our clock goes back", func(int) time.Time { return time.Now() }, func(n int) time.Time { return evening.AddDate(0, 0, -n) }},
		{"our clock is of the past", func(int) time.Time { return time.Now() }, func(int) time.Time { return past }},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newStage(t)
			state := datatest.NewState(t)
			work := state.Agent("work", datatest.V23).Flood("sand", 1, 5)
			for n := range 4 {
				s.now = c.ours(n)
				id := fmt.Sprint("k", n, "-")
				said := []time.Time{future, past, evening, time.Now()}[n]
				work.Session(fmt.Sprint("agent:work:", id), id, datatest.TalkAt(id, said, "kelp", "kelp"))
				for _, suffix := range []string{"", "-wal"} {
					if err := os.Chtimes(work.Path+suffix, c.files(n), c.files(n)); err != nil && suffix == "" {
						t.Fatal(err)
					}
				}
				for range 2 {
					if a := s.search(t, "--state", state.Dir, "kelp"); a.Total != 2*(n+1) || a.Indexing || len(a.Faults) > 0 {
						t.Errorf("%d of %d messages are found, indexing %v, faults %+v", a.Total, 2*(n+1), a.Indexing, a.Faults)
					}
				}
				work.Exec(`UPDATE session_windows SET transcript_updated_at = 1, updated_at = 1 WHERE session_id = 'sand0'`) // and the clock of the store
			}
			if a := s.search(t, "--state", state.Dir, "sand"); a.Total != 5 {
				t.Errorf("%d old messages are found", a.Total)
			}
		})
	}
}

// A store that is replaced by another file, as a restored backup is, is found as the one or as the other and never as a mixture.
func TestAStoreThatIsReplacedWhileItIsReadIsNeverMixed(t *testing.T) {
	s := newStage(t)
	state, others := datatest.NewState(t), datatest.NewState(t)
	store := state.Agent("main", datatest.V23).Flood("tide", 30, 20)
	other := others.Agent("main", datatest.V23).Flood("tide", 50, 20)
	lib, err := library.Open(t.Context(), library.Params{Folder: filepath.Join(s.home, "library"), States: []string{state.Dir}, Copies: filepath.Join(s.home, "copies")})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lib.Close() }()
	spare := filepath.Join(filepath.Dir(store.Path), "spare")
	copyOf(t, other.Path, spare)
	exchange := func() error { // the place is never empty
		third := store.Path + ".third"
		if err := os.Link(store.Path, third); err != nil {
			return err
		}
		if err := os.Rename(spare, store.Path); err != nil {
			return err
		}
		return os.Rename(third, spare)
	}
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
			}
			if err := exchange(); err != nil {
				t.Error(err)
				return
			}
		}
	})
	look := func() data.Results {
		if _, err := lib.Pass(t.Context(), reconcile.Options{}, nil); err != nil {
			t.Fatal(err)
		}
		results, err := lib.Search(t.Context(), data.Query{Text: "tide"})
		if err != nil {
			t.Fatal(err)
		}
		return results
	}
	totals := map[int]int{}
	for range 40 {
		totals[look().Total]++
	}
	close(done)
	group.Wait()
	delete(totals, 0)
	delete(totals, 600)
	delete(totals, 1000)
	if len(totals) > 0 {
		t.Errorf("mixtures were found: %v", totals)
	}
	if err := os.Rename(spare, store.Path); err != nil {
		t.Fatal(err)
	}
	if last := look(); last.Total != 600 && last.Total != 1000 || last.Indexing || len(last.Faults) > 0 {
		t.Errorf("at the end: %d, indexing %v, faults %+v", last.Total, last.Indexing, last.Faults)
	}
}
