package visibility_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

func TestTheModeThatHolds(t *testing.T) {
	defaults := map[visibility.Release]data.ScopeMode{
		visibility.Release202607: data.ScopeTree, visibility.Release202608: data.ScopeAgent, visibility.Release202609: data.ScopeAll,
	}
	configured := map[string]data.ScopeMode{
		"self": data.ScopeSelf, "tree": data.ScopeTree, "Agent": data.ScopeAgent, " ALL ": data.ScopeAll, "": 99, "everything": 99,
	}
	for release, byDefault := range defaults {
		for visible, want := range configured {
			if want == 99 {
				want = byDefault
			}
			for sandbox, clamped := range map[string]bool{"": true, "spawned": true, "all": false} {
				settings := openclaw.Settings{Visibility: visible, SandboxTools: sandbox}
				open := visibility.Effective(settings, release, visibility.Caller{Key: direct})
				if open.Mode != want || open.Policy.Restricted {
					t.Errorf("release %d, %q: %+v", release, visible, open)
				}
				boxed := visibility.Effective(settings, release, visibility.Caller{Key: direct, Sandboxed: true})
				if clamped {
					want := open
					want.Mode, want.Policy.Restricted = data.ScopeTree, true
					if diff := cmp.Diff(want, boxed); diff != "" {
						t.Errorf("release %d, %q, sandbox %q (-want +got):\n%s", release, visible, sandbox, diff)
					}
				} else if diff := cmp.Diff(open, boxed); diff != "" {
					t.Errorf("release %d, %q, sandbox %q (-want +got):\n%s", release, visible, sandbox, diff)
				}
			}
		}
	}
}

func TestWhoIsRestrictedInASandbox(t *testing.T) {
	for key, want := range map[data.SessionKey]bool{
		direct: true, mainKey: true, "global": true, "": false, child: false, "Agent:Main:Subagent:X": false,
	} {
		scope := visibility.Effective(openclaw.Settings{}, visibility.Release202609, visibility.Caller{Key: key, Sandboxed: true})
		if scope.Policy.Restricted != want || scope.Mode != data.ScopeTree {
			t.Errorf("%q: %+v", key, scope)
		}
	}
}

func TestWhatTheSettingsMean(t *testing.T) {
	runs := []data.Run{{Child: child}}
	settings := openclaw.Settings{State: "/state", Allow: []string{"main"}, MainKey: "home", Scope: "global", Runs: runs}
	caller := visibility.Caller{Key: direct, Agent: "work", Visibility: "tree", Now: now}
	want := data.Scope{Mode: data.ScopeTree, Of: direct, Policy: data.Policy{
		Allow: []string{"main"}, Agent: "work", State: "/state", MainKey: "home", Global: true, Runs: runs, Now: now,
	}}
	for _, release := range []visibility.Release{visibility.Release202607, visibility.Release202608} {
		if diff := cmp.Diff(want, visibility.Effective(settings, release, caller)); diff != "" {
			t.Errorf("release %d (-want +got):\n%s", release, diff)
		}
	}
	want.Policy.AgentToAgent, want.Policy.MainKey = true, ""
	if diff := cmp.Diff(want, visibility.Effective(settings, visibility.Release202609, caller)); diff != "" {
		t.Errorf("2026.9.6 (-want +got):\n%s", diff)
	}
	settings.AgentToAgent = new(bool)
	if scope := visibility.Effective(settings, visibility.Release202609, caller); scope.Policy.AgentToAgent {
		t.Error("what is switched off is on")
	}
}

func TestReleasesByGeneration(t *testing.T) {
	for generation, want := range map[int]visibility.Release{
		0: visibility.Release202607, 14: visibility.Release202607, 18: visibility.Release202607, 19: visibility.Release202608,
		22: visibility.Release202608, 23: visibility.Release202609, 30: visibility.Release202609,
	} {
		if got := visibility.ReleaseOf(generation); got != want {
			t.Errorf("generation %d: %d, want %d", generation, got, want)
		}
	}
}

