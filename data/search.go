package data

import (
	"context"
	"time"
)

// Order is the order of hits.
type Order uint8

// The orders. Newest first is the natural one and the zero value.
const (
	OrderNewest Order = iota
	OrderBest
)

// Include asks for hits that are left out by default and only counted.
type Include struct {
	Archived  bool
	Automated bool
	Subagents bool
	Rewound   bool
}

// Everything includes all that is left out by default.
func Everything() Include {
	return Include{Archived: true, Automated: true, Subagents: true, Rewound: true}
}

// Query is one question to the library. The zero value with a Text is a search of everything, newest first.
type Query struct {
	// Text is what the person typed. It never makes an error: what cannot be understood is text.
	Text string
	// Agents narrows to these agents; empty means all.
	Agents []string
	// Role narrows to one side; RoleAny means both.
	Role Role
	// Since and Until bound the time of a message, both inclusive; zero means unbounded.
	Since, Until time.Time
	Order        Order
	Scope        Scope
	Include      Include
	// Stores narrows to stores with these canonical paths; nil means all that the library knows, empty means none.
	Stores []string
	// Limit is the largest number of hits over all groups; 0 means DefaultSearchLimit.
	Limit int
	// PerSession is how many hits of one session are taken before others get the room; 0 means no cap.
	PerSession int
	// Sessions is the largest number of groups; 0 means no cap.
	Sessions int
	// ExcerptUnits is the longest excerpt in UTF-16 code units; 0 means ExcerptRunes runes.
	ExcerptUnits int
	// Hidden narrows to messages in which something is hidden. With it, an empty Text means all of those.
	Hidden bool
	// Hashed lets a leaked secret in Text find the messages that held exactly it, by its hash. It is for the owner of the
	// histories only: to anyone else it would answer whether a guess is right.
	Hashed bool
}

// Hit is one message that matches.
type Hit struct {
	MessageID string
	SessionID SessionID
	Seq       int64
	Role      Role
	At        time.Time
	Excerpt   Excerpt
	// Score grows with relevance under OrderBest and is 0 otherwise.
	Score   float64
	Rewound bool
}

// Excerpt is a bounded piece of a message. Marks and Hidden are ordered, do not overlap among themselves, and lie in Text.
type Excerpt struct {
	Text   string
	Marks  []Span
	Hidden []Hidden
}

// Group is the hits of one session.
type Group struct {
	Session Session
	// TitleMarks marks the searched words in Session.Title.
	TitleMarks []Span
	// Hits are in the order of the answer: newest or best first.
	Hits []Hit
	// More counts the matches of this session that are not listed, exactly up to MaxCount.
	More int
}

// HiddenKinds counts the hits that were left out by default, each exactly up to MaxCount.
type HiddenKinds struct {
	Automated, Subagent, Archived, Rewound int
}

// Results is the answer to a Query.
type Results struct {
	// Query is the text that was searched, redacted by the same rules as the messages.
	Query  string
	Groups []Group
	// Total counts the matches exactly up to MaxCount and stays there above it.
	Total int
	// Shortened is true if the text was longer than MaxQueryRunes, so that only its beginning was searched.
	Shortened bool
	// Limited is true whenever more matched than is listed.
	Limited bool
	// Ranked is how many of the newest matches were ranked under OrderBest; 0 means all of them.
	Ranked int
	// Dropped lists the words that were left out because they held nothing to search.
	Dropped []string
	// Words lists the words that were searched, as typed, for messages such as "no matches for".
	Words []string
	// Indexing is true while the library may lack messages of the searched stores.
	Indexing bool
	Hidden   HiddenKinds
	// Faults lists the stores that could not be asked.
	Faults  []StoreStatus
	Elapsed time.Duration
}

// Searcher answers queries. An answer is made of one state of the library. Search returns ctx.Err() soon after ctx ends;
// odd input is never an error.
type Searcher interface {
	Search(ctx context.Context, q Query) (Results, error)
}
