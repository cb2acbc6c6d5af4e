package command

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// agentStore is a live OpenClaw store that a test writes to, as OpenClaw itself would.
type agentStore struct {
	*datatest.Store
	t *testing.T
}

// newStore makes a state directory with the store of one agent. The store stays open, as that of a running gateway.
func newStore(t *testing.T, agent string) (state string, store *agentStore) {
	t.Helper()
	made := datatest.NewState(t)
	store = &agentStore{made.Agent(agent, datatest.V19), t}
	store.Hold()
	return made.Dir, store
}

// talk adds a session in which user and assistant take turns. Its messages are <id>-m0, <id>-m1, ...
func (s *agentStore) talk(key, id string, texts ...string) {
	s.t.Helper()
	s.Session(key, id, datatest.TalkAt(id+"-m", evening.AddDate(0, 0, -1), texts...))
}

// files lists what lies beside the store.
func (s *agentStore) files() []string {
	s.t.Helper()
	entries, err := os.ReadDir(filepath.Dir(s.Path))
	if err != nil {
		s.t.Fatal(err)
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
