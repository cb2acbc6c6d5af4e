package search

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
)

// DefaultDebounce is the pause in the typing after which a search starts. The index is local and a search can be cancelled,
// so it is shorter than the 200 to 300 ms of programs that ask a server.
const DefaultDebounce = 120 * time.Millisecond

// Moments at which a search that still runs is announced.
const (
	DefaultShowLine = 150 * time.Millisecond
	DefaultShowText = time.Second
)

// Ask is one search. Tag comes back with its outcome.
type Ask struct {
	Query data.Query
	Tag   any
	// Scope, if set, is asked for the query's scope before the search, on the Runner's own goroutines.
	Scope func(context.Context) (data.Scope, error)
	// Now skips the pause, for a chosen filter or a refreshed answer.
	Now bool
}

// Outcome is the end of a search, or, while Waiting is not zero, the news that it still runs since so long.
type Outcome struct {
	Tag     any
	Results data.Results
	Err     error
	Waiting time.Duration
}

// Params are the needs of a Runner. Searcher and Deliver are required.
type Params struct {
	Searcher data.Searcher
	// Deliver is called from the Runner's goroutine, one call at a time. An outcome that is no longer the newest is not delivered.
	Deliver                      func(Outcome)
	Debounce, ShowLine, ShowText time.Duration
}

// Runner runs one search at a time. Its methods may be called from any goroutine.
type Runner struct {
	params Params
	asks   chan Ask
	stop   context.CancelFunc
	done   chan struct{}

	mu      sync.Mutex
	current int
	cancel  context.CancelFunc
}

// Open starts a Runner. Close ends it.
func Open(ctx context.Context, p Params) (*Runner, error) {
	if p.Searcher == nil || p.Deliver == nil {
		return nil, errors.New("open search runner: a searcher and a receiver are needed")
	}
	if p.Debounce == 0 {
		p.Debounce = DefaultDebounce
	}
	if p.ShowLine == 0 {
		p.ShowLine = DefaultShowLine
	}
	if p.ShowText == 0 {
		p.ShowText = DefaultShowText
	}
	ctx, stop := context.WithCancel(ctx)
	r := &Runner{params: p, asks: make(chan Ask, 1), stop: stop, done: make(chan struct{}), cancel: func() {}}
	go r.loop(ctx)
	return r, nil
}

// Close cancels the running search and waits for its end. Nothing is delivered afterwards.
func (r *Runner) Close() {
	r.Cancel()
	r.stop()
	<-r.done
}

// Search asks anew: the running search is cancelled, and its outcome is not delivered.
func (r *Runner) Search(ask Ask) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.giveUp()
	r.asks <- ask
}

// Cancel ends the running search; its outcome is not delivered.
func (r *Runner) Cancel() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.giveUp()
}

// giveUp cancels the search that runs and takes away the one that has not begun. The caller holds the lock.
func (r *Runner) giveUp() {
	r.current++
	r.cancel()
	select {
	case <-r.asks:
	default:
	}
}

func (r *Runner) loop(ctx context.Context) {
	defer close(r.done)
	for {
		select {
		case <-ctx.Done():
			return
		case ask := <-r.asks:
			r.run(ctx, ask)
		}
	}
}

// run searches, unless a newer ask comes first.
func (r *Runner) run(ctx context.Context, ask Ask) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	generation, ok := r.begin(cancel)
	if !ok {
		return
	}
	if !ask.Now && !pause(ctx, r.params.Debounce) {
		return
	}
	outcome := make(chan Outcome, 1)
	go func() {
		results, err := r.answer(ctx, ask)
		outcome <- Outcome{Tag: ask.Tag, Results: results, Err: err}
	}()
	r.deliver(generation, r.await(generation, ask, outcome))
}

// answer searches through the eyes that the ask names.
func (r *Runner) answer(ctx context.Context, ask Ask) (data.Results, error) {
	if ask.Scope != nil {
		scope, err := ask.Scope(ctx)
		if err != nil {
			return data.Results{}, fmt.Errorf("find out what the session may see: %w", err)
		}
		ask.Query.Scope = scope
	}
	return r.params.Searcher.Search(ctx, ask.Query)
}

// begin makes this search the one that a newer ask cancels. It is false when a newer ask is there already.
func (r *Runner) begin(cancel context.CancelFunc) (generation int, ok bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.asks) > 0 {
		return 0, false
	}
	r.cancel = cancel
	return r.current, true
}

// await waits for the search, which ends soon after it is cancelled, and announces it if it takes long.
func (r *Runner) await(generation int, ask Ask, outcome <-chan Outcome) Outcome {
	line := time.NewTimer(r.params.ShowLine)
	defer line.Stop()
	text := time.NewTimer(r.params.ShowText)
	defer text.Stop()
	for {
		select {
		case end := <-outcome:
			return end
		case <-line.C:
			r.deliver(generation, Outcome{Tag: ask.Tag, Waiting: r.params.ShowLine})
		case <-text.C:
			r.deliver(generation, Outcome{Tag: ask.Tag, Waiting: r.params.ShowText})
		}
	}
}

// deliver hands the outcome over if no newer ask came.
func (r *Runner) deliver(generation int, outcome Outcome) {
	r.mu.Lock()
	newest := generation == r.current
	r.mu.Unlock()
	if newest {
		r.params.Deliver(outcome)
	}
}

// pause waits, or is false if ctx ends first.
func pause(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
