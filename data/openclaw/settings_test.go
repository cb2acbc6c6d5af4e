package openclaw_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// settings reads the settings of a state directory, without any problem.
func settings(t *testing.T, params openclaw.FinderParams, state string) openclaw.Settings {
	t.Helper()
	s, problems := openclaw.NewSettingsReader(params).Read(t.Context(), state)
	if len(problems) > 0 {
		t.Fatalf("problems: %v", problems)
	}
	return s
}

func boolean(b bool) *bool { return &b }

func TestSettingsAreReadAsTheyStand(t *testing.T) {
	cases := []struct {
		name, config string
		want         openclaw.Settings
	}{
		{"none", `{}`, openclaw.Settings{}},
		{"all, in JSON5", `{
			// who sees what
			tools: {sessions: {visibility: 'Tree'}, agentToAgent: {enabled: true, allow: ['main', "wo*",]}},
			agents: {defaults: {sandbox: {sessionToolsVisibility: "all"}}},
			session: {mainKey: "home", scope: "global"},
			logging: {redactPatterns: ["tide-\\d+"]},
		}`, openclaw.Settings{
			Visibility: "Tree", AgentToAgent: boolean(true), Allow: []string{"main", "wo*"}, SandboxTools: "all", MainKey: "home", Scope: "global",
			Patterns: []string{`tide-\d+`},
		}},
		{
			"of odd types",
			`{"tools": {"sessions": {"visibility": 5}, "agentToAgent": {"enabled": "yes", "allow": "main"}}, "session": [], "logging": null}`,
			openclaw.Settings{},
		},
		{"empty lists and odd items", `{"tools": {"agentToAgent": {"allow": []}}, "logging": {"redactPatterns": [5, "x"]}}`, openclaw.Settings{
			Allow: []string{}, Patterns: []string{"", "x"},
		}},
		{"what is switched off", `{"tools": {"agentToAgent": {"enabled": false}}}`, openclaw.Settings{AgentToAgent: boolean(false)}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			state := datatest.NewState(t).Config(c.config)
			c.want.State = state.Dir
			if diff := cmp.Diff(c.want, settings(t, openclaw.FinderParams{}, state.Dir)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSettingsAreReadThroughIncludesAndLinks(t *testing.T) {
	state := datatest.NewState(t).Config(`{"$include": "tools.json5", "session": {"scope": "global"}}`)
	write(t, filepath.Join(state.Dir, "tools.json5"), []byte(`{
		tools: {sessions: {visibility: "self"}}, session: {mainKey: "home"}, channels: {telegram: {botToken: 'mackerel-token-1'}},
	}`))
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(state.Dir, link); err != nil {
		t.Fatal(err)
	}
	want := openclaw.Settings{State: state.Dir, Visibility: "self", MainKey: "home", Scope: "global", Secrets: []string{"mackerel-token-1"}}
	if diff := cmp.Diff(want, settings(t, openclaw.FinderParams{}, link)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTheEnvironmentNamesTheConfigurationOfTheFirstStateDirectory(t *testing.T) {
	home := newHome(t)
	write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {"mainKey": "usual"}}`))
	write(t, stateFile(t, home, ".openclaw-2", "openclaw.json"), []byte(`{"session": {"mainKey": "profile"}}`))
	if err := os.MkdirAll(filepath.Join(home, ".openclaw-2", "agents"), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(home, "named.json"), []byte(`{"session": {"mainKey": "named"}}`))
	named := env(map[string]string{"OPENCLAW_CONFIG_PATH": "~/named.json"})
	first := filepath.Join(home, ".openclaw")
	for _, c := range []struct {
		state, want string
		params      openclaw.FinderParams
	}{
		{first, "named", openclaw.FinderParams{Home: home, Env: named}},
		{filepath.Join(home, ".openclaw-2"), "profile", openclaw.FinderParams{Home: home, Env: named}},
		{first, "usual", openclaw.FinderParams{Home: home, Env: named, States: []string{first}}},
		{first, "usual", openclaw.FinderParams{Home: home, Env: env(nil)}},
	} {
		if got := settings(t, c.params, c.state).MainKey; got != c.want {
			t.Errorf("%s: %q, want %q", c.state, got, c.want)
		}
	}
}

func TestSettingsThatCannotBeReadAreAProblemAndNoMore(t *testing.T) {
	t.Run("a state directory that is not there", func(t *testing.T) {
		s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{}).Read(t.Context(), filepath.Join(t.TempDir(), "no"))
		if len(problems) != 1 || s.Visibility != "" {
			t.Errorf("%+v, %v", s, problems)
		}
	})
	t.Run("a configuration that is cut", func(t *testing.T) {
		state := datatest.NewState(t).Config(`{"session": {"mainKey": "mackerel-`)
		s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{}).Read(t.Context(), state.Dir)
		if len(problems) != 1 || s.State != state.Dir || s.MainKey != "" || strings.Contains(fmt.Sprint(problems), "mackerel") {
			t.Errorf("%+v, %v", s, problems)
		}
	})
	t.Run("an include that is not there", func(t *testing.T) {
		state := datatest.NewState(t).Config(`{"$include": "no.json", "session": {"mainKey": "home"}}`)
		s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{}).Read(t.Context(), state.Dir)
		if len(problems) != 1 || s.MainKey != "home" {
			t.Errorf("%+v, %v", s, problems)
		}
	})
	t.Run("a registry of other columns", func(t *testing.T) {
		state := datatest.NewState(t).Config(`{"session": {"mainKey": "home"}}`)
		runsIn(t, state, `CREATE TABLE subagent_runs (foo TEXT)`)
		s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{}).Read(t.Context(), state.Dir)
		if len(problems) != 1 || s.MainKey != "home" || s.Runs != nil {
			t.Errorf("%+v, %v", s, problems)
		}
	})
}

func TestSecretsOfTheConfigurationAreKnownByTheirNames(t *testing.T) {
	cases := []struct {
		name, config string
		want         []string
	}{
		{
			"by how the name ends",
			`{"models": {"apiKey": "mackerel-1", "API-KEY": "mackerel-2", "client_secret": "mackerel-3", "url": "mackerel-4"}}`,
			[]string{"mackerel-1", "mackerel-2", "mackerel-3"},
		},
		{
			"each once, in lists too",
			`{"tokens": "no-secret-1", "token": ["mackerel-2", "mackerel-1", "mackerel-2"]}`,
			[]string{"mackerel-1", "mackerel-2"},
		},
		{"none that is short", `{"password": "trout", "secret": "пароль", "token": "trout7"}`, []string{"trout7", "пароль"}},
		{
			"no plain word",
			`{"token": "enabled", "password": ["Optional", "default", "defaults7"], "apiKey": "API-KEY", "cookie": "session", "auth": "disabled"}`,
			[]string{"defaults7"},
		},
		{"no number", `{"token": 123456789, "maxTokens": 100000000}`, nil},
		{"none that stands elsewhere", `{
			"token": {"source": "env", "provider": "default", "id": "MACKEREL_TOKEN"}, "apiKey": "${MACKEREL_KEY}",
			"secret": "$MACKEREL_KEY", "password": "secretref-env:MACKEREL"}`, nil},
		{
			"variables of an environment",
			`{"env": {"MACKEREL_KEY": "mackerel-1", "vars": {"GH_PAT": "mackerel-2"}, "HOMEPAGE": "mackerel-3"}, "mainKey": "mackerel-4"}`,
			[]string{"mackerel-1", "mackerel-2"},
		},
		{
			"the secret of a header",
			`{"headers": {"Authorization": "Bearer mackerel-1", "Proxy-Authorization": "Mackerel fry"}}`,
			[]string{"Mackerel fry", "mackerel-1"},
		},
		{
			"deep inside",
			`{"channels": {"telegram": {"accounts": {"a": {"botToken": " mackerel-1 "}}}}, "list": [{"password": "mackerel-2"}]}`,
			[]string{"mackerel-1", "mackerel-2"},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			state := datatest.NewState(t).Config(c.config)
			if diff := cmp.Diff(c.want, settings(t, openclaw.FinderParams{}, state.Dir).Secrets); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTooManySecretsAreToldAndTheFirstAreKnown(t *testing.T) {
	var list []string
	for n := range 513 {
		list = append(list, fmt.Sprintf(`"mackerel-%04d"`, n))
	}
	state := datatest.NewState(t).Config(`{"session": {"mainKey": "home"}, "secret": [` + strings.Join(list, ",") + `]}`)
	s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{}).Read(t.Context(), state.Dir)
	if len(problems) != 1 || !errors.Is(problems[0], openclaw.ErrSecrets) {
		t.Errorf("problems: %v", problems)
	}
	if len(s.Secrets) != 512 || s.Secrets[511] != "mackerel-0511" || s.MainKey != "home" {
		t.Errorf("%d secrets, main key %q", len(s.Secrets), s.MainKey)
	}
	if strings.Contains(fmt.Sprint(problems), "mackerel") {
		t.Errorf("a secret is told: %v", problems)
	}
}

// runsIn makes the shared database of a state directory with what statements leave in it.
func runsIn(t *testing.T, state *datatest.State, statements ...string) *datatest.Store {
	t.Helper()
	store := state.Store("main", datatest.V1, filepath.Join(state.Dir, "state", "openclaw.sqlite"))
	for _, statement := range statements {
		store.Exec(statement)
	}
	return store
}

const (
	newRuns = `CREATE TABLE subagent_runs (run_id TEXT NOT NULL PRIMARY KEY, child_session_key TEXT NOT NULL, controller_session_key TEXT,
		requester_session_key TEXT NOT NULL, created_at INTEGER NOT NULL, payload_json TEXT NOT NULL DEFAULT '{}') STRICT`
	oldRuns = `CREATE TABLE subagent_runs (run_id TEXT NOT NULL PRIMARY KEY, child_session_key TEXT NOT NULL,
		requester_session_key TEXT NOT NULL, task TEXT, created_at INTEGER NOT NULL, ended_at INTEGER)`
)

func TestRunsOfTheRegistryAreRead(t *testing.T) {
	at := func(ms int64) time.Time { return time.UnixMilli(ms).UTC() }
	cases := []struct {
		name       string
		statements []string
		want       []data.Run
	}{
		{"no table", nil, nil},
		{"no runs", []string{newRuns}, nil},
		{"the newest first, and when they ended in either way", []string{
			newRuns,
			`INSERT INTO subagent_runs VALUES ('1', 'agent:main:subagent:a', NULL, 'agent:main:main', 1000, '{"endedAt": 3000}')`,
			`INSERT INTO subagent_runs
			VALUES ('2', 'agent:main:subagent:b', 'agent:main:b', 'agent:main:main', 2000, '{"execution": {"endedAt": 4000.5}}')`,
			`INSERT INTO subagent_runs VALUES ('3', 'agent:main:subagent:c', '', 'agent:main:main', 3000, 'no json')`,
			`INSERT INTO subagent_runs VALUES ('4', 'agent:main:subagent:d', '', 'agent:main:main', 3000, '{"endedAt": "soon"}')`,
		}, []data.Run{
			{Child: "agent:main:subagent:d", Requester: "agent:main:main", Created: at(3000)},
			{Child: "agent:main:subagent:c", Requester: "agent:main:main", Created: at(3000)},
			{Child: "agent:main:subagent:b", Controller: "agent:main:b", Requester: "agent:main:main", Created: at(2000), Ended: at(4000)},
			{Child: "agent:main:subagent:a", Requester: "agent:main:main", Created: at(1000), Ended: at(3000)},
		}},
		{"of earlier releases", []string{
			oldRuns,
			`INSERT INTO subagent_runs VALUES ('1', 'agent:main:subagent:a', 'agent:main:main', 'count', 1000, 3000)`,
			`INSERT INTO subagent_runs VALUES ('2', 'agent:main:subagent:b', 'agent:main:main', 'count', 2000, NULL)`,
		}, []data.Run{
			{Child: "agent:main:subagent:b", Requester: "agent:main:main", Created: at(2000)},
			{Child: "agent:main:subagent:a", Requester: "agent:main:main", Created: at(1000), Ended: at(3000)},
		}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			state := datatest.NewState(t)
			runsIn(t, state, c.statements...)
			before := listing(t, state.Dir)
			if diff := cmp.Diff(c.want, settings(t, openclaw.FinderParams{TempDir: t.TempDir()}, state.Dir).Runs); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(before, listing(t, state.Dir)); diff != "" {
				t.Errorf("files changed (-before +after):\n%s", diff)
			}
		})
	}
}

// longAgo makes the files of a state directory look as if they were last written long ago.
func longAgo(t *testing.T, paths ...string) {
	t.Helper()
	for _, path := range paths {
		if err := os.Chtimes(path, time.Time{}, time.Now().Add(-time.Hour).Truncate(time.Second)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSettingsAreReadAgainOnlyAfterAFileChanged(t *testing.T) {
	state := datatest.NewState(t).Config(`{"$include": "more.json", "session": {"mainKey": "one"}}`)
	config, more := filepath.Join(state.Dir, "openclaw.json"), filepath.Join(state.Dir, "more.json")
	write(t, more, []byte(`{"session": {"scope": "one"}}`))
	runs := runsIn(t, state, newRuns)
	longAgo(t, config, more, runs.Path)
	reader := openclaw.NewSettingsReader(openclaw.FinderParams{})
	read := func(want ...string) {
		t.Helper()
		s, problems := reader.Read(t.Context(), state.Dir)
		got := []string{s.MainKey, s.Scope}
		for _, run := range s.Runs {
			got = append(got, string(run.Child))
		}
		if len(problems) > 0 || !slices.Equal(got, want) {
			t.Errorf("got %q, want %q; problems %v", got, want, problems)
		}
	}
	read("one", "one")
	// What looks the same is not looked into.
	write(t, more, []byte(`{"session": {"scope": "two"}}`))
	longAgo(t, more)
	read("one", "one")
	write(t, more, []byte(`{"session": {"scope": "three"}}`))
	longAgo(t, more)
	read("one", "three")
	runs.Exec(`INSERT INTO subagent_runs VALUES ('1', 'agent:main:subagent:a', NULL, 'agent:main:main', 1000, '{}')`)
	read("one", "three", "agent:main:subagent:a")
	// A file that changed only just now is read each time.
	write(t, config, []byte(`{"session": {"mainKey": "1wo"}}`))
	read("1wo", "", "agent:main:subagent:a")
	at, err := os.Stat(config)
	if err != nil {
		t.Fatal(err)
	}
	write(t, config, []byte(`{"session": {"mainKey": "2wo"}}`))
	if err := os.Chtimes(config, time.Time{}, at.ModTime()); err != nil {
		t.Fatal(err)
	}
	read("2wo", "", "agent:main:subagent:a")
	// One that goes before the others appears.
	if err := os.Rename(config, filepath.Join(state.Dir, "clawdbot.json")); err != nil {
		t.Fatal(err)
	}
	longAgo(t, filepath.Join(state.Dir, "clawdbot.json"))
	read("2wo", "", "agent:main:subagent:a")
	write(t, config, []byte(`{"session": {"mainKey": "new"}}`))
	read("new", "", "agent:main:subagent:a")
}

func FuzzSettings(f *testing.F) {
	f.Add(`{tools: {sessions: {visibility: 'tree'}}, env: {A_KEY: "mackerel-1"}}`)
	f.Add(`{"$include": ["openclaw.json"], "token": [["mackerel-1"], {"source": "env"}]}`)
	f.Add(`{"tools": {"agentToAgent": {"enabled": null, "allow": [null]}}}`)
	f.Fuzz(func(t *testing.T, config string) {
		s, err := openclaw.SettingsOf([]byte(config))
		if err != nil && s.Visibility+s.MainKey != "" {
			t.Errorf("%v, and yet %+v", err, s)
		}
		if !slices.IsSorted(s.Secrets) || len(slices.Compact(slices.Clone(s.Secrets))) != len(s.Secrets) {
			t.Errorf("secrets are not in order: %q", s.Secrets)
		}
		for _, secret := range s.Secrets {
			if len([]rune(secret)) < 6 || strings.Contains(secret, "${") {
				t.Errorf("secret %q", secret)
			}
		}
	})
}
