package watcher

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

const store = "openclaw-agent.sqlite"

// usual are the places of a state directory as a finder of stores gives them.
func usual(home string) []Place {
	state := filepath.Join(home, ".openclaw")
	places := []Place{
		{Dir: home, Names: []string{".openclaw-*"}},
		{Dir: state, Names: []string{"agents", "openclaw.json"}},
		{Dir: state, Names: []string{"openclaw.json"}, Writes: true},
		{Dir: filepath.Join(state, "agents")},
	}
	agents, _ := os.ReadDir(filepath.Join(state, "agents"))
	for _, agent := range agents {
		dir := filepath.Join(state, "agents", agent.Name())
		places = append(places, Place{Dir: dir, Names: []string{"agent"}},
			Place{Dir: filepath.Join(dir, "agent"), Names: []string{store + "*"}, Writes: true})
	}
	return places
}

// home makes a home directory with one agent, and one elsewhere that a link leads to.
func (e *eye) home() (home, agent, linked string) {
	home = canonicalTemp(e.t)
	agents := filepath.Join(home, ".openclaw", "agents")
	agent, linked = filepath.Join(agents, "main", "agent"), filepath.Join(home, "disk", "far", "agent")
	for _, dir := range []string{agent, linked} {
		e.mkdir(dir)
		for _, end := range []string{"", "-wal", "-shm"} {
			e.write(filepath.Join(dir, store+end))
		}
	}
	e.write(filepath.Join(home, ".openclaw", "openclaw.json"))
	e.do(os.Symlink(filepath.Dir(linked), filepath.Join(agents, "far")))
	return home, agent, linked
}

func TestWhatHappensIsToldIfItMatters(t *testing.T) {
	for _, c := range []struct {
		name string
		do   func(e *eye, home, agent, linked string)
		want bool
	}{
		{"a -wal is written", func(e *eye, _, agent, _ string) { e.write(filepath.Join(agent, store+"-wal")) }, true},
		{"a -shm is written", func(e *eye, _, agent, _ string) { e.write(filepath.Join(agent, store+"-shm")) }, false},
		{"a -shm goes", func(e *eye, _, agent, _ string) { e.do(os.Remove(filepath.Join(agent, store+"-shm"))) }, false},
		{"a -wal goes", func(e *eye, _, agent, _ string) { e.do(os.Remove(filepath.Join(agent, store+"-wal"))) }, true},
		{"rights of a store change", func(e *eye, _, agent, _ string) { e.do(os.Chmod(filepath.Join(agent, store), 0o640)) }, false},
		{"times of a store change", func(e *eye, _, agent, _ string) {
			e.do(os.Chtimes(filepath.Join(agent, store), time.Now(), time.Now()))
		}, false},
		{"rights of a directory change", func(e *eye, _, agent, _ string) { e.do(os.Chmod(agent, 0o750)) }, false},
		{"a store is read", func(e *eye, _, agent, _ string) {
			_, err := os.ReadFile(filepath.Join(agent, store))
			e.do(err)
		}, false},
		{"another file of the agent is written", func(e *eye, _, agent, _ string) { e.write(filepath.Join(agent, "auth.json")) }, false},
		{"a store is put in the place of another", func(e *eye, home, agent, _ string) {
			e.write(filepath.Join(home, "restored"))
			e.do(os.Rename(filepath.Join(home, "restored"), filepath.Join(agent, store)))
		}, true},
		{"a store gets another name", func(e *eye, _, agent, _ string) {
			e.do(os.Rename(filepath.Join(agent, store), filepath.Join(agent, store+".corrupt-1")))
		}, true},
		{"a store goes", func(e *eye, _, agent, _ string) { e.do(os.Remove(filepath.Join(agent, store))) }, true},
		{"the folder of a store goes", func(e *eye, _, agent, _ string) { e.do(os.RemoveAll(agent)) }, true},
		{"an agent goes", func(e *eye, _, agent, _ string) { e.do(os.RemoveAll(filepath.Dir(agent))) }, true},
		{"an agent gets another name", func(e *eye, home, agent, _ string) {
			e.do(os.Rename(filepath.Dir(agent), filepath.Join(home, ".openclaw", "agents", "renamed")))
		}, true},
		{"an agent comes with all its folders", func(e *eye, home, _, _ string) {
			e.mkdir(filepath.Join(home, ".openclaw", "agents", "new", "agent"))
		}, true},
		{"a store behind a link is written", func(e *eye, _, _, linked string) { e.write(filepath.Join(linked, store+"-wal")) }, true},
		{"a link is led elsewhere", func(e *eye, home, _, _ string) {
			link := filepath.Join(home, ".openclaw", "agents", "far")
			e.do(os.Symlink(home, link+".new"), os.Rename(link+".new", link))
		}, true},
		{"what a link leads to goes", func(e *eye, home, _, linked string) {
			e.do(os.Rename(filepath.Dir(linked), filepath.Join(home, "disk", "x")))
		}, true},
		{"a configuration is written", func(e *eye, home, _, _ string) { e.write(filepath.Join(home, ".openclaw", "openclaw.json")) }, true},
		{"another file of the state is written", func(e *eye, home, _, _ string) { e.write(filepath.Join(home, ".openclaw", "log")) }, false},
		{"a state directory goes", func(e *eye, home, _, _ string) {
			e.do(os.Rename(filepath.Join(home, ".openclaw"), filepath.Join(home, "kept")))
		}, true},
		{"a profile comes", func(e *eye, home, _, _ string) { e.mkdir(filepath.Join(home, ".openclaw-dev")) }, true},
		{"another file in the home directory comes", func(e *eye, home, _, _ string) { e.write(filepath.Join(home, ".bash_history")) }, false},
		{"another folder in the home directory comes", func(e *eye, home, _, _ string) { e.mkdir(filepath.Join(home, "photos")) }, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := openEye(t, false)
			home, agent, linked := e.home()
			e.watch(usual(home)...)
			e.told("places are new")
			c.do(e, home, agent, linked)
			if c.want {
				e.told(c.name)
			} else {
				e.silent(c.name)
			}
		})
	}
}

