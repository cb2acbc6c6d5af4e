package words

import (
	"slices"
	"strings"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// WindowTitle names what the window shows, then the program.
func WindowTitle(title string) string { return title + " – " + App }

// The headings and entries of the menu bar that no other pane names. Entries that open a question or a dialog end with "…".
const (
	MenuFile = "File"
	MenuEdit = "Edit"
	MenuView = "View"
	MenuHelp = "Help"

	CheckForChanges   = "Check for changes"
	MakeIndexAgain    = "Make the index again…"
	PauseEntry        = "Pause indexing"
	ContinueEntry     = "Continue indexing"
	CancelEntry       = "Cancel indexing"
	TrySampleEntry    = "Try a sample history"
	LeaveSample       = "Leave the sample"
	SettingsEntry     = "Settings…"
	Quit              = "Quit"
	Find              = "Find"
	ChooseAgents      = "Choose agents"
	ChooseTime        = "Choose a time"
	ChooseWho         = "Choose who wrote it"
	ChooseOrder       = "Choose the order"
	NextInSession     = "Next match in this session"
	PreviousInSession = "Previous match in this session"
	TextLarger        = "Larger text"
	TextSmaller       = "Smaller text"
	TextNormal        = "Normal text size"
	FollowSystem      = "Follow the system"
	Light             = "Light"
	Dark              = "Dark"
	ShortcutsEntry    = "Keyboard shortcuts"
	About             = "About Wordwake"
	Close             = "Close"
	Cancel            = "Cancel"
)

// The settings and the dialog that asks for two days.
const (
	Appearance    = "Appearance"
	TextSize      = "Text size"
	AlsoList      = "Also list"
	BetweenTitle  = "Between two days"
	FirstDay      = "First day"
	LastDay       = "Last day"
	DayExample    = "2026-07-14"
	DayWrong      = "Write a day as year-month-day, such as 2026-07-14."
	DaysSwapped   = "The last day is before the first."
	DayNeeded     = "Write at least one of the two days."
	Apply         = "Apply"
	AboutText     = "Search what you and your agents said. Everything stays on this computer."
	AboutReadOnly = "The files of your agents are only read."
)

// Version is a line of About; an unknown version is left out.
func Version(v string) string {
	if v == "" {
		return ""
	}
	return "Version " + v
}

// Percent writes a text size: "110%".
func Percent(n int) string { return Number(n) + "%" }

// Dotted puts a middle dot between the parts that are not empty.
func Dotted(parts ...string) string { return strings.Join(Filled(parts...), " · ") }

// Spoken joins parts for a screen reader, the empty ones left out.
func Spoken(parts ...string) string { return strings.Join(Filled(parts...), ", ") }

// Filled leaves the parts that are not empty.
func Filled(parts ...string) []string {
	return slices.DeleteFunc(slices.Clone(parts), func(p string) bool { return p == "" })
}

// SessionMark says what sets a session in the list apart, or nothing.
func SessionMark(s data.Session) string {
	switch {
	case s.Superseded:
		return LeftBehind
	case s.Archived:
		return "Archived"
	default:
		return ""
	}
}

// HitMark says what sets a hit apart, or nothing.
func HitMark(h data.Hit) string {
	if h.Rewound {
		return LeftBehind
	}
	return ""
}

// LeftOutRow is LeftOut with what a click does.
func LeftOutRow(kind state.LeftOut, n int) string { return Dotted(LeftOut(kind, n), Show) }

// AndMore ends a list that is cut: "and 12 more".
func AndMore(n int) string { return "and " + Number(n) + " more" }

// The dialog that asks for a folder.
const (
	ChooseFolderTitle = "Choose a folder"
	ChooseFolderText  = "The folder in which OpenClaw keeps its files. Its name is often .openclaw, and it holds a folder named agents. A folder can also be dragged into the window."
	FolderExample     = "~/.openclaw"
	UseFolder         = "Use this folder"
	SessionsAppear    = "Sessions appear here as they are indexed."
	NothingElse       = "No matches in what is usually searched"
	Browse            = "Browse…"
	NoHistoryThere    = "No OpenClaw history found in this folder"
)

// Sentences joins notes with full stops between them, the empty ones left out.
func Sentences(parts ...string) string {
	kept := Filled(parts...)
	for i, p := range kept {
		kept[i] = strings.TrimSuffix(p, ".")
	}
	return strings.Join(kept, ". ")
}

// FailureDetails is what "Copy details" copies: facts about a failure, no text of a message.
func FailureDetails(f state.Failure) string {
	return strings.Join([]string{App + ": " + Failure(f).String(), "State: " + string(f.State), "File: " + f.Path, "Detail: " + f.Detail}, "\n")
}
