package library

import (
	"slices"
	"sync"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
)

// maskedRuns remembers the runs of each state directory with their keys as the library holds them.
type maskedRuns struct {
	mu    sync.Mutex
	known map[string]runsByRules
}

// runsByRules are runs as they were read, and as the rules of a stamp mask their keys.
type runsByRules struct {
	read, masked []data.Run
	stamp        string
}

// masked gives the runs of settings with their keys masked, by the rules of this stamp. The list is shared, and not to be changed.
func (m *maskedRuns) masked(s openclaw.Settings, stamp string, mask func(data.SessionKey) data.SessionKey) []data.Run {
	m.mu.Lock()
	defer m.mu.Unlock()
	if was := m.known[s.State]; was.stamp == stamp && sameList(was.read, s.Runs) {
		return was.masked
	}
	if m.known == nil {
		m.known = map[string]runsByRules{}
	}
	now := runsByRules{read: s.Runs, masked: maskRuns(s.Runs, mask), stamp: stamp}
	m.known[s.State] = now
	return now.masked
}

// sameList tells whether two lists are one in memory, as the runs are until their registry changes.
func sameList(a, b []data.Run) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}

// maskRuns masks the keys of runs, each once, since runs share them. The list is copied only if any key changes.
func maskRuns(runs []data.Run, mask func(data.SessionKey) data.SessionKey) []data.Run {
	known := make(map[data.SessionKey]data.SessionKey, len(runs))
	masked := func(key data.SessionKey) data.SessionKey {
		if _, ok := known[key]; !ok {
			known[key] = mask(key)
		}
		return known[key]
	}
	shared := true
	for i, run := range runs {
		run.Child, run.Controller, run.Requester = masked(run.Child), masked(run.Controller), masked(run.Requester)
		if run == runs[i] {
			continue
		}
		if shared {
			runs, shared = slices.Clone(runs), false
		}
		runs[i] = run
	}
	return runs
}
