package app

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/datatest"
)

// listed waits until as many sessions as wanted are listed, without anything being asked.
func (r *running) listed(what string, sessions int) state.State {
	r.t.Helper()
	return r.until(what, func(s state.State) bool { return s.Phase == state.PhaseReady && len(s.Recent) == sessions })
}

func TestAFirstHistoryIsNoticedWhenItAppears(t *testing.T) {
	made := datatest.NewState(t)
	later := filepath.Join(t.TempDir(), "later", ".openclaw")
	r := startApp(t, deskOfPerson, later)
	r.until("the page without a history", func(s state.State) bool { return s.Phase == state.PhaseNothingFound })
	made.Agent("main", datatest.V23).Session("agent:main:main", "s", datatest.Talk("when is the tide low", "At noon."))
	if err := os.Mkdir(filepath.Dir(later), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(made.Dir, later); err != nil {
		t.Fatal(err)
	}
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun && len(s.Found.Agents) == 1 })
}

func TestWhatComesAndGoesIsFollowedWithoutBeingAsked(t *testing.T) {
	made := datatest.NewState(t)
	store := made.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s-1", datatest.Talk("when is the tide low", "At noon."))
	store.Hold()
	r := startApp(t, deskOfPerson, made.Dir)
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.send(actMakeIndex)
	r.listed("the first session", 1)
	store.Session("agent:main:other", "s-2", datatest.Talk("and the ferry", "Every hour."))
	r.listed("a session in the -wal of a store", 2)
	made.Agent("work", datatest.V23).Session("agent:work:main", "s-3", datatest.Talk("the anchor", "In the shed."))
	s := r.listed("an agent that comes", 3)
	r.send(state.Opened{Row: state.SessionRow(s.Recent[0])})
	r.until("its talk", func(s state.State) bool { return len(s.Drawer.Messages) == 2 })
	if err := os.RemoveAll(filepath.Join(made.Dir, "agents", "work")); err != nil {
		t.Fatal(err)
	}
	r.until("an agent that goes, with the talk that is looked at", func(s state.State) bool {
		return len(s.Recent) == 2 && len(s.Drawer.Messages) == 0 && s.Drawer.Failure != nil && s.Drawer.Failure.Gone
	})
}
