package visibility_test

import (
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/visibility"
)

func TestKeysThatMeanOneSession(t *testing.T) {
	for _, c := range []struct {
		a, b data.SessionKey
		same bool
	}{
		{"agent:main:main", "agent:main:main", true},
		{"agent:main:telegram:direct:42", "Agent:Main:Telegram:Direct:42", true},
		{"agent:main:signal:group:aB", "AGENT:MAIN:SIGNAL:GROUP:aB", true},
		{"agent:main:signal:group:aB", "agent:main:signal:group:ab", false},
		{"agent:main:main", "agent:work:main", false},
		{"", "", true},
	} {
		if got := visibility.Same(c.a, c.b); got != c.same {
			t.Errorf("%q and %q: %v", c.a, c.b, got)
		}
	}
}

func TestThePartsOfAKey(t *testing.T) {
	for _, c := range []struct {
		key         data.SessionKey
		agent, rest string
		scoped      bool
	}{
		{"agent:main:main", "main", "main", true},
		{"Agent:Work:Telegram:Direct:42", "work", "Telegram:Direct:42", true},
		{"agent::x", "", "", true},
		{"agent:main:", "", "", true},
		{"agent:main", "", "", true},
		{"agents:main:main", "", "", false},
		{"global", "", "", false},
		{"", "", "", false},
	} {
		agent, rest := visibility.Split(c.key)
		if agent != c.agent || rest != c.rest || visibility.AgentOf(c.key) != agent || visibility.Scoped(c.key) != c.scoped {
			t.Errorf("%q: %q, %q, scoped %v", c.key, agent, rest, visibility.Scoped(c.key))
		}
	}
}

func TestKeysOfSessionsThatNobodySees(t *testing.T) {
	for key, want := range map[data.SessionKey]bool{
		"agent:main:dashboard:incognito-1": true, "Agent:Main:Subagent:Incognito-1": true, "agent:main:internal-session-effects:incognito-1": true,
		"agent:main:telegram:incognito-1": false, "agent:main:dashboard:incognito-1:x": false, "agent:main:main": false, "": false,
	} {
		if got := visibility.IsIncognito(key); got != want {
			t.Errorf("%q: %v", key, got)
		}
	}
}

func TestTheMainSessionOfAnAgent(t *testing.T) {
	for want, p := range map[data.SessionKey]data.Policy{
		"agent:work:main": {}, "agent:work:home": {MainKey: " Home "}, "global": {MainKey: "home", Global: true},
	} {
		if got := visibility.MainOf("work", p); got != want {
			t.Errorf("%+v: %q", p, got)
		}
	}
}

func TestTheNamesOfModes(t *testing.T) {
	for mode, want := range map[data.ScopeMode]string{
		data.ScopeSelf: "self", data.ScopeTree: "tree", data.ScopeAgent: "agent", data.ScopeAll: "all", 99: "",
	} {
		if got := visibility.ModeName(mode); got != want {
			t.Errorf("%d: %q", mode, got)
		}
	}
}
