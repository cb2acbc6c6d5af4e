package openclaw

import "github.com/wordwake/wordwake/data"

// Settings is what the configuration of one state directory says of who sees what and of what is secret. A setting that is not
// there, or of an odd type, has its zero value.
type Settings struct {
	// State is the canonical state directory.
	State string
	// Visibility is tools.sessions.visibility as it stands there.
	Visibility string
	// AgentToAgent is tools.agentToAgent.enabled, nil if unset; Allow is tools.agentToAgent.allow, nil if unset.
	AgentToAgent *bool
	Allow        []string
	// SandboxTools is agents.defaults.sandbox.sessionToolsVisibility.
	SandboxTools string
	// MainKey is session.mainKey, Scope session.scope.
	MainKey, Scope string
	// Patterns are logging.redactPatterns.
	Patterns []string
	// Secrets are the exact values of what the configuration keeps secret. They are never logged, shown or written.
	Secrets []string
	// Runs are the sub-agent runs of the registry.
	Runs []data.Run
}
