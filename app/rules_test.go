package app

import (
	"testing"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestARuleThatIsAddedWhileTheWindowRunsHidesWhatIsShown(t *testing.T) {
	made := datatest.NewState(t)
	store := made.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s-1", datatest.Talk("the ferry is bluebird-seventeen", "noted"))
	store.Hold()
	r := startApp(t, deskOfPerson, made.Dir)
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.send(actMakeIndex)
	r.listed("the session", 1)
	r.search("ferry")
	made.Config(`{logging: {redactPatterns: ["bluebird-[a-z]+", "broken("]}}`)
	r.until("the answer with the mask, and what does not work", func(s state.State) bool {
		return len(s.Status.RuleProblems) == 1 && len(s.Results.Groups) == 1 && len(s.Results.Groups[0].Hits) == 1 && len(s.Results.Groups[0].Hits[0].Excerpt.Hidden) == 1
	})
}
