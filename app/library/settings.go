package library

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

// settingsReader makes the folder for private copies when the copy of a registry fails for want of it. That of the sample has
// nothing to read.
type settingsReader struct {
	*openclaw.SettingsReader
	copies string
}

func newSettings(p Params) settingsReader {
	if p.Sample {
		return settingsReader{}
	}
	params := openclaw.FinderParams{States: p.States, Home: p.Home, Env: p.Getenv, TempDir: p.Copies}
	return settingsReader{openclaw.NewSettingsReader(params), p.Copies}
}

// Read reads the settings of a state directory.
func (r settingsReader) Read(ctx context.Context, state string) (openclaw.Settings, []error) {
	if r.SettingsReader == nil {
		return openclaw.Settings{State: state}, nil
	}
	settings, problems := r.SettingsReader.Read(ctx, state)
	if slices.ContainsFunc(problems, wants) && makeCopies(r.copies) {
		return r.SettingsReader.Read(ctx, state)
	}
	return settings, problems
}

// Configured reads what the configuration of a state directory says.
func (r settingsReader) Configured(state string) (openclaw.Settings, []error) {
	if r.SettingsReader == nil {
		return openclaw.Settings{State: state}, nil
	}
	return r.SettingsReader.Configured(state)
}

// Settings reads what OpenClaw is configured to, for each state directory in which a history is found, in the order of their
// paths. What was read is read again only once a file that it came from changed. What could not be read has its zero value, and
// the problems tell why.
func (l *Library) Settings(ctx context.Context) ([]openclaw.Settings, []error) {
	stores, _ := l.Sources.Find(ctx) // problems are told by the pass
	var states []string
	for _, store := range stores {
		if store.State != "" {
			states = append(states, store.State)
		}
	}
	slices.Sort(states)
	var all []openclaw.Settings
	var problems []error
	for _, state := range slices.Compact(states) {
		settings, bad := l.settings.Read(ctx, state)
		all, problems = append(all, settings), append(problems, bad...)
	}
	return all, problems
}

// CallerParams say through whose eyes the library is to be seen. Key is required.
type CallerParams struct {
	Key data.SessionKey
	// Visibility is self, tree, agent or all in place of the configured one; anything else is as configured.
	Visibility string
	// Sandboxed is true for a session that runs in a sandbox.
	Sandboxed bool
	// Stores are where the session may be, by their canonical paths; nil means all.
	Stores []string
}

// Scope tells what a session may see, by the settings of the state directory in which it lies, and the release that wrote its
// store. A session that the library does not hold lies where its agent has a store. Settings that cannot be read are an error:
// what they would have narrowed must not be seen.
func (l *Library) Scope(ctx context.Context, p CallerParams) (data.Scope, visibility.Release, error) {
	p.Key = l.Key(p.Key)
	var home index.StoreRow
	err := l.Mending(ctx, func() (err error) { home, err = l.homeOf(ctx, p); return err })
	if err != nil {
		return data.Scope{}, 0, err
	}
	settings, err := l.settingsOf(ctx, home.Store)
	if err != nil {
		return data.Scope{}, 0, fmt.Errorf("find out what %s may see: %w", p.Key, err)
	}
	settings.Runs = l.runs.masked(settings, l.rules.Stamp(), l.Key)
	release := visibility.ReleaseOf(home.Generation)
	return visibility.Effective(settings, release, visibility.Caller{
		Key: p.Key, Agent: home.Store.Agent, Visibility: p.Visibility, Sandboxed: p.Sandboxed, Now: l.now(),
	}), release, nil
}

// settingsOf gives the settings that hold for a store. Any of which it is not known what they say are an error.
func (l *Library) settingsOf(ctx context.Context, store data.Store) (openclaw.Settings, error) {
	if store.State == "" {
		return openclaw.Settings{}, nil
	}
	settings, problems := l.settings.Read(ctx, store.State)
	for _, problem := range problems {
		if !errors.Is(problem, openclaw.ErrSecrets) { // it says nothing of who sees what
			return openclaw.Settings{}, errors.Join(problems...)
		}
	}
	return settings, nil
}

// homeOf finds the store in which a session lies, or would; of several the first by path. It is empty if there is none at all.
func (l *Library) homeOf(ctx context.Context, p CallerParams) (home index.StoreRow, err error) {
	stores, err := l.narrow(ctx, p.Stores)
	if err != nil {
		return home, err
	}
	err = l.view(ctx, func(v *index.View) error {
		rows, err := v.Stores(ctx)
		if err != nil {
			return err
		}
		held, err := v.Sessions(ctx, index.SessionFilter{Key: p.Key, Stores: stores, Include: data.Everything(), WithEmpty: true})
		if err != nil {
			return err
		}
		rows = slices.DeleteFunc(rows, func(r index.StoreRow) bool { return stores != nil && !slices.Contains(stores, r.Store.Path) })
		if len(rows) > 0 {
			home = slices.MinFunc(rows, func(a, b index.StoreRow) int {
				return cmp.Compare(distance(a.Store, p.Key, held), distance(b.Store, p.Key, held)) // of equal ones the first
			})
		}
		return nil
	})
	return home, err
}

// distance is 0 for a store that holds a session, 1 for one of its agent, and 2 for any other.
func distance(store data.Store, key data.SessionKey, held []index.SessionRow) int {
	switch {
	case slices.ContainsFunc(held, func(s index.SessionRow) bool { return s.Store.Path == store.Path }):
		return 0
	case visibility.AgentOf(key) == store.Agent:
		return 1
	default:
		return 2
	}
}
