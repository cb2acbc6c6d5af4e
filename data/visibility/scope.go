package visibility

import (
	"strings"

	"github.com/wordwake/wordwake/data"
)

// Subject is what a decision needs to know of a session.
type Subject struct {
	Key data.SessionKey
	// Agent is the agent in the key, else the owner of the store.
	Agent string
	// Parent and SpawnedBy are the links by which a session belongs to another one.
	Parent, SpawnedBy data.SessionKey
}

// SubjectOf takes from a session what a decision needs.
func SubjectOf(s data.Session) Subject {
	return Subject{Key: s.Key, Agent: s.Agent, Parent: s.Parent, SpawnedBy: s.SpawnedBy}
}

// Scope says what the session Of of a data.Scope may see. The zero value sees everything.
type Scope struct {
	mode  data.ScopeMode
	of    data.SessionKey
	agent string
	// main is true for the main session of an agent, which sees the whole tree of its agent.
	main bool
}

// New makes a Scope. A narrowed one of no session, or of a key that is none of an agent's, sees at most that key.
func New(s data.Scope) Scope {
	agent, rest := split(s.Of)
	return Scope{mode: s.Mode, of: s.Of, agent: agent, main: rest == "main"}
}

// Whole tells whether the scope is made of whole agents, so that no session need be looked at: all of them if agents is
// empty.
func (s Scope) Whole() (agents []string, whole bool) {
	switch s.mode {
	case data.ScopeAll:
		return nil, true
	case data.ScopeAgent:
		return []string{s.agent}, s.agent != ""
	default:
		return nil, false
	}
}

// Key is the only key that the scope can allow, or empty if it can allow several.
func (s Scope) Key() data.SessionKey {
	if s.mode == data.ScopeSelf {
		return s.of
	}
	return ""
}

// Empty is true if the scope allows nothing: it is narrowed to what no session may see.
func (s Scope) Empty() bool { return s.mode != data.ScopeAll && s.of == "" }

// Allows decides about one session, in the order of OpenClaw's own decision.
func (s Scope) Allows(t Subject) bool {
	switch {
	case s.mode == data.ScopeAll:
		return true
	case s.of == "":
		return false
	case t.Key == s.of:
		return true
	}
	same := s.agent != "" && t.Agent == s.agent
	switch s.mode {
	case data.ScopeAgent:
		return same
	case data.ScopeTree:
		return s.owns(t, same) && (same || isChildKey(t.Key))
	default:
		return false
	}
}

// owns is true for the children of the scope's session, not for their children: OpenClaw's tree is one level deep. The main
// session of an agent owns all of it.
func (s Scope) owns(t Subject, same bool) bool {
	return t.Parent == s.of || t.SpawnedBy == s.of || same && s.main
}

// isChildKey is true for keys under which sub-agents and ACP runs are kept: the only ones that may belong to the session of
// another agent.
func isChildKey(key data.SessionKey) bool {
	_, rest := split(key)
	return strings.HasPrefix(rest, "subagent:") || strings.HasPrefix(rest, "acp:")
}

// split takes "agent:<id>:<rest>" apart; both parts are empty for any other key.
func split(key data.SessionKey) (agent, rest string) {
	tail, ok := strings.CutPrefix(string(key), "agent:")
	if !ok {
		return "", ""
	}
	agent, rest, ok = strings.Cut(tail, ":")
	if !ok || agent == "" || rest == "" {
		return "", ""
	}
	return agent, rest
}
