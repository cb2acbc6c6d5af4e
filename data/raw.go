package data

import (
	"context"
	"time"
)

// RawKind tells what an event of a transcript is shown as.
type RawKind uint8

// The kinds of events. RawOther is shown nowhere.
const (
	RawOther RawKind = iota
	RawMessage
	RawReset
	RawCompaction
	// RawCustom is a row that an extension wrote. Only its body tells whether it is to be shown.
	RawCustom
)

// RawEvent is an event of the active branch of a transcript.
type RawEvent struct {
	// Seq is its place in the transcript, Position that in the branch, which is the Seq of a Message.
	Seq, Position int64
	// ID is the event's own, untrimmed; empty if it has none.
	ID   string
	Kind RawKind
	// Stored is when the row was written, and JSON the event as it stands in the store, with its secrets. Only a reading fills
	// them in, and JSON is valid only as long as the call that it was handed to.
	Stored time.Time
	JSON   []byte
}

// RawTranscript is one transcript with its branch known, of which any events can be read.
type RawTranscript interface {
	// Branch lists the events of the active branch in the order of the talk, without their bodies.
	Branch() []RawEvent
	// Read hands out the bodies of some of them, in the order in which they are given, and stops at the first error of visit.
	// Those that cannot be read are left out. A transcript whose earlier part changed meanwhile gives ErrStoreChanged.
	Read(ctx context.Context, events []RawEvent, visit func(RawEvent) error) error
}

// RawReader is a Reader that also hands out transcripts as they stand in the store. What comes from it holds secrets: it is
// redacted before it goes anywhere.
type RawReader interface {
	Reader
	// Raw finds the branch of one transcript; ErrNotFound means that the session is gone.
	Raw(ctx context.Context, id SessionID) (RawTranscript, error)
}
