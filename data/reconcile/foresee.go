package reconcile

import (
	"context"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// foresee lists the sessions of the stores that are due, several at once, and counts what there is to do.
func (p *pass) foresee(ctx context.Context) {
	ctx, cancel := p.budget.within(ctx)
	defer cancel()
	var group errgroup.Group
	group.SetLimit(maxLooks)
	for _, s := range p.results {
		if s.gone || !p.isDue(s) {
			continue
		}
		group.Go(func() error {
			plan, _, err := p.r.inspect(ctx, s.look, p.rebuild)
			switch {
			case err != nil && ctx.Err() != nil: // there is no saying; there may be something
				s.pending, s.planned = 1, 1
				return nil
			case err != nil:
				s.fault = err
				return nil
			}
			s.listed, s.total, s.pending = true, plan.total, len(plan.write)+len(plan.gone)
			s.planned = s.pending
			return nil
		})
	}
	_ = group.Wait() // each result carries its own error
}

// foreseen tells whether foresee found anything to do.
func (p *pass) foreseen() bool {
	for _, s := range p.results {
		if s.planned > 0 || s.gone && s.have.Sessions > 0 {
			return true
		}
	}
	return false
}

// known is the store under the path by which the library knows it.
func (l look) known() data.Store {
	if l.was != "" {
		return l.have.Store
	}
	return l.store
}

// inspect compares a store with the library without changing anything. With anew it is compared with an empty one.
func (r *Reconciler) inspect(ctx context.Context, l look, anew bool) (plan, int, error) {
	reader, err := l.source.Open(ctx)
	if err != nil {
		return plan{}, 0, err
	}
	defer func() { _ = reader.Close() }()
	sessions, err := r.sessions(ctx, reader)
	if err != nil {
		return plan{}, 0, err
	}
	var known []index.Known
	if !anew {
		err = r.params.Library.View(ctx, func(v *index.View) error {
			known, err = v.Known(ctx, l.known())
			return err
		})
	}
	return compare(sessions, known, nil), reader.Generation(), err
}
