package library

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/visibility"
)

// profile makes a state directory with a configuration, in which agents talked about the tide, each in a store of its own.
func profile(t *testing.T, config string, g datatest.Generation, agents ...string) *datatest.State {
	t.Helper()
	made := datatest.NewState(t).Config(config)
	for _, agent := range agents {
		made.Agent(agent, g).
			Session("agent:"+agent+":main", "m-"+agent, datatest.Talk("when is the tide low")).
			Session("agent:"+agent+":dashboard:x", "d-"+agent, datatest.Talk("the tide is low"), datatest.Node{Parent: "agent:" + agent + ":main"})
	}
	return made
}

func scope(t *testing.T, l *Library, p CallerParams) (data.Scope, visibility.Release) {
	t.Helper()
	s, release, err := l.Scope(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	return s, release
}

func TestAScopeIsThatOfTheStateDirectoryOfItsSession(t *testing.T) {
	one := profile(t, `{"tools": {"sessions": {"visibility": "tree"}}, "session": {"mainKey": "home"}}`, datatest.V19, "main", "work")
	two := profile(t, `{"tools": {"agentToAgent": {"allow": ["main"]}}}`, datatest.V23, "lab", "main")
	two.Agent("dev", datatest.V23).Session("agent:main:guest", "guest", datatest.Talk("the tide turns"))
	now := time.Date(2026, 8, 1, 12, 0, 0, 0, time.UTC)
	l := open(t, Params{
		Folder: filepath.Join(t.TempDir(), "library"), States: []string{one.Dir, two.Dir}, Now: func() time.Time { return now },
	})
	pass(t, l)
	store := filepath.Join(two.Dir, "agents", "main", "agent", "openclaw-agent.sqlite")
	ofOne := data.Policy{Agent: "work", State: one.Dir, MainKey: "home", Now: now}
	ofTwo := data.Policy{Agent: "lab", State: two.Dir, AgentToAgent: true, Allow: []string{"main"}, Now: now}
	of := func(p data.Policy, agent string) data.Policy { p.Agent = agent; return p }
	restricted := func(p data.Policy) data.Policy { p.Restricted = true; return p }
	cases := []struct {
		name    string
		p       CallerParams
		want    data.Scope
		release visibility.Release
	}{
		{
			"as configured",
			CallerParams{Key: "agent:work:main"},
			data.Scope{Mode: data.ScopeTree, Of: "agent:work:main", Policy: ofOne},
			visibility.Release202608,
		},
		{
			"as asked for",
			CallerParams{Key: "agent:work:main", Visibility: "self"},
			data.Scope{Mode: data.ScopeSelf, Of: "agent:work:main", Policy: ofOne},
			visibility.Release202608,
		},
		{
			"in a sandbox",
			CallerParams{Key: "agent:work:main", Visibility: "self", Sandboxed: true},
			data.Scope{Mode: data.ScopeTree, Of: "agent:work:main", Policy: restricted(ofOne)},
			visibility.Release202608,
		},
		{"by default", CallerParams{Key: "agent:lab:main"}, data.Scope{Of: "agent:lab:main", Policy: ofTwo}, visibility.Release202609},
		{
			"of a session that is not there",
			CallerParams{Key: "agent:lab:nowhere"},
			data.Scope{Of: "agent:lab:nowhere", Policy: ofTwo},
			visibility.Release202609,
		},
		{
			"of one of several of a key",
			CallerParams{Key: "agent:main:main", Stores: []string{store}},
			data.Scope{Of: "agent:main:main", Policy: of(ofTwo, "main")},
			visibility.Release202609,
		},
		{
			"of one that another agent keeps",
			CallerParams{Key: "agent:main:guest"},
			data.Scope{Of: "agent:main:guest", Policy: of(ofTwo, "dev")},
			visibility.Release202609,
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got, release := scope(t, l, c.p)
			if diff := cmp.Diff(c.want, got); diff != "" || release != c.release {
				t.Errorf("release %d (-want +got):\n%s", release, diff)
			}
		})
	}
	if s, _ := scope(t, l, CallerParams{Key: "agent:nobody:x"}); s.Policy.State == "" {
		t.Errorf("of an agent that is not there: %+v", s)
	}
}

func TestAScopeEndsAtTheStateDirectoryOfItsSession(t *testing.T) {
	one, two := profile(t, `{}`, datatest.V19, "main"), profile(t, `{}`, datatest.V19, "main")
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{one.Dir, two.Dir}})
	pass(t, l)
	store := filepath.Join(two.Dir, "agents", "main", "agent", "openclaw-agent.sqlite")
	for _, visible := range []string{"all", "agent", "tree"} {
		s, _ := scope(t, l, CallerParams{Key: "agent:main:main", Visibility: visible, Stores: []string{store}})
		results, err := l.Search(t.Context(), data.Query{Text: "tide", Scope: s})
		if err != nil {
			t.Fatal(err)
		}
		for _, g := range results.Groups {
			if g.Session.Store.Path != store {
				t.Errorf("%s: seen in another profile: %+v", visible, g.Session)
			}
		}
		if len(results.Groups) != 2 {
			t.Errorf("%s: %d sessions", visible, len(results.Groups))
		}
	}
}

