package visibility

import "github.com/wordwake/wordwake/data"

// Release is a line of OpenClaw's releases that has its own defaults and words.
type Release uint8

// The releases, each named by the one that its behaviour was recorded of.
const (
	Release202607 Release = iota // 2026.7.35 and older
	Release202608                // 2026.8.2
	Release202609                // 2026.9.6
)

// The first generation of stores that a release writes.
const (
	generation202608 = 19
	generation202609 = 23
)

// ReleaseOf tells the release by the generation of a store that it wrote.
func ReleaseOf(generation int) Release {
	switch {
	case generation >= generation202609:
		return Release202609
	case generation >= generation202608:
		return Release202608
	default:
		return Release202607
	}
}

// mode is what a session may see where nothing is configured.
func (r Release) mode() data.ScopeMode {
	switch r {
	case Release202607:
		return data.ScopeTree
	case Release202608:
		return data.ScopeAgent
	default:
		return data.ScopeAll
	}
}

// agentToAgent is whether agents see each other where nothing is configured.
func (r Release) agentToAgent() bool { return r >= Release202609 }

// mainKeySet is whether the setting session.mainKey has an effect; later the main session is always "main".
func (r Release) mainKeySet() bool { return r < Release202609 }

func (r Release) crossAgentHint() string {
	if r < Release202609 {
		return "Set tools.sessions.visibility=all and tools.agentToAgent.enabled=true to allow cross-agent access;" +
			" use tools.agentToAgent.allow to restrict permitted agent pairs."
	}
	return "Set tools.sessions.visibility=all to allow cross-agent access; use tools.agentToAgent to restrict permitted agent pairs."
}
