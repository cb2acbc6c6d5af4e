package tools

import (
	"context"
	"fmt"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// sight is what the caller sees at the moment of a call.
type sight struct {
	scope   data.Scope
	rules   visibility.Scope
	release release
	// agent is that of the caller, state the directory in which its history lies: OpenClaw knows no other. It is empty for an
	// agent that has no history.
	agent, state string
}

// release is a line of OpenClaw's releases that has its own defaults and words.
type release uint8

const (
	release202607 release = iota
	release202608
	release202609
)

// modes are the names of the modes.
var modes = map[string]data.ScopeMode{
	"self": data.ScopeSelf, "tree": data.ScopeTree, "agent": data.ScopeAgent, "all": data.ScopeAll,
}

// sight finds out what the caller sees now: the settings may have changed since the last call.
func (t *Tools) sight(ctx context.Context) (sight, error) {
	agent, _ := splitKey(t.caller)
	s := sight{agent: agent, release: release202609}
	rows, err := t.library.Index.Stores(ctx)
	if err != nil {
		return s, err
	}
	for _, row := range rows {
		if row.Store.Agent == agent {
			s.release, s.state = releaseOf(row.Generation), row.Store.State
		}
	}
	mode, known := modes[t.visibility]
	switch {
	case t.sandboxed:
		mode = data.ScopeTree
	case !known:
		mode = s.release.mode()
	}
	s.scope = data.Scope{Mode: mode, Of: t.caller, Policy: data.Policy{AgentToAgent: s.release >= release202609, Restricted: t.sandboxed}}
	s.rules = visibility.New(s.scope)
	return s, nil
}

func releaseOf(generation int) release {
	switch {
	case generation >= 23:
		return release202609
	case generation >= 19:
		return release202608
	default:
		return release202607
	}
}

func (r release) mode() data.ScopeMode {
	return [...]data.ScopeMode{data.ScopeTree, data.ScopeAgent, data.ScopeAll}[r]
}

// mode is the name of the mode that holds.
func (s sight) mode() string {
	for name, mode := range modes {
		if mode == s.scope.Mode {
			return name
		}
	}
	return ""
}

// restricted is true for a sandboxed caller that sees only what it spawned.
func (s sight) restricted() bool { return s.scope.Policy.Restricted }

// newer is true where the store was written by a release that counts an offset beside an anchor for nothing.
func (s sight) newer() bool { return s.release >= release202609 }

// main is the key of the main session of the caller's agent.
func (s sight) main() data.SessionKey {
	if s.scope.Policy.Global {
		return globalKey
	}
	return data.SessionKey("agent:" + s.agent + ":" + s.mainName())
}

func (s sight) mainName() string {
	if name := strings.ToLower(strings.TrimSpace(s.scope.Policy.MainKey)); name != "" {
		return name
	}
	return mainKey
}

// only is the scope of one session that the caller was allowed to see.
func (s sight) only(session data.Session) data.Scope {
	return data.Scope{Mode: data.ScopeSelf, Of: session.Key}
}

// knows tells whether a session is in the state directory of the caller.
func (s sight) knows(session data.Session) bool {
	return s.state == "" || session.Store.State == s.state
}

// lists tells whether a session is among those that a search or a list without a key looks at.
func (s sight) lists(session data.Session) bool {
	_, rest := splitKey(session.Key)
	return s.knows(session) && rest != unknownKey && (rest != globalKey || session.Agent == s.agent) && s.refuses(session, wordList) == ""
}

// sees tells whether the caller may see sessions of an agent, so that it may hear of the agent's troubles.
func (s sight) sees(agent string) bool {
	return s.refuses(data.Session{Key: data.SessionKey("agent:" + agent + ":" + unknownKey), Agent: agent}, wordList) == "" || agent == s.agent
}

// action is what somebody wants to do with a session, as a refusal calls it.
type action = string

// The actions.
const (
	wordHistory action = "history"
	wordSearch  action = "search"
	wordList    action = "list"
)

// refuses says why the caller may not see a session; it is empty if it may.
func (s sight) refuses(session data.Session, word action) string {
	agent := session.Agent
	switch {
	case incognito.MatchString(string(session.Key)):
		return "Session not visible from session tools: " + string(session.Key)
	case agent == "":
		return fmt.Sprintf("Session %s denied because target agent ownership is unavailable.", word)
	case session.Key == s.scope.Of:
		return ""
	case s.rules.Allows(visibility.SubjectOf(session)) && (agent == s.agent || s.scope.Mode != data.ScopeAll || s.scope.Policy.AgentToAgent):
		return ""
	case agent != s.agent && s.scope.Mode == data.ScopeAll:
		return fmt.Sprintf("Agent-to-agent %s is disabled. Set tools.agentToAgent.enabled=true to allow cross-agent access.", word)
	case agent != s.agent:
		return fmt.Sprintf("Session %s visibility is restricted. %s", word, s.release.hint())
	case s.scope.Mode == data.ScopeSelf:
		return fmt.Sprintf("Session %s visibility is restricted to the current session (tools.sessions.visibility=self).", word)
	default:
		return fmt.Sprintf("Session %s visibility is restricted to the current session tree (tools.sessions.visibility=tree).", word)
	}
}

func (r release) hint() string {
	if r >= release202609 {
		return "Set tools.sessions.visibility=all to allow cross-agent access; use tools.agentToAgent to restrict permitted agent pairs."
	}
	return "Set tools.sessions.visibility=all and tools.agentToAgent.enabled=true to allow cross-agent access;" +
		" use tools.agentToAgent.allow to restrict permitted agent pairs."
}
