package state

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

// State is everything that the window shows. Only the app's loop replaces it; the window draws it and never changes it.
type State struct {
	Phase Phase
	// Now is the time that relative dates are told from.
	Now time.Time

	// Query is the text in the search field; Filters narrow it.
	Query   string
	Filters Filters
	// Searching is true from a changed query until its answer. Waiting tells how much of that is shown.
	Searching bool
	Waiting   Waiting

	// Results answer Answered, the query they were asked with. Older results stay until newer ones arrive.
	Results  data.Results
	Answered Question
	// Failure is set when the newest search failed; it never looks like "no matches".
	Failure *Failure
	// Trouble is set while bringing the library up to date fails as a whole.
	Trouble *Failure
	// Recent lists the sessions that are shown while nothing is typed, as RecentSight sees them.
	Recent      []data.Session
	RecentSight Sight

	// Rows is the flat list on the left, derived from the above by Reduce.
	Rows []Row
	// Highlight is the highlighted row, or empty.
	Highlight RowID
	// Folded sessions show no hits; Expanded ones show all that are known; Widened ones know all that can be listed.
	Folded, Expanded, Widened map[RowID]bool

	Drawer  Drawer
	Secrets SecretsPage

	// Agents are the agents that the filter offers, in the order of their names.
	Agents []Agent
	Status data.Status
	// Compared is true once a comparison of the stores with the library has ended since the library was opened. Before that
	// nobody knows whether anything is missing.
	Compared bool
	Missing  Missing
	// Hold is what the person said about the indexing.
	Hold Hold
	// WatchingSlowly is true while changes of some stores are seen after seconds only.
	WatchingSlowly bool
	// LastMade tells how the index was made last.
	LastMade Made
	// Wide is true while list and drawer stand side by side.
	Wide bool
	// Found is what first run and "nothing found" show.
	Found Found
	// Sample is true while the built-in sample history is shown.
	Sample bool
	// Dismissed banners stay away until their text changes.
	Dismissed map[string]bool
	// Notice is a short confirmation such as "Copied", or empty.
	Notice string
	// Settings are the person's own.
	Settings Settings
}

// Phase is what the window is about at all.
type Phase uint8

const (
	// PhaseStarting: looking for stores; nothing to show yet.
	PhaseStarting Phase = iota
	// PhaseFirstRun: stores were found and no index exists yet.
	PhaseFirstRun
	// PhaseNothingFound: no store was found.
	PhaseNothingFound
	// PhaseReady: the list is shown.
	PhaseReady
	// PhaseUnusable: nothing can be shown, Failure tells why.
	PhaseUnusable
)

// Waiting is how much of a running search is shown.
type Waiting uint8

// A search shows nothing at first, a moving line after a moment, and says so after a second.
const (
	WaitingQuiet Waiting = iota
	WaitingLine
	WaitingText
)

// Filters narrow a search and the list of recent sessions.
type Filters struct {
	// Agents are the chosen agents; empty means all.
	Agents []string
	Time   TimeFilter
	// Since and Until hold the bounds of TimeBetween, as days in local time; Until is inclusive.
	Since, Until time.Time
	Role         data.Role
	Order        data.Order
	Include      data.Include
	// Hidden leaves messages in which something is hidden.
	Hidden bool
	// Sight leaves what one session may see.
	Sight Sight
}

// Narrowed tells whether any filter takes hits away. The order and the included kinds do not.
func (f Filters) Narrowed() bool {
	return len(f.Agents) > 0 || f.Time != TimeAny || f.Role != data.RoleAny || f.Hidden || f.Sight != Sight{}
}

// TimeFilter is a choice of the time menu.
type TimeFilter uint8

// The choices, as the menu lists them.
const (
	TimeAny TimeFilter = iota
	TimeToday
	TimeWeek
	TimeMonth
	TimeYear
	TimeBetween
)

// Question is what an answer was given to.
type Question struct {
	Text    string
	Filters Filters
}

// Failure says to the window what went wrong, by kind; the words are made in the window.
type Failure struct {
	State data.StoreState
	Agent string
	// Stores are told one by one where several failed; Agent is then empty.
	Stores []data.StoreStatus
	// Detail is a sentence for "Copy details"; it holds no message text.
	Detail string
	// Path is the file in question, or empty.
	Path string
	// Full is true if the disk of the library has no room.
	Full bool
	// Gone is true if what was asked for is not in the library any more.
	Gone bool
	// Settings is true if it is not known what a session may see: the settings at Path cannot be read.
	Settings bool
	// Rules is true if nothing new is indexed, since the rules of what is to be hidden cannot be read.
	Rules bool
}

