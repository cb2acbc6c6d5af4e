package command

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/redact"
)

// answer is what the tests look at in search --json.
type answer struct {
	Indexing    bool
	Total       int
	HiddenKinds map[string]int
	Faults      []struct{ Agent, State, Detail string }
	Groups      []struct {
		Agent, Store, SessionKey string
		Hits                     []struct{ MessageID, Excerpt string }
	}
}

// ids lists the messages that were found.
func (a answer) ids() []string {
	ids := []string{}
	for _, g := range a.Groups {
		for _, h := range g.Hits {
			ids = append(ids, h.MessageID)
		}
	}
	slices.Sort(ids)
	return ids
}

func (s *stage) search(t *testing.T, args ...string) answer {
	t.Helper()
	got := s.run(append([]string{"search", "--json"}, args...)...)
	if got.code != 0 {
		t.Fatalf("code %d, said %q", got.code, got.err)
	}
	var a answer
	if err := json.Unmarshal([]byte(got.out), &a); err != nil {
		t.Fatalf("%v in %q", err, got.out)
	}
	return a
}

// withStore is a stage with one state directory that holds a store of the agent main.
func withStore(t *testing.T) (*stage, string, *agentStore) {
	t.Helper()
	s := newStage(t)
	state, store := newStore(t, "main")
	store.talk("agent:main:main", "w1", "when is the tide low on sunday", "The tide is low at 11:42.")
	store.talk("agent:main:dashboard:two", "w2", "please count the gulls", "I count twelve gulls.")
	return s, state, store
}

func expect(t *testing.T, got answer, ids ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, ids...), got.ids()); diff != "" {
		t.Errorf("found (-want +got):\n%s", diff)
	}
}

func TestTheFirstSearchMakesTheLibrary(t *testing.T) {
	s, state, store := withStore(t)
	before := store.files()
	a := s.search(t, "--state", state, "tide")
	expect(t, a, "w1-m0", "w1-m1")
	if a.Indexing || a.Total != 2 {
		t.Errorf("indexing %v, total %d", a.Indexing, a.Total)
	}
	if diff := cmp.Diff(before, store.files()); diff != "" {
		t.Errorf("beside the store: %s", diff)
	}
	sets, err := os.ReadDir(filepath.Join(s.home, "data/wordwake/sets"))
	if err != nil || len(sets) != 1 {
		t.Fatal(sets, err)
	}
	info, err := os.Stat(filepath.Join(s.home, "data/wordwake/sets", sets[0].Name()))
	if err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("library %v, %v", info.Mode(), err)
	}
}

func TestWhereNothingIsThereNothingIsMade(t *testing.T) {
	for _, args := range [][]string{{"search", "x"}, {"search", "--json", "x"}, {"show", "agent:main:main"}, {"index"}} {
		s := newStage(t)
		got := s.run(append(args, "--state", filepath.Join(s.home, "none"))...)
		if got.code != 1 || !strings.Contains(got.err, "--state DIR") {
			t.Errorf("%v: %+v", args, got)
		}
		if entries, _ := os.ReadDir(s.home); len(entries) > 0 {
			t.Errorf("%v made %v", args, entries)
		}
	}
}

func TestStatusMakesNothingEither(t *testing.T) {
	s, state, _ := withStore(t)
	got := s.run("status", "--json", "--state", state)
	var status statusJSON
	if err := json.Unmarshal([]byte(got.out), &status); err != nil {
		t.Fatalf("%v in %+v", err, got)
	}
	if got.code != 0 || len(status.Stores) != 1 || status.Stores[0].Sessions != 2 || status.Stores[0].Generation != 19 {
		t.Errorf("got %+v", status)
	}
	if _, err := os.Stat(filepath.Join(s.home, "data")); err == nil {
		t.Error("a folder was made")
	}
}

