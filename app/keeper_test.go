package app

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// fakeShelf is a library whose passes last as long as the test says.
type fakeShelf struct {
	mu sync.Mutex
	// lasts is how long a full pass or a rebuild takes; others are over at once.
	lasts     time.Duration
	progress  data.Progress
	outcome   reconcile.Outcome
	err       error
	elsewhere bool
	// passes are the options of all passes, and statuses counts the looks at the stores.
	passes   []reconcile.Options
	ended    []error
	statuses int
}

func (f *fakeShelf) Pass(ctx context.Context, o reconcile.Options, tell func(data.Progress)) (reconcile.Outcome, error) {
	f.mu.Lock()
	f.passes = append(f.passes, o)
	lasts, p, err := f.lasts, f.progress, f.err
	f.mu.Unlock()
	if o.Only || o.Budget > 0 {
		lasts = 0
	}
	p.Running, p.Rebuilding = true, o.Rebuild || p.Rebuilding
	for began := time.Now(); time.Since(began) < lasts && ctx.Err() == nil; {
		if p.Paused = o.Pause.On(); p.Paused {
			tell(p)
			if o.Pause.Wait(ctx) != nil {
				break
			}
		}
		tell(p)
		select {
		case <-ctx.Done():
		case <-time.After(250 * time.Millisecond):
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = append(f.ended, err)
	return f.outcome, err
}

func (f *fakeShelf) Status(context.Context) (data.Status, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.statuses++
	return f.outcome.Status, nil
}

func (f *fakeShelf) Elsewhere() (data.Progress, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return data.Progress{Running: true, Elsewhere: true, Rebuilding: true, Done: 1, Total: 9}, f.elsewhere
}

func (f *fakeShelf) set(change func(*fakeShelf)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// pass gives the options of a pass, and how it ended if it has.
func (f *fakeShelf) pass(i int) (reconcile.Options, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i < len(f.ended) {
		return f.passes[i], f.ended[i]
	}
	return f.passes[i], nil
}

// kinds tells what each pass was for.
func (f *fakeShelf) kinds() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var kinds []string
	for _, o := range f.passes {
		switch {
		case o.Rebuild:
			kinds = append(kinds, "rebuild")
		case o.Only:
			kinds = append(kinds, "only")
		case o.Budget > 0:
			kinds = append(kinds, "small")
		default:
			kinds = append(kinds, "full")
		}
	}
	return kinds
}

// kept is a keeper over a fake library, with all that it told.
type kept struct {
	*keeper
	*fakeShelf
	t     *testing.T
	mu    sync.Mutex
	heard []message
}

// keep runs a test in a world of its own, where time passes when all wait.
func keep(t *testing.T, test func(*kept)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := &kept{fakeShelf: &fakeShelf{}, t: t}
		k.outcome.Status.Library = data.LibraryStatus{Path: "/library", Messages: 1}
		k.keeper = openKeeper(t.Context(), k.fakeShelf, func() {}, func(m message) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.heard = append(k.heard, m)
		})
		defer k.keeper.close()
		test(k)
	})
}

// after lets time pass.
func (k *kept) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (k *kept) want(kinds ...string) {
	k.t.Helper()
	synctest.Wait()
	if diff := cmp.Diff(kinds, k.kinds()); diff != "" {
		k.t.Errorf("passes (-want +got):\n%s", diff)
	}
}

// told gives the messages of one type.
func told[T any](k *kept) []T {
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	var list []T
	for _, m := range k.heard {
		if m, ok := m.(T); ok {
			list = append(list, m)
		}
	}
	return list
}

var talk = reconcile.Looked{Store: "/store", Key: "agent:main:main"}
