package engine

import (
	"context"
	"slices"

	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// narrow puts a scope into a filter, so that nothing which is not to be seen is counted or limited. It is false if nothing
// is left to be seen.
func narrow(ctx context.Context, v *index.View, scope visibility.Scope, f *index.Filter) (bool, error) {
	if scope.Empty() {
		return false, nil
	}
	if agents, whole := scope.Whole(); whole {
		if len(agents) > 0 && len(f.Agents) > 0 {
			agents = slices.DeleteFunc(agents, func(a string) bool { return !slices.Contains(f.Agents, a) })
			f.Agents = agents
			return len(agents) > 0, nil
		}
		f.Agents = append(slices.Clip(f.Agents), agents...)
		return true, nil
	}
	rows, err := v.Sessions(ctx, index.SessionFilter{Agents: f.Agents, Stores: f.Stores, Include: everything, Key: scope.Key()})
	if err != nil {
		return false, err
	}
	f.Sessions = []index.RowID{}
	for _, row := range rows {
		if scope.Allows(visibility.SubjectOf(row.Session)) {
			f.Sessions = append(f.Sessions, row.Row)
		}
	}
	return len(f.Sessions) > 0, nil
}
