package app

import (
	"context"
	"errors"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// job is one pass of the keeper.
type job struct {
	// rebuild makes the index anew beside the old one.
	rebuild bool
}

// keeper keeps the library up to date: the one worker that writes it. Jobs that come while one runs are done as one.
type keeper struct {
	library *library.Library
	// look is told the stores after each comparison, so that they are watched.
	look func([]data.StoreStatus)
	send func(message)
	jobs chan job
	stop context.CancelFunc
	done chan struct{}
	// told is set once the window knows the stores.
	told bool
}

// refreshEvery is how often answers are refreshed while a pass goes on: often enough to see a first index grow.
const refreshEvery = 2 * time.Second

// growth tells when a pass has added enough for the answers to be worth a refresh.
type growth struct {
	done int
	at   time.Time
}

// due is true at most once in refreshEvery, and only after further sessions are done. A rebuild is not seen until its end.
func (g *growth) due(p data.Progress, now time.Time) bool {
	if p.Rebuilding || p.Done <= g.done || now.Sub(g.at) < refreshEvery {
		return false
	}
	g.done, g.at = p.Done, now
	return true
}

func openKeeper(ctx context.Context, lib *library.Library, look func([]data.StoreStatus), send func(message)) *keeper {
	ctx, stop := context.WithCancel(ctx)
	k := &keeper{library: lib, look: look, send: send, jobs: make(chan job, 1), stop: stop, done: make(chan struct{})}
	go k.loop(ctx)
	return k
}

// ask asks for a pass. A rebuild that waits is not replaced by less.
func (k *keeper) ask(j job) {
	select {
	case k.jobs <- j:
		return
	default:
	}
	select {
	case waiting := <-k.jobs:
		j.rebuild = j.rebuild || waiting.rebuild
	default:
	}
	select {
	case k.jobs <- j:
	default: // somebody else asked in between
	}
}

// close cancels the pass and waits; what it committed stays.
func (k *keeper) close() {
	k.stop()
	<-k.done
}

func (k *keeper) loop(ctx context.Context) {
	defer close(k.done)
	for {
		select {
		case <-ctx.Done():
			return
		case j := <-k.jobs:
			k.run(ctx, j)
		}
	}
}

// run makes one pass and tells what came of it. Before the first one it tells what there is: a first index takes minutes,
// in which agents are to be chosen and the window is to say that messages are missing.
func (k *keeper) run(ctx context.Context, j job) {
	if !k.told {
		k.tellStatus(ctx, nil)
	}
	grown := growth{at: time.Now()}
	outcome, err := k.library.Pass(ctx, reconcile.Options{Rebuild: j.rebuild, Force: j.rebuild}, func(p data.Progress) {
		k.send(state.Progressed{Progress: p})
		if grown.due(p, time.Now()) {
			k.send(changed{})
		}
	})
	if ctx.Err() != nil {
		return
	}
	k.send(state.Progressed{})
	k.tellStatus(ctx, err)
	if outcome.Changed || j.rebuild {
		k.send(changed{})
	}
}

// tellStatus tells how library and stores fare, and why the pass failed if it did.
func (k *keeper) tellStatus(ctx context.Context, pass error) {
	status, err := k.library.Status(ctx)
	if ctx.Err() != nil {
		return
	}
	if err = errors.Join(pass, err); err != nil {
		k.send(state.LibraryFailed{Failure: failureOf(err)})
		return
	}
	k.told = true
	k.look(status.Stores)
	k.send(state.StatusTold{Status: status})
}
