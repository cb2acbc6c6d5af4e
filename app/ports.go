package app

import (
	"context"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// ports are what a desk asks of its library besides searching, paging and indexing.
type ports struct {
	secrets  data.SecretLister
	revealer data.Revealer
	// scope turns the choice of a session's eyes into what it may see, by the settings of its agent.
	scope func(ctx context.Context, sight state.Sight) (data.Scope, error)
}

// portsOf gives what an open library offers.
func portsOf(l *library.Library) ports {
	return ports{secrets: l, revealer: l, scope: scopeOf(l)}
}

// visibilities are what the settings call the modes. A sandbox has none, and the settings themselves stand for what they say.
var visibilities = map[state.SightMode]string{
	state.SightSelf: "self", state.SightTree: "tree", state.SightAgent: "agent", state.SightAll: "all",
}

// scopeOf looks through the eyes of sessions of a library.
func scopeOf(l *library.Library) func(context.Context, state.Sight) (data.Scope, error) {
	return func(ctx context.Context, sight state.Sight) (data.Scope, error) {
		scope, _, err := l.Scope(ctx, library.CallerParams{
			Key: sight.Of, Visibility: visibilities[sight.Mode],
			Sandboxed: sight.Mode == state.SightSandboxed, Stores: []string{sight.Store.Path},
		})
		return scope, err
	}
}
