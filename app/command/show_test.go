package command

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/reconcile"
)

// conversation is what the tests look at in show --json.
type conversation struct {
	SessionKey, Agent, Store string
	Windows                  []struct{ SessionID string }
	Messages                 []struct{ MessageID string }
	Before, After            int
}

// show runs show --json and gives what it printed.
func (s *stage) show(t *testing.T, args ...string) conversation {
	t.Helper()
	got := s.run(append([]string{"show", "--json"}, args...)...)
	var page conversation
	if err := json.Unmarshal([]byte(got.out), &page); err != nil || got.code != 0 {
		t.Fatalf("%v in %+v", err, got)
	}
	return page
}

func shown(page conversation) []string {
	ids := []string{}
	for _, m := range page.Messages {
		ids = append(ids, m.MessageID)
	}
	return ids
}

func TestShowGivesTheTalkOrAPartOfIt(t *testing.T) {
	s, state, _ := withStore(t)
	key := "agent:main:main"
	cases := map[string]struct {
		args          []string
		want          []string
		before, after int
	}{
		"all of it":                {nil, []string{"w1-m0", "w1-m1"}, 0, 0},
		"a number around nothing":  {[]string{"--around", "1"}, []string{"w1-m0", "w1-m1"}, 0, 0},
		"around a message":         {[]string{"--at", "w1-m0"}, []string{"w1-m0", "w1-m1"}, 0, 0},
		"one message alone":        {[]string{"--at", "w1-m1", "--around", "0"}, []string{"w1-m1"}, 1, 0},
		"one session id":           {[]string{"--id", "w1"}, []string{"w1-m0", "w1-m1"}, 0, 0},
		"the format as a flag too": {[]string{"--format", "markdown", "--at", "w1-m0", "--around", "0"}, []string{"w1-m0"}, 0, 1},
	}
	for name, c := range cases {
		page := s.show(t, append(c.args, "--state", state, key)...)
		if diff := cmp.Diff(c.want, shown(page)); diff != "" || page.Before != c.before || page.After != c.after {
			t.Errorf("%s: %d before, %d after, %s", name, page.Before, page.After, diff)
		}
		if page.SessionKey != key || page.Agent != "main" || len(page.Windows) != 1 || page.Windows[0].SessionID != "w1" {
			t.Errorf("%s: %+v", name, page)
		}
	}
}

func TestANumberAroundNothingIsSaidToDoNothing(t *testing.T) {
	s, state, _ := withStore(t)
	got := s.run("show", "--state", state, "--around", "0", "agent:main:main")
	if got.code != 0 || !strings.HasPrefix(got.err, "Without --at,") || !strings.Contains(got.out, "11:42") {
		t.Errorf("got %+v", got)
	}
}

func TestShowSaysWhatItCannotFind(t *testing.T) {
	s, state, _ := withStore(t)
	cases := map[string]struct {
		args  []string
		says  string
		lines int
	}{
		"an unknown message":    {[]string{"--at", "nothing", "agent:main:main"}, "--at", 1},
		"an unknown session id": {[]string{"--id", "nothing", "agent:main:main"}, "--id", 1},
		"an unknown key":        {[]string{"agent:main:mian"}, "\n  agent:main:main\n", 3},
		"an unknown store":      {[]string{"--store", filepath.Join(s.home, "nowhere"), "agent:main:main"}, "nowhere", 1},
	}
	for name, c := range cases {
		got := s.run(append([]string{"show", "--state", state}, c.args...)...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, c.says) || strings.Count(got.err, "\n") != c.lines {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestAScopeOfAnUnknownSessionIsSaid(t *testing.T) {
	s, state, _ := withStore(t)
	for _, scope := range []string{"self", "tree"} {
		for _, more := range [][]string{nil, {"--json"}} {
			got := s.run(append([]string{"search", "--state", state, "--scope", scope, "--of", "agent:main:mian", "talk"}, more...)...)
			if got.code != 1 || got.out != "" || !strings.Contains(got.err, "\n  agent:main:main\n") {
				t.Errorf("%s %v: %+v", scope, more, got)
			}
			got = s.run(append([]string{"search", "--state", state, "--scope", scope, "--of", "agent:main:main", "talk"}, more...)...)
			if got.code != 0 || got.err != "" {
				t.Errorf("%s %v of a known session: %+v", scope, more, got)
			}
		}
	}
	if got := s.run("search", "--state", state, "--scope", "agent", "--of", "agent:main:mian", "talk"); got.code != 0 {
		t.Errorf("an agent: %+v", got)
	}
}

func TestAKeyInSeveralStoresNeedsAStore(t *testing.T) {
	s, state, _ := withStore(t)
	other, second := newStore(t, "main")
	second.talk("agent:main:main", "o1", "another talk under the same key")
	args := []string{"--state", state, "--state", other, "agent:main:main"}
	got := s.run(append([]string{"show"}, args...)...)
	if got.code != 1 || got.out != "" || !strings.Contains(got.err, "--store") || strings.Count(got.err, "openclaw-agent.sqlite") != 2 {
		t.Errorf("got %+v", got)
	}
	page := s.show(t, append(args, "--store", second.Path)...)
	if diff := cmp.Diff([]string{"o1-m0"}, shown(page)); diff != "" || page.Store != second.Path {
		t.Errorf("store %s, %s", page.Store, diff)
	}
	expect(t, s.search(t, "--state", state, "--state", other, "--store", second.Path, "talk"), "o1-m0")
}

func TestTheConversationThatIsShownIsBroughtInFirst(t *testing.T) {
	dir := t.TempDir()
	canonical, err := filepath.EvalSymlinks(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, store, want string
	}{
		{"wherever it is", "", ""},
		{"in the store that is named, by its canonical path", dir + "/x/../agent.db", filepath.Join(canonical, "agent.db")},
	} {
		t.Run(c.name, func(t *testing.T) {
			f := showFlags{store: c.store}
			if got := f.looked("agent:main:main"); got != (reconcile.Looked{Store: c.want, Key: "agent:main:main"}) {
				t.Errorf("got %+v", got)
			}
		})
	}
}
