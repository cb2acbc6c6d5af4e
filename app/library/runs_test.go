package library

import (
	"fmt"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
)

func TestEachKeyOfManyRunsIsMaskedOnce(t *testing.T) {
	runs := make([]data.Run, 3000)
	for i := range runs {
		child := data.SessionKey(fmt.Sprint("agent:main:subagent:", i))
		runs[i] = data.Run{Child: child, Controller: "agent:main:main", Requester: "agent:main:main"}
	}
	calls := 0
	got := maskRuns(runs, func(key data.SessionKey) data.SessionKey { calls++; return key })
	if calls != len(runs)+1 || &got[0] != &runs[0] {
		t.Errorf("%d keys masked, copied %v", calls, &got[0] != &runs[0])
	}
}

func TestRunsAreMaskedAgainOnlyOnceTheyOrTheRulesChange(t *testing.T) {
	var m maskedRuns
	calls := 0
	mask := func(key data.SessionKey) data.SessionKey { calls++; return "***" }
	list := func() []data.Run { return []data.Run{{Child: "a", Controller: "a", Requester: "a"}} }
	one, other := list(), list()
	for i, step := range []struct {
		state, stamp string
		runs         []data.Run
		want         int
	}{
		{"/one", "1", one, 1},
		{"/one", "1", one, 1},
		{"/two", "1", one, 2},
		{"/one", "1", other, 3},
		{"/one", "2", other, 4},
		{"/two", "1", one, 4},
		{"/one", "2", nil, 4},
	} {
		got := m.masked(openclaw.Settings{State: step.state, Runs: step.runs}, step.stamp, mask)
		if calls != step.want || len(got) != len(step.runs) || len(got) > 0 && got[0].Child != "***" {
			t.Errorf("step %d: %d keys masked, %+v", i, calls, got)
		}
	}
}

func BenchmarkMaskingTheKeysOfRuns(b *testing.B) {
	runs := make([]data.Run, 3000)
	for i := range runs {
		child := fmt.Sprintf("agent:main:subagent:%08x-5b1c-4d6e-9f00-%012x", i*7919, i)
		runs[i] = data.Run{Child: data.SessionKey(child), Controller: "agent:main:main", Requester: "agent:main:main"}
	}
	r := newRules(settingsReader{}, make([]byte, 32))
	mask := func(key data.SessionKey) data.SessionKey {
		masked, _ := r.Redact(string(key))
		return data.SessionKey(masked)
	}
	for b.Loop() {
		maskRuns(runs, mask)
	}
}
