package library

import (
	"context"
	"errors"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// CatchUp is how much a search brings in before it answers.
func CatchUp() reconcile.Options {
	return reconcile.Options{Budget: data.CatchUpBudget, MaxEvents: data.CatchUpEvents, MaxBytes: data.CatchUpBytes}
}

// Pass compares the histories with the library and brings it up to date, as far as options allow. While another process does
// so, Pass waits for it, up to the budget; a lock that is still held then gives data.ErrLibraryLocked. Whatever a pass leaves
// undone makes searches say that the library may lack messages. Directories that could not be listed are among the faults and
// the stores of the outcome, as Problems tells them, and its status is that of Status. A pass for one session says nothing about
// the faults of the other stores: those of the last pass over all stay.
func (l *Library) Pass(ctx context.Context, options reconcile.Options, progress func(data.Progress)) (reconcile.Outcome, error) {
	options.First.Key = l.Key(options.First.Key)
	outcome, err := l.Reconciler.Pass(ctx, options, progress)
	problems := l.Problems()
	outcome.Faults, outcome.Stores = withProblems(outcome.Faults, problems), withProblems(outcome.Stores, problems)
	outcome.Status.Stores, outcome.Status.RuleProblems = l.own(outcome.Status.Stores), l.rules.problems()
	l.mu.Lock()
	defer l.mu.Unlock()
	l.behind = err != nil || outcome.Pending > 0 || options.Only && l.behind
	if !options.Only && (err == nil || errors.Is(err, data.ErrLibraryLocked)) {
		l.last, l.known = outcome, false
	}
	return outcome, err
}

// searched gives the paths of the stores that may be searched; nil means all. A store that is gone still counts: what the
// library holds of it stays searchable.
func (l *Library) searched(ctx context.Context) ([]string, error) {
	if l.states == nil {
		return nil, nil
	}
	l.mu.Lock()
	stores, known := l.stores, l.known
	l.mu.Unlock()
	if known {
		return stores, nil
	}
	rows, err := l.Index.Stores(ctx)
	if err != nil {
		return nil, err
	}
	paths := []string{}
	for _, row := range rows {
		if within(l.states, row.Store) {
			paths = append(paths, row.Store.Path)
		}
	}
	found, _ := l.Sources.Find(ctx) // problems were told by the pass
	for _, store := range found {
		paths = append(paths, store.Path)
	}
	slices.Sort(paths)
	paths = slices.Compact(paths)
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stores, l.known = paths, true
	return paths, nil
}

// narrow leaves what a caller asked for, within what may be searched at all.
func (l *Library) narrow(ctx context.Context, asked []string) ([]string, error) {
	allowed, err := l.searched(ctx)
	if err != nil || allowed == nil {
		return asked, err
	}
	if asked == nil {
		return allowed, nil
	}
	both := []string{}
	for _, path := range asked {
		if slices.Contains(allowed, path) {
			both = append(both, path)
		}
	}
	return both, nil
}
