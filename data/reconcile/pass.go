package reconcile

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// smallLibrary is how many messages a bounded pass makes anew at once when the rules have changed.
const smallLibrary = 2000

// pass is one run over the stores.
type pass struct {
	r       *Reconciler
	o       Options
	began   time.Time
	meter   *meter
	budget  *budget
	w       *index.Writer
	rebuild bool
	// stale is true if the library was made by other rules.
	stale   bool
	results []*result
}

// result is what became of one store.
type result struct {
	look
	// fault is why the store could not be read.
	fault error
	// listed is true if the sessions were listed; total and pending are known then.
	listed         bool
	total, pending int
	// planned is how many sessions were expected to be written.
	planned int
	removed bool
}

// is tells whether a store in the library is this one, by the path of now or the one before.
func (s *result) is(store data.Store) bool {
	return store.Path == s.store.Path || (s.was != "" && store.Path == s.was)
}

// faulty is 1 for a store that could not be read last time, else 0.
func (s *result) faulty() int {
	if s.have.Fault == "" || s.have.Fault == data.StoreReady {
		return 0
	}
	return 1
}

func (r *Reconciler) newPass(o Options, report func(data.Progress)) *pass {
	p := &pass{r: r, o: o, began: r.params.Now()}
	p.meter = &meter{now: r.params.Now, tell: report}
	p.budget = &budget{now: r.params.Now, options: o, began: p.began}
	return p
}

func (p *pass) run(ctx context.Context) (Outcome, error) {
	looks, err := p.r.survey(ctx, p.o.Agents)
	if err != nil {
		return Outcome{}, err
	}
	for _, l := range looks {
		p.results = append(p.results, &result{look: l, fault: l.err})
	}
	if p.stale, err = p.r.params.Library.Stale(ctx); err != nil {
		return Outcome{}, err
	}
	if p.rebuild, err = p.mayRebuild(ctx, p.stale); err != nil {
		return Outcome{}, err
	}
	busy, err := p.anythingDue(ctx)
	if err != nil {
		return Outcome{}, err
	}
	var done index.Done
	if busy {
		done, err = p.write(ctx)
	}
	out, outErr := p.outcome(ctx, p.stale && !p.rebuild)
	out.Changed = done.Sessions > 0 && done.Commits > 0
	if errors.Is(err, data.ErrLibraryLocked) {
		out.Pending = max(out.Pending, 1)
	}
	return out, errors.Join(err, outErr)
}

// mayRebuild decides whether the library is made anew. A bounded pass leaves a large one to a pass that has the time.
func (p *pass) mayRebuild(ctx context.Context, stale bool) (bool, error) {
	if p.o.Rebuild || !stale || !p.o.bounded() {
		return p.o.Rebuild || stale, nil
	}
	status, err := p.r.params.Library.Status(ctx)
	if err != nil || status.Messages > smallLibrary {
		return false, err
	}
	p.budget.options = Options{} // it is cheap, and half of it would be worth nothing
	return true, nil
}

// anythingDue looks whether the library has to be written at all.
func (p *pass) anythingDue(ctx context.Context) (bool, error) {
	if p.rebuild {
		return true, nil
	}
	for _, s := range p.results {
		if s.due(p.o.Force) {
			return true, nil
		}
	}
	return p.r.params.Library.Untidy(ctx)
}

// write takes the lock and does what is due.
func (p *pass) write(ctx context.Context) (index.Done, error) {
	if err := p.begin(ctx); err != nil || p.w == nil {
		return index.Done{}, err
	}
	err := p.stores(ctx)
	if err == nil {
		err = p.end(ctx)
	}
	done := p.w.Done()
	p.meter.stop()
	return done, errors.Join(err, p.w.Close())
}

// begin takes the lock. If another process holds it, it first looks whether there is anything to do: waiting for nothing
// would spend the time of a search. p.w stays nil if there is not.
func (p *pass) begin(ctx context.Context) error {
	params := index.WriteParams{Redact: p.redact, Waiting: p.waiting}
	err := p.open(ctx, params)
	if !errors.Is(err, data.ErrLibraryLocked) {
		return err
	}
	if !p.rebuild {
		if p.foresee(ctx); ctx.Err() == nil && !p.foreseen() {
			return nil
		}
	}
	params.Wait = p.budget.left()
	if err := p.open(ctx, params); err != nil {
		return err
	}
	return p.startOver(ctx)
}

