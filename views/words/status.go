package words

import (
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// The buttons beside the progress.
const (
	PauseIndexing    = "Pause"
	ContinueIndexing = "Continue"
	CancelIndexing   = "Cancel"
)

// IndexStatus is the left side of the status bar, in parts of which the first matters most: what is missing, or that nothing is.
func IndexStatus(s state.State) []string {
	parts := Filled(indexStatus(s), unreadable(s.Status.Stores))
	if at := checked(s.Status.Checked, s.Now); s.Compared && !s.Status.Progress.Running && s.Trouble == nil {
		parts = append(parts, Filled(at)...)
	}
	if s.WatchingSlowly {
		parts = append(parts, WatchingSlowly, WatchingSlowlyWhy)
	}
	return parts
}

// The note that changes are seen late, and the reason.
const (
	WatchingSlowly    = "New messages show up within seconds, not at once"
	WatchingSlowlyWhy = "this computer gives no more notices of changes"
)

func indexStatus(s state.State) string {
	switch p := s.Status.Progress; {
	case p.Rebuilding:
		return Dotted(rebuilding(s), progressOf(p))
	case s.Missing.Left > 0:
		return Dotted(indexing(s), MissingSessions(s.Missing))
	case s.Hold == state.HoldPaused:
		return "Indexing is paused"
	case s.Hold == state.HoldStopped:
		return "Indexing is stopped"
	case s.Trouble != nil:
		return "The index could not be brought up to date"
	case !s.Compared:
		return "Checking for changes…"
	case s.Status.Indexing && !s.Status.Progress.Running:
		return "The index may lack the newest messages"
	case s.Status.Indexing:
		return "Still indexing"
	default:
		return upToDate(s.Status.Stores)
	}
}

// rebuilding says what becomes of an index that is made again.
func rebuilding(s state.State) string {
	switch p := s.Status.Progress; {
	case p.Elsewhere:
		return "Another " + App + " makes the index again"
	case p.Paused:
		return "Making the index again is paused"
	case s.Hold == state.HoldPaused:
		return "Pausing"
	default:
		return "Making the index again"
	}
}

// indexing says who brings in what is missing, or why nobody does. That this window is at it goes without saying.
func indexing(s state.State) string {
	switch p := s.Status.Progress; {
	case p.Running && p.Elsewhere:
		return "Another " + App + " is indexing"
	case s.Hold == state.HoldStopped:
		return "Indexing is stopped"
	case s.Hold == state.HoldPaused && p.Running && !p.Paused:
		return "Pausing"
	case s.Hold == state.HoldPaused:
		return "Indexing is paused"
	default:
		return ""
	}
}

// MissingSessions tells how much is missing: of a large part how far the index has come, "27 of 1,500 sessions indexed", of a
// small one how much there is to do.
func MissingSessions(m state.Missing) string {
	if m.Few() {
		return Sessions(m.Left) + " still to be read"
	}
	return Number(m.Of-m.Left) + " of " + Sessions(m.Of) + " indexed"
}

// upToDate names the agent whose history the index lacks, or counts several; a banner says why.
func upToDate(stores []data.StoreStatus) string {
	failed := map[string]bool{}
	for _, store := range stores {
		if StoreFault(store) != (Banner{}) && store.State != data.StoreMissing {
			failed[store.Store.Agent] = true
		}
	}
	switch {
	case len(failed) == 0:
		return "Index up to date"
	case len(failed) > 1:
		return "Index up to date except for " + Agents(len(failed))
	}
	for agent := range failed {
		if agent != "" {
			return "Index up to date except for agent " + Quoted(agent)
		}
	}
	return "Index up to date except for a folder"
}

// unreadable counts what single events of readable histories could not be made out.
func unreadable(stores []data.StoreStatus) string {
	n := 0
	for _, store := range stores {
		n += store.Unreadable
	}
	if n == 0 {
		return ""
	}
	return counted(n, "entry", "entries") + " cannot be read"
}

func checked(t, now time.Time) string {
	switch {
	case t.IsZero():
		return ""
	case sameDay(t.In(now.Location()), now):
		return "checked " + Clock(t, now)
	case Day(t, now) == "Yesterday":
		return "checked yesterday " + Clock(t, now)
	default:
		return "checked " + When(t, now)
	}
}

func progressOf(p data.Progress) string {
	if p.Total == 0 {
		return ""
	}
	return Number(p.Done) + " of " + Sessions(p.Total)
}

// Totals is the right side of the status bar: what is searched, and that it is only read. While the first index is made it
// counts along.
func Totals(s data.Status) string {
	if s.Progress.Running && s.Library.Sessions == 0 {
		return Dotted(Messages(s.Progress.Messages)+" so far", "read-only, on this computer")
	}
	agents := map[string]bool{}
	for _, store := range s.Stores {
		if store.Store.Agent != "" {
			agents[store.Store.Agent] = true
		}
	}
	return Dotted(Agents(len(agents)), Sessions(s.Library.Sessions), Messages(s.Library.Messages), "read-only, on this computer")
}

// IndexingBanner is the banner over the hits while much is missing.
func IndexingBanner(s state.State) Banner {
	text := "Older conversations may be missing. Results update by themselves."
	if s.Hold != state.HoldNone {
		text = "Older conversations may be missing until indexing goes on."
	}
	return Banner{Title: indexStatus(s) + ".", Text: text}
}
