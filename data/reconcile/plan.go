package reconcile

import (
	"cmp"
	"slices"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// plan is what has to be done for one store.
type plan struct {
	// write are the sessions that are new or changed, in the order in which they are to be written.
	write []item
	// gone are those that the store has no more.
	gone []index.Known
	// total is how many sessions the store has.
	total int
}

// size is how many sessions there are to be written or taken away.
func (p plan) size() int { return len(p.write) + len(p.gone) }

// item is a session that is to be written.
type item struct {
	session data.SourceSession
	// had is what the library has of it; nil if nothing.
	had *index.Known
	// staged is true if its rows go into several transactions.
	staged bool
	// follow is true if reading may go on where it stopped last time: nothing but the end of the transcript can differ.
	follow bool
}

// rereading is how many events can be read and compared in the time in which one is written.
const rereading = 25

// cost estimates what it takes to bring a session in, counted in events that are written: a transcript mostly grows at its
// end, but all of it is read for that unless its trail can be followed.
func (i item) cost() int64 {
	fresh := i.session.Events
	if i.had != nil && i.had.Events >= 0 && i.had.Events <= i.session.Events {
		fresh -= i.had.Events
	}
	if i.follow {
		return max(1, fresh)
	}
	return max(1, fresh+i.session.Events/rereading)
}

// rereadTime is about how long it takes to read and compare an event.
const rereadTime = 20 * time.Microsecond

// rereads estimates how long it takes to read again what the library has of a session.
func (i item) rereads() time.Duration {
	if i.had == nil || i.follow {
		return 0
	}
	return time.Duration(max(0, i.had.Events)) * rereadTime
}

// inOrder lets the windows of a key start in the order in which their store lists them, at least a millisecond apart: a copy
// begins with the events of what it was copied from, and clocks are set back. The library tells by it which is the newer.
func inOrder(sessions []data.SourceSession) []data.SourceSession {
	sessions = slices.Clone(sessions)
	last := map[data.SessionKey]time.Time{}
	for i := range sessions {
		s := &sessions[i]
		s.StartedAt = index.Moment(s.StartedAt)
		if before := last[s.Key]; s.Key != "" && !before.IsZero() && !s.StartedAt.After(before) {
			s.StartedAt = index.Moment(before.Add(time.Millisecond))
		}
		last[s.Key] = s.StartedAt
	}
	return sessions
}

// compare finds out what differs between a store and the library. Sessions in skip are left as they are.
func compare(sessions []data.SourceSession, known []index.Known, skip map[data.SessionID]bool) plan {
	return differ(inOrder(sessions), known, skip)
}

// differ is compare of sessions that are in order.
func differ(sessions []data.SourceSession, known []index.Known, skip map[data.SessionID]bool) plan {
	have := make(map[data.SessionID]*index.Known, len(known))
	for i := range known {
		have[known[i].Session.ID] = &known[i]
	}
	p := plan{total: len(sessions)}
	listed := make(map[data.SessionID]bool, len(sessions))
	for _, s := range sessions {
		if listed[s.ID] {
			continue
		}
		listed[s.ID] = true
		had := have[s.ID]
		if skip[s.ID] || (had != nil && unchanged(s, *had)) {
			continue
		}
		p.write = append(p.write, item{
			session: s, had: had, staged: had == nil && s.Events > index.MaxInPlace, follow: had != nil && grew(s, *had),
		})
	}
	for _, k := range known {
		if !listed[k.Session.ID] && !skip[k.Session.ID] {
			p.gone = append(p.gone, k)
		}
	}
	order(p.write)
	return p
}

// unchanged tells whether the library has the session as it is. A fingerprint should say it all; what decides where the
// rows are seen is compared besides.
func unchanged(s data.SourceSession, had index.Known) bool {
	return s.Fingerprint == had.Fingerprint && s.Archived == had.Session.Archived && inPlace(s, had)
}

// inPlace tells whether the rows that the library has of a session stand where they would be written now.
func inPlace(s data.SourceSession, had index.Known) bool {
	return s.Key == had.Session.Key && s.Superseded == had.Session.Superseded && s.StartedAt.Equal(had.Session.StartedAt) &&
		s.Kind == had.Session.Kind && s.Agent == had.Session.Agent
}

// grew tells whether nothing but the end of the transcript can differ from what the library has. One that is in doubt has to be
// read wholly, and so has one that could not be read last time.
func grew(s data.SourceSession, had index.Known) bool {
	return s.Lineage != "" && s.Lineage == had.Lineage && had.Fingerprint != "" && had.Events >= 0 && inPlace(s, had)
}

// whole lets the sessions be read from their start.
func whole(items []item) {
	for i := range items {
		items[i].follow = false
	}
}

// lookedFirst puts the sessions that somebody looks at before all others.
func (l Looked) lookedFirst(items []item) {
	slices.SortStableFunc(items, func(a, b item) int { return cmp.Compare(l.rank(a.session.Session), l.rank(b.session.Session)) })
}

// rank is 0 for a session that somebody looks at, else 1.
func (l Looked) rank(s data.Session) int {
	if l.is(s) {
		return 0
	}
	return 1
}

// is tells whether a session is the one that somebody looks at.
func (l Looked) is(s data.Session) bool {
	return l.Key != "" && s.Key == l.Key && (l.Store == "" || s.Store.Path == l.Store)
}

// order puts the keys that were active last first, and the newer windows of a key before the older ones: a message that
// several hold belongs to the newest.
func order(items []item) {
	latest := map[data.SessionKey]time.Time{}
	for _, i := range items {
		if at := i.session.UpdatedAt; at.After(latest[i.session.Key]) {
			latest[i.session.Key] = at
		}
	}
	slices.SortStableFunc(items, func(a, b item) int {
		x, y := a.session, b.session
		if x.Key != y.Key {
			return cmp.Or(latest[y.Key].Compare(latest[x.Key]), cmp.Compare(x.Key, y.Key))
		}
		return cmp.Or(older(x.Superseded, y.Superseded), y.StartedAt.Compare(x.StartedAt), cmp.Compare(y.ID, x.ID))
	})
}

// older sorts superseded windows behind the others.
func older(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return 1
	default:
		return -1
	}
}
