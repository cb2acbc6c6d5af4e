package data

import (
	"context"
	"time"
)

// PageRequest asks for a slice of a conversation: the messages of one session key in one store, over all its windows in
// order, without what a rewind abandoned unless Rewound asks for it.
type PageRequest struct {
	// Store is the canonical path of the store; empty is allowed where the key is in one store only.
	Store string
	Key   SessionKey
	// ID narrows to one window; empty means all windows of the key.
	ID SessionID
	// At is the message around which the page lies; empty means from the start, or at Cursor.
	At string
	// AtSession tells in which window At lies, if known.
	AtSession SessionID
	// AtSeq is the Seq of the message that is meant, where At may stand several times in its window; 0 if not known.
	AtSeq int64
	// Before and After are how many messages are wanted on each side of At; both 0 with an empty At and Cursor means everything.
	Before, After int
	// Cursor continues at the edge of an earlier page; Before or After then says in which direction and how many.
	Cursor  *Cursor
	Rewound bool
	// Mark is a query whose words are to be marked in the messages; empty marks nothing.
	Mark string
	// Stores narrows which stores are looked at, as in Query.
	Stores []string
	// Bytes ends what follows At or Cursor with the message whose text makes it so long; 0 means no bound. Whoever reads a
	// whole conversation page by page bounds its memory by it.
	Bytes int
	// Uncounted leaves Page.Before and Page.After at 0: counting costs time with each page.
	Uncounted bool
}

// Cursor is a position between the messages of a conversation, taken from the edge of a Page.
type Cursor struct {
	Session SessionID
	Seq     int64
}

// Window is one transcript generation in a conversation.
type Window struct {
	ID SessionID
	// StartedAt is the earlier of what the store says and the first message that is shown.
	StartedAt time.Time
	// Superseded is true for a window that a later one rewound.
	Superseded bool
}

// Page is a slice of a conversation, in the order of the talk.
type Page struct {
	// Session is the newest window that no later one rewound. Its StartedAt and UpdatedAt cover the whole conversation.
	Session  Session
	Windows  []Window
	Messages []Message
	// Marks holds the marked words of each message, in the order of Messages; nil when nothing was to be marked.
	Marks [][]Span
	// Before and After count the messages of the conversation on each side of the page.
	Before, After int
}

// RecentRequest asks for the sessions that were active last.
type RecentRequest struct {
	Agents  []string
	Include Include
	Stores  []string
	// Since and Until, both inclusive, leave the sessions that were active at some time between; zero means unbounded.
	Since, Until time.Time
	// Scope leaves the sessions that it sees; the zero value sees all. Limit counts what is left.
	Scope Scope
	Limit int
}

// AmbiguousError says that a key lies in several stores.
type AmbiguousError struct {
	Key    SessionKey
	Stores []Store
}

// Error lists no paths; who shows it lists Stores.
func (e *AmbiguousError) Error() string {
	return "session key " + string(e.Key) + " is in several stores"
}

// UnknownKeyError says that no session has a key; it is ErrNotFound.
type UnknownKeyError struct {
	Key SessionKey
	// Nearest are the known keys that look most like it, best first.
	Nearest []SessionKey
}

// Error names the key.
func (e *UnknownKeyError) Error() string { return "no session has the key " + string(e.Key) }

// Unwrap makes it an ErrNotFound.
func (e *UnknownKeyError) Unwrap() error { return ErrNotFound }

// Historian shows conversations. Pages hold redacted text only.
type Historian interface {
	// Page returns *UnknownKeyError for an unknown key, *AmbiguousError for a key in several stores, and ErrNotFound for an
	// unknown window or message.
	Page(ctx context.Context, r PageRequest) (Page, error)
	// Recent lists sessions, newest activity first.
	Recent(ctx context.Context, r RecentRequest) ([]Session, error)
}
