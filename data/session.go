package data

import "time"

// SessionKey is the stable address of a session, such as "agent:main:main".
type SessionKey string

// SessionID names one transcript generation under a SessionKey. A reset, a rollover or a rewind may put several under one key.
type SessionID string

// StoreKind tells which program's format a store has.
type StoreKind string

// StoreOpenClaw is an OpenClaw agent database (SQLite).
const StoreOpenClaw StoreKind = "openclaw-sqlite"

// Store is one database or folder of an agent. Path is canonical (symlinks resolved) and is the store's identity:
// two profiles may hold the same session key.
type Store struct {
	// Agent is the id of the agent that owns the store. A session's own agent is the one in its key.
	Agent string
	// Path is the canonical path of the database or folder.
	Path string
	// State is the canonical path of the state directory in which it was found, or empty.
	State string
	Kind  StoreKind
}

// Session is one transcript generation with what is known about it.
type Session struct {
	Store Store
	Key   SessionKey
	ID    SessionID
	// Agent is the agent in the session's key, else the store's owner.
	Agent string
	// Title is never empty and holds no secret: label, name, first words of the person, or the key.
	Title string
	Kind  Kind
	// Parent is the session that spawned this one or that it was forked from; empty if none.
	Parent SessionKey
	// SpawnedBy is the session that started this one as its sub-agent; empty if none.
	SpawnedBy SessionKey
	// ChildOf is the session that the store names as the parent, and Owner the one that it names as the owner; empty if none.
	// They decide who may see this one, as SpawnedBy does.
	ChildOf, Owner SessionKey
	// LinkedUntil is when a sandboxed session stops seeing this one, which it spawned; zero while it runs, and if nobody did.
	LinkedUntil time.Time
	StartedAt   time.Time
	UpdatedAt   time.Time
	// Archived is true for sessions the person archived and for cold or reset transcripts.
	Archived bool
	// Superseded is true for a window that a later window of the same key rewound: only what it abandoned is left of it.
	Superseded bool
	// Messages counts the searchable messages.
	Messages int
}

// Fingerprint tells whether a session changed since it was last read. Two equal fingerprints mean the same content and the
// same metadata; nothing else may be read out of it.
type Fingerprint string

// Role says who wrote a message.
type Role uint8

// The roles. RoleAny is the zero value: it asks for both, and no message has it.
const (
	RoleAny Role = iota
	RoleUser
	RoleAssistant
)

// String gives the role as it stands in the contract: "user", "assistant", or "any".
func (r Role) String() string {
	switch r {
	case RoleUser:
		return "user"
	case RoleAssistant:
		return "assistant"
	default:
		return "any"
	}
}

// ParseRole reads "user" or "assistant". Anything else gives RoleAny and false.
func ParseRole(s string) (Role, bool) {
	switch s {
	case "user":
		return RoleUser, true
	case "assistant":
		return RoleAssistant, true
	default:
		return RoleAny, false
	}
}

// Message is one searchable message: text of a user or an assistant on the active branch of its session.
type Message struct {
	// ID is the event's own, or one made from its place in the transcript. It is nearly always unique in its session: a
	// transcript that wrote an id twice has two such messages, and only Seq tells them apart.
	ID string
	// Session is the transcript generation that holds it.
	Session SessionID
	// Seq orders the messages of a session; gaps are normal.
	Seq  int64
	Role Role
	At   time.Time
	// Text is what was written. A Source gives it raw; everything behind the library holds it redacted.
	Text string
	// Hidden tells which parts of Text stand for something hidden.
	Hidden []Hidden
	// Rewound is true if the message lies on what a rewind abandoned.
	Rewound bool
}

// Span is a half-open range of byte offsets into the UTF-8 text beside it.
type Span struct{ Start, End int }

// Hidden is the place of a mask in a text and the kind of secret it stands for, such as "bearer" or "private-key".
type Hidden struct {
	Span
	Kind string
	// Hash tells equal secrets, known by a key that only the library has; 0 where none was made. It is set for long tokens only,
	// of which nothing can be guessed.
	Hash uint64
}
