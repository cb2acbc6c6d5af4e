package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/search"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

// patience is how long the tests wait for workers that read and write real files.
const patience = 30 * time.Second

// running is the program without a window: states come out where the window would draw them.
type running struct {
	*app
	t      *testing.T
	states chan state.State
}

func startApp(t *testing.T, kind deskKind, states ...string) *running {
	t.Helper()
	folder := t.TempDir()
	paths := config.Paths{
		States: states, Data: folder, Library: filepath.Join(folder, "library"), Sample: filepath.Join(folder, "sample"),
		Preferences: filepath.Join(folder, "preferences.json"),
	}
	r := &running{app: newApp(t.Context(), paths, slog.New(slog.NewTextHandler(io.Discard, nil))), t: t, states: make(chan state.State, 1000)}
	r.kind = kind
	r.drawn.post = func(f func()) { go f() }
	r.drawn.render = func(s state.State) { r.states <- s }
	r.start()
	t.Cleanup(r.close)
	return r
}

// until gives the first drawn state that is as wanted.
func (r *running) until(what string, wanted func(state.State) bool) state.State {
	r.t.Helper()
	timeout := time.After(patience)
	for {
		select {
		case s := <-r.states:
			if wanted(s) {
				return s
			}
		case <-timeout:
			r.t.Fatalf("%s did not come within %v", what, patience)
		}
	}
}

func (r *running) indexed() state.State {
	r.t.Helper()
	return r.until("a complete library", func(s state.State) bool {
		return s.Phase == state.PhaseReady && !s.Status.Checked.IsZero() && !s.Status.Progress.Running && len(s.Recent) > 0
	})
}

func (r *running) search(text string) state.State {
	r.t.Helper()
	r.send(state.QueryTyped{Text: text})
	return r.until("an answer", func(s state.State) bool { return s.Answered.Text == text && !s.Searching })
}

func TestTheSampleIsSearchedAndOpened(t *testing.T) {
	r := startApp(t, deskOfSample)
	r.indexed()
	s := r.search("backup")
	hit := slices.IndexFunc(s.Rows, func(row state.Row) bool { return row.Kind == state.RowHit })
	if hit < 0 {
		t.Fatal("the sample holds no hit for the word of its first talk")
	}
	row := s.Rows[hit]
	r.send(state.Opened{Row: row.ID})
	s = r.until("the conversation", func(s state.State) bool { return len(s.Drawer.Messages) > 0 })
	wanted := row.Group.Hits[row.Hit].MessageID
	if !slices.ContainsFunc(s.Drawer.Messages, func(m data.Message) bool { return m.ID == wanted }) {
		t.Error("the conversation lacks the hit that was opened")
	}
	if len(s.Drawer.Marks) != len(s.Drawer.Messages) {
		t.Errorf("%d messages with %d lists of marks", len(s.Drawer.Messages), len(s.Drawer.Marks))
	}
}

func TestTheTimeFilterNarrowsTheRecentSessions(t *testing.T) {
	r := startApp(t, deskOfSample)
	all := len(r.indexed().Recent)
	r.send(state.FiltersChosen{Filters: state.Filters{Time: state.TimeWeek}})
	week := r.until("a shorter list", func(s state.State) bool { return len(s.Recent) > 0 && len(s.Recent) < all })
	since, _ := week.Filters.Bounds(week.Now)
	for _, session := range week.Recent {
		if session.UpdatedAt.Before(since) {
			t.Errorf("a session of %v is listed among those since %v", session.UpdatedAt, since)
		}
	}
}

func TestWithoutAnyHistoryTheWindowSaysSo(t *testing.T) {
	r := startApp(t, deskOfPerson, filepath.Join(t.TempDir(), "nothing"))
	s := r.until("the page", func(s state.State) bool { return s.Phase != state.PhaseStarting })
	if s.Phase != state.PhaseNothingFound || len(s.Found.Looked) == 0 {
		t.Errorf("phase %v, looked into %v; want nothing found, and where", s.Phase, s.Found.Looked)
	}
	r.send(actTrySample)
	if s := r.indexed(); !s.Sample {
		t.Error("the sample was asked for and is not shown")
	}
	r.send(actLeaveSample)
	r.until("the page again", func(s state.State) bool { return s.Phase == state.PhaseNothingFound && !s.Sample })
}

func TestTheFirstRunAsksBeforeItMakesAnIndex(t *testing.T) {
	history := datatest.Real(t, "2026.8.2/live")
	r := startApp(t, deskOfPerson, history)
	s := r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	if len(s.Found.Agents) != 3 || s.Found.Agents[0].Sessions == 0 {
		t.Errorf("found %+v, want three agents with their sessions", s.Found.Agents)
	}
	r.send(actMakeIndex)
	r.indexed()
	if s := r.search("zebra"); len(s.Results.Groups) == 0 {
		t.Error("a word of the history is not found")
	}
}

func TestTheFirstRunMakesNothingUntilItIsTold(t *testing.T) {
	r := startApp(t, deskOfPerson, datatest.Real(t, "2026.8.2/live"))
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.close()
	if library.Exists(r.paths.Library) {
		t.Error("an index was made though nobody asked for it, so the next start would not ask")
	}
}

