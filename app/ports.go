package app

import (
	"context"
	"errors"

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

// errNotOffered says that the open library has no such ability.
var errNotOffered = errors.New("this library does not offer that")

// absent stands for an ability that a library does not have.
type absent struct{}

func (absent) Secrets(context.Context, data.SecretsRequest) (data.Secrets, error) {
	return data.Secrets{}, errNotOffered
}

func (absent) Reveal(context.Context, data.RevealRequest) (string, error) { return "", errNotOffered }

// portsOf gives what an open library offers.
func portsOf(l *library.Library) ports {
	p := ports{secrets: absent{}, revealer: absent{}, scope: plainScope}
	for _, part := range []any{l.Engine, l} { // the library narrows to its stores, so it goes before its engine
		if lister, ok := part.(data.SecretLister); ok {
			p.secrets = lister
		}
	}
	if revealer, ok := any(l).(data.Revealer); ok {
		p.revealer = revealer
	}
	return p
}

// plainScope is the scope of a sight where no settings are read: that of a gateway without any.
func plainScope(_ context.Context, sight state.Sight) (data.Scope, error) {
	scope := data.Scope{Of: sight.Of}
	switch sight.Mode {
	case state.SightEverything:
		return data.Scope{}, nil
	case state.SightSelf:
		scope.Mode = data.ScopeSelf
	case state.SightTree:
		scope.Mode = data.ScopeTree
	case state.SightAgent:
		scope.Mode = data.ScopeAgent
	case state.SightAll:
		scope.Mode = data.ScopeAll
	case state.SightSandboxed:
		scope.Mode, scope.Policy.Restricted = data.ScopeTree, true
	}
	return scope, nil
}
