package data

import "time"

// The limits of the contract, in one place. Everything that is shown, printed or handed out is bounded by one of them.
const (
	// MaxQueryRunes is the longest query that is read; what lies beyond it is cut off.
	MaxQueryRunes = 4096
	// MaxCount is how far matches are counted exactly; above it a count stays at this number.
	MaxCount = 10_000
	// DefaultSearchLimit is the number of hits of a search on the command line that names none.
	DefaultSearchLimit = 20
	// MaxSearchLimit is the largest number of hits that a search may ask for.
	MaxSearchLimit = 500
	// WindowHits and WindowSessions bound the list in the window: whichever is reached first.
	WindowHits = 200
	// WindowSessions is the largest number of sessions listed in the window.
	WindowSessions = 60
	// WindowHitsPerSession is how many hits of one session the window takes before it goes on to others.
	WindowHitsPerSession = 20
	// ShownHitsPerSession is how many hits of a session the window lists before "more".
	ShownHitsPerSession = 3
	// ExcerptRunes is the longest excerpt for a person.
	ExcerptRunes = 240
	// DrawerRunes is how much of one message the drawer shows before "Show all".
	DrawerRunes = 4000
	// TitleRunes is the longest title made from a first message.
	TitleRunes = 60
	// DefaultAround is how many messages are shown on each side of a hit.
	DefaultAround = 25
	// PageMessages is the size of a further page of the drawer.
	PageMessages = 50
	// RecentSessions is how many sessions the window lists while nothing is typed.
	RecentSessions = 200
	// CatchUpBudget is how long a search on the command line may spend on bringing small changes in first.
	CatchUpBudget = 2 * time.Second
	// CatchUpEvents and CatchUpBytes are how large a backlog may be to be brought in before a search answers.
	CatchUpEvents = 2000
	CatchUpBytes  = 4 << 20
	// MaxSecretPlaces is how many places of secrets are listed, MaxSecretMasks how many masks of one of them.
	MaxSecretPlaces = 10_000
	MaxSecretMasks  = 5
)
