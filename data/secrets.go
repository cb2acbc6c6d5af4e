package data

import (
	"context"
	"time"
)

// SecretsRequest asks where secrets are hidden.
type SecretsRequest struct {
	// Agents and Stores narrow as in Query; Kinds to some kinds of secrets, empty meaning all.
	Agents []string
	Stores []string
	Kinds  []string
	// Limit is the largest number of places; 0 means MaxSecretPlaces.
	Limit int
}

// SecretKind counts what of one kind is hidden in all messages that were asked for, archived, automated and rewound ones
// included: a secret is to be changed wherever it lies.
type SecretKind struct {
	Kind string
	// Parts counts hidden parts, Messages and Sessions those that hold any.
	Parts, Messages, Sessions int
}

// SecretPlace is what of one kind is hidden in one session.
type SecretPlace struct {
	Kind    string
	Session Session
	// Parts counts hidden parts, Messages those that hold any.
	Parts, Messages int
	// Masks are the different masks, such as "sk-ant…wxyz", the newest first, at most MaxSecretMasks of them.
	Masks []string
	// First and Last are when the oldest and the newest of the messages were written.
	First, Last time.Time
	// Newest names the newest of the messages, to open it.
	Newest Message
}

// Secrets tells where secrets are hidden. No secret is in it.
type Secrets struct {
	// Kinds are ordered by name.
	Kinds []SecretKind
	// Places are ordered by Last, the newest first.
	Places []SecretPlace
	// Limited is true if there are more places than are listed.
	Limited bool
}

// SecretLister tells where secrets are hidden.
type SecretLister interface {
	Secrets(ctx context.Context, r SecretsRequest) (Secrets, error)
}

// RevealRequest names one message whose text is wanted as it stands in its store.
type RevealRequest struct {
	Store   Store
	Session SessionID
	// Message and Seq are those of the Message.
	Message string
	Seq     int64
}

// Revealer reads the text of one message from its store, with its secrets. The text is for being shown once: nobody keeps it,
// writes it anywhere or logs it. ErrNotFound means that the message, or its session, is not in the store any more.
type Revealer interface {
	Reveal(ctx context.Context, r RevealRequest) (string, error)
}
