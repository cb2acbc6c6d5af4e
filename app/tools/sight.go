package tools

import (
	"context"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// sight is what the caller sees at the moment of a call.
type sight struct {
	scope   data.Scope
	rules   visibility.Scope
	release visibility.Release
	// me is the key of the caller, as the library names it, and agent that of it.
	me    data.SessionKey
	agent string
	// also is the agent of a session that the caller names and may see.
	also string
}

// sight finds out what the caller sees now: the settings may have changed since the last call.
func (t *Tools) sight(ctx context.Context) (sight, error) {
	scope, release, err := t.library.Scope(ctx, library.CallerParams{Key: t.caller, Visibility: t.visibility, Sandboxed: t.sandboxed})
	if err != nil {
		return sight{}, err
	}
	return sight{
		scope: scope, rules: visibility.New(scope), release: release, me: t.library.Key(t.caller), agent: visibility.AgentOf(t.caller),
	}, nil
}

// mode is the name of the mode that holds.
func (s sight) mode() string { return visibility.ModeName(s.scope.Mode) }

// restricted is true for a sandboxed caller that sees only what it spawned.
func (s sight) restricted() bool { return s.scope.Policy.Restricted }

// newer is true where the store was written by a release that counts an offset beside an anchor for nothing.
func (s sight) newer() bool { return s.release >= visibility.Release202609 }

// main is the key of the main session of the caller's agent.
func (s sight) main() data.SessionKey {
	return visibility.MainOf(s.agent, s.scope.Policy)
}

// mainName is the last part of the keys of main sessions, also where all channels share one session instead.
func (s sight) mainName() string {
	_, name := visibility.Split(visibility.MainOf(s.agent, data.Policy{MainKey: s.scope.Policy.MainKey}))
	return name
}

// only is the scope of one session that the caller was allowed to see.
func (s sight) only(session data.Session) data.Scope {
	return data.Scope{Mode: data.ScopeSelf, Of: session.Key, Policy: data.Policy{Agent: session.Agent, State: s.scope.Policy.State}}
}

// allowed is the sight of a caller that may see a session of whatever agent.
func (s sight) allowed(session data.Session) sight {
	s.also = session.Agent
	return s
}

// knows tells whether a session is in the state directory of the caller: OpenClaw knows no other.
func (s sight) knows(session data.Session) bool {
	return s.rules.State() == "" || session.Store.State == s.rules.State()
}

// lists tells whether a session is among those that a search or a list without a key looks at.
func (s sight) lists(session data.Session) bool {
	return s.knows(session) && s.rules.Allows(visibility.SubjectOf(session))
}

// sees tells whether the caller may see sessions of an agent, so that it may hear of the agent's troubles.
func (s sight) sees(agent string) bool {
	key := data.SessionKey("agent:" + agent + ":" + unknownKey)
	return agent == s.agent || agent == s.also || s.rules.Decide(visibility.Subject{Key: key, Agent: agent}).Allowed
}

// refuses says why the caller may not see a session that it names; it is empty if it may.
func (s sight) refuses(session data.Session, action visibility.Action) string {
	decision := s.rules.DecideKey(visibility.SubjectOf(session))
	return visibility.Denial(decision.Reason, s.release, action, session.Key)
}
