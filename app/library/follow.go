package library

import (
	"context"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// openRules gives the rules of a library before any configuration is read. A library that is there and has no key, and takes none, is
// searched without one.
func openRules(ctx context.Context, p Params, settings settingsReader) (*rules, error) {
	key, err := index.Key(ctx, p.Folder)
	if err != nil && !Exists(p.Folder) {
		return nil, err
	}
	r := newRules(settings, key)
	if err != nil {
		r.standing = []string{"The key of the index cannot be read or made. A secret that is pasted into the search is found by its mask only."}
	}
	return r, nil
}

// follow brings the rules in line with the configurations beside the stores that were found, and beside those that the library
// knows: what it holds of them is masked by their rules also while others are searched.
func (l *Library) follow(ctx context.Context, found []data.Store) {
	states := append(statesOf(found), l.states...)
	rows, err := l.Index.Stores(ctx)
	if err != nil { // the pass that looks for the stores fails for the same reason, and tells it
		return
	}
	for _, row := range rows {
		states = append(states, row.Store.State)
	}
	l.rules.refresh(ctx, slices.DeleteFunc(states, func(s string) bool { return s == "" }))
}

// statesOf lists the state directories of stores.
func statesOf(stores []data.Store) []string {
	var states []string
	for _, store := range stores {
		states = append(states, store.State)
	}
	return states
}
