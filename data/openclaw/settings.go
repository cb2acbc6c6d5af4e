package openclaw

import (
	"encoding/json"

	"github.com/wordwake/wordwake/data"
)

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

// parseSettings takes what counts out of a configuration, but for the secrets. Not JSON at all is an error.
func parseSettings(standard []byte) (Settings, error) {
	var root json.RawMessage
	if err := json.Unmarshal(standard, &root); err != nil {
		return Settings{}, err
	}
	at := func(path ...string) json.RawMessage { return member(root, path) }
	s := Settings{
		Visibility:   stringOf(at("tools", "sessions", "visibility")),
		Allow:        stringsOf(at("tools", "agentToAgent", "allow")),
		SandboxTools: stringOf(at("agents", "defaults", "sandbox", "sessionToolsVisibility")),
		MainKey:      stringOf(at("session", "mainKey")),
		Scope:        stringOf(at("session", "scope")),
		Patterns:     stringsOf(at("logging", "redactPatterns")),
	}
	var enabled *bool
	if json.Unmarshal(at("tools", "agentToAgent", "enabled"), &enabled) == nil {
		s.AgentToAgent = enabled
	}
	return s, nil
}

// member gives the value at a path of names; nil if there is none.
func member(raw json.RawMessage, path []string) json.RawMessage {
	for _, name := range path {
		raw = objectOf(raw)[name]
	}
	return raw
}

// stringsOf reads a list of texts; nil if it is no list. What is no text in it is an empty one.
func stringsOf(raw json.RawMessage) []string {
	var list []json.RawMessage
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil
	}
	texts := make([]string, len(list))
	for i, item := range list {
		texts[i] = stringOf(item)
	}
	return texts
}
