package reconcile

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// maxLooks is how many stores are looked at at once.
	maxLooks = 8
	// lookTimeout is how long a file system may take to answer: a disk that sleeps, a share that is gone.
	lookTimeout = 3 * time.Second
	// leastTimeout is what it gets even if a budget is nearly spent: a busy computer is not to look like a bad disk.
	leastTimeout = 250 * time.Millisecond
)

// look is a store as the file system shows it.
type look struct {
	store  data.Store
	source data.Source
	stamp  data.Stamp
	fresh  bool
	err    error
	// gone is true if the store's file is gone though the place where it was is there.
	gone bool
	// have is what the library knows of it.
	have index.StoreRow
	// was is the path by which the library knows it, if that is another one that leads to the same file.
	was string
	// aside is true for a store that this pass leaves alone: it was not looked at.
	aside bool
	// doubled is true for a store in the library that another path leads to, which the library has as well. It is gone.
	doubled bool
}

// survey asks the library what it holds, finds the stores, and looks at each without opening it.
func (p *pass) survey(ctx context.Context) error {
	if err := p.consult(ctx); err != nil {
		return err
	}
	p.unfound = nil
	rules := p.r.params.Redactor.Stamp()
	looks, known := p.onlyLooked()
	if !known {
		var found found
		if found, p.unfound = p.r.find(ctx, p.limit()); ctx.Err() != nil {
			return ctx.Err()
		}
		if p.r.params.Redactor.Stamp() != rules { // beside the stores lie rules of the person's own
			if err := p.consult(ctx); err != nil {
				return err
			}
		}
		looks = p.inReach(ctx, found)
	}
	for i := range looks {
		looks[i].aside = p.leaves(looks[i].store)
	}
	p.r.lookAtAll(ctx, looks, p.limit())
	p.results = nil
	for _, l := range looks {
		p.results = append(p.results, &result{look: l, fault: l.err})
	}
	return ctx.Err()
}

// consult asks the library what it holds, and by which rules.
func (p *pass) consult(ctx context.Context) error {
	facts, err := p.r.params.Library.Facts(ctx)
	if err == nil {
		p.facts, p.stale = facts, facts.Stale
	}
	return err
}

// onlyLooked gives the one store that a pass for one session is about, if the library knows it: nothing else is looked for.
func (p *pass) onlyLooked() (looks []look, known bool) {
	if !p.o.Only {
		return nil, false
	}
	for _, row := range p.facts.Stores {
		if row.Store.Path == p.o.First.Store {
			return []look{{store: row.Store, have: row}}, true
		}
	}
	return nil, p.o.First.Key == ""
}

// leaves tells whether the pass leaves a store alone.
func (p *pass) leaves(store data.Store) bool {
	if p.o.Only && p.o.First.Store != "" {
		return store.Path != p.o.First.Store
	}
	return len(p.o.Agents) > 0 && !slices.Contains(p.o.Agents, store.Agent)
}

// limit is how long a file system may take to answer. Of a budget it gets half at most.
func (p *pass) limit() time.Duration {
	if left := p.budget.left(); left >= 0 {
		return min(lookTimeout, max(leastTimeout, left/2))
	}
	return lookTimeout
}

// lookAtAll looks at several stores at once, but for those that are left alone.
func (r *Reconciler) lookAtAll(ctx context.Context, looks []look, limit time.Duration) {
	var group errgroup.Group
	group.SetLimit(maxLooks)
	for i := range looks {
		if looks[i].doubled || looks[i].aside {
			continue
		}
		group.Go(func() error {
			looks[i] = r.lookAgain(ctx, looks[i], limit)
			return nil
		})
	}
	_ = group.Wait() // looks carry their own errors
}

// lookAgain looks at a store and keeps what the library knows of it.
func (r *Reconciler) lookAgain(ctx context.Context, l look, limit time.Duration) look {
	fresh := r.look(ctx, l.store, limit)
	fresh.have, fresh.was = l.have, l.was
	return fresh
}

// inReach joins the found stores with those that the library knows from the same places, or by another path.
func (p *pass) inReach(ctx context.Context, found found) []look {
	places := maps.Clone(found.places)
	var looks []look
	at := map[string]int{}
	for _, store := range found.stores {
		if _, seen := at[store.Path]; seen {
			continue
		}
		at[store.Path] = len(looks)
		places[store.State] = true
		looks = append(looks, look{store: store})
	}
	var others []index.StoreRow
	for _, row := range p.facts.Stores {
		if i, is := at[row.Store.Path]; is {
			looks[i].have = row
		} else {
			others = append(others, row)
		}
	}
	names := p.r.otherNames(ctx, others, looks, p.limit())
	for i, row := range others {
		n, again := at[names[i]]
		switch {
		case again && looks[n].have.Store.Path == "":
			looks[n].have, looks[n].was = row, row.Store.Path
		case again:
			looks = append(looks, look{store: row.Store, have: row, gone: true, doubled: true})
		case row.Store.State != "" && places[row.Store.State]:
			looks = append(looks, look{store: row.Store, have: row})
		}
	}
	return looks
}

// look asks the file system about one store.
func (r *Reconciler) look(ctx context.Context, store data.Store, limit time.Duration) look {
	type answer struct {
		stamp data.Stamp
		fresh bool
		err   error
		gone  bool
	}
	l := look{store: store, source: r.params.Open(store)}
	a, ok := ask(ctx, r, store.Path, limit, func() (a answer) {
		a.stamp, a.fresh, a.err = l.source.Stamp(ctx)
		a.gone = errors.Is(a.err, fs.ErrNotExist) && homeIsThere(store)
		return a
	})
	switch {
	case ok:
		l.stamp, l.fresh, l.err, l.gone = a.stamp, a.fresh, a.err, a.gone
	case ctx.Err() != nil:
		l.err = ctx.Err()
	default:
		l.err = noAnswer(store)
	}
	return l
}

func noAnswer(store data.Store) error {
	return &data.StoreError{
		Op: "look", Agent: store.Agent, Path: store.Path, Err: data.ErrStoreBusy,
		Hint: "The disk that holds this history does not answer. Check that it is connected.",
	}
}

// due tells whether there may be something to do for the store.
func (l look) due(force bool) bool {
	switch {
	case l.gone:
		return l.have.Store.Path != ""
	case l.err != nil:
		return false
	default:
		return force || l.fresh || l.stamp != l.have.Stamp || l.have.Store != l.store
	}
}

// fault makes the status of a store that could not be read.
func fault(l look, err error) data.StoreStatus {
	s := l.status()
	s.State = data.StateOf(err)
	var known *data.StoreError
	if errors.As(err, &known) {
		s.Detail = known.Hint
	}
	if s.Detail == "" {
		s.Detail = "This history cannot be read."
	}
	if s.State == data.StoreMissing {
		s.Detail = "The folder of this history is not there now. What was read of it stays searchable."
	}
	return s
}

// deleted is the status of a store that is gone, as long as the library has it.
func deleted(l look) data.StoreStatus {
	s := l.status()
	s.State, s.Indexed = data.StoreMissing, 0
	s.Detail = "The file of this history was deleted. What was read of it leaves the index with the next pass."
	return s
}

// status is what the library knows of the store.
func (l look) status() data.StoreStatus {
	s := data.StoreStatus{
		Store: l.store, State: data.StoreReady, Generation: l.have.Generation, Sessions: l.have.Sessions,
		Messages: l.have.Messages, Indexed: l.have.Sessions, Unreadable: l.have.Unreadable,
	}
	if l.have.Fault == data.StoreReady {
		s.Detail = l.have.Detail // of sessions that cannot be read
	}
	return s
}
