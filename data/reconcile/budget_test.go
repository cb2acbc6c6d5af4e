package reconcile

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// holding wraps a world so that opening one store takes as long as a lock is held, whatever the context says.
func holding(w *world, slow *fakeStore, takes time.Duration) func(data.Store) data.Source {
	return func(store data.Store) data.Source {
		if store == slow.store {
			return &slowSource{fakeSource{w, store}, takes}
		}
		return w.source(store)
	}
}

type slowSource struct {
	fakeSource
	takes time.Duration
}

func (s *slowSource) Open(ctx context.Context) (data.Reader, error) {
	time.Sleep(s.takes)
	return nil, s.fail(data.ErrStoreBusy)
}

func TestAStoreThatDoesNotAnswerLeavesTimeForTheOthers(t *testing.T) {
	w := newWorld(t)
	slow := w.add("alpha")
	slow.session("one", "apple")
	beta := w.add("beta")
	b := newBench(t, w)
	b.pass(t, Options{})
	for i := range 3 {
		slow.stamp++
		beta.session(fmt.Sprint("s", i), "pear")
		b.params.Open = holding(w, slow, time.Second)
		began := time.Now()
		out := b.pass(t, Options{Budget: 600 * time.Millisecond})
		if took := time.Since(began); took > 900*time.Millisecond {
			t.Errorf("took %v", took)
		}
		if n := b.count(t, "pear"); n != i+1 || len(out.Faults) != 1 || out.Pending == 0 || out.Faults[0].State != data.StoreBusy {
			t.Errorf("round %d: found %d, outcome %+v", i, n, out)
		}
	}
	b.params.Open = w.source
	if out := b.pass(t, Options{}); len(out.Faults) != 0 || out.Pending != 0 {
		t.Errorf("when it answers: outcome %+v", out)
	}
}

func TestALongSessionThatGrewDoesNotFitIntoASmallBudget(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	big := alpha.session("big", strings.Split(strings.Repeat("apple ", 999)+"apple", " ")...)
	b := newBench(t, w)
	b.pass(t, Options{})
	big.say("pear")
	alpha.session("small", "pear")
	w.counts()
	out := b.pass(t, Options{MaxEvents: 20})
	if _, reads := w.counts(); out.Pending != 1 || len(reads) != 1 || reads[0] != "small" {
		t.Errorf("read %v, outcome %+v", reads, out)
	}
}

func TestASessionThatIsTooLongToBeReadInTimeIsNotBegun(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	big := alpha.session("big", "apple")
	big.Events = 100_000
	b := newBench(t, w)
	b.pass(t, Options{})
	big.say("pear")
	big.Events = 100_001
	alpha.stamp++
	w.counts()
	out := b.pass(t, Options{Budget: time.Second})
	if _, reads := w.counts(); out.Pending != 1 || len(reads) != 0 {
		t.Errorf("read %v, outcome %+v", reads, out)
	}
	if out := b.pass(t, Options{}); out.Pending != 0 || len(b.find(t, "pear")) != 1 {
		t.Errorf("without a budget: outcome %+v", out)
	}
}

func TestWhatAnotherProcessDidMeanwhileIsNotPending(t *testing.T) {
	w := newWorld(t)
	for _, agent := range []string{"alpha", "beta"} {
		w.add(agent).session(agent, "apple")
	}
	dir := t.TempDir()
	m := &masker{stamp: "rules-1"}
	first, second := newBenchAt(t, w, dir, m), newBenchAt(t, w, dir, m)
	holder, err := first.library.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	// As soon as the second one has listed the stores and waits, the first one does all.
	done := false
	out, err := second.Pass(t.Context(), Options{}, func(p data.Progress) {
		if opens, _ := w.counts(); opens > 0 && p.Elsewhere && !done {
			done = true
			if err := holder.Close(); err != nil {
				t.Error(err)
			}
			first.pass(t, Options{})
		}
	})
	if err != nil || !done || out.Changed || out.Pending != 0 || out.Stores[0].Indexed != 1 || out.Stores[0].State != data.StoreReady {
		t.Errorf("done %v, outcome %+v, error %v", done, out, err)
	}
}

func TestARebuildKeepsStoresThatItDoesNotReadUpToDate(t *testing.T) {
	w := newWorld(t)
	w.add("alpha").session("one", "apple")
	beta := w.add("beta")
	beta.session("two", "apple tree", "pear")
	old := beta.session("old", "plum", "cherry")
	copyOf(beta, old, "new", 1)
	old.Superseded = true
	bad := beta.session("bad", "never")
	bad.err = data.ErrStoreCorrupt
	b := newBench(t, w)
	b.pass(t, Options{})
	w.counts()
	out := b.pass(t, Options{Rebuild: true, Agents: []string{"alpha"}})
	status, err := b.Status(t.Context())
	if err != nil || status.Pending != 0 || status.Indexing || out.Pending != 0 {
		t.Errorf("status %+v, error %v", status, err)
	}
	if s := status.Stores[1]; s.Unreadable != 1 || s.Detail == "" || s.Messages != 4 {
		t.Errorf("status %+v", s)
	}
	b.pass(t, Options{})
	if opens, reads := w.counts(); opens != 1 || len(reads) != 1 {
		t.Errorf("opened %d times, read %v", opens, reads)
	}
}
