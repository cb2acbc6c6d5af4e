package reconcile

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// maxTries is how often a store is read again that changes while it is read.
	maxTries = 3
	// maxRounds is how often the sessions are compared in one pass: writing one window may put others in doubt.
	maxRounds = 4
)

// store brings one store up to date. Its error is one of the library, or the end of ctx.
func (p *pass) store(ctx context.Context, s *result, share int) error {
	switch {
	case s.gone:
		return p.remove(ctx, s)
	case p.budget.spent():
		s.pending = max(1, s.pending)
		return nil
	}
	if err := p.rename(ctx, s); err != nil {
		return err
	}
	left := p.budget.left()
	err := p.tries(ctx, s, share)
	if err == nil || fatal(ctx, err) || errors.Is(err, errPaused) {
		return err
	}
	p.w.Rollback()
	if errors.Is(err, context.DeadlineExceeded) {
		s.pending = max(1, s.pending)
		if left >= 0 && left < fairWait {
			return nil
		}
		err = slow(s.store)
	}
	s.fault = err
	return p.saveFault(ctx, s)
}

// tries reads a store, again if it changed meanwhile, wholly or in some sessions.
func (p *pass) tries(ctx context.Context, s *result, share int) error {
	var err error
	for try := range maxTries {
		if try > 0 {
			s.look = p.r.lookAgain(ctx, s.look, p.limit())
			if s.err != nil {
				return s.err
			}
		}
		again := false
		again, err = p.read(ctx, s, share, try == maxTries-1)
		switch {
		case errors.Is(err, data.ErrStoreChanged):
			p.w.Rollback()
		case err != nil, !again, p.budget.spent():
			return err
		}
	}
	return err
}

// rename gives a store that the library knows by another path the one by which it was found.
func (p *pass) rename(ctx context.Context, s *result) error {
	if s.was == "" || p.rebuild {
		return nil
	}
	if err := p.w.RenameStore(ctx, s.have.Store, s.store); err != nil {
		return err
	}
	s.was, s.have.Store.Path = "", s.store.Path
	return p.w.Commit(ctx)
}

// fatal tells errors of the library, and the end of ctx, from those of a store.
func fatal(ctx context.Context, err error) bool {
	var library *index.Error
	return ctx.Err() != nil || errors.As(err, &library)
}

// read compares and writes one store, in one pass of its reader. again is true if another pass may read sessions that
// changed during this one; with final there is none.
func (p *pass) read(ctx context.Context, s *result, share int, final bool) (again bool, err error) {
	reader, sessions, err := p.list(ctx, s, share)
	if err != nil {
		return false, err
	}
	defer func() { _ = reader.Close() }()
	p.w.Before(reader.Unchanged)
	defer p.w.Before(nil)
	a := &applier{pass: p, reader: reader, known: s.known(), skip: map[data.SessionID]bool{}, final: final}
	left, err := p.rounds(ctx, a, s, sessions)
	if err != nil {
		return false, err
	}
	s.listed, s.total, s.pending = true, len(sessions), len(a.skip)+left
	s.fault = nil
	if err := p.saveRead(ctx, s, reader.Generation()); err != nil {
		return false, err
	}
	if a.litter {
		err = p.w.Collect(ctx)
	}
	return a.changed > 0, err
}

// listing is a store that was opened, with its sessions.
type listing struct {
	reader   data.Reader
	sessions []data.SourceSession
	err      error
}

// list opens a store and lists its sessions. Under a budget it waits no longer than a share of what is left, for the others
// are waiting, too; a lock that SQLite waits for does not end with a context.
func (p *pass) list(ctx context.Context, s *result, share int) (data.Reader, []data.SourceSession, error) {
	waiting, cancel := p.budget.share(ctx, share)
	if p.o.Budget <= 0 {
		defer cancel()
		l := p.r.openAndList(ctx, s.source)
		return l.reader, l.sessions, l.err
	}
	answer := make(chan listing)
	go func() {
		defer cancel()
		l := p.r.openAndList(waiting, s.source)
		select {
		case answer <- l:
		case <-waiting.Done():
			if l.err == nil {
				_ = l.reader.Close()
			}
		}
	}()
	select {
	case l := <-answer:
		return l.reader, l.sessions, l.err
	case <-waiting.Done():
		return nil, nil, cmp.Or(ctx.Err(), context.DeadlineExceeded)
	}
}

func (r *Reconciler) openAndList(ctx context.Context, source data.Source) listing {
	reader, err := source.Open(ctx)
	if err != nil {
		return listing{err: err}
	}
	sessions, err := r.sessions(ctx, reader)
	if err != nil {
		_ = reader.Close()
		return listing{err: err}
	}
	return listing{reader: reader, sessions: sessions}
}

