package reconcile

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// held is a pass that is held up at its second session.
type held struct {
	*bench
	pause  *Pause
	cancel context.CancelFunc
	ended  chan error
	out    Outcome
}

// holdUp begins a pass over ten sessions of two stores and waits until it is held up.
func holdUp(t *testing.T, o Options, prepare func(b *bench)) *held {
	t.Helper()
	w := newWorld(t)
	for _, agent := range []string{"alpha", "beta"} {
		s := w.add(agent)
		for i := range 5 {
			s.session(fmt.Sprint(agent, i), "apple").UpdatedAt = start.Add(-time.Duration(i) * time.Hour)
		}
	}
	h := &held{bench: newBench(t, w), pause: &Pause{}, ended: make(chan error, 1)}
	prepare(h.bench)
	w.counts()
	w.stores[w.found[0]].sessions[1].before = func(int) { h.pause.Set(true) }
	ctx, cancel := context.WithCancel(t.Context())
	h.cancel = cancel
	paused := make(chan data.Progress, 10)
	o.Pause = h.pause
	go func() {
		out, err := h.Pass(ctx, o, func(p data.Progress) {
			if p.Paused {
				paused <- p
			}
		})
		h.out = out
		h.ended <- err
	}()
	select {
	case p := <-paused:
		if !p.Running || p.Rebuilding != o.Rebuild {
			t.Errorf("progress %+v", p)
		}
	case err := <-h.ended:
		t.Fatalf("the pass was not held up: %v", err)
	}
	w.stores[w.found[0]].sessions[1].before = nil
	return h
}

func (h *held) goOn(t *testing.T) {
	t.Helper()
	h.pause.Set(false)
	if err := <-h.ended; err != nil {
		t.Fatal(err)
	}
}

func (h *held) opened() int {
	h.world.mu.Lock()
	defer h.world.mu.Unlock()
	return h.world.openReaders
}

func TestAPausedPassKeepsWhatItHasAndHoldsNothing(t *testing.T) {
	h := holdUp(t, Options{}, func(*bench) {})
	other, err := h.library.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }, Wait: time.Minute})
	if err != nil {
		t.Fatalf("the lock is held: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Fatal(err)
	}
	if n := h.opened(); n != 0 {
		t.Errorf("%d stores are open", n)
	}
	if got := len(h.find(t, "apple")); got == 0 || got == 10 {
		t.Errorf("found %d", got)
	}
	h.stores[h.found[0]].session("late", "apple")
	h.goOn(t)
	if got := len(h.find(t, "apple")); got != 11 || h.out.Pending != 0 {
		t.Errorf("found %d, outcome %+v", got, h.out)
	}
	if h.out.Done.Sessions != 11 || !h.out.Changed {
		t.Errorf("outcome %+v", h.out)
	}
}

func TestAPausedRebuildKeepsWhatItMadeAndItsLock(t *testing.T) {
	h := holdUp(t, Options{Rebuild: true}, func(b *bench) { b.pass(t, Options{}) })
	_, err := h.library.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if !errors.Is(err, data.ErrLibraryLocked) {
		t.Errorf("error %v", err)
	}
	if p, busy := h.library.Elsewhere(); !busy || !p.Paused || !p.Rebuilding {
		t.Errorf("others see %+v", p)
	}
	if n := h.opened(); n != 0 {
		t.Errorf("%d stores are open", n)
	}
	old := h.path(t)
	if got := len(h.find(t, "apple")); got != 10 {
		t.Errorf("the old one does not answer: found %d", got)
	}
	h.counts()
	h.goOn(t)
	_, reads := h.counts()
	if len(reads) == 0 || len(reads) > 9 {
		t.Errorf("read %v", reads)
	}
	if got := len(h.find(t, "apple")); got != 10 || h.path(t) == old || h.out.Done.Sessions != 10 {
		t.Errorf("found %d, outcome %+v", got, h.out)
	}
}

func TestAPausedPassEndsWithItsContext(t *testing.T) {
	for name, o := range map[string]Options{"an ordinary one": {}, "a rebuild": {Rebuild: true}} {
		t.Run(name, func(t *testing.T) {
			h := holdUp(t, o, func(b *bench) {
				if o.Rebuild {
					b.pass(t, Options{})
				}
			})
			h.cancel()
			if err := <-h.ended; !errors.Is(err, context.Canceled) {
				t.Errorf("error %v", err)
			}
			if _, busy := h.library.Elsewhere(); busy || h.opened() != 0 {
				t.Error("the lock is held, or a store is open")
			}
			if files := fileOf(t, h.dir); contains(files, "index-2.db") {
				t.Errorf("files:\n%s", files)
			}
			h.pass(t, Options{})
			if got := len(h.find(t, "apple")); got != 10 {
				t.Errorf("found %d", got)
			}
		})
	}
}

func TestAPausedPassSpendsItsBudgetWaiting(t *testing.T) {
	w := newWorld(t)
	w.add("alpha").session("one", "apple")
	b := newBench(t, w)
	pause := &Pause{}
	pause.Set(true)
	out := b.pass(t, Options{Budget: 100 * time.Millisecond, Pause: pause})
	if opens, _ := w.counts(); opens != 0 || out.Pending != 1 {
		t.Errorf("opened %d times, outcome %+v", opens, out)
	}
}

func TestAPauseDuringTheTakingAwayOfAStore(t *testing.T) {
	w := newWorld(t)
	alpha := w.usual(t, w.state, "alpha")
	for i := range 5 {
		alpha.session(fmt.Sprint("s", i), "apple")
	}
	b := newBench(t, w)
	b.pass(t, Options{})
	w.lose(alpha)
	w.looked = []string{w.state}
	pause := &Pause{}
	times := 0
	b.params.Now = func() time.Time { // is asked after each session
		if times++; times%3 == 0 {
			pause.Set(true)
		}
		return start.Add(time.Duration(times) * time.Second)
	}
	paused := 0
	out, err := b.Pass(t.Context(), Options{Pause: pause}, func(p data.Progress) {
		if p.Paused {
			paused++
			pause.Set(false)
		}
	})
	if err != nil || paused == 0 || len(b.find(t, "apple")) != 0 || out.Pending != 0 {
		t.Errorf("paused %d times, outcome %+v, error %v", paused, out, err)
	}
	b.agree(t)
}