// startOver forgets what was found out before another process was at work, which did it meanwhile, or some of it.
func (p *pass) startOver(ctx context.Context) error {
	if err := p.refresh(ctx); err != nil {
		return err
	}
	var group errgroup.Group
	group.SetLimit(maxLooks)
	for _, s := range p.results {
		if s.doubled {
			continue
		}
		group.Go(func() error {
			fresh := p.r.look(ctx, s.store)
			fresh.have, fresh.was = s.have, s.was
			if s.was != "" && s.have.Store.Path == s.store.Path {
				fresh.was = "" // the other process renamed it
			}
			*s = result{look: fresh, fault: fresh.err}
			return nil
		})
	}
	_ = group.Wait() // looks carry their own errors
	return ctx.Err()
}

func (p *pass) open(ctx context.Context, params index.WriteParams) error {
	open := p.r.params.Library.Write
	if p.rebuild {
		open = p.r.params.Library.Rebuild
	}
	w, err := open(ctx, params)
	if err == nil {
		p.w = w
		p.meter.begin(p.rebuild, w.Report)
	}
	return err
}

func (p *pass) redact(ctx context.Context, messages []data.Message) error {
	return redactAll(ctx, p.r.params.Redactor, messages)
}

func (p *pass) waiting() {
	if progress, busy := p.r.params.Library.Elsewhere(); busy {
		p.meter.show(progress)
	}
}

// refresh looks again at what the library knows, after another process was at work.
func (p *pass) refresh(ctx context.Context) error {
	rows, err := p.r.params.Library.Stores(ctx)
	if err != nil {
		return err
	}
	for _, s := range p.results {
		s.have = index.StoreRow{}
		for _, row := range rows {
			if s.is(row.Store) && s.have.Store.Path != s.store.Path {
				s.have = row
			}
		}
	}
	return nil
}

// stores goes through the stores. Only errors of the library and the end of ctx stop it.
func (p *pass) stores(ctx context.Context) error {
	if !p.rebuild {
		if err := p.w.Collect(ctx); err != nil {
			return err
		}
	}
	var due []*result
	for _, s := range p.results {
		if p.rebuild && s.err == nil || s.due(p.o.Force) {
			due = append(due, s)
		}
	}
	if len(due) > 1 && !p.o.bounded() {
		p.foresee(ctx)
	}
	for _, s := range due {
		p.meter.expect(s.planned)
	}
	if p.o.bounded() { // who kept us waiting last time does not do so to the others again
		slices.SortStableFunc(due, func(a, b *result) int { return cmp.Compare(a.faulty(), b.faulty()) })
	}
	for i, s := range due {
		if err := p.store(ctx, s, max(len(due)-i, 1+s.faulty())); err != nil {
			return err
		}
	}
	if p.rebuild {
		return p.keepUnreachable(ctx)
	}
	return nil
}

// end puts the library in order and shows a new one.
func (p *pass) end(ctx context.Context) error {
	p.w.Before(nil)
	if p.o.Budget > 0 { // a search waits for this pass; a later one tidies
		if err := p.w.TidyLater(ctx); err != nil {
			return err
		}
	}
	if p.w.Done().Commits > 0 {
		if err := p.w.SaveChecked(ctx, p.r.params.Now()); err != nil {
			return err
		}
		if err := p.w.Commit(ctx); err != nil {
			return err
		}
	}
	switch {
	case p.rebuild:
		return p.w.Switch(ctx)
	case p.o.Budget > 0:
		return nil
	default:
		return p.w.Tidy(ctx)
	}
}

// outcome says how each store fares now.
func (p *pass) outcome(ctx context.Context, stale bool) (Outcome, error) {
	out := Outcome{Checked: p.r.params.Now()}
	if err := ctx.Err(); err != nil {
		return out, nil // the pass itself says so
	}
	if err := p.refresh(ctx); err != nil {
		return out, err
	}
	for _, s := range p.results {
		if s.removed {
			continue
		}
		status := s.final()
		out.Pending += s.pending
		if s.fault != nil {
			out.Faults = append(out.Faults, status)
		}
		out.Stores = append(out.Stores, status)
	}
	if stale {
		out.Pending = max(out.Pending, 1)
	}
	return out, nil
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
