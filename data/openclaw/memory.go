package openclaw

import (
	"hash/maphash"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
)

const (
	// rememberFor is how long a listing is remembered. The token of a session tells nearly every change; one that keeps the length
	// of an entry and all its times is seen by the full listing that comes after this.
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
	// recalled counts the windows that this listing remembered, read those that were ever read in full.
	recalled, read int
}

// take gives the memory to one listing, emptied if it is of another file or too old; nil if it is taken, and for the first
// listing. One that was given a memory calls leave.
func (m *memory) take(file mark, s schema, now time.Time) *memory {
	if !m.mu.TryLock() {
		return nil
	}
	if !m.asked {
		m.asked = true
		m.mu.Unlock()
		return nil
	}
	m.recalled = 0
	age := now.Sub(m.since)
	if m.windows == nil || !file.exists || !m.file.same(file) || !m.schema.same(s) || age < 0 || age > rememberFor {
		m.windows = map[data.SessionID]*window{}
		m.file, m.schema, m.since, m.seed = file, s, now, maphash.MakeSeed()
	}
	return m
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
