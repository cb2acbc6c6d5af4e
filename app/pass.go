package app

import (
	"context"
	"errors"
	"slices"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/views/words"
)

// passKind is what a pass of the keeper is for.
type passKind uint8

const (
	// passFull brings everything up to date; by itself it makes the index anew after a change of the rules.
	passFull passKind = iota
	// passOnly brings in the session that is looked at.
	passOnly
	// passSmall brings in small changes, while the person holds up the rest.
	passSmall
	// passRebuild makes the index anew beside the old one.
	passRebuild
)

// pass is one run of the keeper.
type pass struct {
	kind   passKind
	agents []string
	began  time.Time
	cancel context.CancelCauseFunc
	// over is true once it was cancelled: it may take a moment to end.
	over bool
	// progress is the last that was told, and paused is true once it stood still.
	progress data.Progress
	paused   bool
	grown    growth
}

// end cancels the pass. It is for the holder of the keeper's mutex, while the pass is at work.
func (p *pass) end(why error) {
	p.over = true
	p.cancel(why)
}

// remakes tells whether the pass makes the index of these agents again; none means all. A pass does so by itself after a change of
// the rules.
func (p *pass) remakes(agents []string) bool {
	switch {
	case p.over:
		return false
	case p.kind == passFull:
		return p.progress.Rebuilding && !p.progress.Elsewhere
	case p.kind != passRebuild:
		return false
	case len(p.agents) == 0:
		return true
	default:
		return len(agents) > 0 && !slices.ContainsFunc(agents, func(a string) bool { return !slices.Contains(p.agents, a) })
	}
}

const (
	// onlyBudget bounds the pass for the session that is looked at: time enough for a very long one, and too little to begin
	// with making the whole index anew.
	onlyBudget = 20 * time.Second
	// tellAfter is how long a pass goes on before the window tells of it: what is over at once would only flicker.
	tellAfter = 700 * time.Millisecond
	// tellFrom is the number of sessions from which on it tells at once.
	tellFrom = 20
	// refreshEvery is how often answers are refreshed while a pass goes on: often enough to see a first index grow.
	refreshEvery = 2 * time.Second
	// otherEvery is how often the window looks how far another process has come, while one is at work.
	otherEvery = time.Second
)

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

// loop works off what is asked for. Its only clock runs while another process is at work.
func (k *keeper) loop(ctx context.Context) {
	defer close(k.done)
	var others <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case <-k.wake:
		case <-others:
		}
		for p := k.next(); p != nil && ctx.Err() == nil; p = k.next() {
			k.run(ctx, p)
		}
		if others = nil; k.seeOthers() {
			others = time.After(otherEvery)
		}
	}
}

// next takes what comes first of what is asked for.
func (k *keeper) next() *pass {
	k.mu.Lock()
	defer k.mu.Unlock()
	p := &pass{}
	switch w := &k.wants; {
	case w.rebuild:
		p.kind, p.agents = passRebuild, w.agents
		w.rebuild, w.agents = false, nil
	case w.only && k.looked.Key != "":
		p.kind, w.only = passOnly, false
	case w.check && k.hold != state.HoldNone:
		p.kind, w.check = passSmall, false
	case w.check:
		p.kind, w.check = passFull, false
	default:
		w.only = false
		return nil
	}
	return p
}

// seeOthers shows the work of another process, once it goes on for a moment, and asks for a comparison when it has ended. It
// tells whether to look again.
func (k *keeper) seeOthers() bool {
	progress, busy := k.shelf.Elsewhere()
	if busy && k.other {
		k.send(state.Progressed{Progress: progress})
	}
	if !busy && k.other {
		k.send(state.Progressed{})
		k.check()
	}
	k.other = busy
	return busy
}

