package app

import (
	"path/filepath"
	"testing"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestASightIsBlindWhileTheSettingsCannotBeRead(t *testing.T) {
	made := datatest.NewState(t)
	made.Config(`{}`)
	store := made.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s-1", datatest.Talk("the ferry is late", "noted"))
	store.Hold()
	r := startApp(t, deskOfPerson, made.Dir)
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.send(actMakeIndex)
	r.listed("the session", 1)
	s := r.search("ferry")
	sees := s.Results.Groups[0].Session
	made.Config(`{ broken`)
	sight := state.Sight{Mode: state.SightConfigured, Of: sees.Key, Store: sees.Store, Title: sees.Title}
	r.send(state.FiltersChosen{Filters: state.Filters{Sight: sight}})
	s = r.until("the failure", func(s state.State) bool { return s.Failure != nil })
	if f := s.Failure; !f.Settings || filepath.Base(f.Path) != "openclaw.json" || len(s.Rows) > 0 {
		t.Errorf("failure %+v beside %d rows", *f, len(s.Rows))
	}
	r.send(state.QueryTyped{})
	s = r.until("no recent sessions", func(s state.State) bool { return s.Browsing() && s.Failure != nil })
	if !s.Failure.Settings || len(s.Rows) > 0 {
		t.Errorf("failure %+v beside %d rows", *s.Failure, len(s.Rows))
	}
	made.Config(`{}`)
	r.send(actRetry)
	r.until("the recent session", func(s state.State) bool { return s.Failure == nil && len(s.Rows) == 2 })
}
