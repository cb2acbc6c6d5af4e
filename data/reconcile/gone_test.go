package reconcile

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// usual adds a store in the usual layout, with the folders that belong to it.
func (w *world) usual(t *testing.T, state, agent string) *fakeStore {
	t.Helper()
	s := &fakeStore{store: data.Store{
		Agent: agent, Path: filepath.Join(state, "agents", agent, "agent", "store.sqlite"), State: state, Kind: data.StoreOpenClaw,
	}}
	if err := os.MkdirAll(filepath.Dir(s.store.Path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(s.store.Path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	w.stores[s.store.Path] = s
	w.found = append(w.found, s.store.Path)
	return s
}

// lose takes a store away from those that are found.
func (w *world) lose(s *fakeStore) {
	delete(w.stores, s.store.Path)
	w.found = nil
	for path := range w.stores {
		w.found = append(w.found, path)
	}
}

func TestOnlyWhatWasDeletedIsForgotten(t *testing.T) {
	for name, test := range map[string]struct {
		take func(state string) error
		gone bool
	}{
		"its folder was deleted": {func(state string) error { return os.RemoveAll(filepath.Join(state, "agents", "alpha")) }, true},
		"its file was deleted":   {func(state string) error { return os.Remove(filepath.Join(state, "agents/alpha/agent/store.sqlite")) }, true},
		"all agents are gone":    {func(state string) error { return os.RemoveAll(filepath.Join(state, "agents")) }, false},
		"the agents have moved": {func(state string) error {
			return os.Rename(filepath.Join(state, "agents"), filepath.Join(state, "other"))
		}, false},
		"the directory is not there": {os.RemoveAll, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.usual(t, w.state, "alpha")
			alpha.session("one", "apple")
			b := newBench(t, w)
			b.pass(t, Options{})
			if err := test.take(w.state); err != nil {
				t.Fatal(err)
			}
			w.lose(alpha)
			w.looked = []string{w.state}
			status, err := b.Status(t.Context())
			if err != nil || len(status.Stores) != 1 || status.Stores[0].State != data.StoreMissing || status.Stores[0].Detail == "" {
				t.Errorf("status %+v, error %v", status.Stores, err)
			}
			out := b.pass(t, Options{})
			if kept := len(b.find(t, "apple")) == 1; kept == test.gone || len(out.Faults) == 1 == test.gone {
				t.Errorf("kept %v, faults %+v", kept, out.Faults)
			}
		})
	}
}

func TestStatusListsStoresThatAreNotLookedForByDefault(t *testing.T) {
	w := newWorld(t)
	alpha, beta := w.usual(t, w.state, "alpha"), w.usual(t, t.TempDir(), "beta")
	alpha.session("one", "apple")
	beta.session("two", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	w.found = []string{alpha.store.Path}
	states := func() []data.StoreState {
		status, err := b.Status(t.Context())
		if err != nil || status.Pending != 0 || status.Indexing {
			t.Errorf("status %+v, error %v", status, err)
		}
		var states []data.StoreState
		for _, s := range status.Stores {
			states = append(states, s.State)
		}
		return states
	}
	if diff := cmp.Diff([]data.StoreState{data.StoreReady, data.StoreReady}, states()); diff != "" {
		t.Error(diff)
	}
	delete(w.stores, beta.store.Path)
	if diff := cmp.Diff([]data.StoreState{data.StoreReady, data.StoreMissing}, states()); diff != "" {
		t.Error(diff)
	}
}

// move lets a state directory have another name, under which its store is found from now on, and leaves a link behind.
func (w *world) move(t *testing.T, s *fakeStore, to string) *fakeStore {
	t.Helper()
	from := s.store.State
	if err := os.Rename(from, to); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(to, from); err != nil {
		t.Fatal(err)
	}
	moved := *s
	moved.store.State, moved.store.Path = to, filepath.Join(to, "agents", s.store.Agent, "agent", "store.sqlite")
	moved.sessions = nil
	for _, session := range s.sessions {
		other := *session
		other.Store = moved.store
		moved.sessions = append(moved.sessions, &other)
	}
	w.stores[moved.store.Path] = &moved
	w.found, w.looked = []string{moved.store.Path}, []string{to, from}
	return &moved
}

func TestAStoreThatMovedAndLeftALinkIsNotDoubled(t *testing.T) {
	for name, o := range map[string]Options{"": {}, "when it is rebuilt": {Rebuild: true}, "under a budget": {MaxEvents: 100}} {
		t.Run("it is one "+name, func(t *testing.T) {
			w := newWorld(t)
			top := t.TempDir()
			alpha := w.usual(t, filepath.Join(top, ".old"), "alpha")
			alpha.session("one", "apple")
			b := newBench(t, w)
			b.pass(t, Options{})
			moved := w.move(t, alpha, filepath.Join(top, ".new"))
			if status, err := b.Status(t.Context()); err != nil || len(status.Stores) != 1 || status.Stores[0].Messages != 1 {
				t.Errorf("status %+v, error %v", status, err)
			}
			w.counts()
			for range 2 {
				out := b.pass(t, o)
				if got := b.find(t, "apple"); len(got) != 1 || out.Pending != 0 || len(out.Stores) != 1 || out.Stores[0].Messages != 1 {
					t.Errorf("found %v, outcome %+v", got, out)
				}
			}
			if _, reads := w.counts(); !o.Rebuild && len(reads) != 0 {
				t.Errorf("read %v", reads)
			}
			rows, err := b.library.Stores(t.Context())
			if err != nil || len(rows) != 1 || rows[0].Store != moved.store {
				t.Errorf("stores %+v, error %v", rows, err)
			}
		})
	}
}

func TestAStoreThatIsInTheLibraryTwiceLosesTheOldName(t *testing.T) {
	w := newWorld(t)
	top := t.TempDir()
	alpha := w.usual(t, filepath.Join(top, ".old"), "alpha")
	alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	copied := filepath.Join(top, ".new")
	second := w.usual(t, copied, "alpha")
	second.session("one", "apple")
	b.pass(t, Options{})
	if got := b.find(t, "apple"); len(got) != 2 {
		t.Fatalf("found %v", got)
	}
	if err := os.RemoveAll(copied); err != nil {
		t.Fatal(err)
	}
	w.move(t, alpha, copied)
	out := b.pass(t, Options{})
	if got := b.find(t, "apple"); len(got) != 1 || len(out.Stores) != 1 {
		t.Errorf("found %v, outcome %+v", got, out)
	}
}
