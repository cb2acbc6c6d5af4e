package visibility

import (
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
)

// Caller is the session that looks, and what is to hold instead of the settings.
type Caller struct {
	Key data.SessionKey
	// Agent is that of the session where its key names none.
	Agent string
	// Visibility is self, tree, agent or all in place of the configured one; anything else is as configured.
	Visibility string
	// Sandboxed is true for a session that runs in a sandbox.
	Sandboxed bool
	// Now is when the session looks; zero means the present.
	Now time.Time
}

// Effective gives the scope that a session has by the settings of its state directory, with the defaults of the release that
// wrote its store. In a sandbox it is the tree of what the session spawned, whatever is configured, unless the settings let
// sandboxed sessions see as others do.
func Effective(settings openclaw.Settings, release Release, caller Caller) data.Scope {
	scope := data.Scope{Mode: modeOf(settings, release, caller), Of: caller.Key, Policy: data.Policy{
		AgentToAgent: release.agentToAgent(), Allow: settings.Allow,
		Agent: caller.Agent, State: settings.State, Global: settings.Scope == string(global), Runs: settings.Runs, Now: caller.Now,
	}}
	if settings.AgentToAgent != nil {
		scope.Policy.AgentToAgent = *settings.AgentToAgent
	}
	if release.mainKeySet() {
		scope.Policy.MainKey = settings.MainKey
	}
	if caller.Sandboxed && settings.SandboxTools != "all" {
		scope.Mode = data.ScopeTree
		scope.Policy.Restricted = caller.Key != "" && !ofSubagent(fold(caller.Key))
	}
	return scope
}

var modes = map[string]data.ScopeMode{
	"self": data.ScopeSelf, "tree": data.ScopeTree, "agent": data.ScopeAgent, "all": data.ScopeAll,
}

// ModeName is the name of a mode in the settings; empty for one that is not known.
func ModeName(mode data.ScopeMode) string {
	for name, named := range modes {
		if named == mode {
			return name
		}
	}
	return ""
}

// modeOf is the mode outside of a sandbox.
func modeOf(settings openclaw.Settings, release Release, caller Caller) data.ScopeMode {
	for _, said := range []string{caller.Visibility, settings.Visibility} {
		if mode, known := modes[strings.ToLower(strings.TrimSpace(said))]; known {
			return mode
		}
	}
	return release.mode()
}
