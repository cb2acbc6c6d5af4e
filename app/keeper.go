package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// shelf is what the keeper works on: the open library, outside tests.
type shelf interface {
	Pass(ctx context.Context, o reconcile.Options, progress func(data.Progress)) (reconcile.Outcome, error)
	Status(ctx context.Context) (data.Status, error)
	// Elsewhere tells how far a writer has come that is at work now.
	Elsewhere() (data.Progress, bool)
}

// shelved is an open library as a shelf.
type shelved struct{ *library.Library }

func (s shelved) Elsewhere() (data.Progress, bool) { return s.Index.Elsewhere() }

// keeper keeps the library up to date: the one worker that writes it. What is asked of it while it works is done as one.
type keeper struct {
	shelf shelf
	// look is called after each comparison, so that what was found is watched.
	look func()
	send func(message)
	wake chan struct{}
	stop context.CancelFunc
	done chan struct{}
	// pause holds up the pass at work.
	pause reconcile.Pause

	mu     sync.Mutex
	wants  wants
	looked reconcile.Looked
	hold   state.Hold
	// now is the pass at work, or nil.
	now *pass
	// patience is how long a pass goes on before it gives way to the session that is looked at.
	patience time.Duration

	// What follows belongs to the loop: the window knows the stores; something was committed that the answers do not show yet;
	// another process was at work; and how large the library was when it was last told of.
	told, unshown, other bool
	library              data.LibraryStatus
}

// wants is what was asked for and not begun.
type wants struct {
	check, only, rebuild bool
	// agents are those whose histories are read again by a rebuild; none means all.
	agents []string
}

func openKeeper(ctx context.Context, shelf shelf, look func(), send func(message)) *keeper {
	ctx, stop := context.WithCancel(ctx)
	k := &keeper{
		shelf: shelf, look: look, send: send, wake: make(chan struct{}, 1), stop: stop, done: make(chan struct{}),
		patience: leastPatience,
	}
	go k.loop(ctx)
	return k
}

// close cancels the pass and waits; what it committed stays.
func (k *keeper) close() {
	k.stop()
	<-k.done
}

// The reasons why a pass is cancelled while the program goes on.
var (
	// errGaveWay: something else comes first; the pass begins again afterwards.
	errGaveWay = errors.New("another pass comes first")
	// errCancelled: the person does not want it.
	errCancelled = errors.New("cancelled by the person")
)

// leastPatience is how long a pass goes on at least. It doubles whenever a pass gives way, until one comes to its end: a
// gateway that never rests could else keep a large session from ever being read whole.
const leastPatience = 2 * time.Second

// check asks for a comparison of all stores. A pass that stands still makes way for it.
func (k *keeper) check() {
	k.want(func(w *wants) {
		w.check = true
		if k.now != nil && k.now.progress.Paused {
			k.giveWay()
		}
	})
}

// hint tells that a store may have changed. A long pass gives way to the session that somebody looks at.
func (k *keeper) hint() {
	k.want(func(w *wants) {
		w.check = true
		w.only = k.giveWay() || w.only
	})
}

// lookAt tells which session somebody looks at; behind tells that the library may lack some of it.
func (k *keeper) lookAt(looked reconcile.Looked, behind bool) {
	k.want(func(w *wants) {
		k.looked = looked
		w.only = w.only || behind
		if behind && k.giveWay() {
			w.check = true
		}
	})
}

// rebuild asks for the index of these agents to be made again; none means all. A pass that does so anyway goes on.
func (k *keeper) rebuild(agents []string) {
	k.want(func(w *wants) {
		k.setHold(state.HoldNone)
		if k.now != nil && k.now.remakes(agents) {
			return
		}
		w.again(agents)
		if k.now != nil && k.now.kind == passFull {
			w.check = true
			k.now.end(errGaveWay)
		}
	})
}

// again adds agents to those whose index is made again.
func (w *wants) again(agents []string) {
	if w.rebuild && (len(w.agents) == 0 || len(agents) == 0) {
		agents = nil
	} else if w.rebuild {
		agents = slices.Compact(slices.Sorted(slices.Values(slices.Concat(w.agents, agents))))
	}
	w.rebuild, w.agents = true, agents
}

// want notes what is asked for and wakes the loop.
func (k *keeper) want(ask func(*wants)) {
	k.mu.Lock()
	ask(&k.wants)
	k.mu.Unlock()
	select {
	case k.wake <- struct{}{}:
	default: // it is awake
	}
}

// giveWay cancels a pass that stands still, so that small changes are brought in meanwhile, or one that is long at work, in favour
// of the session that is looked at; it tells whether it did. A rebuild would lose all that it has done, and a pass that waits for
// another process would only wait again.
func (k *keeper) giveWay() bool {
	p := k.now
	if p == nil || p.over || p.kind != passFull || p.progress.Elsewhere || p.progress.Rebuilding {
		return false
	}
	if !p.progress.Paused {
		if k.looked.Key == "" || time.Since(p.began) < k.patience {
			return false
		}
		k.patience *= 2
	}
	p.end(errGaveWay)
	return true
}

// holdUp pauses the work or has it go on.
func (k *keeper) holdUp(hold state.Hold) {
	k.want(func(w *wants) {
		k.setHold(hold)
		w.check = w.check || hold == state.HoldNone
	})
}

// cancel ends the work at the person's wish, and tells what holds from then on: a cancelled rebuild leaves nothing to be done,
// anything else stays undone until the person lets it go on.
func (k *keeper) cancel() state.Hold {
	hold := state.HoldStopped
	k.want(func(w *wants) {
		if w.rebuild || k.now != nil && k.now.kind == passRebuild {
			hold = state.HoldNone
		}
		w.rebuild, w.agents = false, nil
		if k.now != nil {
			k.now.end(errCancelled)
		}
		k.setHold(hold)
	})
	return hold
}

// held tells how the work is held up now.
func (k *keeper) held() state.Hold {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.hold
}

// setHold is for the holder of the mutex.
func (k *keeper) setHold(hold state.Hold) {
	k.hold = hold
	k.pause.Set(hold == state.HoldPaused)
}