// Same tells whether two failures are told by the same words, as far as no store is named.
func (f Failure) Same(other Failure) bool {
	return f.State == other.State && f.Full == other.Full && f.Settings == other.Settings && f.Rules == other.Rules
}

// Agent is one choice of the agent menu.
type Agent struct {
	ID       string
	Sessions int
	// Unreadable is true if none of its stores can be read now.
	Unreadable bool
}

// Found is what was found on this computer before there is an index.
type Found struct {
	Agents []Agent
	// Looked are the directories that were looked into.
	Looked []string
	// LibraryPath is where the index is, or will be.
	LibraryPath string
}

// RowID names a row of the list over changes of its content.
type RowID string

// RowKind is what a row shows.
type RowKind uint8

const (
	// RowDay is a heading over recent sessions; Day is set.
	RowDay RowKind = iota + 1
	// RowSession is a session; Group is set.
	RowSession
	// RowHit is a hit under its session; Group and Hit are set.
	RowHit
	// RowMore stands for further matches of its session; Group and More are set.
	RowMore
	// RowNothing says that there is no match but those that are left out.
	RowNothing
	// RowLeftOut stands for hits that are left out by default; LeftOut and More are set.
	RowLeftOut
)

// LeftOut is a kind of hits that is left out by default.
type LeftOut uint8

// The kinds, in the order in which they are offered.
const (
	LeftOutAutomated LeftOut = iota + 1
	LeftOutSubagents
	LeftOutArchived
	LeftOutRewound
)

// Row is one row of the list.
type Row struct {
	ID   RowID
	Kind RowKind
	Day  time.Time
	// Group is the session of the row; for recent sessions it has no hits.
	Group data.Group
	// Hit is an index into Group.Hits.
	Hit int
	// More is the number that the row announces.
	More    int
	LeftOut LeftOut
	// Capped is true for further matches that no search lists: narrowing the search is the way to them.
	Capped bool
	// Open is true for a session whose hits are shown; Recent for a session of the list of recent sessions.
	Open, Recent bool
}

// MessageRef names one message of a conversation.
type MessageRef struct {
	Session data.SessionID
	ID      string
}

// Drawer is the conversation on the right.
type Drawer struct {
	Open bool
	// Loading is true until the first page is there; Failure is set when it could not be read.
	Loading bool
	Failure *Failure
	Session data.Session
	Windows []data.Window
	// Messages is a run of the conversation without gaps; Marks holds the marked words of each.
	Messages []data.Message
	Marks    [][]data.Span
	// Before and After count the messages beyond the run. LoadingMore is true while a further page is read.
	Before, After int
	LoadingMore   bool
	// Wanted is the page that is being asked for, while Loading or LoadingMore.
	Wanted Wanted
	// Anchor is the message to bring into view, each time AnchorCount grows.
	Anchor      MessageRef
	AnchorCount int
	// Hits are the listed matches of this session in the order of the talk; Current is an index into it, or -1.
	Hits    []MessageRef
	Current int
	// Unlisted counts matches of this session before those in Hits: the newest ones are listed first.
	Unlisted int
	// Whole lists the long messages that are shown whole.
	Whole map[MessageRef]bool
	// Shown is the one message that is shown with what is hidden in it.
	Shown Shown
}

// Wanted asks for a page of the conversation. Number grows with each request, so that an answer to an older one is dropped.
type Wanted struct {
	Number  int
	Request data.PageRequest
	// Edge tells on which side the page is added: before or after the run, or in its place.
	Edge Edge
}

// Edge is the place of a page in the run of messages in the drawer.
type Edge uint8

// The edges. EdgeNone means that the page replaces the run.
const (
	EdgeNone Edge = iota
	EdgeBefore
	EdgeAfter
	// EdgeSame reads the run again without moving what is in view.
	EdgeSame
)

// Appearance is the person's choice of colours.
type Appearance uint8

// The appearances; the zero value follows the system.
const (
	AppearanceSystem Appearance = iota
	AppearanceLight
	AppearanceDark
)

// Settings are the person's own choices that outlive a start.
type Settings struct {
	Appearance Appearance
	// TextPercent is the text size, 85 to 150; 0 means 100.
	TextPercent int
	// Split is the share of the list in the width, 0 to 1; 0 means the default.
	Split float64
}