// run makes one pass and tells what came of it. Before the first one it tells what there is: a first index takes minutes,
// in which agents are to be chosen and the window is to say that messages are missing.
func (k *keeper) run(ctx context.Context, p *pass) {
	if !k.told {
		k.tellStatus(ctx)
	}
	passing, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	options := k.begin(p, cancel)
	outcome, err := k.shelf.Pass(passing, options, func(progress data.Progress) { k.progressed(p, progress) })
	k.end()
	if ctx.Err() != nil {
		return
	}
	k.unshown = k.unshown || outcome.Changed || err != nil && p.progress.Done > 0 && !p.progress.Rebuilding
	switch cause := context.Cause(passing); {
	case err != nil && errors.Is(cause, errGaveWay): // it begins again
	case err != nil && errors.Is(cause, errCancelled):
		k.cancelled(ctx, p)
	case p.kind == passOnly:
		if err != nil {
			k.check() // which tells of it
		}
	case err != nil && !(p.kind == passSmall && errors.Is(err, data.ErrLibraryLocked)):
		k.send(state.LibraryFailed{Failure: failureOf(err)})
	default:
		k.compared(p, outcome)
	}
	if k.unshown {
		k.unshown = false
		k.send(changed{})
	}
}

// begin notes the pass at work and gives its options.
func (k *keeper) begin(p *pass, cancel context.CancelCauseFunc) reconcile.Options {
	k.mu.Lock()
	defer k.mu.Unlock()
	p.began, p.cancel = time.Now(), cancel
	p.grown.at = p.began
	k.now = p
	o := reconcile.Options{First: k.looked}
	switch p.kind {
	case passOnly:
		o.Only, o.Budget = true, onlyBudget
	case passSmall:
		small := library.CatchUp()
		small.First = k.looked
		return small
	case passRebuild:
		o.Rebuild, o.Force, o.Agents, o.Pause = true, true, p.agents, &k.pause
	default:
		o.Pause = &k.pause
	}
	return o
}

func (k *keeper) end() {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.now = nil
}

// progressed tells how far a pass has come, if it is a matter of more than a moment.
func (k *keeper) progressed(p *pass, progress data.Progress) {
	if !progress.Running { // the end of the pass tells more
		return
	}
	now := time.Now()
	k.mu.Lock()
	p.progress = progress
	p.paused = p.paused || progress.Paused
	k.mu.Unlock()
	if p.kind == passOnly || p.kind == passSmall {
		return
	}
	if now.Sub(p.began) >= tellAfter || progress.Total > tellFrom || progress.Rebuilding && !progress.Elsewhere {
		k.send(state.Progressed{Progress: progress})
	}
	if p.grown.due(progress, now) {
		k.send(changed{})
	}
}

// tellStatus tells how library and stores fare, as long as no pass has.
func (k *keeper) tellStatus(ctx context.Context) {
	status, err := k.shelf.Status(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil {
		k.send(state.LibraryFailed{Failure: failureOf(err)})
		return
	}
	k.told, k.library = true, status.Library
	k.look()
	k.send(state.StatusTold{Status: status})
}

// cancelled tells what is there after the person cancelled a pass.
func (k *keeper) cancelled(ctx context.Context, p *pass) {
	k.send(state.Progressed{})
	if p.kind == passRebuild {
		k.send(noticed{words.IndexKeptAsItWas})
	}
	k.tellStatus(ctx)
}

// compared tells what came of a pass that ended.
func (k *keeper) compared(p *pass, outcome reconcile.Outcome) {
	status := outcome.Status
	k.told = true
	k.look()
	if k.settled(p, status) {
		k.send(letGo{})
	}
	k.send(state.Compared{Status: status})
	whole := p.kind == passRebuild && len(p.agents) == 0 || p.kind == passFull && k.library.Messages == 0
	if whole && !p.paused && p.progress.Messages > 0 {
		k.send(state.IndexMade{Made: state.Made{Took: time.Since(p.began), Messages: p.progress.Messages}})
	}
	k.unshown = k.unshown || status.Library != k.library // by this process or another
	k.library = status.Library
}

// settled restores the patience of passes that gave way, and ends what holds up the work when there is none left; it tells
// whether it did that.
func (k *keeper) settled(p *pass, status data.Status) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if p.kind == passFull {
		k.patience = leastPatience
	}
	if k.hold == state.HoldNone || p.kind == passSmall && (status.Pending > 0 || status.Indexing) {
		return false
	}
	k.setHold(state.HoldNone)
	return true
}