func TestTheAgentsAreKnownBeforeTheFirstPassIsOver(t *testing.T) {
	r := startApp(t, deskOfPerson, datatest.Real(t, "2026.8.2/live"))
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.send(actMakeIndex)
	s := r.until("the agents", func(s state.State) bool { return len(s.Agents) > 0 })
	if !s.Status.Indexing || s.Status.Library.Messages > 0 {
		t.Errorf("indexing %v with %d messages; want to hear of the stores first", s.Status.Indexing, s.Status.Library.Messages)
	}
}

func TestAMessageThatOpenClawWritesIsFoundWhileTheWindowIsOpen(t *testing.T) {
	history := datatest.NewState(t)
	store := history.Agent("main", datatest.V19).Session("agent:main:main", "w1", datatest.Talk("what about the tide", "it turns at noon"))
	r := startApp(t, deskOfPerson, history.Dir)
	r.until("the first page", func(s state.State) bool { return s.Phase == state.PhaseFirstRun })
	r.send(actMakeIndex)
	r.indexed()
	if s := r.search("zephyrword"); len(s.Results.Groups) != 0 {
		t.Fatal("a word is found that nobody wrote")
	}
	store.Session("agent:main:other", "w2", datatest.Talk("say zephyrword", "said"))
	r.until("the new message in the list", func(s state.State) bool { return len(s.Results.Groups) == 1 })
	history.Agent("work", datatest.V19).Session("agent:work:main", "w3", datatest.Talk("zephyrword at work", "indeed"))
	r.until("the message of a new agent", func(s state.State) bool { return len(s.Results.Groups) == 2 })
}

func TestASettingOutlivesTheProgram(t *testing.T) {
	r := startApp(t, deskOfSample)
	r.send(state.SettingsChanged{Settings: state.Settings{Appearance: state.AppearanceDark, TextPercent: 120, Split: 0.5}})
	r.until("the setting", func(s state.State) bool { return s.Settings.TextPercent == 120 })
	r.close()
	p, _, err := config.LoadPreferences(r.paths.Preferences)
	if err != nil || settingsOf(p) != (state.Settings{Appearance: state.AppearanceDark, TextPercent: 120, Split: 0.5}) {
		t.Errorf("preferences %+v, %v; want what was chosen", p, err)
	}
}

func TestALongPassRefreshesTheAnswersNowAndThen(t *testing.T) {
	start := time.Date(2026, 7, 15, 9, 0, 0, 0, time.UTC)
	g := growth{at: start}
	for _, c := range []struct {
		name     string
		seconds  int
		progress data.Progress
		want     bool
	}{
		{"not at once", 1, data.Progress{Done: 5}, false},
		{"after a while", 2, data.Progress{Done: 9}, true},
		{"not again so soon", 3, data.Progress{Done: 12}, false},
		{"not when nothing was added", 9, data.Progress{Done: 9}, false},
		{"not for what is not seen yet", 10, data.Progress{Done: 40, Rebuilding: true}, false},
		{"again later", 11, data.Progress{Done: 40}, true},
	} {
		if got := g.due(c.progress, start.Add(time.Duration(c.seconds)*time.Second)); got != c.want {
			t.Errorf("%s: due %v, want %v", c.name, got, c.want)
		}
	}
}

func TestDrawingAtTheEndOfTheProgramDoesNotHang(t *testing.T) {
	drawn := 0
	d := drawing{post: func(f func()) { f() }, render: func(state.State) { drawn++ }}
	d.draw(state.State{})
	d.stop()
	d.draw(state.State{})
	if drawn != 1 {
		t.Errorf("drawn %d times, want once, and never after the end", drawn)
	}
}

func TestAGivenUpSearchIsNoAnswer(t *testing.T) {
	var sent []message
	d := &desk{send: func(m message) { sent = append(sent, m) }}
	d.deliver(search.Outcome{Tag: state.Question{Text: "a"}, Err: fmt.Errorf("search: %w", context.Canceled)})
	if len(sent) > 0 {
		t.Errorf("sent %v", sent)
	}
}

func TestTheFolderOfAFileIsNamedAsAURL(t *testing.T) {
	if got := folderURL("/home/x y/agent.db").String(); got != "file:///home/x%20y" {
		t.Errorf("got %q", got)
	}
}

func TestMemoryIsGivenBackAfterWork(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var given atomic.Int32
		r := rest{done: func() { given.Add(1) }}
		for range 5 {
			r.worked()
			time.Sleep(restAfter[0] / 2)
		}
		synctest.Wait()
		if given.Load() != 0 {
			t.Fatal("memory is given back while work goes on")
		}
		time.Sleep(24 * time.Hour)
		synctest.Wait()
		if got := int(given.Load()); got != len(restAfter) {
			t.Errorf("given back %d times in a day without work, want %d", got, len(restAfter))
		}
	})
}

func TestAComparisonThatFindsNothingIsNoWork(t *testing.T) {
	for _, e := range []state.Event{state.Ticked{}, state.Compared{}, state.Highlighted{}} {
		if takesMemory(e) {
			t.Errorf("%T asks for memory to be given back", e)
		}
	}
	if !takesMemory(state.Answered{}) || !takesMemory(state.Progressed{}) {
		t.Error("a search or a pass does not")
	}
}
