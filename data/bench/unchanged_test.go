package bench_test

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/redact"
)

const (
	// unchangedStores is how many stores are asked whether they changed, unchangedTalks how many sessions each has.
	unchangedStores = 20
	unchangedTalks  = 50
	// unchangedTries is how many times: a single one is too short to be timed.
	unchangedTries = 40
)

// counted counts how often a store is opened.
type counted struct {
	data.Source
	opened *atomic.Int64
}

func (c counted) Open(ctx context.Context) (data.Reader, error) {
	c.opened.Add(1)
	return c.Source.Open(ctx)
}

// unchanged is a library of many stores that have rested for an hour, with all its sources.
type unchanged struct {
	reconciler *reconcile.Reconciler
	opened     atomic.Int64
}

func newUnchanged(tb testing.TB, stores, talks int) *unchanged {
	tb.Helper()
	state := datatest.NewState(tb).Config(`{session: {store: "{agentId}.json"}}`)
	for n := range stores {
		state.Agent(fmt.Sprint("agent", n), datatest.V23).Fill(talks, 4, func(s, m int) string { return fmt.Sprint("talk ", s, " says ", m) })
	}
	rest(tb, state.Dir)
	redactor := redact.Redactor{}
	library, err := index.Open(tb.Context(), index.Params{Dir: filepath.Join(tb.TempDir(), "library"), RuleStamp: redactor.Stamp(), RuleVersion: redactor.Version()})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = library.Close() })
	u := &unchanged{}
	u.reconciler, err = reconcile.New(reconcile.Params{
		Library: library, Finder: openclaw.NewFinder(openclaw.FinderParams{States: []string{state.Dir}}), Redactor: redactor,
		Open: func(s data.Store) data.Source { return counted{openclaw.NewSource(s), &u.opened} },
	})
	if err != nil {
		tb.Fatal(err)
	}
	if out := u.pass(tb); !out.Changed {
		tb.Fatal("the first pass changed nothing")
	}
	u.opened.Store(0)
	return u
}

// rest gives all files a time at which no change can still be going on.
func rest(tb testing.TB, dir string) {
	tb.Helper()
	then := time.Now().Add(-time.Hour)
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chtimes(path, then, then)
	})
	if err != nil {
		tb.Fatal(err)
	}
}

func (u *unchanged) pass(tb testing.TB) reconcile.Outcome {
	tb.Helper()
	out, err := u.reconciler.Pass(tb.Context(), reconcile.Options{}, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return out
}

// TestACheckThatFindsNothingOpensNoStore guards what BenchmarkUnchanged measures.
func TestACheckThatFindsNothingOpensNoStore(t *testing.T) {
	u := newUnchanged(t, 3, 2)
	out := u.pass(t)
	if out.Changed || len(out.Faults) > 0 || len(out.Stores) != 3 {
		t.Errorf("a pass over 3 unchanged stores: changed %v, faults %v, %d stores", out.Changed, out.Faults, len(out.Stores))
	}
	if n := u.opened.Load(); n != 0 {
		t.Errorf("%d stores were opened to find out that nothing changed", n)
	}
}

// BenchmarkUnchanged measures the check that nothing changed.
func BenchmarkUnchanged(b *testing.B) {
	u := newUnchanged(b, unchangedStores, unchangedTalks)
	var times []time.Duration
	for b.Loop() {
		for range unchangedTries {
			times = append(times, timed(b, func() error { u.pass(b); return nil }))
		}
	}
	b.ReportMetric(quantile(times, 0.5), "median-ms")
	b.ReportMetric(quantile(times, 0.95), "p95-ms")
}
