package visibility

import (
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Scope says what the session Of of a data.Scope may see. The zero value sees everything.
type Scope struct {
	mode data.ScopeMode
	// given is the key as it was given, of the same in the case in which keys are compared.
	given, of data.SessionKey
	agent     string
	state     string
	// main is true for the main session of an agent, which sees the whole tree of its agent.
	main bool
	// restricted is true for a sandboxed session, which sees what it spawned, and that not for ever.
	restricted   bool
	agentToAgent bool
	pairs        pairs
	runs         map[data.SessionKey]runLink
	now          time.Time
}

// New makes a Scope. A narrowed one of no session allows nothing, and one of a key that is none of an agent's at most that
// key, unless the policy names the agent.
func New(s data.Scope) Scope {
	p := s.Policy
	now := p.Now
	if now.IsZero() {
		now = time.Now()
	}
	of, agent := fold(s.Of), ""
	if of != "" {
		agent = ownerOf(of, p.Agent)
	}
	return Scope{
		mode: s.Mode, given: s.Of, of: of, agent: agent, state: p.State,
		main:       !p.Restricted && of != "" && of == MainOf(agent, p),
		restricted: p.Restricted, agentToAgent: p.AgentToAgent, pairs: pairs{p.Allow},
		runs: linksOf(p.Runs, now), now: now,
	}
}

// MainOf is the key of an agent's main session, by what a policy says of it.
func MainOf(agent string, p data.Policy) data.SessionKey {
	if p.Global {
		return global
	}
	key := strings.TrimSpace(p.MainKey)
	if key == "" {
		key = "main"
	}
	return fold(data.SessionKey(agentPrefix + agent + ":" + key))
}

// Everything is true for the owner of the histories.
func (s Scope) Everything() bool { return s.mode == data.ScopeAll && s.of == "" }

// Agents leaves those of some agents all of whose sessions are seen, but for sessions under keys that do not begin with "agent:"
// and the agent, and those that are incognito.
func (s Scope) Agents(known []string) []string {
	var whole []string
	for _, agent := range known {
		if s.whole(agent) {
			whole = append(whole, agent)
		}
	}
	return whole
}

func (s Scope) whole(agent string) bool {
	switch {
	case s.Everything():
		return true
	case s.same(agent):
		return s.mode == data.ScopeAll || s.mode == data.ScopeAgent || s.mode == data.ScopeTree && s.main
	default:
		return s.across(agent) == ""
	}
}

// Linked gives the key by which sessions are linked to the one that looks, as it was given, and in the case in which keys are
// compared. It is empty where links do not count.
func (s Scope) Linked() (key, folded data.SessionKey) {
	if s.mode == data.ScopeAgent {
		return "", ""
	}
	return s.given, s.of
}

// Children lists the keys of the sessions whose newest run says that they belong to the session that looks.
func (s Scope) Children() []data.SessionKey {
	var children []data.SessionKey
	for child, run := range s.runs {
		if run.owner == s.of {
			children = append(children, child)
		}
	}
	slices.Sort(children)
	return children
}

// State is the state directory to whose stores the scope is narrowed; empty is all.
func (s Scope) State() string { return s.state }

// Empty is true if the scope allows nothing: it is narrowed to what no session may see.
func (s Scope) Empty() bool { return s.of == "" && s.mode != data.ScopeAll }

// Allows tells whether a session is among those that a search or a listing without a key looks at. What a session may see by
// its key but is never listed is not: "unknown", and what other agents keep under keys without an agent.
func (s Scope) Allows(t Subject) bool {
	if s.Everything() {
		return true
	}
	key := fold(t.Key)
	if key != s.of && (!listed(key) || !Scoped(key) && !s.same(ownerOf(key, t.Agent))) {
		return false
	}
	return s.DecideKey(t).Allowed
}

// listed is false for keys that OpenClaw leaves out of every list.
func listed(key data.SessionKey) bool {
	return key != unknown && (!Scoped(key) || ownerOf(key, "") != "")
}

// Decide decides about a session as its store lists it, in the order of OpenClaw's own decision. Links do not expire by it.
func (s Scope) Decide(t Subject) Decision { return s.decide(t, s.linked(t)) }

// DecideKey decides about a session that is asked for by its key. Of what a sandboxed session spawned it sees only what it
// still has a link to.
func (s Scope) DecideKey(t Subject) Decision {
	if s.restricted {
		return s.decide(t, s.keeps(t))
	}
	return s.Decide(t)
}

func (s Scope) decide(t Subject, linked bool) Decision {
	if s.Everything() {
		return Decision{Allowed: true}
	}
	key := fold(t.Key)
	if hidden(key) {
		return Decision{Reason: Incognito}
	}
	own := key == s.of || key == current
	agent := ownerOf(key, t.Agent)
	if key == current {
		agent = s.agent
	}
	if agent == "" {
		return Decision{Reason: OwnerUnknown}
	}
	same := s.same(agent)
	owned := linked || s.main && same && s.mode == data.ScopeTree
	if !own && owned && (s.mode == data.ScopeTree || s.mode == data.ScopeAll) && (same || ofChild(key)) {
		return Decision{Allowed: true}
	}
	reason := s.across(agent)
	if same {
		reason = s.within(own, owned)
	}
	return Decision{Allowed: reason == "", Reason: reason}
}

func (s Scope) same(agent string) bool { return agent != "" && agent == s.agent }

// across decides about a session of another agent.
func (s Scope) across(agent string) Reason {
	switch {
	case s.mode != data.ScopeAll:
		return CrossAgent
	case !s.agentToAgent:
		return AgentToAgentOff
	case !s.pairs.allow(s.agent, agent):
		return AgentToAgentDenied
	default:
		return ""
	}
}

// within decides about a session of the same agent.
func (s Scope) within(own, owned bool) Reason {
	switch {
	case own, s.mode == data.ScopeAll, s.mode == data.ScopeAgent:
		return ""
	case s.mode != data.ScopeTree:
		return SelfOnly
	case !owned:
		return TreeOnly
	default:
		return ""
	}
}

// linked is true for the children of the scope's session, not for their children: OpenClaw's tree is one level deep.
func (s Scope) linked(t Subject) bool {
	if s.of == "" {
		return false
	}
	spawned := fold(t.SpawnedBy)
	if run, known := s.runs[fold(t.Key)]; known && run.owner != "" {
		spawned = run.owner
	}
	return spawned == s.of || fold(t.Parent) == s.of || fold(t.Owner) == s.of
}

// keeps is true for the children to which a sandboxed session still has a link.
func (s Scope) keeps(t Subject) bool {
	if s.of == "" {
		return false
	}
	if run, known := s.runs[fold(t.Key)]; known {
		return run.kept && run.owner == s.of
	}
	return (fold(t.SpawnedBy) == s.of || fold(t.Parent) == s.of) && (t.LinkedUntil.IsZero() || !s.now.After(t.LinkedUntil))
}
