package words

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

// IndexStatus is the left side of the status bar.
func IndexStatus(s data.Status, now time.Time) string {
	switch {
	case s.Progress.Rebuilding:
		return Dotted("Making the index again", progressOf(s.Progress))
	case s.Progress.Running && s.Indexing, s.Progress.Running && s.Progress.Total > 1:
		return Indexing(s.Progress)
	case s.Progress.Running && s.Checked.IsZero():
		return "Checking for changes"
	case s.Pending > 0:
		return Dotted(Sessions(s.Pending)+" to bring up to date", checked(s.Checked, now))
	case s.Checked.IsZero():
		return "Not checked yet"
	default:
		return Dotted("Index up to date", checked(s.Checked, now))
	}
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

// Indexing tells how far the index has come: "Still indexing: 63 of 412 sessions".
func Indexing(p data.Progress) string {
	if p.Total == 0 {
		return "Still indexing"
	}
	return "Still indexing: " + progressOf(p)
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

// IndexingBanner is the banner over the hits while the index is incomplete.
func IndexingBanner(p data.Progress) Banner {
	return Banner{Title: Indexing(p) + ".", Text: "Older conversations may be missing. Results update by themselves."}
}
