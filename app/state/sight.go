package state

import "github.com/wordwake/wordwake/data"

// SightMode says how far a session is to see, in the terms of OpenClaw's settings.
type SightMode uint8

// The modes, from the narrowest. The zero value is no session's sight at all: everything is seen.
const (
	SightEverything SightMode = iota
	SightSelf
	SightTree
	SightAgent
	SightAll
	// SightSandboxed is what the settings leave to a session that runs in a sandbox.
	SightSandboxed
	// SightConfigured is what the settings say of a session that runs in none.
	SightConfigured
)

// SightModes are the modes that are offered, in their order: what holds first, and then what would hold.
var SightModes = []SightMode{SightConfigured, SightSelf, SightTree, SightAgent, SightAll, SightSandboxed}

// Sight has a search look with the eyes of one session. The zero value is the owner of the histories, who sees everything.
type Sight struct {
	Mode SightMode
	// Of is the session, in Store: another store may have one of the same key.
	Of    data.SessionKey
	Store data.Store
	// Title names the session to the person.
	Title string
}

// Asks tells whether a question is one to be searched; without words the recent sessions are the answer, unless hidden text is
// looked for.
func (q Question) Asks() bool { return q.Text != "" || q.Filters.Hidden }
