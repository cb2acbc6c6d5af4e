package reconcile

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// crowd is three stores with three sessions each, of which s0 of alpha was active last.
func crowd(t *testing.T) (*world, map[string]*fakeStore) { return crowdAt(newWorld(t)) }

func crowdAt(w *world) (*world, map[string]*fakeStore) {
	stores := map[string]*fakeStore{}
	for n, agent := range []string{"alpha", "beta", "gamma"} {
		stores[agent] = w.add(agent)
		for i := range 3 {
			stores[agent].session(fmt.Sprint(agent, i), "apple").UpdatedAt = start.Add(-time.Duration(3*n+i) * time.Hour)
		}
	}
	return w, stores
}

// stir lets all sessions of all stores grow.
func stir(stores map[string]*fakeStore) {
	for _, s := range stores {
		for _, f := range s.sessions {
			f.say("pear")
		}
		s.stamp++
	}
}

func TestWhatSomebodyLooksAtComesFirst(t *testing.T) {
	for name, first := range map[string]Looked{
		"in a store that is known":    {Store: "beta.sqlite", Key: "agent:beta:beta2"},
		"in whichever store holds it": {Key: "agent:beta:beta2"},
	} {
		t.Run(name, func(t *testing.T) {
			w, stores := crowd(t)
			b := newBench(t, w)
			b.pass(t, Options{})
			stir(stores)
			if first.Store != "" {
				first.Store = stores["beta"].store.Path
			}
			w.counts()
			b.pass(t, Options{First: first})
			_, reads := w.counts()
			want := []data.SessionID{"beta2", "beta0", "beta1", "alpha0", "alpha1", "alpha2", "gamma0", "gamma1", "gamma2"}
			if diff := cmp.Diff(want, reads); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatSomebodyLooksAtComesFirstUnderABudget(t *testing.T) {
	w, stores := crowd(t)
	b := newBench(t, w)
	b.pass(t, Options{})
	stir(stores)
	w.counts()
	out := b.pass(t, Options{MaxEvents: 1, First: Looked{Key: "agent:gamma:gamma1"}})
	if _, reads := w.counts(); len(reads) != 1 || reads[0] != "gamma1" || out.Pending != 8 {
		t.Errorf("read %v, outcome %+v", reads, out)
	}
}

func TestAPassForOneSessionLeavesAllElseAlone(t *testing.T) {
	w, stores := crowd(t)
	b := newBench(t, w)
	b.pass(t, Options{})
	stir(stores)
	beta := stores["beta"]
	beta.sessions = beta.sessions[1:] // one is gone: this pass does not care
	w.counts()
	finds := 0
	w.finding = func() { finds++ }
	out := b.pass(t, Options{Only: true, First: Looked{Store: beta.store.Path, Key: "agent:beta:beta2"}})
	opens, reads := w.counts()
	if opens != 1 || finds != 0 || len(reads) != 1 || reads[0] != "beta2" {
		t.Errorf("opened %d times, looked for stores %d times, read %v", opens, finds, reads)
	}
	if !out.Changed || out.Pending != 2 || len(out.Stores) != 1 || len(b.find(t, "pear")) != 1 || len(b.find(t, "apple")) != 9 {
		t.Errorf("outcome %+v", out)
	}
	if out := b.pass(t, Options{}); out.Pending != 0 || len(b.find(t, "pear")) != 8 || len(b.find(t, "apple")) != 8 {
		t.Errorf("the pass for all: outcome %+v", out)
	}
}

func TestAPassForOneSessionWithAllItsWindowsFollowsThem(t *testing.T) {
	w := newWorld(t)
	store, old, fresh := rewound(w)
	store.session("other", "apple other")
	b := newBench(t, w)
	b.pass(t, Options{})
	fresh.messages = fresh.messages[:1]
	fresh.touch()
	store.stamp++
	only := Options{Only: true, First: Looked{Store: store.store.Path, Key: old.Key}}
	if out := b.pass(t, only); out.Pending != 0 {
		t.Errorf("outcome %+v", out)
	}
	b.like(t)
}

func TestAPassForOneSessionOfAStoreThatIsNewFindsIt(t *testing.T) {
	w, stores := crowd(t)
	b := newBench(t, w)
	out := b.pass(t, Options{Only: true, First: Looked{Store: stores["gamma"].store.Path, Key: "agent:gamma:gamma1"}})
	if opens, reads := w.counts(); opens != 1 || len(reads) != 1 || len(b.find(t, "apple")) != 1 || !out.Status.Indexing {
		t.Errorf("opened %d times, read %v, status %+v", opens, reads, out.Status)
	}
}

func TestAPassForOneSessionKeepsAStoreThatSeemsToBeGone(t *testing.T) {
	w := newWorld(t)
	alpha := w.usual(t, w.state, "alpha")
	alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	w.lose(alpha)
	w.looked = []string{w.state}
	out := b.pass(t, Options{Only: true, First: Looked{Store: alpha.store.Path, Key: "agent:alpha:one"}})
	if len(b.find(t, "apple")) != 1 || out.Pending != 1 || !out.Status.Indexing {
		t.Errorf("outcome %+v", out)
	}
	if b.pass(t, Options{}); len(b.find(t, "apple")) != 0 {
		t.Error("the pass for all did not take it away")
	}
}

func TestAPassForNoSessionDoesNothing(t *testing.T) {
	w, _ := crowd(t)
	b := newBench(t, w)
	out := b.pass(t, Options{Only: true})
	if opens, _ := w.counts(); opens != 0 || out.Changed {
		t.Errorf("opened %d times, outcome %+v", opens, out)
	}
}

func TestAPassForOneSessionRemembersHowTheOthersFare(t *testing.T) {
	w, stores := crowd(t)
	stores["gamma"].openErr = data.ErrStoreNewer
	b := newBench(t, w)
	only := Options{Only: true, First: Looked{Store: stores["alpha"].store.Path, Key: "agent:alpha:alpha0"}}
	b.pass(t, Options{MaxEvents: 4})
	out := b.pass(t, only)
	if out.Status.Pending != 2 || !out.Status.Indexing || len(out.Status.Stores) != 3 {
		t.Errorf("status %+v", out.Status)
	}
	states := map[string]data.StoreState{}
	for _, s := range out.Status.Stores {
		states[s.Store.Agent] = s.State
	}
	want := map[string]data.StoreState{"alpha": data.StoreReady, "beta": data.StoreIndexing, "gamma": data.StoreNewer}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Error(diff)
	}
	b.pass(t, Options{})
	if out := b.pass(t, only); out.Status.Pending != 0 || out.Status.Indexing {
		t.Errorf("when all is done: status %+v", out.Status)
	}
}
