package tools

import (
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// lacking is what an answer may lack, as far as the caller may hear of it.
type lacking struct {
	// action is what to try again.
	action   visibility.Action
	indexing bool
	// agents are those whose histories could not be read. An empty one stands for some that nobody knows.
	agents []string
}

// String tells it in sentences, that of indexing as OpenClaw does; it is empty if nothing is lacking.
func (l lacking) String() string {
	var parts []string
	if l.indexing {
		parts = append(parts, "Transcript indexing is in progress; results may be incomplete. Retry "+toolOf[l.action]+" shortly.")
	}
	for _, agent := range l.agents {
		which := "The history of agent " + agent
		if agent == "" {
			which = "A folder of histories"
		}
		parts = append(parts, which+" could not be read; results may be incomplete.")
	}
	return strings.Join(parts, " ")
}

// lacks tells what the library may lack of the histories of some agents, none named meaning all.
func (t *Tools) lacks(s sight, action visibility.Action, agents ...string) lacking {
	indexing, faults := t.library.Lacks(agents...)
	return lacking{action, indexing, s.troubled(faults)}
}

// troubled lists the agents whose histories could not be read, as far as the caller may hear of it: those that it may see
// sessions of.
func (s sight) troubled(faults []data.StoreStatus) []string {
	var agents []string
	for _, fault := range faults {
		agent := fault.Store.Agent
		if s.holds(fault.Store) && (agent == "" || s.sees(agent)) {
			agents = append(agents, agent)
		}
	}
	slices.Sort(agents)
	return slices.Compact(agents)
}

// holds tells whether a store, or a directory that could not be listed, is in the state directory of the caller.
func (s sight) holds(place data.Store) bool {
	state := s.rules.State()
	if state == "" || place.State != "" {
		return state == "" || place.State == state
	}
	folder := strings.TrimSuffix(state, string(filepath.Separator)) + string(filepath.Separator)
	return place.Path == state || strings.HasPrefix(place.Path, folder)
}
