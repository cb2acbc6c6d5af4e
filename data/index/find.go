package index

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

// Filter says which messages are meant. The zero value matches nothing, since it asks for nothing.
type Filter struct {
	// Match is an FTS5 expression over the text of messages, as package query makes it.
	Match string
	// Hidden narrows to messages in which something is hidden, Hashes to those that held all of these tokens. With either of them
	// Match may be empty, which then means any text.
	Hidden bool
	Hashes []uint64
	// Agents, Role, Since, Until, Stores and Include are those of data.Query.
	Agents       []string
	Role         data.Role
	Since, Until time.Time
	Stores       []string
	Include      data.Include
	// Sessions narrows to these sessions; nil means all, empty means none.
	Sessions []RowID
	// Also takes these sessions besides those of Agents, unless that is empty. Without leaves these out.
	Also, Without []RowID
}

// RowID is the number of a session in one index file. It means nothing outside the View that gave it.
type RowID int64

// FindRequest asks for the best or newest messages.
type FindRequest struct {
	Filter
	Order data.Order
	// Limit is the largest number of rows; it must be positive.
	Limit int
	// PerSession is how many rows of one session are taken before others get the room; 0 means no cap.
	PerSession int
	// MaxSessions is the largest number of different sessions; 0 means no cap.
	MaxSessions int
	// Excerpt makes what is kept of each listed message, which is let go then: texts may be large, and so no more than one
	// is held at once. nil keeps the messages whole.
	Excerpt func(*data.Message) data.Excerpt
}

// Found is the answer to a FindRequest.
type Found struct {
	// Rows are in the order asked for: newest first by time, or best first.
	Rows []Row
	// Sessions holds the session of each row.
	Sessions map[RowID]data.Session
	// Total counts the matches exactly up to data.MaxCount and stays there above it.
	Total int
	// Limited is true when more matched than Rows holds.
	Limited bool
	// Ranked is how many of the newest matches were ranked under OrderBest; 0 means all.
	Ranked int
	// More counts, for each session of Rows, the matches that are not in Rows, exactly up to data.MaxCount.
	More map[RowID]int
	// Hidden counts the matches that Include leaves out.
	Hidden data.HiddenKinds
}

// Row is one matching message.
type Row struct {
	Session RowID
	// Message has its whole redacted text, or no text where an Excerpt was asked for.
	Message data.Message
	Excerpt data.Excerpt
	// Score grows with relevance under OrderBest and is 0 otherwise.
	Score float64
}
