package keys

// Command is something that a key or an entry of the menu does.
type Command uint8

// The commands. None means that a key has no meaning where it was typed.
const (
	None Command = iota

	CheckNow
	MakeAgain
	PauseIndex
	CancelIndex
	TrySample
	LeaveSample
	Quit

	Find
	CopyMessage
	CopyKey
	CopyShown
	ClearFilters
	Settings
	Secrets

	AgentMenu
	TimeMenu
	WhoMenu
	OrderMenu
	OnlyHidden
	Sight
	ShowHidden
	NextMatch
	PreviousMatch
	NextInSession
	PreviousInSession
	Larger
	Smaller
	NormalSize

	Help
	Shortcuts

	Up
	Down
	PageUp
	PageDown
	First
	Last
	Fold
	Unfold
	Open
	Back
)

// Zone is the part of the window in which a key was typed.
type Zone uint8

// The zones. Anywhere is a place without a meaning of its own, or no focus at all.
const (
	Anywhere Zone = iota
	Field
	List
	Drawer
	Filters
)

// set is a set of zones.
type set uint8

func in(zones ...Zone) set {
	var s set
	for _, z := range zones {
		s |= 1 << z
	}
	return s
}

// everywhere is the set of all zones.
const everywhere set = 0xFF

func (s set) has(z Zone) bool { return s&(1<<z) != 0 }
