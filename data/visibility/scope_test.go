package visibility_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

const (
	direct  = data.SessionKey("agent:main:telegram:direct:42")
	mainKey = data.SessionKey("agent:main:main")
	child   = data.SessionKey("agent:main:subagent:c2")
)

// now is when the scopes of tests look.
var now = time.Date(2026, 11, 1, 12, 0, 0, 0, time.UTC)

func TestTheAgentsThatAreSeenAsAWhole(t *testing.T) {
	policy := func(allow ...string) data.Policy { return data.Policy{AgentToAgent: true, Allow: allow} }
	cases := []struct {
		name       string
		scope      data.Scope
		agents     []string
		everything bool
		empty      bool
	}{
		{"everything", data.Scope{}, []string{"main", "work", "lab"}, true, false},
		{"the own agent", data.Scope{Mode: data.ScopeAgent, Of: direct}, []string{"main"}, false, false},
		{"no agent of an odd key", data.Scope{Mode: data.ScopeAgent, Of: "global"}, nil, false, false},
		{
			"an agent that is named beside its key",
			data.Scope{Mode: data.ScopeAgent, Of: "global", Policy: data.Policy{Agent: "Work"}},
			[]string{"work"},
			false,
			false,
		},
		{"all without policy is the own agent", data.Scope{Of: direct}, []string{"main"}, false, false},
		{"all with policy", data.Scope{Of: direct, Policy: policy()}, []string{"main", "work", "lab"}, false, false},
		{"all with some pairs", data.Scope{Of: direct, Policy: policy("main", "l*")}, []string{"main", "lab"}, false, false},
		{"no agent of a tree", data.Scope{Mode: data.ScopeTree, Of: direct, Policy: policy()}, nil, false, false},
		{"the agent of main's tree", data.Scope{Mode: data.ScopeTree, Of: mainKey, Policy: policy()}, []string{"main"}, false, false},
		{"not in a sandbox", data.Scope{Mode: data.ScopeTree, Of: mainKey, Policy: data.Policy{Restricted: true}}, nil, false, false},
		{"no agent of self", data.Scope{Mode: data.ScopeSelf, Of: mainKey, Policy: policy()}, nil, false, false},
		{"nothing of nobody", data.Scope{Mode: data.ScopeAgent, Policy: data.Policy{Agent: "main"}}, nil, false, true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := visibility.New(c.scope)
			if diff := cmp.Diff(c.agents, s.Agents([]string{"main", "work", "lab"})); diff != "" {
				t.Errorf("agents (-want +got):\n%s", diff)
			}
			if s.Everything() != c.everything || s.Empty() != c.empty {
				t.Errorf("everything %v, empty %v", s.Everything(), s.Empty())
			}
		})
	}
}

func TestAScopeOfNoSessionAllowsNoSession(t *testing.T) {
	subjects := []visibility.Subject{
		{}, {Key: mainKey, Agent: "main"}, {Key: "global"}, {Key: "current"}, {Key: child, SpawnedBy: "", Parent: "", Agent: "main"},
	}
	for _, mode := range []data.ScopeMode{data.ScopeAgent, data.ScopeTree, data.ScopeSelf, 99} {
		for _, policy := range []data.Policy{{}, {Restricted: true}, {Agent: "main", Global: true}} {
			s := visibility.New(data.Scope{Mode: mode, Policy: policy})
			for _, subject := range subjects {
				if s.Allows(subject) {
					t.Errorf("mode %d with %+v allows %+v", mode, policy, subject)
				}
			}
		}
	}
	for _, subject := range append(subjects, visibility.Subject{Key: "agent::x"}, visibility.Subject{Key: "agent:main:subagent:incognito-1"}) {
		if !visibility.New(data.Scope{}).Allows(subject) {
			t.Errorf("everything does not allow %+v", subject)
		}
	}
}

func TestWhoIsTheMainSession(t *testing.T) {
	other := visibility.Subject{Key: "agent:main:discord:channel:9", Agent: "main"}
	cases := []struct {
		name  string
		of    data.SessionKey
		p     data.Policy
		sight bool
	}{
		{"by default", mainKey, data.Policy{}, true},
		{"in any case of its key", "AGENT:Main:MAIN", data.Policy{}, true},
		{"not another one", direct, data.Policy{}, false},
		{"by the setting", "agent:main:home", data.Policy{MainKey: " Home "}, true},
		{"not by the default where it is set", mainKey, data.Policy{MainKey: "home"}, false},
		{"not in a sandbox", mainKey, data.Policy{Restricted: true}, false},
		{"the shared one", "global", data.Policy{Global: true, Agent: "main"}, true},
		{"not the shared one of another agent", "global", data.Policy{Global: true, Agent: "work"}, false},
		{"not that of the agent where one is shared", mainKey, data.Policy{Global: true}, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if got := visibility.New(data.Scope{Mode: data.ScopeTree, Of: c.of, Policy: c.p}).Allows(other); got != c.sight {
				t.Errorf("sees another session of the agent: %v", got)
			}
		})
	}
}

func TestKeysAreComparedAsOpenClawDoes(t *testing.T) {
	cases := []struct {
		name string
		a, b data.SessionKey
		same bool
	}{
		{"in any case", "AGENT:Main:Telegram:Direct:42", direct, true},
		{"but for the ids of Signal groups", "agent:main:signal:group:AbC", "agent:main:signal:group:abc", false},
		{"which end at a colon", "agent:main:signal:group:AbC:Topic:1", "AGENT:main:signal:group:AbC:topic:1", true},
		{"and of Matrix rooms", "agent:main:matrix:channel:!Room:Host", "agent:main:matrix:channel:!room:host", false},
		{"whose marker may be in any case", "agent:main:Matrix:Group:!Room:Host", "agent:main:matrix:group:!Room:Host", true},
		{"also where a letter is longer in lower case", "agent:main:\u023a", "agent:main:\u2c65", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			for _, pair := range [][2]data.SessionKey{{c.a, c.b}, {c.b, c.a}} {
				scope := visibility.New(data.Scope{Mode: data.ScopeSelf, Of: pair[0]})
				if got := scope.Allows(visibility.Subject{Key: pair[1], Agent: "main"}); got != c.same {
					t.Errorf("%q sees %q: %v", pair[0], pair[1], got)
				}
			}
		})
	}
}

func TestWhatIsNeverListedIsSeenByItsKeyOnly(t *testing.T) {
	scope := visibility.New(data.Scope{Of: direct, Policy: data.Policy{AgentToAgent: true}})
	cases := []struct {
		name        string
		subject     visibility.Subject
		key, listed bool
	}{
		{"a session of another agent", visibility.Subject{Key: "agent:work:main", Agent: "work"}, true, true},
		{"what the own agent shares", visibility.Subject{Key: "global", Agent: "main"}, true, true},
		{"what another agent shares", visibility.Subject{Key: "global", Agent: "work"}, true, false},
		{"what belongs to no session", visibility.Subject{Key: "unknown", Agent: "main"}, true, false},
		{"a malformed key", visibility.Subject{Key: "agent::x", Agent: "main"}, false, false},
		{"a key of nobody", visibility.Subject{Key: "global"}, false, false},
		{"an incognito session", visibility.Subject{Key: "agent:main:Subagent:Incognito-1", Agent: "main"}, false, false},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			if key, listed := scope.DecideKey(c.subject).Allowed, scope.Allows(c.subject); key != c.key || listed != c.listed {
				t.Errorf("by key %v, listed %v", key, listed)
			}
		})
	}
}
