package reconcile

import (
	"cmp"
	"context"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// narrow puts the session that somebody looks at first; a pass for that session only leaves the others pending, as what is
// skipped.
func (p *pass) narrow(todo *plan, skip map[data.SessionID]bool) {
	p.o.First.lookedFirst(todo.write)
	if !p.o.Only {
		return
	}
	todo.write = slices.DeleteFunc(todo.write, func(i item) bool {
		other := !p.o.First.is(i.session.Session)
		if other {
			skip[i.session.ID] = true
		}
		return other
	})
	todo.gone = slices.DeleteFunc(todo.gone, func(k index.Known) bool {
		other := !p.o.First.is(k.Session)
		if other {
			skip[k.Session.ID] = true
		}
		return other
	})
}

// order puts the stores that hold the session that somebody looks at first. In a pass that has little time, who kept it
// waiting last time does not do so to the others again.
func (p *pass) order(ctx context.Context, due []*result) error {
	looked, err := p.lookedStores(ctx)
	if err != nil {
		return err
	}
	rank := func(s *result) int {
		if looked[s.store.Path] || s.was != "" && looked[s.was] {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(due, func(a, b *result) int {
		faulty := 0
		if p.o.bounded() {
			faulty = cmp.Compare(a.faulty(), b.faulty())
		}
		return cmp.Or(cmp.Compare(rank(a), rank(b)), faulty)
	})
	return nil
}

// lookedStores are the paths of the stores that hold the session, as far as the library knows.
func (p *pass) lookedStores(ctx context.Context) (map[string]bool, error) {
	first := p.o.First
	if first.Key == "" || first.Store != "" {
		return map[string]bool{first.Store: true}, nil
	}
	paths := map[string]bool{}
	filter := index.SessionFilter{Key: first.Key, Include: data.Everything(), WithEmpty: true}
	err := p.r.params.Library.View(ctx, func(v *index.View) error {
		rows, err := v.Sessions(ctx, filter)
		for _, row := range rows {
			paths[row.Store.Path] = true
		}
		return err
	})
	return paths, err
}
