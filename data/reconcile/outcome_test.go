package reconcile

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
)

func TestTheOutcomeTellsAllThatStatusTells(t *testing.T) {
	for name, c := range map[string]struct {
		o      Options
		change func(t *testing.T, w *world, alpha, beta *fakeStore)
	}{
		"when all is well":                   {Options{}, func(*testing.T, *world, *fakeStore, *fakeStore) {}},
		"when nothing had changed":           {Options{}, func(_ *testing.T, _ *world, a, b *fakeStore) { a.stamp--; b.stamp-- }},
		"when something is left":             {Options{MaxEvents: 1}, func(*testing.T, *world, *fakeStore, *fakeStore) {}},
		"when a store is of a newer format":  {Options{}, func(_ *testing.T, _ *world, a, _ *fakeStore) { a.openErr = data.ErrStoreNewer }},
		"when a store may not be looked at":  {Options{}, func(_ *testing.T, _ *world, a, _ *fakeStore) { a.stampErr = data.ErrNoAccess }},
		"when a store is gone":               {Options{}, func(_ *testing.T, w *world, a, _ *fakeStore) { w.lose(a); w.looked = []string{w.state} }},
		"when a store is not looked for":     {Options{}, func(_ *testing.T, w *world, a, _ *fakeStore) { w.found = []string{a.store.Path} }},
		"when a session could not be read":   {Options{}, func(_ *testing.T, _ *world, a, _ *fakeStore) { a.sessions[0].err = data.ErrStoreCorrupt }},
		"when it is made anew":               {Options{Rebuild: true}, func(*testing.T, *world, *fakeStore, *fakeStore) {}},
		"when it is made anew for one agent": {Options{Rebuild: true, Agents: []string{"alpha"}}, func(_ *testing.T, _ *world, _, b *fakeStore) { b.stamp-- }},
		"when the sessions have no messages": {Options{}, func(_ *testing.T, _ *world, a, _ *fakeStore) { a.sessions[0].messages = nil }},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha, beta := w.usual(t, w.state, "alpha"), w.usual(t, filepath.Join(t.TempDir(), "other"), "beta")
			for i := range 3 {
				alpha.session(fmt.Sprint("a", i), "apple")
				beta.session(fmt.Sprint("b", i), "apple")
			}
			b := newBench(t, w)
			b.pass(t, Options{})
			for _, s := range []*fakeStore{alpha, beta} {
				for _, f := range s.sessions {
					f.say("pear", "plum")
				}
				s.stamp++
			}
			if name == "when nothing had changed" || c.o.Agents != nil {
				b.pass(t, Options{})
				alpha.stamp++
				beta.stamp++
			}
			c.change(t, w, alpha, beta)
			out := b.pass(t, c.o)
			w.counts()
			status, err := b.Status(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			// What the pass left undone may look closer to someone who opens the store again.
			same := cmp.Options{cmpopts.IgnoreFields(data.LibraryStatus{}, "Bytes"), cmpopts.EquateApproxTime(time.Minute)}
			if diff := cmp.Diff(status, out.Status, same); diff != "" {
				t.Error("unlike what status tells:", diff)
			}
		})
	}
}

func TestTheOutcomeOfAPassThatFoundNothingOpensNothing(t *testing.T) {
	w, _ := crowd(t)
	b := newBench(t, w)
	b.pass(t, Options{})
	w.counts()
	out := b.pass(t, Options{})
	if opens, _ := w.counts(); opens != 0 || len(out.Status.Stores) != 3 || out.Status.Library.Messages != 9 || out.Status.Indexing {
		t.Errorf("opened %d times, status %+v", opens, out.Status)
	}
}

func TestAFinderThatDoesNotAnswerDoesNotHoldAPassUp(t *testing.T) {
	w, stores := crowd(t)
	b := newBench(t, w)
	wake := make(chan struct{})
	var asked atomic.Int32
	w.finding = func() { asked.Add(1); <-wake }
	out := b.pass(t, Options{Budget: time.Second})
	if len(out.Faults) != 1 || out.Faults[0].State != data.StoreBusy || out.Faults[0].Detail == "" || !out.Status.Indexing || out.Pending == 0 {
		t.Errorf("the first time: outcome %+v", out)
	}
	// It is not asked again while it sleeps.
	if out := b.pass(t, Options{}); asked.Load() != 1 || len(out.Faults) != 1 {
		t.Errorf("asked %d times, outcome %+v", asked.Load(), out)
	}
	close(wake)
	for out = b.pass(t, Options{}); len(out.Faults) > 0; { // it takes a moment until it is known
		out = b.pass(t, Options{})
	}
	if len(b.find(t, "apple")) != 9 || out.Status.Indexing {
		t.Errorf("when it woke up: outcome %+v", out)
	}
	// Once it has answered, what it found stands in for it.
	again := make(chan struct{})
	defer close(again)
	w.finding = func() { <-again }
	stir(stores)
	out = b.pass(t, Options{Budget: time.Second})
	if len(b.find(t, "pear")) != 9 || len(out.Faults) != 1 || !out.Status.Indexing {
		t.Errorf("when it sleeps again: outcome %+v", out)
	}
}

func TestTwoLooksAtOnceDoNotTakeEachOtherForASleepingDisk(t *testing.T) {
	w, _ := crowd(t)
	b := newBench(t, w)
	b.pass(t, Options{})
	in, out := make(chan struct{}), make(chan struct{})
	var first atomic.Bool
	w.finding = func() {
		if first.CompareAndSwap(false, true) {
			close(in)
			<-out
		}
	}
	done := make(chan error, 1)
	go func() {
		_, err := b.Status(b.ctx)
		done <- err
	}()
	<-in
	if o := b.pass(t, Options{}); len(o.Faults) != 0 {
		t.Errorf("outcome %+v", o)
	}
	close(out)
	if err := <-done; err != nil {
		t.Error(err)
	}
}
