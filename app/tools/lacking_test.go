package tools

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

func TestACallerHearsOfTheTroublesOfItsOwnOpenClawOnly(t *testing.T) {
	scope := data.Scope{Mode: data.ScopeAgent, Of: "agent:main:main", Policy: data.Policy{State: "/own"}}
	s := sight{scope: scope, rules: visibility.New(scope), agent: "main"}
	at := func(agent, path, state string) data.StoreStatus {
		return data.StoreStatus{Store: data.Store{Agent: agent, Path: path, State: state}}
	}
	for name, c := range map[string]struct {
		fault data.StoreStatus
		want  []string
	}{
		"its own agent":                    {at("main", "/own/a", "/own"), []string{"main"}},
		"its own agent in another profile": {at("main", "/other/a", "/other"), nil},
		"another agent":                    {at("work", "/own/b", "/own"), nil},
		"a directory of its own":           {at("", "/own/agents", ""), []string{""}},
		"its own state directory":          {at("", "/own", ""), []string{""}},
		"a directory with a like name":     {at("", "/own-not", ""), nil},
		"no place":                         {at("", "", ""), nil},
	} {
		if diff := cmp.Diff(c.want, s.troubled([]data.StoreStatus{c.fault})); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if got := s.allowed(data.Session{Agent: "work"}).troubled([]data.StoreStatus{at("work", "/own/b", "/own")}); len(got) != 1 {
		t.Errorf("of the agent of a session that it may see: %q", got)
	}
	told := lacking{visibility.ActionList, false, []string{"", "main"}}.String()
	want := "A folder of histories could not be read; results may be incomplete. The history of agent main could not be read; results may be incomplete."
	if told != want {
		t.Errorf("told: %s", told)
	}
}
