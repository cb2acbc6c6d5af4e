package watcher

import (
	"cmp"
	"time"
)

// The pace of hints. The first change of a burst is told soon, so that a single new message is found at once; what follows is
// told when the burst pauses, or after the longest wait while it does not.
const (
	DefaultFirst   = 50 * time.Millisecond
	DefaultQuiet   = 250 * time.Millisecond
	DefaultLongest = time.Second
)

// The longest times without a hint: where something is to be polled, and in any case. A hint has everything compared, so both
// are counted from the last one, whatever it was for.
const (
	DefaultPoll  = 5 * time.Second
	DefaultSweep = time.Minute
)

// pace decides when hints are given. It holds no timer: the caller hands in the time.
type pace struct {
	first, quiet, longest, poll, sweep time.Duration
	// since is the first change that has not been told, last the newest; both are zero when all is told.
	since, last time.Time
	// told is when a hint was given last; zero if never. start is when the watching began.
	told, start time.Time
	// polls is true while something is to be polled.
	polls bool
}

func newPace(p Params, now time.Time) pace {
	return pace{
		first: cmp.Or(p.First, DefaultFirst), quiet: cmp.Or(p.Quiet, DefaultQuiet), longest: cmp.Or(p.Longest, DefaultLongest),
		poll: cmp.Or(p.Poll, DefaultPoll), sweep: cmp.Or(p.Sweep, DefaultSweep), start: now,
	}
}

// change notes a change at now.
func (p *pace) change(now time.Time) {
	if p.since.IsZero() {
		p.since = now
	}
	p.last = now
}

// due is when the next hint is to be given.
func (p *pace) due() time.Time {
	due := p.latest()
	if p.since.IsZero() {
		return due
	}
	if p.told.IsZero() || p.since.Sub(p.told) > p.longest {
		return earlier(due, p.since.Add(p.first))
	}
	return earlier(due, earlier(p.last.Add(p.quiet), p.since.Add(p.longest)))
}

// latest is when a hint is due though nothing is known to have changed.
func (p *pace) latest() time.Time {
	last := p.told
	if last.IsZero() {
		last = p.start
	}
	if p.polls {
		return earlier(last.Add(p.poll), last.Add(p.sweep))
	}
	return last.Add(p.sweep)
}

// tell notes that a hint is given at now.
func (p *pace) tell(now time.Time) {
	p.since, p.last, p.told = time.Time{}, time.Time{}, now
}

func earlier(a, b time.Time) time.Time {
	if a.Before(b) {
		return a
	}
	return b
}