// slow is the fault of a store that did not answer in time.
func slow(store data.Store) error {
	return &data.StoreError{
		Op: "list", Agent: store.Agent, Path: store.Path, Err: data.ErrStoreBusy,
		Hint: "This history did not answer in time. OpenClaw may be busy with it; try again in a moment.",
	}
}

// saveRead keeps the facts of a store that was compared.
func (p *pass) saveRead(ctx context.Context, s *result, generation int) error {
	givenUp, err := p.w.GivenUp(ctx, s.store)
	if err != nil {
		return err
	}
	facts := index.StoreFacts{
		Stamp: s.stamp, Generation: generation, Checked: p.r.params.Now(), Fault: data.StoreReady, Detail: unread(givenUp),
	}
	if s.fresh || s.pending > 0 {
		facts.Stamp = ""
	}
	if err := p.save(ctx, s, facts); err != nil {
		return err
	}
	return p.w.Commit(ctx)
}

// rounds compares and writes until nothing differs. It returns how many sessions still do.
func (p *pass) rounds(ctx context.Context, a *applier, s *result, sessions []data.SourceSession) (int, error) {
	sessions = inOrder(sessions)
	known, err := p.w.Known(ctx, s.store)
	if err != nil {
		return 0, err
	}
	todo := differ(sessions, known, nil)
	p.narrow(&todo, a.skip)
	if p.rebuild || p.stale { // what was read by other rules, or into another file, cannot be gone on with
		whole(todo.write)
	}
	p.meter.plan(s.planned, todo.size())
	s.planned = 0
	for range maxRounds - 1 {
		if todo.size() == 0 {
			return 0, nil
		}
		if err := a.apply(ctx, todo); err != nil {
			return 0, err
		}
		if todo, err = p.doubted(ctx, s, sessions, a.skip); err != nil {
			return 0, err
		}
		p.meter.plan(0, todo.size())
	}
	return todo.size(), nil
}

// doubted is what has to be done because of what was written: nothing else differs any more.
func (p *pass) doubted(ctx context.Context, s *result, sessions []data.SourceSession, skip map[data.SessionID]bool) (plan, error) {
	known, err := p.w.Doubted(ctx, s.store)
	if err != nil || len(known) == 0 {
		return plan{}, err
	}
	in := make(map[data.SessionID]bool, len(known))
	for _, k := range known {
		in[k.Session.ID] = true
	}
	some := slices.DeleteFunc(slices.Clone(sessions), func(s data.SourceSession) bool { return !in[s.ID] })
	todo := differ(some, known, skip)
	p.o.First.lookedFirst(todo.write)
	return todo, nil
}

// save keeps the facts of a store if they differ from those that are kept.
func (p *pass) save(ctx context.Context, s *result, f index.StoreFacts) error {
	have := s.have
	same := have.Store == s.store && have.Stamp == f.Stamp && have.Generation == f.Generation && have.Fault == f.Fault && have.Detail == f.Detail
	if same && !p.rebuild {
		return nil
	}
	return p.w.SaveStore(ctx, s.store, f)
}

// saveFault keeps why a store could not be read; what the library has of it stays.
func (p *pass) saveFault(ctx context.Context, s *result) error {
	status := fault(s.look, s.fault)
	facts := index.StoreFacts{Generation: s.have.Generation, Checked: p.r.params.Now(), Fault: status.State, Detail: status.Detail}
	if err := p.save(ctx, s, facts); err != nil {
		return err
	}
	return p.w.Commit(ctx)
}

// remove takes away what the library has of a store that is gone.
func (p *pass) remove(ctx context.Context, s *result) error {
	if p.rebuild {
		s.removed, s.fault = true, nil
		return nil
	}
	known, err := p.w.Known(ctx, s.store)
	if err != nil {
		return err
	}
	p.meter.plan(s.planned, len(known))
	for _, k := range known {
		if err := p.w.Delete(ctx, k); err != nil {
			return err
		}
		p.meter.session()
		if p.w.Full() {
			if err := p.w.Commit(ctx); err != nil {
				return err
			}
		}
		if err := p.boundary(ctx); err != nil {
			return err
		}
	}
	if err := p.w.Collect(ctx); err != nil {
		return err
	}
	if err := p.w.ForgetStore(ctx, s.store); err != nil {
		return err
	}
	if err := p.w.Commit(ctx); err != nil {
		return err
	}
	s.removed, s.fault = true, nil
	return nil
}
