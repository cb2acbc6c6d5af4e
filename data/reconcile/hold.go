package reconcile

import (
	"context"
	"errors"
)

// errPaused ends the work on the stores at a boundary between two sessions: everything is committed, no store is open.
var errPaused = errors.New("paused")

// boundary is called between two sessions. While the pass is to be held up it commits and gives errPaused, on which all that is
// open is closed on the way back. A pass whose budget is spent ends by itself.
func (p *pass) boundary(ctx context.Context) error {
	if !p.o.Pause.On() || p.budget.spent() {
		return nil
	}
	if err := p.w.Commit(ctx); err != nil {
		return err
	}
	return errPaused
}

// hold waits until the pass may go on, and then looks at the stores anew. A rebuild keeps the lock, since what it made belongs
// to its file; other passes let others go on meanwhile. A pass with a budget spends it waiting.
func (p *pass) hold(ctx context.Context) error {
	p.meter.pause(true)
	if !p.rebuild {
		if err := p.letGo(); err != nil {
			return err
		}
	}
	waiting, cancel := p.budget.within(ctx)
	defer cancel()
	_ = p.o.Pause.Wait(waiting) // the end of the budget is no error, and that of ctx is seen below
	if err := ctx.Err(); err != nil {
		return err
	}
	p.meter.pause(false)
	if p.rebuild {
		return p.survey(ctx)
	}
	if p.budget.spent() {
		p.leaveDue()
		return nil
	}
	if err := p.begin(ctx); err != nil || p.w == nil {
		return err
	}
	return p.survey(ctx)
}

// leaveDue says of the stores that were to be brought up to date that they are not.
func (p *pass) leaveDue() {
	for _, s := range p.results {
		if p.isDue(s) {
			s.pending = max(1, s.pending)
		}
	}
}

// letGo closes the writer, if there is one, so that others may write.
func (p *pass) letGo() error {
	if p.w == nil {
		return nil
	}
	p.done = p.done.Add(p.w.Done())
	err := p.w.Close()
	p.w, p.meter.publish = nil, nil
	return err
}