func TestStatusAfterAnIndex(t *testing.T) {
	s, state, store := withStore(t)
	if got := s.run("index", "--state", state); got.code != 0 || !strings.Contains(got.out, "The index holds 4 messages in 2 sessions.") {
		t.Fatalf("got %+v", got)
	}
	got := s.run("status", "--json", "--state", state)
	var status statusJSON
	if err := json.Unmarshal([]byte(got.out), &status); err != nil {
		t.Fatalf("%v in %+v", err, got)
	}
	want := []storeStatusJSON{{
		Agent: "main", Path: store.Path, Kind: "openclaw-sqlite", Generation: 19, Sessions: 2, Messages: 4, Indexed: 2, State: "ready",
	}}
	if diff := cmp.Diff(want, status.Stores); diff != "" {
		t.Error(diff)
	}
	if status.Library.Schema == 0 || status.Library.Messages != 4 || status.Pending != 0 || status.Indexing || status.Version != "1.2.3" {
		t.Errorf("got %+v", status)
	}
}

func TestFlagsStandAnywhere(t *testing.T) {
	s, state, _ := withStore(t)
	library := filepath.Join(s.home, "library")
	first := s.run("search", "--json", "--state", state, "--library", library, "tide", "low")
	forms := [][]string{
		{"--json", "--state", state, "--library", library, "search", "tide", "low"},
		{"search", "tide", "--json", "low", "--state=" + state, "--library=" + library},
		{"--state", state, "search", "tide", "low", "--library", library, "--json"},
		{"--limit", "20", "--json", "search", "--state", state, "--library", library, "--", "tide", "low"},
		{"search", "--json", "--state", state, "--library", library, "tide low"},
	}
	cut := func(out string) string { // the time that it took
		before, after, _ := strings.Cut(out, `"elapsedMs":`)
		_, after, _ = strings.Cut(after, ",")
		return before + after
	}
	for _, args := range forms {
		got := s.run(args...)
		if got.code != 0 || cut(got.out) != cut(first.out) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	s.env = map[string]string{"WORDWAKE_STATE": state, "WORDWAKE_LIBRARY": library}
	if got := s.run("search", "--json", "tide", "low"); cut(got.out) != cut(first.out) {
		t.Errorf("by the environment: %+v", got)
	}
}

func TestTextAfterTwoDashesIsText(t *testing.T) {
	s, state, store := withStore(t)
	store.talk("agent:main:dashboard:three", "w3", "what does --json do", "It prints JSON.")
	expect(t, s.search(t, "--state", state, "--", "--json"), "w3-m0", "w3-m1")
	expect(t, s.search(t, "--state", state, "--limit", "1", "--", "--json", "does"), "w3-m0")
	expect(t, s.search(t, "--state", state, "--", "--limit"))
}

func TestASearchHoldsWhatWasWrittenJustBefore(t *testing.T) {
	s, state, store := withStore(t)
	expect(t, s.search(t, "--state", state, "zephyr"))
	store.talk("agent:main:dashboard:new", "w9", "say zephyr", "said")
	expect(t, s.search(t, "--state", state, "zephyr"), "w9-m0")
	store.Delete("agent:main:dashboard:new")
	expect(t, s.search(t, "--state", state, "zephyr"))
}

func TestStatesAreSearchedApartAndALibraryKeepsTheOthers(t *testing.T) {
	s, state, _ := withStore(t)
	other, work := newStore(t, "work")
	work.talk("agent:work:main", "o1", "the tide of invoices", "It is high.")
	library := filepath.Join(s.home, "library")
	both := []string{"--library", library, "--state", state, "--state", other}
	expect(t, s.search(t, append(both, "tide")...), "o1-m0", "w1-m0", "w1-m1")
	expect(t, s.search(t, "--library", library, "--state", other, "tide"), "o1-m0")
	expect(t, s.search(t, "--library", library, "--state", state, "tide"), "w1-m0", "w1-m1")
	s.env["WORDWAKE_STATE"] = state + string(filepath.ListSeparator) + other
	expect(t, s.search(t, "--library", library, "tide"), "o1-m0", "w1-m0", "w1-m1")
	expect(t, s.search(t, "tide", "--agent", "WORK"), "o1-m0")
}

func TestWhatALibraryHoldsOfAStateThatIsGoneIsStillFound(t *testing.T) {
	s, state, _ := withStore(t)
	library := filepath.Join(s.home, "library")
	expect(t, s.search(t, "--library", library, "--state", state, "tide"), "w1-m0", "w1-m1")
	if err := os.Rename(state, state+"-gone"); err != nil {
		t.Fatal(err)
	}
	got := s.run("search", "--library", library, "--state", state, "tide")
	if got.code != 0 || !strings.Contains(got.out, "2 matches in 1 session.") {
		t.Errorf("got %+v", got)
	}
}

// damage puts a file that is no database where the store of the agent work would be.
func damage(t *testing.T, state string) {
	t.Helper()
	bad := filepath.Join(state, "agents", "work", "agent", "openclaw-agent.sqlite")
	if err := os.MkdirAll(filepath.Dir(bad), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte(strings.Repeat("this is no database ", 500)), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestADamagedStoreIsNamedAndTheOthersAreSearched(t *testing.T) {
	s, state, _ := withStore(t)
	damage(t, state)
	a := s.search(t, "--state", state, "tide")
	expect(t, a, "w1-m0", "w1-m1")
	if len(a.Faults) != 1 || a.Faults[0].Agent != "work" || a.Faults[0].State != "corrupt" || a.Faults[0].Detail == "" {
		t.Errorf("faults %+v", a.Faults)
	}
	text := s.run("search", "--state", state, "tide")
	if text.code != 0 || !strings.Contains(text.err, `agent "work"`) || strings.Count(text.err, "\n") != 1 {
		t.Errorf("got %+v", text)
	}
	indexed := s.run("index", "--state", state, "--quiet")
	if indexed.code != 0 || indexed.out != "" || !strings.Contains(indexed.err, `agent "work"`) {
		t.Errorf("got %+v", indexed)
	}
}

func TestWhereNoStoreCanBeReadNothingWasSearched(t *testing.T) {
	s := newStage(t)
	state := filepath.Join(s.home, "state")
	damage(t, state)
	for _, args := range [][]string{{"search", "x"}, {"index"}} {
		args = append(args, "--state", state)
		got := s.run(args...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, `agent "work"`) {
			t.Errorf("%v: %+v", args, got)
		}
		var a answer
		got = s.run(append(args, "--json")...)
		if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != 1 || len(a.Faults) != 1 {
			t.Errorf("%v --json: %v, %+v", args, err, got)
		}
	}
}

func TestIndex(t *testing.T) {
	s, state, store := withStore(t)
	steps := []struct {
		args []string
		want string
	}{
		{nil, "The index holds 4 messages in 2 sessions. Up to date.\n"},
		{nil, "The index holds 4 messages in 2 sessions. Nothing had changed.\n"},
		{[]string{"--rebuild"}, "The index holds 4 messages in 2 sessions. Up to date.\n"},
		{[]string{"--quiet"}, ""},
		{[]string{"--agent", "main"}, "The index holds 4 messages in 2 sessions. Nothing had changed.\n"},
	}
	for _, step := range steps {
		got := s.run(append([]string{"index", "--state", state}, step.args...)...)
		if got.code != 0 || got.out != step.want || got.err != "" {
			t.Errorf("%v: %+v", step.args, got)
		}
	}
	store.talk("agent:main:dashboard:three", "w3", "one more")
	if got := s.run("index", "--state", state, "--json"); !strings.HasPrefix(got.out, `{"changed":true,"pending":0,"stores":1,"sessions":3,"messages":5,`) {
		t.Errorf("got %+v", got)
	}
	if got := s.run("index", "--state", state, "--agent", "nobody"); got.code != 1 || !strings.Contains(got.err, "agents are main") {
		t.Errorf("got %+v", got)
	}
}

func TestNothingInAHistorySteersTheTerminal(t *testing.T) {
	s, state, store := withStore(t)
	evil := "tide \x1b]0;owned\a\x1b[2J\u009b31m\x7f\u202e\r\b\x00 end"
	store.talk("agent:main:evil\x1b[2J", "w3", evil, "answer "+evil)
	s.terminal = true
	s.env["NO_COLOR"] = "1"
	key := "agent:main:evil\x1b[2J"
	for _, args := range [][]string{
		{"search", "end"},
		{"search", "--json", "end"},
		{"show", key},
		{"show", "--format", "markdown", key},
		{"show", "--json", key},
		{"show", "agent:main:evil"},
		{"status"},
	} {
		got := s.run(append([]string{"--quiet", "--state", state}, args...)...)
		for _, r := range got.out + got.err {
			if r != '\n' && (r < 0x20 || r >= 0x7f && r < 0xa0 || turnsDirection(r)) {
				t.Errorf("%q lets %U through", args, r)
			}
		}
	}
}

func TestSecretsAreHidden(t *testing.T) {
	s, state, store := withStore(t)
	secret := "ghp" + "_" + "Ab1Cd2Ef3Gh4Ij5Kl6Mn7Op8Qr9St0Uv1Wx2"
	store.talk("agent:main:dashboard:three", "w3", "the token is "+secret, "noted")
	for _, args := range [][]string{
		{"search", "token"},
		{"search", "--json", "token"},
		{"search", "--json", secret},
		{"show", "agent:main:dashboard:three"},
		{"show", "--json", "agent:main:dashboard:three"},
	} {
		got := s.run(append([]string{"--state", state}, args...)...)
		if got.code != 0 || got.out == "" || strings.Contains(got.out+got.err, secret) {
			t.Errorf("%v: %+v", args, got)
		}
	}
	s.stdin = "one " + secret + "\r\n\x00two"
	if got := s.run("redact"); got.code != 0 || strings.Contains(got.out, secret) || !strings.HasPrefix(got.out, "one ") || !strings.HasSuffix(got.out, "\r\n\x00two") {
		t.Errorf("got %+v", got)
	}
}

func TestRedactFollowsTheConfigurationOfTheHistoriesThatAreMeant(t *testing.T) {
	s, state, _ := withStore(t)
	config := `{logging: {redactPatterns: ["tide-[0-9]+", "("]}, channels: {chat: {botToken: "mackerel harbour"}}}`
	if err := os.WriteFile(filepath.Join(state, "openclaw.json"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	s.stdin = "tide-12 in the mackerel harbour"
	if got := s.run("redact", "--state", state); got.code != 0 || got.out != "*** in the ***" || !strings.Contains(got.err, "pattern 2") {
		t.Errorf("got %+v", got)
	}
	if got := s.run("redact", "--state", t.TempDir()); got.code != 0 || got.out != s.stdin || got.err != "" {
		t.Errorf("without a configuration %+v", got)
	}
}

func TestAnAnswerOfNothingIsMaskedByTheRulesOfTheHistoriesThatAreMeant(t *testing.T) {
	for name, storeText := range map[string]string{"no history at all": "", "one that cannot be read": "no database"} {
		t.Run(name, func(t *testing.T) {
			s, state := newStage(t), t.TempDir()
			files := map[string]string{"openclaw.json": `{logging: {redactPatterns: ["tide-[0-9]+"]}}`}
			if storeText != "" {
				files["agents/main/agent/openclaw-agent.sqlite"] = storeText
			}
			for path, text := range files {
				path = filepath.Join(state, filepath.FromSlash(path))
				if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte(text), 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			got := s.run("search", "--json", "--state", state, "at", "tide-12")
			if got.code == exitOK || !strings.Contains(got.out, `"at ***"`) || strings.Contains(got.out+got.err, "tide-12") {
				t.Errorf("got %+v", got)
			}
		})
	}
}

func TestRedactLeavesOrdinaryBytesAlone(t *testing.T) {
	s := newStage(t)
	for _, text := range []string{"", "plain\n", "no end", "\r\n\t\x00\x1b[31m", "\xff\xfe broken", "héllo 日本"} {
		s.stdin = text
		if got := s.run("redact"); got.code != 0 || got.out != text || got.err != "" {
			t.Errorf("%q: %+v", text, got)
		}
	}
	s.stdin = "\xff password: hunter2hunter2"
	got := s.run("redact", "--json")
	var answer struct {
		Text   string
		Hidden [][3]any
	}
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil || got.code != 0 || answer.Hidden == nil {
		t.Fatalf("%v in %+v", err, got)
	}
	for _, h := range answer.Hidden {
		if end := int(h[1].(float64)); end > len(answer.Text) {
			t.Errorf("%v lies outside %q", h, answer.Text)
		}
	}
}

func TestAnInterruptEndsACommandWith130(t *testing.T) {
	s, state, _ := withStore(t)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, args := range [][]string{{"search", "x"}, {"show", "agent:main:main"}, {"index"}, {"index", "--rebuild"}, {"status"}} {
		got := s.runContext(ctx, append(args, "--state", state)...)
		if got.code != 130 || got.out != "" || strings.Count(got.err, "\n") != 1 {
			t.Errorf("%v: %+v", args, got)
		}
	}
}

func TestWhileAnotherProcessIndexesASearchAnswersAndSaysSo(t *testing.T) {
	s, state, store := withStore(t)
	library := filepath.Join(s.home, "library")
	args := []string{"--state", state, "--library", library}
	expect(t, s.search(t, append(args, "tide")...), "w1-m0", "w1-m1")
	other, err := index.Open(t.Context(), index.Params{Dir: library, RuleStamp: "other", RuleVersion: redact.Version})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = other.Close() }()
	writer, err := other.Write(t.Context(), index.WriteParams{
		Redact: func(context.Context, []data.Message) error { return nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	store.talk("agent:main:dashboard:new", "w9", "another tide")
	a := s.search(t, append(args, "tide")...)
	expect(t, a, "w1-m0", "w1-m1")
	if !a.Indexing {
		t.Error("it does not say that it may lack something")
	}
	if err := writer.Close(); err != nil {
		t.Fatal(err)
	}
	expect(t, s.search(t, append(args, "tide")...), "w1-m0", "w1-m1", "w9-m0")
}

func TestTheSampleAsAPersonSeesIt(t *testing.T) {
	s := newStage(t)
	s.sample = true
	got := s.run("search", "backup")
	if got.code != 0 || got.err != "" {
		t.Fatalf("got %+v", got)
	}
	golden(t, "sample-search.txt", got.out)
	s.terminal = true
	golden(t, "sample-search-terminal.txt", strings.ReplaceAll(s.run("--quiet", "search", "backup").out, "\x1b", "ESC"))
	s.terminal = false
	golden(t, "sample-search-more.txt", s.run("search", "--automated", "--subagents", "--limit", "3", "backup").out)
	golden(t, "sample-none.txt", s.run("search", "backpu").out)
	golden(t, "sample-odd.txt", s.run("search", "--", "-!-").out)
	golden(t, "sample-show.txt", s.run("show", "--at", "sample-main-1-12", "--around", "2", "agent:main:main").out)
	golden(t, "sample-show.md", s.run("show", "--format", "markdown", "agent:work:main").out)
}

func TestALibraryThatCannotBeUsedIsSaidInASentence(t *testing.T) {
	s, state, _ := withStore(t)
	file := filepath.Join(s.home, "file")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{{"search", "tide"}, {"index"}, {"show", "agent:main:main"}} {
		got := s.run(append(args, "--state", state, "--library", file)...)
		if got.code != 1 || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, "--library DIR") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	if text, err := os.ReadFile(file); err != nil || string(text) != "mine" {
		t.Errorf("the file holds %q, %v", text, err)
	}
}

func TestAForeignFileIsMovedAndSaid(t *testing.T) {
	s, state, _ := withStore(t)
	library := filepath.Join(s.home, "library")
	if err := os.Mkdir(library, 0o700); err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"current": "index-1.db\n", "index-1.db": "the diary of somebody"} {
		if err := os.WriteFile(filepath.Join(library, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got := s.run("search", "--state", state, "--library", library, "tide")
	if got.code != 0 || !strings.Contains(got.out, "2 matches") {
		t.Fatalf("got %+v", got)
	}
	_, aside, found := strings.Cut(strings.TrimSpace(got.err), "moved to ")
	if text, err := os.ReadFile(aside); !found || err != nil || string(text) != "the diary of somebody" {
		t.Errorf("said %q; there lies %q, %v", got.err, text, err)
	}
}
