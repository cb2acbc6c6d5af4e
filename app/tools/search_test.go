package tools_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestEquallyGoodHitsAreInOpenClawsOrder(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		for n, key := range []string{"c", "a", "b"} {
			s.Session("agent:main:"+key, fmt.Sprintf("s%d", n), []datatest.Event{
				datatest.Say("z", "", "user", "tide", datatest.Start), datatest.Say("y", "z", "user", "tide", datatest.Start), datatest.Say("x", "y", "user", "tide", datatest.Start.AddDate(0, 0, 1)),
			})
		}
	})
	var order []string
	for _, h := range ask(t, of, "sessions_search", object{"query": "tide"}).Results {
		order = append(order, strings.TrimPrefix(h.SessionKey, "agent:main:")+h.MessageID)
	}
	same(t, "order", []string{"ax", "bx", "cx", "ay", "az", "by", "bz", "cy", "cz"}, order)
	few := ask(t, of, "sessions_search", object{"query": "tide", "limit": 2})
	if len(few.Results) != 2 || few.Results[0].SessionKey != "agent:main:a" || !few.Truncated {
		t.Errorf("%+v", few)
	}
}

func TestASearchKeepsToItsBounds(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		for n := range 30 {
			key := fmt.Sprintf("agent:main:s%d-%s", n, strings.Repeat("k", 2000))
			s.Session(key, fmt.Sprintf("s%d", n), datatest.Talk("tide "+strings.Repeat("潮汐", 400)))
		}
	})
	got := ask(t, of, "sessions_search", object{"query": "tide", "limit": 25})
	if !got.Truncated || len(got.Results) < 8 || len(got.Results) > 14 {
		t.Errorf("%d hits, truncated %v", len(got.Results), got.Truncated)
	}
	for _, h := range got.Results {
		if n := len(utf16.Encode([]rune(h.Snippet))); n > 300 || n < 250 {
			t.Errorf("a snippet has %d units", n)
		}
	}
}

func TestWhatASearchDoesBetter(t *testing.T) {
	of := talk(t, "the quick brown fox", "a brown and quick dog", "nothing else")
	for query, want := range map[string]int{
		`"quick brown"`: 1, `quick brown`: 2, `quick + brown`: 2, `quick 😀`: 2, `--`: 0, `"`: 0, "quick\x00 brown": 2, `quick OR cat`: 0,
	} {
		if got := ask(t, of, "sessions_search", object{"query": query}); len(got.Results) != want || got.Status != "" {
			t.Errorf("%q: %d hits, %q", query, len(got.Results), got.Error)
		}
	}
}

func TestABrokenHistoryIsNamedAndTheOthersAreSearched(t *testing.T) {
	l := broken(t, `{}`)
	for _, c := range []struct {
		key, visibility, warning string
		hits                     int
	}{
		{"agent:main:main", "agent", "", 1},
		{"agent:work:main", "agent", workBroken, 0},
	} {
		got := ask(t, caller(t, l, c.key, c.visibility), "sessions_search", object{"query": "tide"})
		if got.Warning != c.warning || len(got.Results) != c.hits {
			t.Errorf("%s: %d hits, %q", c.key, len(got.Results), got.Warning)
		}
	}
}

const workBroken = "The history of agent work could not be read; results may be incomplete."

// broken makes a library of two agents, of which the history of one cannot be read.
func broken(t *testing.T, config string) *library.Library {
	t.Helper()
	state := datatest.NewState(t).Config(config)
	state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("low tide"))
	work := state.Agent("work", datatest.V19)
	work.Session("agent:work:main", "w1", datatest.Talk("high tide"))
	must(t, os.WriteFile(work.Path, []byte(strings.Repeat("no database ", 999)), 0o600))
	return open(t, state.Dir)
}