func TestAnUnchangedListOfPlacesGivesNoHint(t *testing.T) {
	e := openEye(t, false)
	home, _, _ := e.home()
	e.watch(usual(home)...)
	e.told("places are new")
	for range 3 {
		e.watch(usual(home)...)
	}
	e.silent("nothing is new")
}

func TestAWiderPlaceIsHintedAt(t *testing.T) {
	e := openEye(t, false)
	dir := canonicalTemp(t)
	e.watch(Place{Dir: dir, Names: []string{"a"}})
	e.told("a place is new")
	e.watch(Place{Dir: dir, Names: []string{"a", "b"}})
	e.told("a name is new")
	e.write(filepath.Join(dir, "b"))
	e.told("the new name comes")
	e.write(filepath.Join(dir, "c"))
	e.silent("no name that matters")
}

// follow does what a program does that compares: after a hint it finds the places anew.
func (e *eye) follow(home, what string) {
	e.t.Helper()
	e.told(what)
	for {
		e.watch(usual(home)...)
		if e.settled() == 0 {
			return
		}
	}
}

func TestWhatComesLaterIsFollowed(t *testing.T) {
	for _, c := range []struct {
		name string
		// before makes what is there before the watching, steps are what happens, each of which is to be told.
		before func(e *eye, home string)
		steps  []func(e *eye, home string)
	}{
		{
			name: "a state directory is made below the home directory",
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store+"-wal")) },
			},
		},
		{
			name: "a state directory is made step by step",
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.mkdir(filepath.Join(home, ".openclaw")) },
				func(e *eye, home string) { e.mkdir(filepath.Join(home, ".openclaw", "agents")) },
				func(e *eye, home string) { e.mkdir(filepath.Join(home, ".openclaw", "agents", "main")) },
				func(e *eye, home string) { e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
		{
			name:   "a state directory is moved away and back",
			before: func(e *eye, home string) { e.mkdir(agentOf(home)) },
			steps: []func(e *eye, home string){
				func(e *eye, home string) {
					e.do(os.Rename(filepath.Join(home, ".openclaw"), filepath.Join(home, "kept")))
				},
				func(e *eye, home string) {
					e.do(os.Rename(filepath.Join(home, "kept"), filepath.Join(home, ".openclaw")))
				},
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
		{
			name:   "a state directory is moved away, and another one takes its place",
			before: func(e *eye, home string) { e.mkdir(agentOf(home)) },
			steps: []func(e *eye, home string){
				func(e *eye, home string) {
					e.do(os.Rename(filepath.Join(home, ".openclaw"), filepath.Join(home, "kept")))
					e.mkdir(agentOf(home))
				},
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
				func(e *eye, home string) { e.do(os.RemoveAll(filepath.Join(home, ".openclaw"))) },
			},
		},
		{
			name:   "the folder of a store is removed and made again",
			before: func(e *eye, home string) { e.mkdir(agentOf(home)) },
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.do(os.Remove(agentOf(home))); e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
				func(e *eye, home string) { e.do(os.RemoveAll(agentOf(home))) },
				func(e *eye, home string) { e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
		{
			name: "a link leads to a state directory that is not there yet",
			before: func(e *eye, home string) {
				e.do(os.Symlink(filepath.Join("disk", "state"), filepath.Join(home, ".openclaw")))
			},
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.mkdir(filepath.Join(home, "disk")) },
				func(e *eye, home string) { e.mkdir(filepath.Join(home, "disk", "state", "agents", "main", "agent")) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
				func(e *eye, home string) { e.do(os.Rename(filepath.Join(home, "disk"), filepath.Join(home, "gone"))) },
			},
		},
		{
			name: "a link to a state directory is led to another one",
			before: func(e *eye, home string) {
				for _, state := range []string{"one", "two"} {
					e.mkdir(filepath.Join(home, "disk", state, "agents", "main", "agent"))
				}
				e.do(os.Symlink(filepath.Join(home, "disk", "one"), filepath.Join(home, ".openclaw")))
			},
			steps: []func(e *eye, home string){
				func(e *eye, home string) {
					e.do(os.Symlink("disk/two", filepath.Join(home, "new")))
					e.do(os.Rename(filepath.Join(home, "new"), filepath.Join(home, ".openclaw")))
				},
				func(e *eye, home string) {
					e.write(filepath.Join(home, "disk", "two", "agents", "main", "agent", store))
				},
			},
		},
		{
			name: "a link that leads to itself becomes a directory",
			before: func(e *eye, home string) {
				e.do(os.Symlink(".openclaw", filepath.Join(home, ".openclaw")))
			},
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.do(os.Remove(filepath.Join(home, ".openclaw"))); e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
		{
			name: "a file in the place of a directory goes",
			before: func(e *eye, home string) {
				e.write(filepath.Join(home, ".openclaw"))
			},
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.do(os.Remove(filepath.Join(home, ".openclaw"))); e.mkdir(agentOf(home)) },
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
		{
			name: "an agent is a link to all agents",
			before: func(e *eye, home string) {
				e.mkdir(agentOf(home))
				e.do(os.Symlink("..", filepath.Join(home, ".openclaw", "agents", "loop")))
			},
			steps: []func(e *eye, home string){
				func(e *eye, home string) { e.write(filepath.Join(agentOf(home), store)) },
			},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			e, home := openEye(t, false), canonicalTemp(t)
			if c.before != nil {
				c.before(e, home)
			}
			e.watch(usual(home)...)
			e.follow(home, "places are new")
			for i, step := range c.steps {
				step(e, home)
				e.follow(home, c.name+", step "+string(rune('1'+i)))
			}
		})
	}
}

func agentOf(home string) string { return filepath.Join(home, ".openclaw", "agents", "main", "agent") }

func TestADirectoryIsWatchedOnceHoweverManyNamesItHas(t *testing.T) {
	e := openEye(t, false)
	home, agent, _ := e.home()
	e.do(os.Symlink(home, home+"-link"))
	places := append(usual(home), usual(home+"-link")...)
	e.watch(places...)
	e.told("places are new")
	count := 0
	for _, s := range e.w.sights {
		if s.dir == agent {
			count++
		}
	}
	if count != 1 {
		t.Errorf("the agent's folder is watched %d times", count)
	}
	e.write(filepath.Join(agent, store))
	e.told("a store is written")
}

func TestAClosedWatcherIsSilent(t *testing.T) {
	dir := t.TempDir()
	hints := make(chan struct{}, 100)
	w, err := Open(t.Context(), Params{Hint: func() { hints <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	w.Watch([]Place{{Dir: dir}})
	<-hints
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	w.Watch([]Place{{Dir: filepath.Dir(dir)}})
	if err := os.WriteFile(filepath.Join(dir, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if len(hints) > 0 {
		t.Error("a hint came after Close")
	}
}
