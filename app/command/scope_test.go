package command

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

func TestAScopeFollowsTheSettings(t *testing.T) {
	s, state, store := withStore(t)
	store.talk("agent:main:home", "w3", "the tide at home")
	store.Session("agent:main:dashboard:kid", "w4", datatest.TalkAt("w4-m", evening.AddDate(0, 0, -2), "the tide of a child"),
		datatest.Node{Parent: "agent:main:main"})
	tree := func(of string) answer {
		return s.search(t, "--state", state, "--scope", "tree", "--of", of, "tide")
	}
	expect(t, tree("agent:main:main"), "w1-m0", "w1-m1", "w3-m0", "w4-m0")
	expect(t, tree("agent:main:home"), "w3-m0")
	configure(t, state, `{session: {mainKey: "home"}}`)
	expect(t, tree("agent:main:main"), "w1-m0", "w1-m1", "w4-m0")
	expect(t, tree("agent:main:home"), "w1-m0", "w1-m1", "w3-m0", "w4-m0")
	expect(t, s.search(t, "--state", state, "--scope", "self", "--of", "agent:main:main", "tide"), "w1-m0", "w1-m1")
}

func TestTheScopeOfAllIsEverythingWhoeverIsNamed(t *testing.T) {
	s, state, _ := withStore(t)
	configure(t, state, `{"tools": {"agentToAgent": {"enabled": false}}}`)
	for _, of := range []string{"agent:main:dashboard:two", "agent:work:main", "no key"} {
		expect(t, s.search(t, "--state", state, "--scope", "all", "--of", of, "tide"), "w1-m0", "w1-m1")
	}
}

func TestSettingsThatCannotBeReadAreSaidAndShowNothing(t *testing.T) {
	s, state, _ := withStore(t)
	configure(t, state, `{"tools": `)
	got := s.run("search", "--state", state, "--scope", "tree", "--of", "agent:main:main", "tide")
	if got.code != 1 || got.out != "" || !strings.Contains(got.err, "openclaw.json") {
		t.Errorf("%+v", got)
	}
	expect(t, s.search(t, "--state", state, "tide"), "w1-m0", "w1-m1")
}

func configure(t *testing.T, state, config string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(state, "openclaw.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
}