func TestAHistoryThatCannotBeReadIsNotTakenForAnEmptyOne(t *testing.T) {
	l := broken(t, `{"tools": {"agentToAgent": {"enabled": true}}}`)
	const id = "11111111-2222-4333-8444-555555555555"
	for _, c := range []struct {
		caller, visibility string
		told               bool
	}{
		{"agent:work:main", "agent", true}, {"agent:work:main", "self", true}, {"agent:main:main", "all", true}, {"agent:main:main", "agent", false},
	} {
		of := caller(t, l, c.caller, c.visibility)
		name, warning := c.caller+" "+c.visibility, ""
		if c.told {
			warning = workBroken
		}
		if got := ask(t, of, "sessions_list", object{}); got.Warning != warning {
			t.Errorf("%s: list %q", name, got.Warning)
		}
		if got := ask(t, of, "sessions_list", object{"agentId": "main"}); got.Warning != "" {
			t.Errorf("%s: list of the other agent %q", name, got.Warning)
		}
		search := ask(t, of, "sessions_search", object{"query": "tide", "sessionKey": "agent:work:main"})
		history := ask(t, of, "sessions_history", object{"sessionKey": "agent:work:main"})
		if c.told && (search.Warning != warning || search.Status != "" || history.Status != "error" || history.Error != "Session agent:work:main could not be looked up. "+warning) {
			t.Errorf("%s: search %q %q, history %q", name, search.Warning, search.Error, history.Error)
		}
		if !c.told && (search.Status != "forbidden" || history.Status != "forbidden") {
			t.Errorf("%s: search %+v, history %+v", name, search, history)
		}
		byID, want := ask(t, of, "sessions_history", object{"sessionKey": id}), "Session not found: "+id+" (use the full sessionKey from sessions_list)"
		if c.told {
			want = "Session " + id + " could not be looked up. " + warning
		}
		if byID.Error != want {
			t.Errorf("%s: by id %q", name, byID.Error)
		}
	}
}

func TestALibraryThatIsBeingMadeSaysSo(t *testing.T) {
	state := datatest.NewState(t)
	state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("low tide"))
	l, err := library.Open(t.Context(), library.Params{
		Folder: t.TempDir(), States: []string{state.Dir}, Home: t.TempDir(), Copies: t.TempDir(), Getenv: func(string) string { return "" },
	})
	must(t, err)
	t.Cleanup(func() { must(t, l.Close()) })
	of := caller(t, l, "agent:main:main", "agent")
	warning := func(tool string) string {
		return "Transcript indexing is in progress; results may be incomplete. Retry " + tool + " shortly."
	}
	for _, arguments := range []object{{"query": "tide"}, {"query": "tide", "sessionKey": "main"}} {
		if got := ask(t, of, "sessions_search", arguments); !got.Indexing || got.Warning != warning("sessions_search") {
			t.Errorf("%v: %+v", arguments, got)
		}
	}
	if got := ask(t, of, "sessions_list", object{}); !got.Indexing || got.Warning != warning("sessions_list") {
		t.Errorf("%+v", got)
	}
	if got := ask(t, of, "sessions_history", object{"sessionKey": "main"}); got.Error != "Session main could not be looked up. "+warning("sessions_history") {
		t.Errorf("%+v", got)
	}
	catchUp(t, l)
	if got := ask(t, of, "sessions_history", object{"sessionKey": "agent:main:nosuch"}); got.Error != "No session found: agent:main:nosuch" {
		t.Errorf("%+v", got)
	}
	if got := ask(t, of, "sessions_list", object{}); got.Indexing || got.Warning != "" || got.Count != 1 {
		t.Errorf("%+v", got)
	}
}

func TestACallerKnowsTheHistoriesOfItsOwnOpenClawOnly(t *testing.T) {
	own, other := datatest.NewState(t), datatest.NewState(t)
	own.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("low tide"))
	other.Agent("work", datatest.V23).Session("agent:work:main", "w1", datatest.Talk("high tide")).Session("agent:main:main", "w2", datatest.Talk("spring tide"))
	l, err := library.Open(t.Context(), library.Params{
		Folder: t.TempDir(), States: []string{own.Dir, other.Dir}, Home: t.TempDir(), Copies: t.TempDir(), Getenv: func(string) string { return "" },
	})
	must(t, err)
	t.Cleanup(func() { must(t, l.Close()) })
	catchUp(t, l)
	of := caller(t, l, "agent:main:main", "all")
	for _, arguments := range []object{{"query": "tide"}, {"query": "tide", "sessionKey": "main"}} {
		if got := ask(t, of, "sessions_search", arguments); len(got.Results) != 1 || got.Results[0].Snippet != "low tide" {
			t.Errorf("%v: %+v", arguments, got.Results)
		}
	}
	if got := ask(t, of, "sessions_history", object{"sessionKey": "main"}); len(got.Messages) != 1 || got.Messages[0].Content != "[text]low tide" {
		t.Errorf("%+v", got.Messages)
	}
	if got := ask(t, of, "sessions_list", object{}); got.Count != 1 {
		t.Errorf("%+v", got.Sessions)
	}
}
