package data

import "time"

// StoreState is how a store fares, in the words of the contract.
type StoreState string

// The states of a store.
const (
	StoreReady    StoreState = "ready"
	StoreIndexing StoreState = "indexing"
	StoreBusy     StoreState = "busy"
	StoreNewer    StoreState = "newer"
	StoreCorrupt  StoreState = "corrupt"
	StoreNoAccess StoreState = "no-access"
	StoreMissing  StoreState = "missing"
)

// StoreStatus is what is known about one store.
type StoreStatus struct {
	Store Store
	State StoreState
	// Detail says in a sentence why the state is not ready, and what the person can do; empty otherwise.
	Detail     string
	Generation int
	// Sessions and Messages are counted in the library; Indexed is how many of the store's sessions are up to date in it.
	Sessions, Messages, Indexed int
	// Unreadable counts events that could not be decoded.
	Unreadable int
}

// LibraryStatus is what is known about the library.
type LibraryStatus struct {
	Path   string
	Bytes  int64
	Schema int
	// Rules is the version of the redaction rules, and RuleStamp also covers the person's own patterns.
	Rules     int
	RuleStamp string
	Sessions  int
	Messages  int
	// Open is true if other users of this computer may look into the library's folder, or at a file of ours in it.
	Open bool
	// Aside is the path to which a foreign or damaged file was moved when the library was opened; empty if none.
	Aside string
}

// Status is the whole state of things.
type Status struct {
	Library  LibraryStatus
	Stores   []StoreStatus
	Indexing bool
	// RuleProblems tells which of the person's own redaction rules do not work, and why. No rule's text is in it.
	RuleProblems []string
	// Pending counts sessions that are known to be out of date.
	Pending int
	// Checked is when the stores were last compared with the library; zero if never.
	Checked  time.Time
	Progress Progress
}
