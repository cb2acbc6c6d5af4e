package data

import (
	"context"
	"time"
)

// Finder finds the stores on this computer. Stores that exist but cannot be looked at are among them: opening them tells why.
// Problems are directories that could not be listed.
type Finder interface {
	Find(ctx context.Context) (stores []Store, problems []error)
}

// Stamp is what the file system says about a store without opening it. Two equal stamps, neither of them Fresh when taken,
// mean that the store did not change in between.
type Stamp string

// Source reads one store and never writes to it or beside it.
type Source interface {
	Store() Store
	// Stamp asks the file system only. fresh is true when an equal stamp proves nothing: a file changed only just now, or the last
	// listing may have missed something.
	// A store that is gone gives an error that is fs.ErrNotExist inside a *StoreError.
	Stamp(ctx context.Context) (stamp Stamp, fresh bool, err error)
	// Open begins one short pass of reading. Errors are *StoreError.
	Open(ctx context.Context) (Reader, error)
}

// Reader is one pass over a store. It holds files open, so it is closed as soon as the pass ends.
type Reader interface {
	// Generation is the schema version of the store, for people who ask.
	Generation() int
	// Sessions lists every session with its fingerprint, later windows of a key after earlier ones.
	Sessions(ctx context.Context) ([]SourceSession, error)
	// Messages reads the messages of the active branch of one session in order, raw, and stops at the first error of r.Message.
	// It ends where the transcript ended when its reading began: what is appended meanwhile is left to a later pass, and since
	// the fingerprint is that of the listing, it is seen as a change there. A transcript whose earlier part changed meanwhile
	// gives ErrStoreChanged: what was yielded of this session is to be dropped; the rest of the pass stands.
	// ErrNotFound means that the session is gone.
	Messages(ctx context.Context, id SessionID, r Reading) (ReadReport, error)
	// Unchanged returns ErrStoreChanged if what was read so far may be a mixture of two states of the store, so that nothing
	// of this pass may be kept.
	Unchanged() error
	Close() error
}

// SourceSession is a session as its store lists it.
type SourceSession struct {
	// Session has every field but Messages; Title is empty where the store gives none.
	Session
	Fingerprint Fingerprint
	// Events is how many raw events the transcript has, for progress and budgets.
	Events int64
	// Lineage stays the same as long as the transcript only grows, so that a Trail can be followed; empty where that cannot
	// be told or does not happen.
	Lineage Lineage
}

// Lineage names a transcript between two rewritings of it.
type Lineage string

// Trail is what a reading leaves behind so that the next one can go on where it stopped. Only the kind of source that made it
// can read it. It holds no text of any message and no title.
type Trail struct {
	// Head says where the reading stopped, and by what a later one sees whether all before is still as it was.
	Head []byte
	// Links say how the events hang together. They only ever grow at their end.
	Links []byte
}

// Reading says from where a transcript is read, and who takes the messages.
type Reading struct {
	// From is the trail of the last reading; the zero value has all read. A trail that cannot be followed counts for nothing.
	From Trail
	// Keep, unless it is nil, is called once, before the first message: the messages whose Seq is below seq stand as they were
	// yielded when From was made, and all others are yielded now. 0 means that all are, as whenever From is not followed.
	Keep func(seq int64) error
	// Message takes the next message.
	Message func(Message) error
}

// ReadReport says what reading a transcript met.
type ReadReport struct {
	// Unreadable counts events of the whole transcript that could not be decoded; they are left out.
	Unreadable int
	// Title is the last title that the transcript itself gives, or empty.
	Title string
	// Bytes counts the bytes of the events that were decoded.
	Bytes int64
	// Rows counts the rows of the store that were read.
	Rows int64
	// Trail is where the next reading can go on. Its head takes the place of the one before. With Followed its links are to be
	// appended to those of Reading.From; without they take their place. A zero Trail means that the next reading starts anew.
	Trail    Trail
	Followed bool
}

// Redactor masks secrets. It is safe for use by several goroutines.
type Redactor interface {
	// Redact returns text with secrets masked, and where the masks stand in it. It is idempotent.
	Redact(text string) (string, []Hidden)
	// Key masks a session key, which people and channels make of what they have at hand. Different keys stay different: a masked one
	// ends in a mark of its own. Masking it again changes nothing.
	Key(key SessionKey) SessionKey
	// Version is the version of the built-in rules, counted from 1.
	Version() int
	// Stamp names all rules, also the person's own; texts redacted under another stamp are to be redacted again.
	Stamp() string
}

// Progress is how far the library has come. The zero value means that nothing is going on.
type Progress struct {
	// Running is true while a reconcile pass runs, here or in another process.
	Running bool
	// Rebuilding is true while a new index is made beside the old one.
	Rebuilding bool
	// Elsewhere is true if another process does the work.
	Elsewhere bool
	// Paused is true while the work is held up at the person's wish.
	Paused bool
	// Done and Total count sessions of this pass; Total is 0 while they are being listed.
	Done, Total int
	// Messages counts messages written in this pass.
	Messages int
	// Bytes counts the bytes of source events read in this pass.
	Bytes   int64
	Started time.Time
}
