package state

import (
	"time"

	"github.com/wordwake/wordwake/data"
)

// Hold is what the person said about the indexing. It holds until the person lets it go on, or the program ends.
type Hold uint8

// The holds. Small changes are brought in all the same, so that new messages are found.
const (
	HoldNone Hold = iota
	// HoldPaused: the work stands where it is.
	HoldPaused
	// HoldStopped: the work was cancelled; what was done of it stays, and of a rebuild nothing.
	HoldStopped
)

// Missing tells how many of all sessions are not indexed as they are now.
type Missing struct{ Left, Of int }

// fewSessions is how many missing sessions are a matter of seconds, about which no banner is needed.
const fewSessions = 20

// Few is true while most is there and the rest is a matter of seconds, or nothing is missing at all.
func (m Missing) Few() bool { return m.Left <= fewSessions && 2*m.Left <= m.Of }

// Made tells how the index was made last: how long that took, and how many messages it held. The zero value means unknown.
type Made struct {
	Took     time.Duration
	Messages int
}

// Estimate is how long it takes to make an index of so many messages, judging by the last time; 0 means unknown.
func (m Made) Estimate(messages int) time.Duration {
	if m.Messages <= 0 || messages <= 0 {
		return 0
	}
	return time.Duration(float64(m.Took) * float64(messages) / float64(m.Messages))
}

// Controls are the buttons beside the progress.
type Controls struct{ Pause, Continue, Cancel bool }

// Controls tells which buttons have a meaning now. Work of another process has none.
func (s State) Controls() Controls {
	p := s.Status.Progress
	mine := p.Running && !p.Elsewhere && (p.Rebuilding || s.Missing.Left > 0)
	return Controls{
		Pause:    mine && s.Hold == HoldNone,
		Continue: s.Hold != HoldNone,
		Cancel:   mine && s.Hold != HoldStopped || s.Hold == HoldPaused,
	}
}

// Behind tells whether the library may lack something of a store.
func (s State) Behind(store data.Store) bool {
	if !s.Compared || s.Status.Progress.Running {
		return true
	}
	for _, status := range s.Status.Stores {
		if status.Store.Path == store.Path {
			return status.State != data.StoreReady
		}
	}
	return false
}

// StatusTold brings what is known of library and stores before the first comparison has ended.
type StatusTold struct{ Status data.Status }

func (e StatusTold) apply(s State) State {
	e.Status.Progress = s.Status.Progress
	return told(s, e.Status)
}

func told(s State, status data.Status) State {
	s.Status, s.Trouble = status, nil
	s.Agents = AgentsOf(status.Stores)
	s.Missing = missing(status)
	return usable(s)
}

// missing counts what the stores lack. A number without a store that lacks anything says only that something is to be done.
func missing(status data.Status) Missing {
	left, indexed := 0, 0
	for _, store := range status.Stores {
		indexed += store.Indexed
		if store.State == data.StoreIndexing || store.State == data.StoreMissing {
			left = status.Pending
		}
	}
	return Missing{Left: left, Of: indexed + left}
}

// Compared ends a pass: the stores were compared with the library, and Status tells how both fare now.
type Compared struct{ Status data.Status }

func (e Compared) apply(s State) State {
	s = passed(s)
	s.Compared = true
	e.Status.Progress = data.Progress{}
	return told(s, e.Status)
}

// LibraryFailed tells that bringing the library up to date failed as a whole.
type LibraryFailed struct{ Failure *Failure }

func (e LibraryFailed) apply(s State) State {
	s = passed(s)
	s.Trouble = e.Failure
	return s
}

// passed ends what was shown of a pass.
func passed(s State) State {
	if s.Status.Progress.Running {
		s.Dismissed = withSet(s.Dismissed, BannerIndexing, false)
	}
	s.Status.Progress = data.Progress{}
	return s
}

// Progressed tells how far a pass has come; the zero value, that none is at work. A pass that stands still, or goes on after it
// did, has not counted yet what is left: what was known of that holds as long as nothing is done.
type Progressed struct{ Progress data.Progress }

func (e Progressed) apply(s State) State {
	p := e.Progress
	if !p.Running {
		return passed(s)
	}
	if before := s.Status.Progress; before.Running && before.Rebuilding == p.Rebuilding && (p.Paused || p.Done == before.Done) {
		p.Total = max(p.Total, before.Total)
	}
	s.Status.Progress = p
	if left := p.Total - p.Done; left > 0 && !p.Rebuilding {
		s.Missing = Missing{Left: left, Of: max(s.Missing.Of, left)}
	}
	return s
}

// BannerIndexing names the banner that tells of a pass. Hidden, it stays away until that pass ends.
const BannerIndexing = "indexing"

// HeldUp tells what the person wants of the indexing from now on.
type HeldUp struct{ Hold Hold }

func (e HeldUp) apply(s State) State {
	s.Hold = e.Hold
	return s
}

// IndexMade tells how the index was made, for the next time that somebody asks. The sample is too small to tell anything.
type IndexMade struct{ Made Made }

func (e IndexMade) apply(s State) State {
	if !s.Sample {
		s.LastMade = e.Made
	}
	return s
}

// WatchingSlowly tells that this computer gives no more notices of changes for some of the stores, so that they are looked at
// every few seconds; or, with false, that it gives all of them again.
type WatchingSlowly struct{ Slow bool }

func (e WatchingSlowly) apply(s State) State {
	s.WatchingSlowly = e.Slow
	return s
}
