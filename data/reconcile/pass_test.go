package reconcile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

func TestPassBringsTheLibraryUpToDate(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple pie", "the secret apple")
	alpha.session("two", "pear")
	w.add("beta").session("three", "apple tree")
	b := newBench(t, w)
	out := b.pass(t, Options{})
	if !out.Changed || out.Pending != 0 || len(out.Faults) != 0 || len(out.Stores) != 2 {
		t.Errorf("outcome %+v", out)
	}
	want := []string{"the *** apple", "apple tree", "apple pie"}
	if diff := cmp.Diff(want, b.find(t, "apple")); diff != "" {
		t.Error(diff)
	}
	if s := out.Stores[0]; s.State != data.StoreReady || s.Sessions != 2 || s.Messages != 3 || s.Indexed != 2 || s.Generation != 23 {
		t.Errorf("status %+v", s)
	}
}

func TestASecondPassOpensAndWritesNothing(t *testing.T) {
	w := newWorld(t)
	w.add("alpha").session("one", "apple pie", "red")
	b := newBench(t, w)
	b.pass(t, Options{})
	before := fileOf(t, b.dir)
	w.counts()
	out := b.pass(t, Options{})
	if opens, reads := w.counts(); opens != 0 || len(reads) != 0 {
		t.Errorf("opened %d times, read %v", opens, reads)
	}
	if out.Changed || fileOf(t, b.dir) != before {
		t.Error("the library was written")
	}
	if s := out.Stores[0]; s.Indexed != 1 || s.State != data.StoreReady {
		t.Errorf("status %+v", s)
	}
}

// fileOf describes the files of the library.
func fileOf(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, entry := range entries {
		info, err := entry.Info()
		if err != nil || strings.HasSuffix(entry.Name(), "-shm") || strings.HasSuffix(entry.Name(), ".lock") {
			continue
		}
		fmt.Fprintln(&all, entry.Name(), info.Size(), info.ModTime())
	}
	return all.String()
}

func TestAChangedSessionIsReadAlone(t *testing.T) {
	for name, sessions := range map[string]int{"in a small store": 2, "in a large store": 300} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			for i := range sessions {
				alpha.session(fmt.Sprint("s", i), "apple", "pear")
			}
			b := newBench(t, w)
			b.pass(t, Options{})
			w.counts()
			alpha.sessions[1].say("apple again")
			alpha.stamp++
			b.pass(t, Options{})
			opens, reads := w.counts()
			if diff := cmp.Diff([]data.SessionID{"s1"}, reads); opens != 1 || diff != "" {
				t.Errorf("opened %d times; %s", opens, diff)
			}
			if got := b.find(t, "again"); len(got) != 1 {
				t.Errorf("found %v", got)
			}
		})
	}
}

