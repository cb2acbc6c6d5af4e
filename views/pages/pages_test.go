package pages

import (
	"strings"
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

func titleOf(c Content, ok bool) string {
	if !ok {
		return ""
	}
	return c.Title
}

func TestWhichPageAStateShows(t *testing.T) {
	answered := state.Question{Text: "backpu"}
	for _, tt := range []struct {
		name         string
		s            state.State
		whole, inner string
	}{
		{"while starting", state.State{}, "Looking for your agents…", ""},
		{"at the first run", state.State{Phase: state.PhaseFirstRun}, "Search what you and your agents said", ""},
		{"with nothing found", state.State{Phase: state.PhaseNothingFound}, "No OpenClaw history found", ""},
		{
			"when nothing is usable",
			state.State{Phase: state.PhaseUnusable, Failure: &state.Failure{State: data.StoreNewer, Agent: "main"}},
			"The history of “main” was written by a newer OpenClaw (newer format).", "",
		},
		{"an answer without matches", state.State{Phase: state.PhaseReady, Query: "backpu", Answered: answered}, "", "No matches for “backpu”"},
		{"a failed search is not one without matches", state.State{
			Phase: state.PhaseReady, Query: "backpu", Answered: answered, Failure: &state.Failure{State: data.StoreBusy},
		}, "", "The index is busy."},
		{"the first search at work", state.State{Phase: state.PhaseReady, Query: "b", Searching: true}, "", ""},
		{"no sessions", state.State{Phase: state.PhaseReady, Query: "  ", Compared: true}, "", "No sessions yet"},
		{"no sessions before anything was compared", state.State{Phase: state.PhaseReady}, "", "Checking for changes…"},
		{
			"no sessions while they are being read",
			state.State{Phase: state.PhaseReady, Compared: true, Missing: state.Missing{Left: 1500, Of: 1500}},
			"", "0 of 1,500 sessions indexed",
		},
		{"settings that nobody can read", state.State{
			Phase: state.PhaseReady, Query: "b", Failure: &state.Failure{Settings: true, Path: "/home/openclaw.json"},
		}, "", "OpenClaw’s settings cannot be read."},
		{"what a session sees being looked for", state.State{
			Phase: state.PhaseReady, Compared: true, Filters: state.Filters{Sight: state.Sight{Mode: state.SightSelf}},
		}, "", ""},
		{"rows to list", state.State{Phase: state.PhaseReady, Query: "b", Rows: make([]state.Row, 1)}, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := titleOf(Whole(tt.s)); got != tt.whole {
				t.Errorf("whole page: got %q, want %q", got, tt.whole)
			}
			if got := titleOf(InList(tt.s)); got != tt.inner {
				t.Errorf("page in the list: got %q, want %q", got, tt.inner)
			}
		})
	}
}

func TestNoMatchOffersToClearFiltersOnlyWhenThereAreSome(t *testing.T) {
	s := state.State{Phase: state.PhaseReady, Query: "x", Answered: state.Question{Text: "x"}}
	plain, _ := InList(s)
	s.Answered.Filters.Time = state.TimeToday
	narrowed, _ := InList(s)
	if plain.Buttons[0].Act != SearchTips || narrowed.Buttons[0].Act != ClearFilters {
		t.Errorf("got %+v and %+v", plain.Buttons, narrowed.Buttons)
	}
}

func TestTheQueryIsShownWithItsSecretsHidden(t *testing.T) {
	s := state.State{Phase: state.PhaseReady, Query: "sk-secret", Answered: state.Question{Text: "sk-secret"}}
	s.Results.Query = "***"
	if c, _ := InList(s); c.Title != "No matches for “***”" {
		t.Errorf("got %q", c.Title)
	}
}

func TestLongListsAreCut(t *testing.T) {
	got := bounded([]string{"1", "2", "3", "4", "5", "6", "7", "8"})
	if diff := cmp.Diff([]string{"1", "2", "3", "4", "5", "and 3 more"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAPageReportsItsButtonsAndIsNotRebuilt(t *testing.T) {
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	var got []Act
	p := New(keys.Nowhere{}, func(a Act) { got = append(got, a) })
	w := test.NewTempWindow(t, p.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(720, 400))
	c, _ := Whole(state.State{Phase: state.PhaseNothingFound, Found: state.Found{Looked: []string{"~/.openclaw/agents"}}})
	p.Set(c)
	test.AssertRendersToMarkup(t, "nothing-found.xml", w.Canvas())
	first := p.First()
	again, _ := Whole(state.State{Phase: state.PhaseNothingFound, Found: state.Found{Looked: []string{"~/.openclaw/agents"}}})
	p.Set(again)
	if p.drawn != 1 || p.First() != first {
		t.Error("the same page was built again")
	}
	first.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if diff := cmp.Diff([]Act{TrySample}, got); diff != "" {
		t.Error(diff)
	}
}

func TestSettingsThatCannotBeReadAreNamedWithTheWaysOut(t *testing.T) {
	fault := &state.Failure{Settings: true, Path: "/home/openclaw.json", Detail: "why"}
	c, _ := InList(state.State{Phase: state.PhaseReady, Query: "b", Failure: fault})
	var acts []Act
	for _, b := range c.Buttons {
		acts = append(acts, b.Act)
	}
	want := []Act{Retry, SearchAll, ShowFile, CopyDetails}
	if diff := cmp.Diff(want, acts); diff != "" || !strings.Contains(c.Lines[0], fault.Path) {
		t.Errorf("%q, buttons (-want +got):\n%s", c.Lines, diff)
	}
}
