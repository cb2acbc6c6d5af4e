package tools_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

// Two people whose numbers an own rule masks are two people still, whichever way their keys are named.
func TestSessionsWhoseKeysMaskAlikeStayApart(t *testing.T) {
	const alice, bob = "agent:main:whatsapp:direct:+491701111111", "agent:main:whatsapp:direct:+491702222222"
	state := datatest.NewState(t).Config(`{"logging": {"redactPatterns": ["\\+\\d{8,}"]}}`)
	state.Agent("main", datatest.V19).
		Session(alice, "s-a", datatest.Talk("alice and the tide", "noted")).
		Session(bob, "s-b", datatest.Talk("bob and the tide", "noted"))
	l := open(t, state.Dir)
	masked := string(l.Key(data.SessionKey(alice)))
	self := caller(t, l, alice, "self")
	found := ask(t, self, "sessions_search", object{"query": "tide"})
	if len(found.Results) != 1 || found.Results[0].SessionKey != masked || !strings.Contains(found.Results[0].Snippet, "alice") {
		t.Errorf("found %+v", found.Results)
	}
	for _, key := range []string{"current", alice, masked} {
		got := ask(t, self, "sessions_history", object{"sessionKey": key})
		if len(got.Messages) != 2 || got.SessionKey != masked {
			t.Errorf("history of %s: %+v", key, got)
		}
	}
	for _, key := range []string{bob, string(l.Key(bob)), "agent:main:whatsapp:direct:+493333333333"} {
		answer := call(t, self, "sessions_history", object{"sessionKey": key})
		if !strings.Contains(string(answer.JSON), `"forbidden"`) || strings.Contains(string(answer.JSON), "+49") {
			t.Errorf("history of %s: %s", key, answer.JSON)
		}
	}
	all := caller(t, l, alice, "all")
	if got := ask(t, all, "sessions_history", object{"sessionKey": bob}); len(got.Messages) != 2 {
		t.Errorf("history of bob: %+v", got)
	}
	nobody := call(t, all, "sessions_history", object{"sessionKey": "agent:main:whatsapp:direct:+493333333333"})
	if strings.Contains(string(nobody.JSON), "+49") {
		t.Errorf("told again: %s", nobody.JSON)
	}
}

// What other sessions say must not be told by how well a word is found.
func TestScoresTellTheOrderOnly(t *testing.T) {
	state := datatest.NewState(t)
	state.Agent("main", datatest.V19).Session("agent:main:main", "s", datatest.Talk("zebra one", "zebra two zebra", "quokka"))
	state.Agent("work", datatest.V19).Session("agent:work:main", "w", datatest.Talk("quokka", "quokka"))
	self := caller(t, open(t, state.Dir), "agent:main:main", "self")
	for query, want := range map[string][]float64{"zebra": {1, 0.5}, "quokka": {1}} {
		var got []float64
		for _, hit := range ask(t, self, "sessions_search", object{"query": query}).Results {
			got = append(got, hit.Score)
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: scores %v", query, got)
		}
	}
}
