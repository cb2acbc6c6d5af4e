package reconcile

import (
	"context"
	"errors"
	"time"

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
	// waited is true if another process held the lock when it was asked for.
	waited bool
	// stale is true if the library was made by other rules.
	stale bool
	// facts are what the library said last.
	facts index.Facts
	// unfound tells why the stores could not be looked for; those of last time stand in their place.
	unfound error
	results []*result
	// done sums what closed writers did, rows what was read of the stores.
	done index.Done
	rows int64
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
	if !p.narrowed() {
		p.r.forgetWhole()
	}
	if err := p.survey(ctx); err != nil {
		return Outcome{}, err
	}
	p.rebuild = p.mayRebuild()
	var err error
	if p.anythingDue() {
		err = p.write(ctx)
	}
	out, outErr := p.outcome(ctx, err)
	return out, errors.Join(err, outErr)
}

// mayRebuild decides whether the library is made anew. A bounded pass leaves a large one to a pass that has the time, and one
// for a single session does so always.
func (p *pass) mayRebuild() bool {
	switch {
	case p.o.Only:
		return false
	case p.o.Rebuild || !p.stale || !p.o.bounded():
		return p.o.Rebuild || p.stale
	default:
		return p.facts.Status.Messages <= smallLibrary
	}
}

// anythingDue looks whether the library has to be written at all. What is not seen in it is only looked after while no other
// process is at work, which may have put it there.
func (p *pass) anythingDue() bool {
	if p.rebuild {
		return true
	}
	for _, s := range p.results {
		if p.isDue(s) {
			return true
		}
	}
	if p.o.Only || !p.facts.Untidy {
		return false
	}
	_, busy := p.r.params.Library.Elsewhere()
	return !busy
}

// isDue tells whether there may be something to do for a store. A pass for one session does not take a store away: it has not
// looked for the place to which it may have moved.
func (p *pass) isDue(s *result) bool {
	switch {
	case s.aside, p.o.Only && s.gone:
		return false
	case p.rebuild && s.err == nil:
		return true
	default:
		return s.due(p.o.Force)
	}
}

// write takes the lock and does what is due. A pause interrupts it between two sessions.
func (p *pass) write(ctx context.Context) error {
	err := p.begin(ctx)
	for err == nil && p.w != nil {
		if err = p.stores(ctx); !errors.Is(err, errPaused) {
			break
		}
		err = p.hold(ctx)
	}
	if err == nil && p.w != nil {
		err = p.end(ctx)
	}
	p.meter.stop()
	return errors.Join(err, p.letGo())
}

// stores goes through the stores. Only errors of the library, a pause and the end of ctx stop it.
func (p *pass) stores(ctx context.Context) error {
	if !p.rebuild && !p.o.Only {
		if err := p.w.Collect(ctx); err != nil {
			return err
		}
	}
	if err := p.boundary(ctx); err != nil {
		return err
	}
	var due []*result
	for _, s := range p.results {
		if p.isDue(s) {
			due = append(due, s)
		}
	}
	if len(due) > 1 && !p.o.bounded() {
		p.foresee(ctx)
	}
	for _, s := range due {
		p.meter.expect(s.planned)
	}
	if err := p.order(ctx, due); err != nil {
		return err
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
	if p.hasty() { // somebody waits for this pass; a later one tidies
		if err := p.w.TidyLater(ctx); err != nil {
			return err
		}
	}
	if p.w.Done().Commits > 0 {
		if !p.narrowed() {
			if err := p.w.SaveChecked(ctx, p.r.params.Now()); err != nil {
				return err
			}
		}
		if err := p.w.Commit(ctx); err != nil {
			return err
		}
	}
	switch {
	case p.rebuild:
		return p.w.Switch(ctx)
	case p.hasty():
		return nil
	default:
		return p.w.Tidy(ctx)
	}
}

// hasty tells whether somebody waits for what the pass brings in.
func (p *pass) hasty() bool { return p.o.Budget > 0 || p.o.Only }

// narrowed tells whether the pass leaves stores or sessions alone that it was not asked for.
func (p *pass) narrowed() bool { return p.o.Only || len(p.o.Agents) > 0 }

func (p *pass) redact(ctx context.Context, messages []data.Message) error {
	return redactAll(ctx, p.r.params.Redactor, messages)
}
