package visibility

import (
	"fmt"

	"github.com/wordwake/wordwake/data"
)

// Reason is OpenClaw's code for why a session may not be seen; empty if it may.
type Reason string

// The reasons. OpenClaw has more for when its gateway cannot be asked who owns a session, which cannot happen here.
const (
	Incognito          Reason = "incognito_session"
	OwnerUnknown       Reason = "target_agent_ownership_unavailable"
	CrossAgent         Reason = "cross_agent_visibility_restricted"
	AgentToAgentOff    Reason = "agent_to_agent_disabled"
	AgentToAgentDenied Reason = "agent_to_agent_not_allowed"
	SelfOnly           Reason = "self_visibility_restricted"
	TreeOnly           Reason = "tree_visibility_restricted"
)

// Decision is whether a session may be seen, and if not, why.
type Decision struct {
	Allowed bool
	Reason  Reason
}

// Action is what somebody wants to do with a session. It chooses the words of a denial and decides nothing.
type Action uint8

// The actions.
const (
	ActionHistory Action = iota
	ActionSearch
	ActionList
	ActionSend
)

// words are what an action is called in denials.
type words struct{ action, between, access string }

var actionWords = map[Action]words{
	ActionHistory: {"history", "history", "access"},
	ActionSearch:  {"search", "search", "access"},
	ActionList:    {"list", "listing", "visibility"},
	ActionSend:    {"send", "messaging", "sends"},
}

// SandboxDenial is what OpenClaw says when a sandboxed session asks for what is not among the sessions that it spawned.
func SandboxDenial(asked string) string {
	return fmt.Sprintf("Session not visible from this sandboxed agent session: %s", asked)
}

// Denial is what OpenClaw of a release says when a session may not be seen for a reason. It is empty for no reason.
func Denial(r Reason, release Release, action Action, key data.SessionKey) string {
	w := actionWords[action]
	switch r {
	case Incognito:
		return fmt.Sprintf("Session not visible from session tools: %s", key)
	case OwnerUnknown:
		return fmt.Sprintf("Session %s denied because target agent ownership is unavailable.", w.action)
	case CrossAgent:
		return fmt.Sprintf("Session %s visibility is restricted. %s", w.action, release.crossAgentHint())
	case AgentToAgentOff:
		return fmt.Sprintf("Agent-to-agent %s is disabled. Set tools.agentToAgent.enabled=true to allow cross-agent %s.", w.between, w.access)
	case AgentToAgentDenied:
		return fmt.Sprintf("Agent-to-agent %s denied by tools.agentToAgent.allow.", w.between)
	case SelfOnly:
		return fmt.Sprintf("Session %s visibility is restricted to the current session (tools.sessions.visibility=self).", w.action)
	case TreeOnly:
		return fmt.Sprintf("Session %s visibility is restricted to the current session tree (tools.sessions.visibility=tree).", w.action)
	default:
		return ""
	}
}
