package watcher

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// DefaultMost is how many directories are watched at most. An agent has four: 200 agents are normal, and Linux of old gave
// one user 8,192 for all programs. What is beyond is polled.
const DefaultMost = 2048

// Params are the needs of a Watcher. Hint is required; the others default to the constants of this package.
type Params struct {
	// Hint is called when something may have changed, and when nothing was told for long. It must return at once.
	Hint func()
	// Slow is called with true when the system begins to tell of less than it was asked for, so that hints come at intervals,
	// and with false when that has ended. It must return at once. Neither it nor Hint is called twice at a time. May be nil.
	Slow func(bool)

	First, Quiet, Longest, Poll, Sweep time.Duration
	Most                               int
}

// Watcher watches places. Its methods may be called from any goroutine.
type Watcher struct {
	params Params
	open   func() (source, error)
	costly bool
	stop   context.CancelFunc
	// The listener, which gives the hints, and the setter, which asks the system to tell, each have a goroutine: asking may
	// take long on a sleeping disk, and on Windows is only answered while somebody listens.
	listened, set chan struct{}
	wake, work    chan struct{}

	mu     sync.Mutex
	wanted []Place
	asked  int // counts the calls of Watch
	source source
	sights map[string]*sight
	found  found
}

// found is what the setter tells the listener.
type found struct {
	// news is true if something is looked at that was not before.
	news bool
	// poll is that of the plan; less is true if the system tells of less than it was asked for.
	poll, less bool
	// asked is the call of Watch that was done last.
	asked int
}

// Open starts a Watcher that watches nothing yet. A system that gives no events is no error: hints come at intervals then.
func Open(ctx context.Context, p Params) (*Watcher, error) {
	return openOn(ctx, p, openSystem, costly)
}

func openOn(ctx context.Context, p Params, open func() (source, error), costly bool) (*Watcher, error) {
	if p.Hint == nil {
		return nil, errors.New("open watcher: a receiver of hints is needed")
	}
	p.Most = cmp.Or(p.Most, DefaultMost)
	ctx, stop := context.WithCancel(ctx)
	w := &Watcher{
		params: p, open: open, costly: costly, stop: stop, sights: map[string]*sight{},
		listened: make(chan struct{}), set: make(chan struct{}),
		wake: make(chan struct{}, 1), work: make(chan struct{}, 1),
	}
	w.reopen()
	w.found.less = w.source == nil
	go w.listen(ctx)
	go w.setting(ctx)
	return w, nil
}

// Close ends the watching and waits. No hint comes afterwards.
func (w *Watcher) Close() error {
	w.stop()
	<-w.set
	<-w.listened
	if w.source == nil {
		return nil
	}
	return w.source.Close()
}

// Watch replaces the places that are watched. It returns at once; a hint follows if it made anything new to be watched, since
// what happened there before was not told. It is to be called after each comparison, also with the same places: it costs
// little, and looks whether they are still the same directories.
func (w *Watcher) Watch(places []Place) {
	w.mu.Lock()
	w.wanted, w.asked = slices.Clone(places), w.asked+1
	w.mu.Unlock()
	poke(w.work)
}

// poke leaves a note for whoever waits on a channel of one slot.
func poke(c chan<- struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}