func TestSettingsThatCannotBeReadShowNothing(t *testing.T) {
	state := profile(t, `{"tools": `, datatest.V23, "main")
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}})
	pass(t, l)
	if s, _, err := l.Scope(t.Context(), CallerParams{Key: "agent:main:main"}); err == nil {
		t.Errorf("a scope: %+v", s)
	}
	all, problems := l.Settings(t.Context())
	if len(problems) != 1 || len(all) != 1 || all[0].State != state.Dir {
		t.Errorf("settings %+v, problems %v", all, problems)
	}
}

func TestTooManySecretsDoNotNarrowAScope(t *testing.T) {
	secrets := make([]string, 600)
	for n := range secrets {
		secrets[n] = fmt.Sprintf("mackerel-%03d", n)
	}
	config, err := json.Marshal(map[string]any{"secret": secrets, "tools": map[string]any{"sessions": map[string]any{"visibility": "tree"}}})
	if err != nil {
		t.Fatal(err)
	}
	state := profile(t, string(config), datatest.V23, "main")
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}})
	pass(t, l)
	if s, _ := scope(t, l, CallerParams{Key: "agent:main:main"}); s.Mode != data.ScopeTree {
		t.Errorf("%+v", s)
	}
}

func TestAScopeOfAnEmptyLibraryIsThatOfItsKey(t *testing.T) {
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{t.TempDir()}})
	s, release := scope(t, l, CallerParams{Key: "agent:main:main"})
	if s.Mode != data.ScopeTree || s.Of != "agent:main:main" || release != visibility.Release202607 {
		t.Errorf("%+v of %d", s, release)
	}
}

func TestTheSettingsOfEachStateDirectory(t *testing.T) {
	one := profile(t, `{"session": {"mainKey": "one"}}`, datatest.V19, "main", "work")
	two := profile(t, `{"session": {"mainKey": "two"}, "channels": {"x": {"token": "mackerel-1"}}}`, datatest.V23, "lab")
	runs := two.Store("main", datatest.V1, filepath.Join(two.Dir, "state", "openclaw.sqlite"))
	runs.Exec(`CREATE TABLE subagent_runs (child_session_key TEXT, requester_session_key TEXT, created_at INTEGER)`)
	runs.Exec(`INSERT INTO subagent_runs VALUES ('agent:lab:subagent:a', 'agent:lab:main', 1000)`)
	runs.Hold() // as that of a running gateway, so that a copy is made of it
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{two.Dir, one.Dir}})
	got, problems := l.Settings(t.Context())
	want := []openclaw.Settings{
		{State: one.Dir, MainKey: "one"},
		{State: two.Dir, MainKey: "two", Secrets: []string{"mackerel-1"}, Runs: []data.Run{
			{Child: "agent:lab:subagent:a", Requester: "agent:lab:main", Created: time.UnixMilli(1000).UTC()},
		}},
	}
	if one.Dir > two.Dir {
		want[0], want[1] = want[1], want[0]
	}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v (-want +got):\n%s", problems, diff)
	}
}

func TestTheSampleHasNoSettings(t *testing.T) {
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), Sample: true})
	pass(t, l)
	all, problems := l.Settings(t.Context())
	if diff := cmp.Diff([]openclaw.Settings{{State: "sample"}}, all); diff != "" || len(problems) > 0 {
		t.Errorf("problems %v (-want +got):\n%s", problems, diff)
	}
	s, _ := scope(t, l, CallerParams{Key: "agent:main:main", Visibility: "agent"})
	if keys := found(t, l, data.Query{Text: "the", Scope: s}); s.Mode != data.ScopeAgent || len(keys) == 0 {
		t.Errorf("scope %+v shows %v", s, keys)
	}
}

func TestRunsAreKnownByTheKeysThatTheLibraryHolds(t *testing.T) {
	leak := "ghp_" + strings.Repeat("aB3c", 9)
	child := "agent:main:subagent:" + leak
	state := datatest.NewState(t)
	state.Agent("main", datatest.V23).Session("agent:main:main", "main", datatest.Talk("a child")).
		Session(child, "child", datatest.Talk("the tide of the child"))
	runs := state.Store("main", datatest.V1, filepath.Join(state.Dir, "state", "openclaw.sqlite"))
	runs.Exec(`CREATE TABLE subagent_runs (child_session_key TEXT, requester_session_key TEXT, created_at INTEGER)`)
	runs.Exec(`INSERT INTO subagent_runs VALUES (?, 'agent:main:main', 1000)`, child)
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}})
	pass(t, l)
	s, _ := scope(t, l, CallerParams{Key: "agent:main:main", Visibility: "tree"})
	keys := found(t, l, data.Query{Text: "child", Scope: s, Include: data.Everything()})
	same(t, "the tree", keys, "agent:main:main", string(l.Key(data.SessionKey(child))))
	if read, _ := l.settings.Read(t.Context(), state.Dir); len(read.Runs) != 1 || string(read.Runs[0].Child) != child {
		t.Errorf("what was read is changed: %+v", read.Runs)
	}
}
