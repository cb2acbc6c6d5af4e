package reconcile

import (
	"context"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Status says how the library and each store fare. A store is opened only if it looks changed; nothing is written.
func (r *Reconciler) Status(ctx context.Context) (data.Status, error) {
	var status data.Status
	var err error
	if status.Library, err = r.params.Library.Status(ctx); err != nil {
		return status, err
	}
	p := r.newPass(Options{}, nil)
	looks, err := r.survey(ctx, nil)
	if err != nil {
		return status, err
	}
	for _, l := range looks {
		p.results = append(p.results, &result{look: l, fault: l.err})
	}
	p.foresee(ctx)
	for _, s := range p.results {
		if s.gone {
			s.pending = s.have.Sessions
		}
		status.Pending += s.pending
		if !s.doubled {
			status.Stores = append(status.Stores, s.final())
		}
	}
	if err := r.addOthers(ctx, looks, &status); err != nil {
		return status, err
	}
	stale, err := r.params.Library.Stale(ctx)
	if err != nil {
		return status, err
	}
	if status.Checked, err = r.lastCheck(ctx); err != nil {
		return status, err
	}
	progress, busy := r.params.Library.Elsewhere()
	status.Progress = progress
	status.Indexing = status.Pending > 0 || stale || busy
	return status, ctx.Err()
}

// addOthers adds the stores that the library holds and that were not looked for now.
func (r *Reconciler) addOthers(ctx context.Context, looks []look, status *data.Status) error {
	rows, err := r.params.Library.Stores(ctx)
	if err != nil {
		return err
	}
	listed := map[string]bool{}
	for _, l := range looks {
		listed[l.store.Path], listed[l.was] = true, true
	}
	var others []look
	for _, row := range rows {
		if !listed[row.Store.Path] {
			others = append(others, look{store: row.Store, have: row})
		}
	}
	r.lookAtAll(ctx, others)
	for _, l := range others {
		if l.err != nil {
			status.Stores = append(status.Stores, fault(l, l.err))
		} else {
			status.Stores = append(status.Stores, l.status())
		}
	}
	return nil
}

// lastCheck is when the stores were compared last, by this process or another.
func (r *Reconciler) lastCheck(ctx context.Context) (time.Time, error) {
	kept, err := r.params.Library.Checked(ctx)
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.checked.After(kept) {
		kept = r.checked
	}
	return kept, err
}
