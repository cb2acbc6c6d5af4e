package watcher

import "time"

// The pace of hints. The first change of a burst is told soon, so that a single new message is found at once; what follows is
// told when the burst pauses, or after the longest wait while it does not.
const (
	DefaultFirst   = 50 * time.Millisecond
	DefaultQuiet   = 250 * time.Millisecond
	DefaultLongest = time.Second
)

// pace decides when changes are told. It holds no timer: the caller hands in the time.
type pace struct {
	first, quiet, longest time.Duration
	// since is the first change that has not been told, last the newest; both are zero when all is told.
	since, last time.Time
	// told is when a hint was given last.
	told time.Time
}

func newPace(p Params) pace {
	pick := func(given, usual time.Duration) time.Duration {
		if given == 0 {
			return usual
		}
		return given
	}
	return pace{first: pick(p.First, DefaultFirst), quiet: pick(p.Quiet, DefaultQuiet), longest: pick(p.Longest, DefaultLongest)}
}

// change notes a change at now.
func (p *pace) change(now time.Time) {
	if p.since.IsZero() {
		p.since = now
	}
	p.last = now
}

// due is when the next hint is to be given; false if there is nothing to tell.
func (p *pace) due() (time.Time, bool) {
	if p.since.IsZero() {
		return time.Time{}, false
	}
	if p.told.IsZero() || p.since.Sub(p.told) > p.longest {
		return p.since.Add(p.first), true
	}
	quiet, longest := p.last.Add(p.quiet), p.since.Add(p.longest)
	if quiet.Before(longest) {
		return quiet, true
	}
	return longest, true
}

// tell notes that a hint is given at now.
func (p *pace) tell(now time.Time) {
	p.since, p.last, p.told = time.Time{}, time.Time{}, now
}
