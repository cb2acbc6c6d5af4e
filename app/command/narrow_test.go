package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/data"
)

func TestASearchOfOneAgentHearsOfItsFaultsOnly(t *testing.T) {
	s, state, store := withStore(t)
	damage(t, state)
	for _, narrow := range [][]string{{"--agent", "main"}, {"--store", store.Path}} {
		args := append([]string{"--state", state, "tide"}, narrow...)
		a := s.search(t, args...)
		if expect(t, a, "w1-m0", "w1-m1"); len(a.Faults) > 0 {
			t.Errorf("%v: faults %+v", narrow, a.Faults)
		}
		if got := s.run(append([]string{"search"}, args...)...); got.err != "" {
			t.Errorf("%v: said %q", narrow, got.err)
		}
	}
	if a := s.search(t, "--state", state, "--agent", "main", "--agent", "work", "tide"); len(a.Faults) != 1 {
		t.Errorf("faults %+v", a.Faults)
	}
}

func TestWhereTheAskedStoresCannotBeReadNothingWasSearched(t *testing.T) {
	s, state, _ := withStore(t)
	damage(t, state)
	bad := filepath.Join(state, "agents", "work", "agent", "openclaw-agent.sqlite")
	for _, narrow := range [][]string{{"--agent", "work"}, {"--store", bad}} {
		args := append([]string{"search", "--state", state, "tide"}, narrow...)
		got := s.run(args...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, `agent "work"`) || strings.Count(got.err, "cannot be read") != 1 {
			t.Errorf("%v: %+v", narrow, got)
		}
		var a answer
		got = s.run(append(args, "--json")...)
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != 1 || len(a.Faults) != 1 || a.Faults[0].Agent != "work" {
			t.Errorf("%v --json: %v, %+v", narrow, err, got)
		}
	}
}

func TestWhatTheLibraryHoldsOfADamagedStoreIsSearched(t *testing.T) {
	s, state, _ := withStore(t)
	expect(t, s.search(t, "--state", state, "tide"), "w1-m0", "w1-m1")
	bad := filepath.Join(state, "agents", "main", "agent", "openclaw-agent.sqlite")
	if err := os.WriteFile(bad, []byte(strings.Repeat("this is no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
	a := s.search(t, "--state", state, "--agent", "main", "nowhere")
	if expect(t, a); len(a.Faults) != 1 {
		t.Errorf("faults %+v", a.Faults)
	}
}

func TestAnUnknownAgentIsNamed(t *testing.T) {
	s, state, _ := withStore(t)
	got := s.run("search", "--state", state, "--agent", "wrok", "--agent", "main", "tide")
	if got.code != 0 || got.err != "There is no agent \"wrok\". Agents are main.\n" || !strings.Contains(got.out, "2 matches") {
		t.Errorf("got %+v", got)
	}
}

func TestFoldersThatWereChosenInTheWindowAreSearched(t *testing.T) {
	s, state, store := withStore(t)
	preferences := config.DefaultPreferences()
	preferences.Folders = []string{state}
	if err := preferences.Save(filepath.Join(xdg.ConfigHome, "wordwake", "preferences.json")); err != nil {
		t.Fatal(err)
	}
	expect(t, s.search(t, "tide"), "w1-m0", "w1-m1")
	if got := s.run("status", "--json"); !strings.Contains(got.out, store.Path) {
		t.Errorf("got %+v", got)
	}
	other, work := newStore(t, "work")
	work.talk("agent:work:main", "o1", "the tide of invoices")
	expect(t, s.search(t, "--state", other, "tide"), "o1-m0")
}

func TestRepeatedSearchesCatchUp(t *testing.T) {
	s, state, store := withStore(t)
	expect(t, s.search(t, "--state", state, "tide"), "w1-m0", "w1-m1")
	// More than a search brings in first.
	store.Fill(1, data.CatchUpEvents+10, func(int, int) string { return "gull" })
	a := s.search(t, "--state", state, "--limit", "1", "gull")
	if a.Indexing || a.Total < data.CatchUpEvents {
		t.Errorf("indexing %v, total %d", a.Indexing, a.Total)
	}
}

func TestATextThatIsTooLongIsSearchedInPartAndSaysSo(t *testing.T) {
	s, state, _ := withStore(t)
	got := s.run("search", "--state", state, strings.Repeat("tide ", data.MaxQueryRunes/5)+"cucumber")
	if got.code != 0 || !strings.Contains(got.out, "2 matches") || !strings.HasPrefix(got.err, "Only the first part") {
		t.Errorf("code %d, said %q", got.code, got.err)
	}
}

func TestAReasonIsNotSaidTwice(t *testing.T) {
	of := data.Store{Agent: "work", Path: "/s"}
	for why, want := range map[string]string{
		"The history of this agent cannot be read: the file is damaged.": `The history of agent "work" cannot be read: the file is damaged.`,
		"This history cannot be read.":                                   `The history of agent "work" cannot be read.`,
		"OpenClaw is busy. Try again in a moment.":                       `The history of agent "work" cannot be read. OpenClaw is busy. Try again in a moment.`,
		"": `The history of agent "work" cannot be read.`,
	} {
		if got := unreadable(of, why); got != want {
			t.Errorf("%q: %q", why, got)
		}
	}
	if got := unreadable(data.Store{Path: "/s"}, "Open it."); got != "The folder /s cannot be read. Open it." {
		t.Errorf("got %q", got)
	}
}

func TestALongConversationIsPrintedPieceByPiece(t *testing.T) {
	s, state, store := withStore(t)
	texts := make([]string, pageMessages+7)
	for i := range texts {
		texts[i] = "gull"
	}
	store.talk("agent:main:long", "long", texts...)
	if page := s.show(t, "--state", state, "agent:main:long"); len(page.Messages) != len(texts) || page.Before+page.After != 0 {
		t.Errorf("%d messages, %d before, %d after", len(page.Messages), page.Before, page.After)
	}
	for _, format := range []string{"text", "markdown"} {
		got := s.run("show", "--state", state, "--format", format, "agent:main:long")
		if n := strings.Count(got.out, "gull\n"); got.code != 0 || n < len(texts) {
			t.Errorf("%s: code %d, %d messages", format, got.code, n)
		}
	}
}

func TestWhoLooksAtTheTerminalSeesThatTheIndexIsDone(t *testing.T) {
	s, state, _ := withStore(t)
	s.errTerminal = true
	got := s.run("index", "--state", state, "--json")
	if got.code != 0 || !strings.Contains(got.err, "Indexing: ") || !strings.HasSuffix(got.err, "The index holds 4 messages in 2 sessions. Up to date.\n") {
		t.Errorf("got %+v", got)
	}
}