func TestWhichAgentsMaySeeEachOther(t *testing.T) {
	cases := []struct {
		name  string
		allow []string
		sees  bool
	}{
		{"nobody is named", nil, true},
		{"both are named", []string{"main", "work"}, true},
		{"only one is", []string{"main"}, false},
		{"in another case", []string{"main", "Work"}, false},
		{"with spaces around", []string{" main ", "work"}, true},
		{"everybody", []string{"*"}, true},
		{"by how they begin, in any case", []string{"M*", "wo*"}, true},
		{"by how they end", []string{"*in", "*rk"}, true},
		{"by what they hold in order", []string{"*a*n", "w*r*"}, true},
		{"not where it overlaps", []string{"main", "wor*ork"}, false},
		{"not out of order", []string{"main", "*r*o*"}, false},
		{"not by how they begin alone", []string{"main", "ork*"}, false},
		{"not by how they end alone", []string{"main", "*wor"}, false},
		{"blanks fit nobody", []string{"", "  "}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := visibility.New(data.Scope{Of: direct, Policy: data.Policy{AgentToAgent: true, Allow: c.allow}})
			if got := s.Allows(visibility.Subject{Key: "agent:work:main", Agent: "work"}); got != c.sees {
				t.Errorf("sees %v", got)
			}
		})
	}
}

func TestDenialsInTheWordsOfOpenClaw(t *testing.T) {
	if got := visibility.SandboxDenial("some name"); got != "Session not visible from this sandboxed agent session: some name" {
		t.Errorf("in a sandbox: %q", got)
	}
	cases := []struct {
		reason  visibility.Reason
		release visibility.Release
		action  visibility.Action
		want    string
	}{
		{visibility.Incognito, visibility.Release202608, visibility.ActionHistory, "Session not visible from session tools: agent:work:x"},
		{
			visibility.OwnerUnknown, visibility.Release202608, visibility.ActionHistory,
			"Session history denied because target agent ownership is unavailable.",
		},
		{
			visibility.CrossAgent, visibility.Release202608, visibility.ActionSearch,
			"Session search visibility is restricted. Set tools.sessions.visibility=all and tools.agentToAgent.enabled=true to allow" +
				" cross-agent access; use tools.agentToAgent.allow to restrict permitted agent pairs.",
		},
		{
			visibility.CrossAgent, visibility.Release202609, visibility.ActionHistory,
			"Session history visibility is restricted. Set tools.sessions.visibility=all to allow cross-agent access;" +
				" use tools.agentToAgent to restrict permitted agent pairs.",
		},
		{
			visibility.AgentToAgentOff, visibility.Release202608, visibility.ActionHistory,
			"Agent-to-agent history is disabled. Set tools.agentToAgent.enabled=true to allow cross-agent access.",
		},
		{
			visibility.AgentToAgentOff, visibility.Release202608, visibility.ActionList,
			"Agent-to-agent listing is disabled. Set tools.agentToAgent.enabled=true to allow cross-agent visibility.",
		},
		{
			visibility.AgentToAgentOff, visibility.Release202608, visibility.ActionSend,
			"Agent-to-agent messaging is disabled. Set tools.agentToAgent.enabled=true to allow cross-agent sends.",
		},
		{
			visibility.AgentToAgentDenied, visibility.Release202608, visibility.ActionSearch,
			"Agent-to-agent search denied by tools.agentToAgent.allow.",
		},
		{
			visibility.SelfOnly, visibility.Release202608, visibility.ActionList,
			"Session list visibility is restricted to the current session (tools.sessions.visibility=self).",
		},
		{
			visibility.TreeOnly, visibility.Release202608, visibility.ActionSend,
			"Session send visibility is restricted to the current session tree (tools.sessions.visibility=tree).",
		},
		{"", visibility.Release202608, visibility.ActionHistory, ""},
	}
	for _, c := range cases {
		if got := visibility.Denial(c.reason, c.release, c.action, "agent:work:x"); got != c.want {
			t.Errorf("%s: got  %q\nwant %q", c.reason, got, c.want)
		}
	}
}
