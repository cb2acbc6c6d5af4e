package reconcile

import (
	"context"

	"github.com/wordwake/wordwake/data"
)

// Status says how the library and each store fare. A store is opened only if it looks changed; nothing is written. Who has
// made a pass finds the same in its Outcome.
func (r *Reconciler) Status(ctx context.Context) (data.Status, error) {
	p := r.newPass(Options{}, nil)
	if err := p.survey(ctx); err != nil {
		return data.Status{Library: p.facts.Status}, err
	}
	p.foresee(ctx)
	for _, s := range p.results {
		s.settle()
	}
	return p.status(ctx), ctx.Err()
}
