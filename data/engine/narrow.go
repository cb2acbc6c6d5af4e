package engine

import (
	"context"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// narrow puts a scope into a filter, so that nothing which is not to be seen is counted or limited. It is false if nothing
// is left to be seen. Agents are taken as a whole where a scope sees all of them, and the few sessions about which more counts
// than the agent are decided one by one, so that no more are read the larger the library is.
func narrow(ctx context.Context, v *index.View, scope visibility.Scope, f *index.Filter) (bool, error) {
	if scope.Empty() {
		return false, nil
	}
	if err := narrowStores(ctx, v, scope, f); err != nil || scope.Everything() {
		return err == nil, err
	}
	agents, err := wholeAgents(ctx, v, scope, f.Agents)
	if err != nil {
		return false, err
	}
	var also, without []index.RowID
	err = v.Links(ctx, linksOf(scope, f), func(row index.SessionRow) {
		seen, whole := scope.Allows(visibility.SubjectOf(row.Session)), slices.Contains(agents, row.Agent)
		switch {
		case seen && !whole:
			also = append(also, row.Row)
		case whole && !seen:
			without = append(without, row.Row)
		}
	})
	if len(agents) == 0 { // a filter takes none for all
		f.Sessions = append([]index.RowID{}, also...)
	} else {
		f.Agents, f.Also, f.Without = agents, also, without
	}
	return len(agents)+len(also) > 0, err
}

// wholeAgents lists the agents all of whose sessions a scope sees, of those that are asked for; none named is all.
func wholeAgents(ctx context.Context, v *index.View, scope visibility.Scope, asked []string) ([]string, error) {
	known, err := v.AgentNames(ctx)
	if err != nil {
		return nil, err
	}
	agents := scope.Agents(known)
	if len(asked) > 0 {
		agents = both(agents, asked)
	}
	return agents, nil
}

// linksOf asks for the sessions that are decided one by one.
func linksOf(scope visibility.Scope, f *index.Filter) index.LinkFilter {
	of, folded := scope.Linked()
	return index.LinkFilter{
		SessionFilter: index.SessionFilter{Agents: f.Agents, Stores: f.Stores, Include: data.Everything()},
		Of:            of, Folded: folded, Children: scope.Children(),
	}
}

// narrowStores leaves the stores in the scope's state directory.
func narrowStores(ctx context.Context, v *index.View, scope visibility.Scope, f *index.Filter) error {
	if scope.State() == "" {
		return nil
	}
	stores, err := v.StoresIn(ctx, scope.State())
	if f.Stores != nil {
		stores = both(stores, f.Stores)
	}
	f.Stores = stores
	return err
}

// both keeps what is in two lists.
func both(a, b []string) []string {
	return slices.DeleteFunc(a, func(s string) bool { return !slices.Contains(b, s) })
}
