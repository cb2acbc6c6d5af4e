package words

import (
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// The name of the program and its short labels. Buttons are verbs; labels end without a full stop.
const (
	App               = "Wordwake"
	SearchPlaceholder = "Search words in your agents’ conversations"
	ClearSearch       = "Clear search"
	ClearFilters      = "Clear filters"
	SearchTips        = "Search tips"
	Searching         = "Searching…"
	Settings          = "Settings"
	Show              = "Show"
	HideBanner        = "Hide"
	Details           = "Details"
	TryAgain          = "Try again"
	ShowFile          = "Show file"
	CopyDetails       = "Copy details"

	CloseSession   = "Close session"
	NextMatch      = "Next match"
	PreviousMatch  = "Previous match"
	CopyMessage    = "Copy message"
	CopySessionKey = "Copy session key"
	ShowAll        = "Show all"
	MessageCopied  = "Message copied"
	KeyCopied      = "Session key copied"
	DetailsCopied  = "Details copied"

	EarlierLoad   = "Earlier messages load as you scroll"
	MoreComing    = "Reading more messages…"
	LaterLoad     = "Later messages load as you scroll"
	ReadingTalk   = "Reading the session…"
	NoMessages    = "No messages in this session"
	LeftBehind    = "Left behind by going back"
	NewWindow     = "The session began anew here"
	NoSession     = "Choose a session to read it here"
	NoSessionsYet = "No sessions yet"
	NoSessionsFit = "No sessions fit the filters"
	SampleShown   = "A sample history is shown. Its people and words are invented."
)

// AllAgents and the texts below it are choices of the filters.
const (
	AllAgents   = "All agents"
	Today       = "Today"
	Between     = "Between…"
	NewestFirst = "Newest first"
	BestMatch   = "Best match"
)

// TimeChoice names a choice of the time menu.
func TimeChoice(t state.TimeFilter) string {
	switch t {
	case state.TimeToday:
		return Today
	case state.TimeWeek:
		return "Last 7 days"
	case state.TimeMonth:
		return "Last 30 days"
	case state.TimeYear:
		return "This year"
	case state.TimeBetween:
		return Between
	default:
		return "Any time"
	}
}

// TimeChosen is the time filter as its pill shows it; chosen bounds are spelled out.
func TimeChosen(f state.Filters) string {
	if f.Time != state.TimeBetween {
		return TimeChoice(f.Time)
	}
	switch {
	case f.Since.IsZero() && f.Until.IsZero():
		return TimeChoice(state.TimeAny)
	case f.Until.IsZero():
		return "Since " + f.Since.Format(dayYear)
	case f.Since.IsZero():
		return "Until " + f.Until.Format(dayYear)
	case sameDay(f.Since, f.Until):
		return f.Since.Format(dayYear)
	case f.Since.Year() == f.Until.Year():
		return f.Since.Format("2 Jan") + " – " + f.Until.Format(dayYear)
	default:
		return f.Since.Format(dayYear) + " – " + f.Until.Format(dayYear)
	}
}

// AgentsChosen is the agent filter as its pill shows it: one agent by name, several by number.
func AgentsChosen(agents []string) string {
	switch len(agents) {
	case 0:
		return AllAgents
	case 1:
		return AgentNamed(agents[0])
	default:
		return Agents(len(agents))
	}
}

// RoleChosen is the who filter as its pill and its menu show it.
func RoleChosen(r data.Role) string {
	switch r {
	case data.RoleUser:
		return "Only you"
	case data.RoleAssistant:
		return "Only agent"
	default:
		return "You and agent"
	}
}

// OrderChosen is the order as its pill and its menu show it.
func OrderChosen(o data.Order) string {
	if o == data.OrderBest {
		return BestMatch
	}
	return NewestFirst
}

// TalkCaption is the line under the title of an open session: agent, time, and what sets it apart.
func TalkCaption(s data.Session, now time.Time) string {
	parts := []string{AgentNamed(s.Agent), From(s.StartedAt, s.UpdatedAt, now)}
	if s.Kind != data.KindMain {
		parts = append(parts, Kind(s.Kind))
	}
	return Dotted(append(parts, SessionMark(s))...)
}

// WindowHeading is the line where a new window of a session starts.
func WindowHeading(w data.Window, now time.Time) string {
	if w.Superseded {
		return LeftBehind
	}
	if w.StartedAt.IsZero() {
		return NewWindow
	}
	return NewWindow + " · " + When(w.StartedAt, now)
}

// Shortened tells how much of a long message is not shown, in runes.
func Shortened(left int) string { return counted(left, "more character", "more characters") }

// lower lets a label stand inside a sentence; a word like "OpenClaw" keeps its shape since only the first letter changes.
func lower(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return s
	}
	return string(unicode.ToLower(r)) + s[n:]
}
