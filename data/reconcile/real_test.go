package reconcile_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/redact"
)

// setup joins a state directory with an empty library. As in the program, a source is kept and remembers what it listed; each goes
// through the given functions first.
func setup(t *testing.T, state string, through ...func(data.Source) data.Source) (*index.Library, *reconcile.Reconciler) {
	t.Helper()
	var mu sync.Mutex
	sources := map[data.Store]data.Source{}
	open := func(store data.Store) data.Source {
		mu.Lock()
		defer mu.Unlock()
		if sources[store] == nil {
			sources[store] = openclaw.NewSource(store)
			for _, f := range through {
				sources[store] = f(sources[store])
			}
		}
		return sources[store]
	}
	rules := redact.Redactor{}
	l, err := index.Open(t.Context(), index.Params{Dir: t.TempDir(), RuleStamp: rules.Stamp(), RuleVersion: rules.Version()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	r, err := reconcile.New(reconcile.Params{
		Library: l, Redactor: rules, Finder: openclaw.NewFinder(openclaw.FinderParams{States: []string{state}}),
		Open: open,
	})
	if err != nil {
		t.Fatal(err)
	}
	return l, r
}

func pass(t *testing.T, r *reconcile.Reconciler) reconcile.Outcome {
	t.Helper()
	out, err := r.Pass(t.Context(), reconcile.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(out.Faults) > 0 || out.Pending > 0 {
		t.Fatalf("outcome %+v", out)
	}
	return out
}

func total(t *testing.T, l *index.Library, match string, include data.Include) int {
	t.Helper()
	n := 0
	err := l.View(t.Context(), func(v *index.View) error {
		found, err := v.Find(t.Context(), index.FindRequest{Filter: index.Filter{Match: match, Include: include}, Limit: 500})
		n = found.Total
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestRealStoresAreReadOnceAndForAll(t *testing.T) {
	for _, folder := range []string{"2026.8.2/live", "2026.9.6/live-wal", "2026.9.6/big-rewind/2-after-reconcile", "2026.9.6/cold/1-cold"} {
		t.Run(folder, func(t *testing.T) {
			l, r := setup(t, datatest.Real(t, folder))
			if out := pass(t, r); !out.Changed {
				t.Error("nothing was read")
			}
			status, err := l.Status(t.Context())
			if err != nil || status.Messages == 0 {
				t.Fatalf("status %+v, error %v", status, err)
			}
			if out := pass(t, r); out.Changed {
				t.Error("a second pass wrote")
			}
			again, err := l.Status(t.Context())
			again.Bytes = status.Bytes // the stamp may have been too fresh to be kept at first
			if diff := cmp.Diff(status, again); err != nil || diff != "" {
				t.Error(err, diff)
			}
			noCopies(t, l)
		})
	}
}

// noCopies checks that no message of a key is there twice.
func noCopies(t *testing.T, l *index.Library) {
	t.Helper()
	err := l.View(t.Context(), func(v *index.View) error {
		rows, err := v.Sessions(t.Context(), index.SessionFilter{Include: data.Everything()})
		if err != nil {
			return err
		}
		seen := map[string]bool{}
		for _, row := range rows {
			messages, err := v.Messages(t.Context(), index.MessageRange{Session: row.Row, Rewound: true})
			if err != nil {
				return err
			}
			for _, m := range messages {
				same := fmt.Sprint(row.Store.Path, row.Key, "|", m.ID, m.Role, m.Text)
				if seen[same] {
					t.Errorf("message %s of %s is there twice", m.ID, row.Key)
				}
				seen[same] = true
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestALiveStoreIsFollowed(t *testing.T) {
	for _, generation := range datatest.Generations {
		t.Run(fmt.Sprint("generation ", generation), func(t *testing.T) {
			state := datatest.NewState(t)
			store := state.Agent("main", generation)
			release := store.Hold()
			defer release()
			store.Session("agent:main:main", "s1", datatest.Talk("apple pie", "a red apple"))
			store.Session("agent:main:other", "s2", datatest.Talk("pear tree"))
			l, r := setup(t, state.Dir)
			pass(t, r)
			if n := total(t, l, "apple", data.Include{}); n != 2 {
				t.Errorf("found %d", n)
			}
			store.Delete("agent:main:other")
			pass(t, r)
			if n := total(t, l, "pear", data.Everything()); n != 0 {
				t.Errorf("found %d after it was deleted", n)
			}
		})
	}
}
