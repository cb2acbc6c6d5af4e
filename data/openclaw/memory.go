package openclaw

import (
	"hash/maphash"
	"sync"
	"sync/atomic"
	"time"

	"github.com/wordwake/wordwake/data"
)

const (
	// rememberFor is how long a listing is remembered. The token of a session tells nearly every change; one that keeps the length
	// of an entry and all its times is seen by the full listing that comes after this, for which Stamp sees to it.
	rememberFor = 10 * time.Minute
	// maxRemembered bounds the memory: about 1 KB for each session.
	maxRemembered = 20_000
)

// memory is the last listing of a store. With it the next one reads only a token of each session, and in full only what is
// new or changed: what an entry holds and when a talk began and ended costs most.
type memory struct {
	// mu belongs to one listing at a time; another one does without the memory.
	mu sync.Mutex
	// asked is true after the first listing. Many programs list only once; tokens are read from the second on.
	asked   bool
	file    mark
	schema  schema
	since   time.Time
	seed    maphash.Seed
	windows map[data.SessionID]*window
	// stamp is that of the store when all was listed in full; empty if it proves nothing.
	stamp data.Stamp
	// doubtful is when all was listed in full before something was listed from memory that may have changed since, in nanoseconds
	// since 1970; 0 if nothing was. It is read while mu is held by a listing.
	doubtful atomic.Int64
	// recalled counts the windows that this listing remembered, read those that were ever read in full.
	recalled, read int
}

// take gives the memory to one listing, emptied if it is of another file or too old; nil if it is taken, and for the first
// listing. One that was given a memory calls leave.
func (m *memory) take(file mark, stamp data.Stamp, s schema, now time.Time) *memory {
	if !m.mu.TryLock() {
		return nil
	}
	if !m.asked {
		m.asked = true
		m.mu.Unlock()
		return nil
	}
	m.recalled = 0
	if m.windows == nil || !file.exists || !m.file.same(file) || !m.schema.same(s) || old(m.since, now) {
		m.windows = map[data.SessionID]*window{}
		m.file, m.stamp, m.schema, m.since, m.seed = file, stamp, s, now, maphash.MakeSeed()
		m.doubtful.Store(0)
	} else if len(m.windows) > 0 && (stamp == "" || stamp != m.stamp) {
		m.doubtful.Store(m.since.UnixNano())
	}
	return m
}

// old tells whether a listing is remembered for too long; a clock that was set back counts as well.
func old(since, now time.Time) bool {
	age := now.Sub(since)
	return age < 0 || age > rememberFor
}

// due tells whether the store is to be listed once more though it has not changed: something may have escaped the tokens.
func (m *memory) due(now time.Time) bool {
	since := m.doubtful.Load()
	return since != 0 && old(time.Unix(0, since), now)
}

// leave ends a listing; only what it found stays remembered. A failed one found nothing.
func (m *memory) leave(found []*window) {
	if m.recalled != len(found) || len(m.windows) != len(found) {
		m.windows = nil
		if len(found) > 0 && len(found) <= maxRemembered {
			m.windows = make(map[data.SessionID]*window, len(found))
			for _, w := range found {
				if w.token != 0 { // else it was not read from a row that has one
					m.windows[w.id] = w
				}
			}
		}
	}
	m.mu.Unlock()
}

// recall gives what is remembered of a session under the same token, as it was before it was placed among the others.
func (m *memory) recall(id data.SessionID, token []byte) *window {
	if m == nil {
		return nil
	}
	w := m.windows[id]
	if w == nil || w.token != m.sum(token) {
		return nil
	}
	w.superseded = false
	m.recalled++
	return w
}

// sum is what is kept of a token.
func (m *memory) sum(token []byte) uint64 {
	if m == nil {
		return 0
	}
	return maphash.Bytes(m.seed, token)
}

func (m *memory) count() {
	if m != nil {
		m.read++
	}
}

// empty tells that everything has to be read in full.
func (m *memory) empty() bool { return m == nil || len(m.windows) == 0 }
