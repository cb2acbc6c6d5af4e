package visibility_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

// vector is a decision that OpenClaw itself made.
type vector struct {
	Of, Scope, Target string
	Row               struct {
		Key, AgentID, SpawnedBy, ParentSessionKey, OwnerSessionKey string
	}
	Allowed bool
}

// subject has no agent if the key is none of an agent's and the row names none, as where the owner is unknown.
func (v vector) subject() visibility.Subject {
	s := visibility.Subject{Key: data.SessionKey(v.Row.Key), Agent: v.Row.AgentID, SpawnedBy: data.SessionKey(v.Row.SpawnedBy)}
	s.Parent = data.SessionKey(v.Row.ParentSessionKey + v.Row.OwnerSessionKey)
	if parts := strings.SplitN(v.Row.Key, ":", 3); parts[0] == "agent" {
		s.Agent = parts[1]
	}
	return s
}

func TestScopesDecideAsOpenClawDoes(t *testing.T) {
	content, err := os.ReadFile("testdata/openclaw.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []vector
	if err := json.Unmarshal(content, &vectors); err != nil {
		t.Fatal(err)
	}
	modes := map[string]data.ScopeMode{"self": data.ScopeSelf, "tree": data.ScopeTree, "agent": data.ScopeAgent}
	for _, v := range vectors {
		scope := visibility.New(data.Scope{Mode: modes[v.Scope], Of: data.SessionKey(v.Of)})
		if got := scope.Allows(v.subject()); got != v.Allowed {
			t.Errorf("%s of %s, %s: got %v", v.Scope, v.Of, v.Target, got)
		}
	}
	if len(vectors) < 100 {
		t.Errorf("only %d decisions", len(vectors))
	}
}

func TestTheWholeOfAScope(t *testing.T) {
	cases := []struct {
		name   string
		scope  data.Scope
		agents []string
		whole  bool
		key    data.SessionKey
		empty  bool
	}{
		{"everything is whole", data.Scope{}, nil, true, "", false},
		{"an agent is whole", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:telegram:direct:42"}, []string{"main"}, true, "", false},
		{"an agent of an odd key is not", data.Scope{Mode: data.ScopeAgent, Of: "global"}, []string{""}, false, "", false},
		{"a tree is told by its sessions", data.Scope{Mode: data.ScopeTree, Of: "agent:main:main"}, nil, false, "", false},
		{"self is one key", data.Scope{Mode: data.ScopeSelf, Of: "agent:main:x"}, nil, false, "agent:main:x", false},
		{"a scope of no session allows nothing", data.Scope{Mode: data.ScopeSelf}, nil, false, "", true},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			s := visibility.New(c.scope)
			agents, whole := s.Whole()
			if diff := cmp.Diff(c.agents, agents); diff != "" || whole != c.whole {
				t.Errorf("whole %v, agents (-want +got):\n%s", whole, diff)
			}
			if s.Key() != c.key || s.Empty() != c.empty {
				t.Errorf("key %q, empty %v", s.Key(), s.Empty())
			}
		})
	}
}

func TestAScopeOfNoSessionAllowsNoSession(t *testing.T) {
	for _, mode := range []data.ScopeMode{data.ScopeAgent, data.ScopeTree, data.ScopeSelf, 99} {
		s := visibility.New(data.Scope{Mode: mode})
		for _, subject := range []visibility.Subject{{}, {Key: "agent:main:main", Agent: "main"}, {Key: "global"}} {
			if s.Allows(subject) {
				t.Errorf("mode %d allows %+v", mode, subject)
			}
		}
	}
	if !visibility.New(data.Scope{}).Allows(visibility.Subject{Key: "anything"}) {
		t.Error("everything does not allow everything")
	}
}
