package reconcile

import (
	"context"
	"errors"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// outcome says how each store fares now, and all else. failed is how the pass ended.
func (p *pass) outcome(ctx context.Context, failed error) (Outcome, error) {
	out := Outcome{Checked: p.r.params.Now(), Rows: p.rows, Done: p.done}
	out.Changed = p.done.Sessions > 0 && p.done.Commits > 0
	if ctx.Err() != nil {
		return out, nil // the pass itself says so
	}
	if p.done.Commits > 0 || failed != nil {
		if err := p.refresh(ctx); err != nil {
			return out, err
		}
	}
	for _, s := range p.results {
		s.settle()
		if s.removed || s.aside {
			continue
		}
		status := s.final()
		out.Pending += s.pending
		if s.fault != nil {
			out.Faults = append(out.Faults, status)
		}
		out.Stores = append(out.Stores, status)
	}
	if p.unfound != nil {
		status := p.r.notFound(p.unfound)
		out.Faults, out.Stores = append(out.Faults, status), append(out.Stores, status)
	}
	if p.stale && !p.o.Only || p.unfound != nil || errors.Is(failed, data.ErrLibraryLocked) {
		out.Pending = max(out.Pending, 1)
	}
	out.Status = p.status(ctx)
	out.Status.Pending = max(out.Status.Pending, out.Pending)
	out.Status.Indexing = out.Status.Indexing || out.Pending > 0
	if failed == nil && !p.narrowed() {
		out.Status.Checked = out.Checked
	}
	p.r.remember(p, failed == nil)
	return out, nil
}

// refresh looks again at what the library knows, after it was written.
func (p *pass) refresh(ctx context.Context) error {
	facts, err := p.r.params.Library.Facts(ctx)
	if err != nil {
		return err
	}
	p.facts, p.stale = facts, facts.Stale
	for _, s := range p.results {
		s.have = index.StoreRow{}
		for _, row := range facts.Stores {
			if s.is(row.Store) && s.have.Store.Path != s.store.Path {
				s.have = row
			}
		}
	}
	return nil
}

// settle makes the count of what is out of date final.
func (s *result) settle() {
	switch {
	case s.removed:
		s.pending = 0
	case s.gone:
		s.pending = s.have.Sessions
	case s.aside && s.have.Store.Path == "":
		s.pending = 1
	}
}

// status joins what the library says of itself with how the stores fare, also those that the pass left alone.
func (p *pass) status(ctx context.Context) data.Status {
	status := data.Status{Library: p.facts.Status, Checked: p.r.lastCheck(p.facts.Checked)}
	listed := map[string]bool{}
	for _, s := range p.results {
		listed[s.store.Path], listed[s.was] = true, true
		if s.removed || s.doubled {
			continue
		}
		status.Pending += s.pending
		status.Stores = append(status.Stores, s.final())
	}
	var others []look
	for _, row := range p.facts.Stores {
		if !listed[row.Store.Path] {
			others = append(others, look{store: row.Store, have: row})
		}
	}
	unknown := false
	if p.o.Only {
		unknown = p.r.recall(others, &status)
	} else {
		p.lookAtOthers(ctx, others, &status)
	}
	if p.unfound != nil {
		status.Stores = append(status.Stores, p.r.notFound(p.unfound))
	}
	progress, busy := p.r.params.Library.Elsewhere()
	status.Progress = progress
	status.Indexing = status.Pending > 0 || p.stale || busy || unknown || p.unfound != nil
	return status
}

// lookAtOthers adds the stores that the library holds and that were not looked for now.
func (p *pass) lookAtOthers(ctx context.Context, others []look, status *data.Status) {
	p.r.lookAtAll(ctx, others, p.limit())
	for _, l := range others {
		if l.err != nil {
			status.Stores = append(status.Stores, fault(l, l.err))
		} else {
			status.Stores = append(status.Stores, l.status())
		}
	}
}

// kept is what the Reconciler remembers of a store.
type kept struct {
	status  data.StoreStatus
	pending int
}

// forgetWhole says that a pass over all stores has begun: until it ends nobody knows how they fare.
func (r *Reconciler) forgetWhole() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.whole = false
}

// remember keeps how the stores fare for a pass that does not look at them.
func (r *Reconciler) remember(p *pass, well bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, s := range p.results {
		if s.removed || s.doubled {
			delete(r.fared, s.store.Path)
		} else {
			r.fared[s.store.Path] = kept{s.final(), s.pending}
		}
	}
	if well && !p.narrowed() {
		r.whole = p.unfound == nil && !p.stale
	}
}

// recall adds stores as they were when they were looked at last. unknown is true if the last pass over all of them did not
// end well, or there was none.
func (r *Reconciler) recall(others []look, status *data.Status) (unknown bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, l := range others {
		last, known := r.fared[l.store.Path]
		if !known {
			status.Stores = append(status.Stores, l.status())
			continue
		}
		status.Pending += last.pending
		status.Stores = append(status.Stores, last.status)
	}
	return !r.whole
}

// lastCheck is when the stores were compared last, by this process or another.
func (r *Reconciler) lastCheck(kept time.Time) time.Time {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.checked.After(kept) {
		return r.checked
	}
	return kept
}

// final is the status of a store after a pass.
func (s *result) final() data.StoreStatus {
	if s.gone {
		return deleted(s.look)
	}
	if s.fault != nil {
		return fault(s.look, s.fault)
	}
	status := s.status()
	if s.listed {
		status.Indexed = max(0, s.total-s.pending)
	}
	if s.pending > 0 {
		status.State = data.StoreIndexing
	}
	return status
}
