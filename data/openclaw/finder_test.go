package openclaw_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// place makes a store in a state directory below home and returns its path.
func place(t *testing.T, home, state, agent string) string {
	t.Helper()
	path := filepath.Join(home, state, "agents", agent, "agent", "openclaw-agent.sqlite")
	touch(t, path)
	return path
}

func touch(t *testing.T, path string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	write(t, path, []byte("x"))
}

func newHome(t *testing.T) string {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return home
}

// found lists what a finder finds as "agent path", with home as a tilde.
func found(t *testing.T, params openclaw.FinderParams, home string) (paths []string, problems []error) {
	t.Helper()
	if params.Env == nil {
		params.Env = func(string) string { return "" }
	}
	stores, problems := openclaw.NewFinder(params).Find(t.Context())
	for _, s := range stores {
		if s.Kind != data.StoreOpenClaw || s.State == "" {
			t.Errorf("%+v", s)
		}
		paths = append(paths, s.Agent+" "+strings.Replace(s.Path, home, "~", 1))
	}
	return paths, problems
}

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestStoresAreFoundWhereOpenClawKeepsThem(t *testing.T) {
	const file = "/agent/openclaw-agent.sqlite"
	for _, c := range []struct {
		name string
		make func(t *testing.T, home string) openclaw.FinderParams
		want []string
	}{
		{"in the home directory, by agent", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, ".openclaw", "work")
			place(t, home, ".openclaw", "Main")
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/.openclaw/agents/Main" + file, "work ~/.openclaw/agents/work" + file}},
		{"under the name of the folder, whatever links lead to it", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, ".openclaw", "main")
			place(t, home, "elsewhere", "real")
			agents := filepath.Join(home, ".openclaw", "agents")
			if err := errors.Join(
				os.Symlink("main", filepath.Join(agents, "alias")),
				os.Symlink(filepath.Join(agents, "main"), filepath.Join(agents, "another")),
				os.Symlink(filepath.Join(home, "elsewhere", "agents", "real"), filepath.Join(agents, "moved")),
				os.Mkdir(filepath.Join(agents, "inner"), 0o700),
				os.Symlink("../main/agent", filepath.Join(agents, "inner", "agent")),
			); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/.openclaw/agents/main" + file, "moved ~/elsewhere/agents/real" + file}},
		{"in profiles and older places", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, ".openclaw", "main")
			place(t, home, ".openclaw-Dev", "main")
			place(t, home, ".clawdbot", "main")
			if err := os.MkdirAll(filepath.Join(home, ".openclaw-notes"), 0o700); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/.openclaw/agents/main" + file, "main ~/.clawdbot/agents/main" + file, "main ~/.openclaw-Dev/agents/main" + file}},
		{"once, though an older place is a link to the new one", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, ".openclaw", "main")
			if err := os.Symlink(filepath.Join(home, ".openclaw"), filepath.Join(home, ".moltbot")); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/.openclaw/agents/main" + file}},
		{"where the environment says", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, "other/elsewhere", "main")
			place(t, home, "other/.openclaw", "main")
			return openclaw.FinderParams{Home: home, Env: env(map[string]string{"OPENCLAW_STATE_DIR": " ~/elsewhere ", "OPENCLAW_HOME": "~/other", "CLAWDBOT_STATE_DIR": "undefined"})}
		}, []string{"main ~/other/elsewhere/agents/main" + file, "main ~/other/.openclaw/agents/main" + file}},
		{"only in the states that are given", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, ".openclaw", "main")
			place(t, home, "given", "main")
			return openclaw.FinderParams{Home: home, States: []string{filepath.Join(home, "given"), filepath.Join(home, "given", ".")}, Env: env(map[string]string{"OPENCLAW_STATE_DIR": "~/.openclaw"})}
		}, []string{"main ~/given/agents/main" + file}},
		{"in an agent's own folder", func(t *testing.T, home string) openclaw.FinderParams {
			touch(t, filepath.Join(home, "a", "openclaw-agent.sqlite"))
			touch(t, filepath.Join(home, ".openclaw", "b", "openclaw-agent.sqlite"))
			touch(t, filepath.Join(home, ".openclaw", "c", "openclaw-agent.sqlite"))
			write(t, filepath.Join(home, ".openclaw", "openclaw.json"), []byte(`{
  // boats
  "agents": {"list": [{"id": "c", "agentDir": "c"}], "entries": {"A": {"agentDir": "~/a",}, "b": {"agentDir": "b"}}},
}`))
			return openclaw.FinderParams{Home: home}
		}, []string{"a ~/a/openclaw-agent.sqlite", "b ~/.openclaw/b/openclaw-agent.sqlite"}},
		{"in an agent's own folder, as an included file says", func(t *testing.T, home string) openclaw.FinderParams {
			touch(t, filepath.Join(home, "a", "openclaw-agent.sqlite"))
			touch(t, filepath.Join(home, "b", "openclaw-agent.sqlite"))
			write(t, stateFile(t, home, "openclaw.json"), []byte(`{agents: {$include: ['./parts/a.json5', 'parts/b.json'], entries: {b: {agentDir: "~/b"}}}}`))
			write(t, stateFile(t, home, ".openclaw", "parts", "a.json5"), []byte(`{$include: "more.json"}`))
			write(t, stateFile(t, home, ".openclaw", "parts", "more.json"), []byte(`{"entries": {"a": {"agentDir": "~/a"}}}`))
			write(t, stateFile(t, home, ".openclaw", "parts", "b.json"), []byte(`{"entries": {"b": {"agentDir": "~/nowhere"}}}`))
			return openclaw.FinderParams{Home: home}
		}, []string{"a ~/a/openclaw-agent.sqlite", "b ~/b/openclaw-agent.sqlite"}},
		{"where the environment has the configuration, and profiles where their own says", func(t *testing.T, home string) openclaw.FinderParams {
			touch(t, filepath.Join(home, "one.sqlite"))
			touch(t, filepath.Join(home, "two.sqlite"))
			place(t, home, ".openclaw", "main")
			place(t, home, ".openclaw-dev", "main")
			write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {"store": "~/ignored.sqlite"}}`))
			write(t, filepath.Join(home, "told.json"), []byte(`{"session": {"store": "~/one.sqlite"}}`))
			write(t, stateFile(t, home, ".openclaw-dev", "openclaw.json"), []byte(`{"session": {"store": "~/two.sqlite"}}`))
			return openclaw.FinderParams{Home: home, Env: env(map[string]string{"OPENCLAW_CONFIG_PATH": "~/told.json"})}
		}, []string{"main ~/.openclaw/agents/main" + file, "main ~/one.sqlite", "main ~/.openclaw-dev/agents/main" + file, "main ~/two.sqlite"}},
		{"in a database that agents share", func(t *testing.T, home string) openclaw.FinderParams {
			touch(t, filepath.Join(home, "all.sqlite"))
			write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {"store": "~/all.sqlite"}}`))
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/all.sqlite"}},
		{"beside a session file of another name", func(t *testing.T, home string) openclaw.FinderParams {
			for _, name := range []string{"talks.sqlite", "talks.work.sqlite", "talks.work.2.sqlite", "talks.workshop.sqlite", "talks.work.old.sqlite"} {
				touch(t, filepath.Join(home, "x", name))
			}
			write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {"store": "~/x/talks.json"}, "agents": {"list": [{"id": "main"}, {"id": "work"}]}}`))
			return openclaw.FinderParams{Home: home}
		}, []string{"main ~/x/talks.sqlite", "work ~/x/talks.work.2.sqlite", "work ~/x/talks.work.sqlite"}},
		{"beside a session file of each agent", func(t *testing.T, home string) openclaw.FinderParams {
			touch(t, filepath.Join(home, "x", "work", "openclaw-agent.sqlite"))
			touch(t, filepath.Join(home, "y", "agents", "work", "agent", "openclaw-agent.sqlite"))
			write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {"store": "~/x/{agentId}/sessions.json"}, "agents": {"entries": {"work": {}}}}`))
			write(t, stateFile(t, home, ".openclaw-2", "clawdbot.json"), []byte(`{"session": {"store": "~/y/agents/{agentId}/sessions/sessions.json"}, "agents": {"entries": {"work": {}}}}`))
			place(t, home, ".openclaw-2", "main")
			return openclaw.FinderParams{Home: home}
		}, []string{"work ~/x/work/openclaw-agent.sqlite", "main ~/.openclaw-2/agents/main" + file, "work ~/y/agents/work" + file}},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := newHome(t)
			got, problems := found(t, c.make(t, home), home)
			if len(problems) > 0 {
				t.Errorf("problems: %v", problems)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// stateFile is a path in a state directory, which is made.
func stateFile(t *testing.T, home string, parts ...string) string {
	t.Helper()
	if len(parts) == 1 {
		parts = append([]string{".openclaw"}, parts...)
	}
	path := filepath.Join(append([]string{home}, parts...)...)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

// registry makes OpenClaw's shared database with the agents that it knows, as pairs of id and path.
func registry(t *testing.T, state string, rows ...[2]string) {
	t.Helper()
	s := datatest.NewState(t)
	store := s.Store("main", datatest.V1, filepath.Join(state, "state", "openclaw.sqlite"))
	store.Exec(`CREATE TABLE agent_databases (agent_id TEXT, path TEXT, PRIMARY KEY (agent_id, path))`)
	for _, row := range rows {
		store.Exec(`INSERT INTO agent_databases VALUES (?, ?)`, row[0], row[1])
	}
}

func TestTheRegistryOfAgentsIsRead(t *testing.T) {
	home := newHome(t)
	state := filepath.Join(home, ".openclaw")
	place(t, home, ".openclaw", "main")
	touch(t, filepath.Join(state, "far", "a.sqlite"))
	touch(t, filepath.Join(home, "out", "b.sqlite"))
	registry(t, state,
		[2]string{"main", "agents/main/agent/openclaw-agent.sqlite"},
		[2]string{"far", "far/a.sqlite"},
		[2]string{"out", filepath.Join(home, "out", "b.sqlite")},
		[2]string{"gone", "far/gone.sqlite"})
	before := listing(t, home)
	got, problems := found(t, openclaw.FinderParams{Home: home}, home)
	want := []string{"far ~/.openclaw/far/a.sqlite", "main ~/.openclaw/agents/main/agent/openclaw-agent.sqlite", "out ~/out/b.sqlite"}
	if diff := cmp.Diff(want, got); diff != "" || len(problems) > 0 {
		t.Errorf("%v (-want +got):\n%s", problems, diff)
	}
	given, _ := found(t, openclaw.FinderParams{States: []string{state}}, home)
	if diff := cmp.Diff(want[:2], given); diff != "" {
		t.Errorf("of a state that was given (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(before, listing(t, home)); diff != "" {
		t.Errorf("files (-before +after):\n%s", diff)
	}
}

func TestDamageCostsOnlyWhatItHides(t *testing.T) {
	home := newHome(t)
	place(t, home, ".openclaw", "main")
	write(t, stateFile(t, home, "openclaw.json"), []byte(`{"session": {`))
	write(t, stateFile(t, home, ".openclaw", "state", "openclaw.sqlite"), []byte(strings.Repeat("garbage ", 100)))
	got, problems := found(t, openclaw.FinderParams{Home: home}, home)
	if len(got) != 1 || len(problems) != 2 {
		t.Errorf("%v, problems %v", got, problems)
	}
}

func TestOnlyIncludesInTheFolderOfTheConfigurationAreFollowed(t *testing.T) {
	home := newHome(t)
	touch(t, filepath.Join(home, "out.sqlite"))
	touch(t, filepath.Join(home, "in.sqlite"))
	write(t, filepath.Join(home, "outside.json"), []byte(`{"store": "~/out.sqlite"}`))
	if err := os.Symlink(filepath.Join(home, "outside.json"), stateFile(t, home, "link.json")); err != nil {
		t.Fatal(err)
	}
	write(t, stateFile(t, home, "loop.json"), []byte(`{"$include": "loop.json"}`))
	write(t, stateFile(t, home, "openclaw.json"), []byte(`{
  "session": {"$include": ["../outside.json", "link.json", "gone.json"], "store": "~/in.sqlite"},
  "other": {"$include": "loop.json"}, "$include": 5,
}`))
	got, problems := found(t, openclaw.FinderParams{Home: home}, home)
	if diff := cmp.Diff([]string{"main ~/in.sqlite"}, got); diff != "" || len(problems) != 4 {
		t.Errorf("problems %v (-want +got):\n%s", problems, diff)
	}
}

func TestTheRegistryIsReadAgainOnlyAfterItChanged(t *testing.T) {
	home := newHome(t)
	state := filepath.Join(home, ".openclaw")
	touch(t, filepath.Join(state, "far", "a.sqlite"))
	registry(t, state, [2]string{"far", "far/a.sqlite"})
	path := filepath.Join(state, "state", "openclaw.sqlite")
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	age := func(by time.Duration) {
		at := info.ModTime().Add(-by)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	age(time.Hour)
	finder := openclaw.NewFinder(openclaw.FinderParams{States: []string{state}, Env: env(nil)})
	look := func(what string, wantProblems int) {
		t.Helper()
		stores, problems := finder.Find(t.Context())
		if len(stores)+len(problems) != 1 || len(problems) != wantProblems {
			t.Errorf("%s: %v, problems %v", what, stores, problems)
		}
	}
	look("first", 0)
	write(t, path, make([]byte, info.Size()))
	age(time.Hour)
	look("with the same stamp", 0)
	age(2 * time.Hour)
	look("with another stamp", 1)
}

func TestAStateThatWasNamedAndIsNotThereIsAProblem(t *testing.T) {
	home := newHome(t)
	missing := filepath.Join(home, "nope")
	finder := openclaw.NewFinder(openclaw.FinderParams{States: []string{missing}, Env: env(nil)})
	stores, problems := finder.Find(t.Context())
	if len(stores) != 0 || len(problems) != 1 || !errors.Is(problems[0], fs.ErrNotExist) {
		t.Errorf("%v %v", stores, problems)
	}
	if diff := cmp.Diff([]string{missing}, finder.Looked()); diff != "" {
		t.Error(diff)
	}
}

func TestAComputerWithoutOpenClawHasNoStoresAndNoProblems(t *testing.T) {
	finder := openclaw.NewFinder(openclaw.FinderParams{Home: newHome(t), Env: env(nil)})
	stores, problems := finder.Find(t.Context())
	if len(stores) != 0 || len(problems) != 0 || len(finder.Looked()) == 0 {
		t.Errorf("%v %v, looked into %v", stores, problems, finder.Looked())
	}
}
