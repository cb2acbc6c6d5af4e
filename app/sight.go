package app

import (
	"context"

	"github.com/wordwake/wordwake/app/search"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// search starts the search for the question of the window; now skips the pause for typing. What the session may see with whose eyes
// is looked is asked beside the loop, since settings may have to be read for it.
func (d *desk) search(s state.State, now bool) {
	question := s.Question()
	ask := search.Ask{Query: question.DataQuery(s.Now), Tag: question, Now: now}
	if sight := s.Filters.Sight; sight != (state.Sight{}) {
		ask.Query.Stores = seenStores(s)
		ask.Scope = func(ctx context.Context) (data.Scope, error) { return d.ports.scope(ctx, sight) }
	}
	d.runner.Search(ask)
}

// seen lists recent sessions, of those that a sight leaves.
func (d *desk) seen(ctx context.Context, r data.RecentRequest, sight state.Sight) ([]data.Session, error) {
	if sight == (state.Sight{}) {
		return d.library.Recent(ctx, r)
	}
	var err error
	if r.Scope, err = d.ports.scope(ctx, sight); err != nil {
		return nil, err
	}
	return d.library.Recent(ctx, r)
}

// seenStores are the stores that a session can see any of: those of its state directory, since no gateway knows others. Nil means
// all, for the owner of the histories.
func seenStores(s state.State) []string {
	home := s.Filters.Sight.Store
	if s.Filters.Sight == (state.Sight{}) {
		return nil
	}
	stores := []string{home.Path}
	for _, status := range s.Status.Stores {
		if other := status.Store; other.State == home.State && other.Path != home.Path {
			stores = append(stores, other.Path)
		}
	}
	return stores
}
