package reconcile

import (
	"context"
	"errors"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// begin takes the lock. If another process holds it, it first looks whether there is anything to do: waiting for nothing
// would spend the time of a search. p.w stays nil if there is not.
func (p *pass) begin(ctx context.Context) error {
	p.waited = false
	err := p.open(ctx, 0)
	if errors.Is(err, data.ErrLibraryLocked) {
		if !p.rebuild {
			if p.foresee(ctx); ctx.Err() == nil && !p.foreseen() {
				return nil
			}
		}
		if p.outlasts() {
			return err
		}
		err = p.open(ctx, p.budget.left())
	}
	if err != nil {
		return err
	}
	return p.afterOthers(ctx)
}

// afterOthers looks again where another process may have been at work between the survey and the lock: it did all meanwhile, or
// some, also the making anew.
func (p *pass) afterOthers(ctx context.Context) error {
	unasked := p.rebuild && !p.o.Rebuild
	if !p.waited && !unasked {
		return nil
	}
	if err := p.survey(ctx); err != nil {
		return err
	}
	if unasked && !p.stale {
		return p.openInstead(ctx)
	}
	return nil
}

// outlasts tells whether the other process is certain to need longer than this pass may wait: what a rebuild has made is seen
// at its end only.
func (p *pass) outlasts() bool {
	progress, busy := p.r.params.Library.Elsewhere()
	return p.o.Budget > 0 && busy && progress.Rebuilding
}

// openInstead goes on in the library that another process has made anew.
func (p *pass) openInstead(ctx context.Context) error {
	if err := p.letGo(); err != nil {
		return err
	}
	p.rebuild, p.budget.options = false, p.o
	return p.open(ctx, p.budget.left())
}

// open takes the lock within a time; below 0 it waits as long as ctx lasts.
func (p *pass) open(ctx context.Context, wait time.Duration) error {
	open := p.r.params.Library.Write
	if p.rebuild {
		open = p.r.params.Library.Rebuild
	}
	w, err := open(ctx, index.WriteParams{Redact: p.redact, Wait: wait, Waiting: p.waiting})
	if err != nil {
		return err
	}
	p.w = w
	p.meter.begin(p.rebuild, w.Report)
	if p.rebuild && p.o.bounded() { // it is small, and half of it would be worth nothing
		p.budget.options = Options{}
	}
	return nil
}

func (p *pass) waiting() {
	p.waited = true
	if progress, busy := p.r.params.Library.Elsewhere(); busy {
		p.meter.show(progress)
	}
}
