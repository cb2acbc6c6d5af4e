package app

import (
	"context"
	"sync"
)

// newest runs one job at a time and only the newest one: a job that is asked for cancels the one that runs.
type newest struct {
	jobs   chan func(context.Context)
	stop   context.CancelFunc
	done   chan struct{}
	mu     sync.Mutex
	cancel context.CancelFunc
}

func openNewest(ctx context.Context) *newest {
	ctx, stop := context.WithCancel(ctx)
	n := &newest{jobs: make(chan func(context.Context), 1), stop: stop, done: make(chan struct{}), cancel: func() {}}
	go n.loop(ctx)
	return n
}

// ask puts job in the place of whatever waits or runs; nil only cancels.
func (n *newest) ask(job func(context.Context)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.cancel()
	select {
	case <-n.jobs:
	default:
	}
	if job != nil {
		n.jobs <- job
	}
}

// close cancels and waits.
func (n *newest) close() {
	n.stop()
	<-n.done
}

func (n *newest) loop(ctx context.Context) {
	defer close(n.done)
	for {
		select {
		case <-ctx.Done():
			return
		case job := <-n.jobs:
			n.run(ctx, job)
		}
	}
}

func (n *newest) run(ctx context.Context, job func(context.Context)) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n.mu.Lock()
	n.cancel = cancel
	superseded := len(n.jobs) > 0
	n.mu.Unlock()
	if !superseded {
		job(ctx)
	}
}
