package data

import "time"

// ScopeMode says which sessions may be looked at, from the narrowest that OpenClaw knows to all.
type ScopeMode uint8

// The scopes. The person at the desktop sees all own sessions unless a narrower one is asked for.
const (
	ScopeAll ScopeMode = iota
	ScopeAgent
	ScopeTree
	ScopeSelf
)

// Scope says through whose eyes the library is seen. The zero value is the owner of the histories, who sees everything.
type Scope struct {
	Mode ScopeMode
	// Of is the session that looks. Without it ScopeAll is everything, and every other mode nothing.
	Of SessionKey
	// Policy holds what decides besides the mode and the links between sessions.
	Policy Policy
}

// Policy is what OpenClaw's settings, and its registry of running sub-agents, say of who may see what.
type Policy struct {
	// AgentToAgent lets sessions of one agent see those of another, under ScopeAll.
	AgentToAgent bool
	// Allow narrows AgentToAgent to pairs of agents of which each matches a pattern; nil is everyone.
	Allow []string
	// Restricted narrows a sandboxed session to what it spawned: main sees no more than others do, and links expire.
	Restricted bool
	// Agent is that of the session that looks, where its key names none, as "global" does.
	Agent string
	// State narrows to the stores of one state directory, which are all that OpenClaw itself knows there; empty is all.
	State string
	// MainKey is the last part of the key of an agent's main session; empty means "main".
	MainKey string
	// Global is true where all channels share one session, whose key is "global".
	Global bool
	// Runs are the sub-agent runs that the registry lists. They go before the links that a store gives.
	Runs []Run
	// Now is when links expire by; zero means the present.
	Now time.Time
}

// Run is a row of the registry of sub-agents.
type Run struct {
	// Child is the session that runs, Controller the one that it answers to now, Requester the one that started it.
	Child, Controller, Requester SessionKey
	Created                      time.Time
	// Ended is zero while it runs.
	Ended time.Time
}
