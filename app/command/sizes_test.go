package command

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

const (
	manyAgents     = 200
	manySessions   = 10_000
	longSession    = 200_000
	largeEvent     = 25 << 20
	smallInSession = 2
)

// One state directory has everything that is large: agents, sessions, a session and an event.
func TestLargeHistoriesAreWhollySearched(t *testing.T) {
	s := newStage(t)
	state := datatest.NewState(t)
	long := state.Agent("long", datatest.V23).Flood("deep", 1, longSession)
	state.Agent("many", datatest.V23).Flood("reef", manySessions, smallInSession)
	heavy := state.Agent("heavy", datatest.V19)
	heavy.Session("agent:heavy:main", "h1", datatest.Talk("whale before", strings.Repeat("whale song ", largeEvent/11), "whale after"))
	for n := range manyAgents - 3 {
		state.Agent(fmt.Sprint("a", n), datatest.V19).Session(fmt.Sprintf("agent:a%d:main", n), "s1", datatest.Talk("plankton", "the plankton of many"))
	}
	p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}}
	messages, sessions := longSession+manySessions*smallInSession+3+(manyAgents-3)*2, 1+manySessions+1+manyAgents-3
	if got := p.index(t); got.Messages != messages || got.Sessions != sessions || got.Pending != 0 || len(got.Faults) > 0 {
		t.Errorf("%+v, and there are %d messages in %d sessions", got, messages, sessions)
	}
	status := p.status(t)
	if len(status.Stores) != manyAgents || status.Pending != 0 || status.Indexing {
		t.Errorf("%d stores, %d pending", len(status.Stores), status.Pending)
	}
	for _, store := range status.Stores {
		if store.State != "ready" || store.Indexed != store.Sessions {
			t.Errorf("status %+v", store)
		}
	}
	for _, c := range []struct {
		words []string
		total int
	}{
		{[]string{"199999"}, 1},
		{[]string{"deep"}, 10_000},
		{[]string{"reef", "9999"}, smallInSession},
		{[]string{"reef"}, 10_000},
		{[]string{"whale"}, 3},
		{[]string{"plankton"}, (manyAgents - 3) * 2},
		{[]string{"plankton", "--agent", "a77"}, 2},
	} {
		a := p.search(t, append(c.words, "--limit", "5")...)
		if a.Total != c.total || a.Indexing || len(a.Faults) > 0 {
			t.Errorf("%v: %d instead of %d, indexing %v, faults %+v", c.words, a.Total, c.total, a.Indexing, a.Faults)
		}
		for _, group := range a.Groups {
			for _, hit := range group.Hits {
				if len(hit.Excerpt) > 4096 {
					t.Errorf("%v: an excerpt of %d bytes", c.words, len(hit.Excerpt))
				}
			}
		}
	}
	long.Append("deep0", datatest.More("kelp", fmt.Sprint("deep0-m", longSession-1), datatest.Start.AddDate(0, 1, 0), "kelp")...)
	heavy.Append("h1", datatest.More("kelp", "m2", datatest.Start.AddDate(0, 1, 0), "kelp")...)
	if a := p.search(t, "kelp"); a.Total < 2 && !a.Indexing {
		t.Errorf("%d of 2 new messages are found, and it says nothing", a.Total)
	}
	p.index(t)
	if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing {
		t.Errorf("%d of 2 new messages are found, indexing %v", a.Total, a.Indexing)
	}
	talk := decoded[struct{ Messages []struct{ MessageID string } }](t, p.run(t, "show", "--json", "--at", "deep0-m100000", "--around", "2", "agent:long:deep0"))
	if len(talk.Messages) != 5 || talk.Messages[2].MessageID != "deep0-m100000" {
		t.Errorf("shown %+v", talk)
	}
}
