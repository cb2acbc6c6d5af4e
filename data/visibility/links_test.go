package visibility_test

import (
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// TestLinksThatExpire looks at the child through the eyes of a session and of the same in a sandbox.
func TestLinksThatExpire(t *testing.T) {
	ago := func(d time.Duration) time.Time { return now.Add(-d) }
	stored := visibility.Subject{Key: child, Agent: "main", SpawnedBy: direct, Parent: direct}
	until := func(at time.Time) visibility.Subject {
		s := stored
		s.LinkedUntil = at
		return s
	}
	run := func(controller data.SessionKey, created, ended time.Time) data.Run {
		return data.Run{Child: child, Controller: controller, Requester: direct, Created: created, Ended: ended}
	}
	cases := []struct {
		name             string
		subject          visibility.Subject
		runs             []data.Run
		open, restricted bool
	}{
		{"a stored link that goes on", stored, nil, true, true},
		{"a stored link to its last moment", until(now), nil, true, true},
		{"a stored link that ended", until(ago(time.Millisecond)), nil, true, false},
		{"an owner alone", visibility.Subject{Key: child, Agent: "main", Owner: direct}, nil, true, false},
		{"a run that goes on", until(ago(time.Hour)), []data.Run{run("", ago(time.Hour), time.Time{})}, true, true},
		{"a run that ended half an hour ago", stored, []data.Run{run("", ago(time.Hour), ago(30*time.Minute))}, true, true},
		{"a run that ended before", stored, []data.Run{run("", ago(time.Hour), ago(30*time.Minute+1))}, true, false},
		{"a run that never told its end", stored, []data.Run{run("", ago(2*time.Hour+1), time.Time{})}, true, false},
		{"a run that another session controls now", visibility.Subject{Key: child, Agent: "main", SpawnedBy: direct}, []data.Run{
			run("agent:main:other", ago(time.Hour), time.Time{}),
		}, false, false},
		{"a run that only the registry knows", visibility.Subject{Key: child, Agent: "main"}, []data.Run{
			run(direct, ago(time.Minute), time.Time{}),
		}, true, true},
		{"the newest of several runs", stored, []data.Run{
			run("", ago(time.Minute), time.Time{}), run("", ago(time.Hour), ago(50*time.Minute)),
		}, true, true},
		{"an ended run whose own child runs", stored, []data.Run{
			run("", ago(3*time.Hour), ago(2*time.Hour)),
			{Child: "agent:main:subagent:c3", Requester: child, Created: ago(time.Minute)},
		}, true, true},
		{"an ended run whose grandchild runs", stored, []data.Run{
			run("", ago(3*time.Hour), ago(2*time.Hour)),
			{Child: "agent:main:subagent:c3", Requester: child, Created: ago(3 * time.Hour), Ended: ago(2 * time.Hour)},
			{Child: "agent:main:subagent:c4", Requester: "agent:main:subagent:c3", Created: ago(time.Minute)},
		}, true, true},
		{"runs that started each other", stored, []data.Run{
			{Child: child, Requester: child, Controller: direct, Created: ago(time.Minute)},
		}, true, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, restricted := range []bool{false, true} {
				want := c.open
				if restricted {
					want = c.restricted
				}
				s := visibility.New(data.Scope{Mode: data.ScopeTree, Of: direct, Policy: data.Policy{Restricted: restricted, Runs: c.runs, Now: now}})
				if got := s.Allows(c.subject); got != want || s.DecideKey(c.subject).Allowed != want {
					t.Errorf("restricted %v: listed %v, want %v", restricted, got, want)
				}
			}
		})
	}
}

// TestTheSetsThatWereMeasured holds what OpenClaw's tools gave for each setting on the same sessions.
func TestTheSetsThatWereMeasured(t *testing.T) {
	ended := now.Add(-30 * time.Minute)
	subjects := map[string]visibility.Subject{
		"main": {Key: mainKey}, "dm": {Key: direct}, "cron": {Key: "agent:main:cron:j1"},
		"c1": {Key: "agent:main:subagent:c1", SpawnedBy: mainKey}, "c2": {Key: child, SpawnedBy: direct},
		"p1":    {Key: "agent:main:dashboard:p1", Parent: direct},
		"ended": {Key: "agent:main:subagent:old", SpawnedBy: direct, LinkedUntil: ended},
		"g1":    {Key: "agent:main:subagent:g1", SpawnedBy: child}, "global": {Key: "global", Agent: "main"},
		"wmain": {Key: "agent:work:main"}, "wglobal": {Key: "global", Agent: "work"},
		"w1": {Key: "agent:work:subagent:w1", SpawnedBy: direct}, "a1": {Key: "agent:work:acp:a1", SpawnedBy: direct},
		"d1": {Key: "agent:work:dashboard:d1", SpawnedBy: direct},
	}
	ofMain := []string{"main", "dm", "cron", "c1", "c2", "p1", "ended", "g1", "global"}
	cases := []struct {
		name  string
		scope data.Scope
		sees  []string
	}{
		{"a direct talk, self", data.Scope{Mode: data.ScopeSelf, Of: direct}, []string{"dm"}},
		{"a direct talk, tree", data.Scope{Mode: data.ScopeTree, Of: direct}, []string{"dm", "p1", "c2", "ended", "a1", "w1"}},
		{"main, tree", data.Scope{Mode: data.ScopeTree, Of: mainKey}, ofMain},
		{"a direct talk, agent", data.Scope{Mode: data.ScopeAgent, Of: direct}, ofMain},
		{"a direct talk, all without policy", data.Scope{Of: direct}, append([]string{"a1", "w1"}, ofMain...)},
		{
			"a direct talk, all with policy",
			data.Scope{Of: direct, Policy: data.Policy{AgentToAgent: true}},
			append([]string{"a1", "w1", "d1", "wmain"}, ofMain...),
		},
		{
			"a direct talk in a sandbox",
			data.Scope{Mode: data.ScopeTree, Of: direct, Policy: data.Policy{Restricted: true, AgentToAgent: true}},
			[]string{"dm", "p1", "c2", "a1", "w1"},
		},
		{"main in a sandbox", data.Scope{Mode: data.ScopeTree, Of: mainKey, Policy: data.Policy{Restricted: true}}, []string{"main", "c1"}},
		{"a sub-agent in a sandbox", data.Scope{Mode: data.ScopeTree, Of: child}, []string{"c2", "g1"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.scope.Policy.Now = now
			scope := visibility.New(c.scope)
			want := map[string]bool{}
			for _, name := range c.sees {
				want[name] = true
			}
			for name, subject := range subjects {
				if got := scope.Allows(subject); got != want[name] {
					t.Errorf("%s: %v", name, got)
				}
			}
		})
	}
}
