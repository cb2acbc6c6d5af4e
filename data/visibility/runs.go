package visibility

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

const (
	// endedFor is how long after its end a run is still shown to a sandboxed session that started it.
	endedFor = 30 * time.Minute
	// unendedFor is how long a run that never told its end counts as running.
	unendedFor = 2 * time.Hour
)

// runLink is what the newest run of a session says of whom it belongs to.
type runLink struct {
	owner data.SessionKey
	// kept is false once a sandboxed owner does not see the session any more.
	kept bool
}

// linksOf gives the links by the session that runs, as they stand at a time.
func linksOf(runs []data.Run, now time.Time) map[data.SessionKey]runLink {
	newest := make(map[data.SessionKey]data.Run, len(runs))
	for _, run := range runs {
		child := fold(run.Child)
		if had, known := newest[child]; !known || !run.Created.Before(had.Created) {
			newest[child] = run
		}
	}
	busy := busyAbove(newest, now)
	links := make(map[data.SessionKey]runLink, len(newest))
	for child, run := range newest {
		owner := run.Controller
		if owner == "" {
			owner = run.Requester
		}
		recent := !run.Ended.IsZero() && now.Sub(run.Ended) <= endedFor
		links[child] = runLink{fold(owner), live(run, now) || recent || busy[child]}
	}
	return links
}

// live tells whether a run goes on.
func live(run data.Run, now time.Time) bool {
	return run.Ended.IsZero() && now.Sub(run.Created) <= unendedFor
}

// busyAbove marks the sessions of which a descendant runs.
func busyAbove(newest map[data.SessionKey]data.Run, now time.Time) map[data.SessionKey]bool {
	busy := map[data.SessionKey]bool{}
	for _, run := range newest {
		if !live(run, now) {
			continue
		}
		for above := fold(run.Requester); above != "" && !busy[above]; above = fold(newest[above].Requester) {
			busy[above] = true
		}
	}
	return busy
}
