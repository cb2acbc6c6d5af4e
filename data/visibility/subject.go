package visibility

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

// Subject is what a decision needs to know of a session.
type Subject struct {
	Key data.SessionKey
	// Agent is the agent in the key, else the owner of the store.
	Agent string
	// Parent, SpawnedBy and Owner are the links by which a session belongs to another one.
	Parent, SpawnedBy, Owner data.SessionKey
	// LinkedUntil is when Parent and SpawnedBy stop counting for a sandboxed session; zero is never.
	LinkedUntil time.Time
}

// SubjectOf takes from a session what a decision needs.
func SubjectOf(s data.Session) Subject {
	return Subject{
		Key: s.Key, Agent: s.Agent, Parent: s.ChildOf, SpawnedBy: s.SpawnedBy, Owner: s.Owner, LinkedUntil: s.LinkedUntil,
	}
}
