package openclaw_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/openclaw"
)

// watched lists the places of a Find, each as its directory with home as a tilde, its names, and a mark for what counts.
func watched(t *testing.T, params openclaw.FinderParams, home string) []string {
	t.Helper()
	if params.Env == nil {
		params.Env = env(nil)
	}
	finder := openclaw.NewFinder(params)
	finder.Find(t.Context())
	return shown(finder.Places(), home)
}

func shown(places []openclaw.Place, home string) (lines []string) {
	for _, p := range places {
		line := strings.Replace(p.Dir, home, "~", 1) + ": " + strings.Join(p.Names, " ")
		if len(p.Names) == 0 {
			line += "all"
		}
		if p.Writes {
			line += ", writes"
		}
		if p.Poll {
			line = strings.Replace(p.Dir, home, "~", 1) + ": poll"
		}
		lines = append(lines, line)
	}
	slices.Sort(lines)
	return lines
}

const (
	configs  = ": openclaw.json clawdbot.json moltbot.json moldbot.json, writes"
	database = ": openclaw-agent.sqlite*, writes"
	archives = "/sessions/cold: *.jsonl.zst"
)

// stateAt is what is watched of a state directory, whether it exists or not.
func stateAt(dir string) []string {
	return []string{dir + configs, dir + "/state: openclaw.sqlite", dir + "/agents: all"}
}

func TestEveryPlaceInWhichSomethingMayChangeIsNamed(t *testing.T) {
	for _, c := range []struct {
		name string
		make func(t *testing.T, home string) openclaw.FinderParams
		want []string
	}{
		{"a state directory that is not there", func(_ *testing.T, home string) openclaw.FinderParams {
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}}
		}, stateAt("~/s")},
		{"agents with a database and without", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, "s", "main")
			if err := os.MkdirAll(filepath.Join(home, "s", "agents", "new"), 0o700); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}}
		}, append(stateAt("~/s"), "~/s/agents/main/agent"+database, "~/s/agents/main"+archives, "~/s/agents/new/agent"+database)},
		{"an agent behind a link", func(t *testing.T, home string) openclaw.FinderParams {
			place(t, home, "disk", "far")
			place(t, home, "s", "main")
			if err := os.Symlink(filepath.Join(home, "disk", "agents", "far"), filepath.Join(home, "s", "agents", "far")); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}}
		}, append(stateAt("~/s"), "~/s/agents/main/agent"+database, "~/s/agents/main"+archives,
			"~/s/agents/far/agent"+database, "~/disk/agents/far/agent"+database, "~/disk/agents/far"+archives)},
		{"configured databases, whether they exist or not, and the configuration with what it includes", func(t *testing.T, home string) openclaw.FinderParams {
			write(t, stateFile(t, home, "s", "openclaw.json"), []byte(`{session: {store: "~/x/talks.json"}, agents: {$include: "parts/a.json"}}`))
			write(t, stateFile(t, home, "s", "parts", "a.json"), []byte(`{entries: {b: {agentDir: "~/b"}}}`))
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}, Home: home}
		}, append(stateAt("~/s"), "~/s/parts: a.json, writes", "~/b"+database,
			"~/x: talks.sqlite*, writes", "~/x: talks.*sqlite*, writes")},
		{"a configuration behind a link", func(t *testing.T, home string) openclaw.FinderParams {
			write(t, stateFile(t, home, "dotfiles", "claw.json"), []byte(`{}`))
			if err := os.Symlink(filepath.Join(home, "dotfiles", "claw.json"), stateFile(t, home, "s", "openclaw.json")); err != nil {
				t.Fatal(err)
			}
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}}
		}, append(stateAt("~/s"), "~/dotfiles: claw.json, writes")},
		{"databases that the registry knows", func(t *testing.T, home string) openclaw.FinderParams {
			registry(t, filepath.Join(home, "s"), [2]string{"far", "far/a.sqlite"}, [2]string{"out", filepath.Join(home, "out", "b.sqlite")})
			return openclaw.FinderParams{States: []string{filepath.Join(home, "s")}}
		}, append(stateAt("~/s"), "~/s/far: a.sqlite*, writes")},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := newHome(t)
			got := watched(t, c.make(t, home), home)
			slices.Sort(c.want)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWithoutNamedStatesAllThatMayExistAreWatched(t *testing.T) {
	home := newHome(t)
	if err := os.MkdirAll(filepath.Join(home, ".openclaw-dev"), 0o700); err != nil { // nothing in it yet
		t.Fatal(err)
	}
	params := openclaw.FinderParams{Home: home, Env: env(map[string]string{"OPENCLAW_CONFIG_PATH": "~/told.json"})}
	want := []string{"~: .openclaw-*"}
	for _, state := range []string{".openclaw", ".clawdbot", ".moltbot", ".moldbot", ".openclaw-dev"} {
		want = append(want, stateAt("~/"+state)...)
	}
	slices.Sort(want)
	if diff := cmp.Diff(want, watched(t, params, home)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if err := os.Mkdir(filepath.Join(home, ".openclaw"), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := watched(t, params, home); !slices.Contains(got, "~: told.json, writes") {
		t.Errorf("the configuration that the environment names is not watched: %v", got)
	}
}

func TestASearchThatWasGivenUpKeepsThePlacesOfTheLast(t *testing.T) {
	home := newHome(t)
	place(t, home, ".openclaw", "main")
	finder := openclaw.NewFinder(openclaw.FinderParams{Home: home, Env: env(nil)})
	if places := finder.Places(); len(places) > 0 {
		t.Errorf("before any search: %v", places)
	}
	finder.Find(t.Context())
	before := shown(finder.Places(), home)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	finder.Find(ctx)
	if diff := cmp.Diff(before, shown(finder.Places(), home)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOnlyOneAnswerIsAskedOfADiskThatIsElsewhere(t *testing.T) {
	home := newHome(t)
	for i := range 3 {
		place(t, home, "s", fmt.Sprint("agent", i))
	}
	for _, c := range []struct {
		name      string
		where     openclaw.Whereabouts
		asked     int
		poll, see bool
	}{
		{"a disk of this computer is asked about for each directory, and watched", openclaw.HereOnly, 8, false, true},
		{"one that is elsewhere is asked about once, and polled", openclaw.Elsewhere, 1, true, false},
		{"one that may be either is watched and polled", openclaw.EitherWay, 8, true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			asked := map[string]bool{}
			places := openclaw.PlacesWhere(t.Context(), filepath.Join(home, "s"), func(dir string) openclaw.Whereabouts {
				if _, err := os.Stat(dir); err == nil {
					asked[dir] = true
				}
				return c.where
			})
			poll, see := false, false
			for _, p := range places {
				poll, see = poll || p.Poll, see || !p.Poll
			}
			if len(asked) != c.asked || poll != c.poll || see != c.see {
				t.Errorf("asked %d, polled %v, watched %v; want %d, %v, %v", len(asked), poll, see, c.asked, c.poll, c.see)
			}
		})
	}
}