func TestAFreshStampProvesNothing(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	alpha.fresh = true
	b := newBench(t, w)
	b.pass(t, Options{})
	one.say("pear") // the stamp stays
	alpha.fresh = false
	b.pass(t, Options{})
	if got := b.find(t, "pear"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
}

func TestWhatIsGoneLeavesTheLibrary(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	alpha.session("two", "pear")
	beta := w.add("beta")
	beta.session("three", "plum")
	b := newBench(t, w)
	b.pass(t, Options{})

	alpha.sessions = alpha.sessions[1:]
	alpha.stamp++
	b.pass(t, Options{})
	if got := b.find(t, "apple OR pear"); len(got) != 1 || got[0] != "pear" {
		t.Errorf("after a session was deleted: %v", got)
	}

	delete(w.stores, beta.store.Path)
	w.found = []string{alpha.store.Path}
	b.pass(t, Options{})
	if got := b.find(t, "plum"); len(got) != 0 {
		t.Errorf("after a store was deleted: %v", got)
	}
	rows, err := b.library.Stores(t.Context())
	if err != nil || len(rows) != 1 {
		t.Errorf("stores %v %v", rows, err)
	}
}

func TestAMissingStateDirectoryKeepsItsRows(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	if err := os.RemoveAll(w.state); err != nil {
		t.Fatal(err)
	}
	delete(w.stores, alpha.store.Path)
	w.found, w.looked = nil, []string{w.state}
	out := b.pass(t, Options{})
	if got := b.find(t, "apple"); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	if len(out.Faults) != 1 || out.Faults[0].State != data.StoreMissing || out.Faults[0].Detail == "" {
		t.Errorf("faults %+v", out.Faults)
	}
}

func TestStoresThatWereNotLookedForAreNotTouched(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	delete(w.stores, alpha.store.Path)
	w.found = nil
	out := b.pass(t, Options{})
	if got := b.find(t, "apple"); len(got) != 1 || len(out.Stores) != 0 {
		t.Errorf("found %v, outcome %+v", got, out)
	}
}

func TestOneBadStoreDoesNotStopTheOthers(t *testing.T) {
	for state, err := range map[data.StoreState]error{
		data.StoreBusy: data.ErrStoreBusy, data.StoreNewer: data.ErrStoreNewer, data.StoreCorrupt: data.ErrStoreCorrupt, data.StoreNoAccess: data.ErrNoAccess,
	} {
		t.Run(string(state), func(t *testing.T) {
			w := newWorld(t)
			bad := w.add("alpha")
			bad.session("one", "apple")
			w.add("beta").session("two", "apple tree")
			b := newBench(t, w)
			bad.openErr = err
			out := b.pass(t, Options{})
			if got := b.find(t, "apple"); len(got) != 1 {
				t.Errorf("found %v", got)
			}
			if len(out.Faults) != 1 || out.Faults[0].State != state || out.Faults[0].Detail != "A hint." {
				t.Errorf("faults %+v", out.Faults)
			}
			if out = b.pass(t, Options{}); out.Changed || len(out.Faults) != 1 {
				t.Errorf("second pass %+v", out)
			}
			bad.openErr = nil
			if out = b.pass(t, Options{}); len(out.Faults) != 0 || len(b.find(t, "apple")) != 2 {
				t.Errorf("after it was mended %+v", out)
			}
		})
	}
}

func TestAStoreThatChangesWhileItIsReadIsReadAgain(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	alpha.changes = 2
	b := newBench(t, w)
	if out := b.pass(t, Options{}); len(out.Faults) != 0 || len(b.find(t, "apple")) != 1 {
		t.Errorf("outcome %+v", out)
	}
	alpha.sessions[0].say("pear")
	alpha.stamp++
	alpha.changes = 100
	out := b.pass(t, Options{})
	if len(out.Faults) != 1 || out.Faults[0].State != data.StoreBusy || len(b.find(t, "pear")) != 0 {
		t.Errorf("outcome %+v", out)
	}
	alpha.changes = 0
	if out := b.pass(t, Options{}); len(out.Faults) != 0 || len(b.find(t, "pear")) != 1 {
		t.Errorf("outcome %+v", out)
	}
}

func TestABudgetOfEventsLeavesTheRestPending(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	for i := range 5 {
		s := alpha.session(fmt.Sprint("s", i), "apple", "pear")
		s.UpdatedAt = start.Add(time.Duration(i) * time.Hour)
	}
	b := newBench(t, w)
	out := b.pass(t, Options{MaxEvents: 5})
	if out.Pending != 3 || out.Stores[0].State != data.StoreIndexing || out.Stores[0].Indexed != 2 {
		t.Errorf("outcome %+v", out)
	}
	_, reads := w.counts()
	if diff := cmp.Diff([]data.SessionID{"s4", "s3"}, reads); diff != "" {
		t.Errorf("the sessions that were active last come first: %s", diff)
	}
	if out := b.pass(t, Options{}); out.Pending != 0 || len(b.find(t, "apple")) != 5 {
		t.Errorf("outcome %+v", out)
	}
}

func TestABudgetOfEventsChargesWhatIsNewAndALittleForTheRest(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", strings.Split(strings.Repeat("apple ", 500)+"apple", " ")...)
	b := newBench(t, w)
	b.pass(t, Options{})
	one.say("pear")
	alpha.stamp++
	if out := b.pass(t, Options{MaxEvents: 10}); out.Pending != 1 {
		t.Errorf("to read 502 again costs more than 10: outcome %+v", out)
	}
	w.counts()
	if out := b.pass(t, Options{MaxEvents: 30}); out.Pending != 0 || len(b.find(t, "pear")) != 1 {
		t.Errorf("outcome %+v", out)
	}
}

func TestABudgetOfTimeStopsInTheMiddleOfASession(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	slow := alpha.session("two", strings.Split(strings.Repeat("pear ", 50)+"pear", " ")...)
	slow.UpdatedAt = start.Add(-time.Hour)
	b := newBench(t, w)
	now := start
	b.params.Now = func() time.Time { w.mu.Lock(); defer w.mu.Unlock(); return now }
	slow.before = func(i int) {
		w.mu.Lock()
		defer w.mu.Unlock()
		now = now.Add(time.Second)
	}
	out := b.pass(t, Options{Budget: 10 * time.Second})
	if out.Pending != 1 || len(b.find(t, "apple")) != 1 || len(b.find(t, "pear")) != 0 {
		t.Errorf("outcome %+v", out)
	}
}

func TestALockedLibraryIsSaid(t *testing.T) {
	w := newWorld(t)
	w.add("alpha").session("one", "apple")
	b := newBench(t, w)
	holder, err := b.library.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	holder.Report(data.Progress{Done: 3, Total: 9})
	var seen data.Progress
	out, err := b.Pass(t.Context(), Options{Budget: 150 * time.Millisecond}, func(p data.Progress) { seen = p })
	if !errors.Is(err, data.ErrLibraryLocked) || out.Pending != 1 {
		t.Errorf("outcome %+v, error %v", out, err)
	}
	if !seen.Elsewhere || seen.Done != 3 || seen.Total != 9 {
		t.Errorf("progress %+v", seen)
	}
	if err := holder.Close(); err != nil {
		t.Fatal(err)
	}
	b.pass(t, Options{})
	holder, err = b.library.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = holder.Close() }()
	w.stores[w.found[0]].stamp++ // touched, but nothing in it changed
	if out, err := b.Pass(t.Context(), Options{Budget: time.Second}, nil); err != nil || out.Pending != 0 {
		t.Errorf("with nothing to do: outcome %+v, error %v", out, err)
	}
}
