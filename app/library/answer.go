package library

import (
	"context"
	"errors"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// Library answers as its Engine does, within the named state directories, and adds what the last pass left undone.
var (
	_ data.Searcher     = (*Library)(nil)
	_ data.Historian    = (*Library)(nil)
	_ data.SecretLister = (*Library)(nil)
)

// Search implements data.Searcher. Indexing and Faults are those of the last pass of this process, and Indexing is true before
// the first has ended; of the faults, those of other agents and stores than the query names are left out.
func (l *Library) Search(ctx context.Context, q data.Query) (results data.Results, err error) {
	err = l.Mending(ctx, func() error { results, err = l.search(ctx, q); return err })
	return results, err
}

func (l *Library) search(ctx context.Context, q data.Query) (data.Results, error) {
	agents, asked := q.Agents, q.Stores
	stores, err := l.narrow(ctx, q.Stores)
	if err != nil {
		return data.Results{}, err
	}
	q.Stores, q.Scope.Of = stores, l.Key(q.Scope.Of)
	results, err := l.Engine.Search(ctx, q)
	if err != nil {
		return data.Results{}, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	results.Indexing = results.Indexing || l.behind
	results.Faults = append(results.Faults, about(l.last.Faults, agents, asked)...)
	return results, nil
}

// Nothing tells why a query had nothing to look into: every store of the agents and stores that it names is at fault, and
// the library holds nothing of them. It is empty if there was anything, also if only the words were not found.
func (l *Library) Nothing(ctx context.Context, q data.Query) ([]data.StoreStatus, error) {
	l.mu.Lock()
	faults, stores := about(l.last.Faults, q.Agents, q.Stores), about(l.last.Stores, q.Agents, q.Stores)
	l.mu.Unlock()
	if len(faults) == 0 || len(faults) < len(stores) {
		return nil, nil
	}
	if held, err := l.Holds(ctx, q.Agents, q.Stores); err != nil || held {
		return nil, err
	}
	return faults, nil
}

// Holds tells whether the library holds any session of these agents in these stores; none named means all.
func (l *Library) Holds(ctx context.Context, agents, stores []string) (held bool, err error) {
	if stores, err = l.narrow(ctx, stores); err != nil {
		return false, err
	}
	err = l.Mending(ctx, func() error {
		return l.view(ctx, func(v *index.View) error {
			rows, err := v.Sessions(ctx, index.SessionFilter{Agents: agents, Stores: stores, Include: data.Everything(), WithEmpty: true, Limit: 1})
			held = len(rows) > 0
			return err
		})
	})
	return held, err
}

// Page implements data.Historian.
func (l *Library) Page(ctx context.Context, r data.PageRequest) (page data.Page, err error) {
	err = l.Mending(ctx, func() error { page, err = l.page(ctx, r); return err })
	return page, err
}

func (l *Library) page(ctx context.Context, r data.PageRequest) (data.Page, error) {
	stores, err := l.narrow(ctx, r.Stores)
	if err != nil {
		return data.Page{}, err
	}
	r.Stores, r.Key = stores, l.Key(r.Key)
	return l.Engine.Page(ctx, r)
}

// Key is a session key as the library names it: a secret in it is masked.
func (l *Library) Key(key data.SessionKey) data.SessionKey { return l.Redactor.Key(key) }

// Recent implements data.Historian.
func (l *Library) Recent(ctx context.Context, r data.RecentRequest) (sessions []data.Session, err error) {
	err = l.Mending(ctx, func() error { sessions, err = l.recent(ctx, r); return err })
	return sessions, err
}

func (l *Library) recent(ctx context.Context, r data.RecentRequest) ([]data.Session, error) {
	stores, err := l.narrow(ctx, r.Stores)
	if err != nil {
		return nil, err
	}
	r.Stores = stores
	return l.Engine.Recent(ctx, r)
}

// Secrets implements data.SecretLister.
func (l *Library) Secrets(ctx context.Context, r data.SecretsRequest) (found data.Secrets, err error) {
	err = l.Mending(ctx, func() error { found, err = l.secrets(ctx, r); return err })
	return found, err
}

func (l *Library) secrets(ctx context.Context, r data.SecretsRequest) (data.Secrets, error) {
	stores, err := l.narrow(ctx, r.Stores)
	if err != nil {
		return data.Secrets{}, err
	}
	r.Stores = stores
	return l.Engine.Secrets(ctx, r)
}

// Status tells the whole state of things, of the named state directories only. Directories that could not be listed are among
// the stores, as Problems tells them.
func (l *Library) Status(ctx context.Context) (data.Status, error) {
	var status data.Status
	read := func() (err error) { status, err = l.Reconciler.Status(ctx); return err }
	err := l.mending(ctx, read, func() error { return nil }) // telling how things are makes nothing
	status.Stores, status.RuleProblems = l.own(status.Stores), l.rules.problems()
	return status, err
}

// own leaves the stores in the named state directories, and adds the directories that could not be listed. A fault that nobody
// knows the place of stays.
func (l *Library) own(stores []data.StoreStatus) []data.StoreStatus {
	stores = slices.DeleteFunc(stores, func(s data.StoreStatus) bool { return s.Store.Path != "" && !within(l.states, s.Store) })
	return withProblems(stores, l.Problems())
}

// Empty tells whether the library holds no session at all that may be searched.
func (l *Library) Empty(ctx context.Context) (bool, error) {
	rows, err := l.Index.Stores(ctx)
	if err != nil {
		return false, err
	}
	for _, row := range rows {
		if row.Sessions > 0 && within(l.states, row.Store) {
			return false, nil
		}
	}
	return true, nil
}

// Hint gives the sentence that tells a person what to do about a failure of a store or of the library itself, else a
// sentence for the kind of failure of a store.
func Hint(err error) string {
	var failure *data.StoreError
	if errors.As(err, &failure) && failure.Hint != "" {
		return failure.Hint
	}
	var own *index.Error
	if errors.As(err, &own) {
		return own.Hint
	}
	return HintFor(data.StateOf(err))
}

// HintFor gives a sentence for a state: why, and what to do. It is empty for a store that is well.
func HintFor(state data.StoreState) string {
	switch state {
	case data.StoreBusy:
		return "OpenClaw is busy with it. Try again in a moment."
	case data.StoreNewer:
		return "It was written by a newer OpenClaw in a format that this version does not know. Update Wordwake."
	case data.StoreCorrupt:
		return "It cannot be read as an OpenClaw history; it may be damaged. Check the file, or restore it from a backup."
	case data.StoreNoAccess:
		return "This user may not read it. Check the permissions of the file and of its folders."
	case data.StoreMissing:
		return "It is not there any more. Check that the disk it lies on is connected."
	default:
		return ""
	}
}
