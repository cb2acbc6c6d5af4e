package state

import (
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Event is something that happened: an act of the person, an answer, or the passing of time.
type Event interface {
	// apply returns the state after the event. It must not change what s points to.
	apply(s State) State
}

// Reduce returns the state after e. It is the only place where the window's state changes; it never waits and never fails.
func Reduce(s State, e Event) State {
	before := s
	s = e.apply(s)
	if rowsMayDiffer(before, s) {
		s.Rows = rows(s)
		s.Highlight = keptHighlight(before, s)
	}
	return s
}

// Question is what the list is to answer now.
func (s State) Question() Question {
	return Question{Text: strings.TrimSpace(s.Query), Filters: s.Filters}
}

// Equal tells whether two questions have the same answer.
func (q Question) Equal(other Question) bool {
	return q.Text == other.Text && q.Filters.Equal(other.Filters)
}

// Equal tells whether two filters let the same through, in the same order.
func (f Filters) Equal(other Filters) bool {
	return slices.Equal(f.Agents, other.Agents) && f.Time == other.Time && f.Since.Equal(other.Since) &&
		f.Until.Equal(other.Until) && f.Role == other.Role && f.Order == other.Order && f.Include == other.Include &&
		f.Hidden == other.Hidden && f.Sight == other.Sight
}

// Browsing is true while nothing is searched, so that recent sessions are listed.
func (s State) Browsing() bool { return !s.Question().Asks() }

// DataQuery turns the question into a query of the window's size. Days are told in the zone of now. The scope of a Sight is not in
// it: whoever searches asks the library for that.
func (q Question) DataQuery(now time.Time) data.Query {
	since, until := q.Filters.Bounds(now)
	return data.Query{
		Text: q.Text, Agents: q.Filters.Agents, Role: q.Filters.Role, Since: since, Until: until, Order: q.Filters.Order,
		Include: q.Filters.Include, Limit: data.WindowHits, PerSession: data.WindowHitsPerSession, Sessions: data.WindowSessions,
		Hidden: q.Filters.Hidden, Hashed: true,
	}
}

// Bounds gives the first and the last moment that the time filter lets through; zero means unbounded.
func (f Filters) Bounds(now time.Time) (since, until time.Time) {
	today := dayOf(now)
	switch f.Time {
	case TimeToday:
		return today, time.Time{}
	case TimeWeek:
		return today.AddDate(0, 0, -6), time.Time{}
	case TimeMonth:
		return today.AddDate(0, 0, -29), time.Time{}
	case TimeYear:
		return time.Date(now.Year(), time.January, 1, 0, 0, 0, 0, now.Location()), time.Time{}
	case TimeBetween:
		return f.Since, endOfDay(f.Until)
	default:
		return time.Time{}, time.Time{}
	}
}

func dayOf(t time.Time) time.Time {
	return time.Date(t.Year(), t.Month(), t.Day(), 0, 0, 0, 0, t.Location())
}

func endOfDay(t time.Time) time.Time {
	if t.IsZero() {
		return t
	}
	return dayOf(t).AddDate(0, 0, 1).Add(-time.Millisecond)
}

// withSet returns a copy of set in which id is present or absent.
func withSet[K comparable](set map[K]bool, id K, present bool) map[K]bool {
	next := maps.Clone(set)
	if next == nil {
		next = map[K]bool{}
	}
	if present {
		next[id] = true
	} else {
		delete(next, id)
	}
	return next
}
