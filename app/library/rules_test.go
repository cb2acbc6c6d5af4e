package library

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/reconcile"
)

// pattern is a rule of the person's own in a configuration.
const pattern = `{logging: {redactPatterns: ["bluebird-[a-z]+"]}}`

// aged writes a configuration as if it had been written a while ago, so that it need not be read again and again.
func aged(t *testing.T, state, text string) {
	t.Helper()
	path := filepath.Join(state, "openclaw.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	at := time.Now().Add(-time.Duration(len(text)) * time.Minute)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// birds makes a history in which something is said that only a rule of the person's own hides.
func birds(t *testing.T, config string) (state string, store *datatest.Store) {
	t.Helper()
	made := datatest.NewState(t)
	store = made.Agent("main", datatest.V23).Session("agent:main:main", "s", datatest.Talk("the ferry is bluebird-seventeen", "noted"))
	if config != "" {
		aged(t, made.Dir, config)
	}
	return made.Dir, store
}

// file names the index file in use, which is another one after each rebuild.
func file(t *testing.T, folder string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(folder, pointerFile))
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(text))
}

func problems(t *testing.T, l *Library) []string {
	t.Helper()
	status, err := l.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status.RuleProblems
}

func TestTheOwnRulesCountFromTheFirstPassOn(t *testing.T) {
	state, _ := birds(t, pattern)
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{state}})
	pass(t, l)
	same(t, "by the hidden word", found(t, l, data.Query{Text: "seventeen"}))
	same(t, "by what is hidden", found(t, l, data.Query{Hidden: true}), "agent:main:main")
	if name := file(t, folder); name != "index-1.db" {
		t.Errorf("the library was made twice: %s", name)
	}
	if found := problems(t, l); len(found) > 0 {
		t.Errorf("problems %q", found)
	}
	again := open(t, Params{Folder: folder, States: []string{state}})
	pass(t, again)
	if name := file(t, folder); name != "index-1.db" {
		t.Errorf("the library was made anew by the same rules: %s", name)
	}
}

func TestARuleThatIsAddedOrTakenAwayCountsWithTheNextPass(t *testing.T) {
	state, _ := birds(t, "")
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state}})
	pass(t, l)
	same(t, "before", found(t, l, data.Query{Text: "seventeen"}), "agent:main:main")
	aged(t, state, pattern)
	pass(t, l)
	same(t, "with the rule", found(t, l, data.Query{Text: "seventeen"}))
	aged(t, state, "{}")
	pass(t, l)
	same(t, "without it", found(t, l, data.Query{Text: "seventeen"}), "agent:main:main")
}

func TestALargeLibraryShowsNothingThatANewRuleHidesBeforeItIsMadeAnew(t *testing.T) {
	state, store := birds(t, "")
	store.Session("agent:main:long", "long", datatest.Talk("title of bluebird-eighteen", "noted"))
	store.Fill(1, 2100, func(_, _ int) string { return "water" })
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{state}})
	pass(t, l)
	aged(t, state, pattern)
	if _, err := l.Pass(t.Context(), CatchUp(), nil); err != nil {
		t.Fatal(err)
	}
	if name := file(t, folder); name != "index-1.db" {
		t.Fatalf("the library was made anew as %s", name)
	}
	results, err := l.Search(t.Context(), data.Query{Text: "ferry"})
	if err != nil || len(results.Groups) != 1 || results.Groups[0].Hits[0].Excerpt.Text != "the ferry is ***" || len(results.Groups[0].Hits[0].Excerpt.Hidden) != 1 {
		t.Errorf("results %+v, %v", results, err)
	}
	page, err := l.Page(t.Context(), data.PageRequest{Key: "agent:main:long"})
	if err != nil || page.Messages[0].Text != "title of ***" || page.Session.Title != "title of ***" {
		t.Errorf("page %+v, %v", page, err)
	}
	recent, err := l.Recent(t.Context(), data.RecentRequest{})
	if err != nil {
		t.Fatal(err)
	}
	sessions, err := l.Sessions(t.Context(), index.SessionFilter{})
	if err != nil || len(sessions) < 2 {
		t.Fatalf("%d sessions, %v", len(sessions), err)
	}
	for _, session := range append(recent, sessions...) {
		if strings.Contains(session.Title, "bluebird") {
			t.Errorf("title %q", session.Title)
		}
	}
}

func TestARuleThatCannotRunIsTold(t *testing.T) {
	state, _ := birds(t, `{logging: {redactPatterns: ["bluebird-(", "bluebird-[a-z]+"]}}`)
	p := Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state}}
	stores, _ := NewSources(p).Find(t.Context())
	if _, got := Rules(t.Context(), p, stores); len(got) != 1 || strings.Contains(got[0], "bluebird") {
		t.Errorf("without a library: %q", got)
	}
	l := open(t, p)
	outcome := pass(t, l)
	if got := outcome.Status.RuleProblems; len(got) != 1 || strings.Contains(got[0], "bluebird") {
		t.Errorf("problems %q", got)
	}
	same(t, "by the word that the other rule hides", found(t, l, data.Query{Text: "seventeen"}))
}

func TestARuleThatCannotRunIsToldWithItsConfiguration(t *testing.T) {
	one, _ := birds(t, `{logging: {redactPatterns: ["bluebird-[a-z]+", "gull"]}}`)
	other, _ := birds(t, `{logging: {redactPatterns: ["noted", "bluebird-("]}}`)
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{one, other}})
	got := problems(t, l)
	if len(got) != 1 || !strings.HasPrefix(got[0], "pattern 2 ") || !strings.Contains(got[0], other) || strings.Contains(got[0], "bluebird") {
		t.Errorf("problems %q", got)
	}
}

func TestAConfigurationThatIsBeingWrittenLeavesTheRulesOfBefore(t *testing.T) {
	state, store := birds(t, pattern)
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{state}})
	pass(t, l)
	aged(t, state, `{logging: {redactPat`)
	store.Append("s", datatest.More("n", "m1", datatest.Start.Add(time.Hour), "no, bluebird-eighteen")...)
	pass(t, l)
	same(t, "what came meanwhile", found(t, l, data.Query{Text: "eighteen"}))
	if got := problems(t, l); len(got) != 1 || !strings.Contains(got[0], state) {
		t.Errorf("problems %q", got)
	}
	aged(t, state, pattern)
	pass(t, l)
	if name, got := file(t, folder), problems(t, l); name != "index-1.db" || len(got) > 0 {
		t.Errorf("made anew as %s, problems %q", name, got)
	}
}

// waits expects that nothing is written, since the rules that the library was made by cannot be read.
func waits(t *testing.T, l *Library, o reconcile.Options) {
	t.Helper()
	var own *index.Error
	if _, err := l.Pass(t.Context(), o, nil); !errors.As(err, &own) || !strings.Contains(own.Hint, "New messages wait") {
		t.Errorf("the pass gave %v", err)
	}
}

func TestRulesThatWereNeverReadLeaveTheLibraryAsItIsUntilTheyAre(t *testing.T) {
	state, store := birds(t, pattern)
	folder := filepath.Join(t.TempDir(), "library")
	pass(t, open(t, Params{Folder: folder, States: []string{state}}))
	aged(t, state, `{logging: {redactPat`)
	l := open(t, Params{Folder: folder, States: []string{state}})
	store.Append("s", datatest.More("n", "m1", datatest.Start.Add(time.Hour), "no, bluebird-eighteen in the tide")...)
	waits(t, l, reconcile.Options{})
	waits(t, l, reconcile.Options{Rebuild: true})
	same(t, "what was hidden", found(t, l, data.Query{Text: "seventeen"}))
	same(t, "what came meanwhile", found(t, l, data.Query{Text: "tide"}))
	if name := file(t, folder); name != "index-1.db" {
		t.Errorf("the library was made anew by fewer rules: %s", name)
	}
	aged(t, state, pattern+" ")
	pass(t, l)
	same(t, "what came meanwhile, hidden", found(t, l, data.Query{Text: "eighteen"}))
	same(t, "what came meanwhile", found(t, l, data.Query{Text: "tide"}), "agent:main:main")
	if got := problems(t, l); len(got) > 0 {
		t.Errorf("problems %q", got)
	}
}

func TestTheRulesOfAllHistoriesInTheLibraryCountWhicheverIsSearched(t *testing.T) {
	one, _ := birds(t, pattern)
	other, _ := birds(t, `{logging: {redactPatterns: ["noted"]}}`)
	folder := filepath.Join(t.TempDir(), "library")
	pass(t, open(t, Params{Folder: folder, States: []string{one, other}}))
	before := file(t, folder)
	for _, states := range [][]string{{one}, {other}, {one, other}} {
		l := open(t, Params{Folder: folder, States: states})
		pass(t, l)
		same(t, "what the other's rule hides", found(t, l, data.Query{Text: "noted"}))
		if name := file(t, folder); name != before {
			t.Errorf("%s was made anew as %s", before, name)
		}
	}
}

func TestWhatIsLeftOfALostHistoryKeepsItsHashes(t *testing.T) {
	made := datatest.NewState(t)
	leak := "ghp_" + strings.Repeat("aB3c", 9)
	made.Agent("main", datatest.V23).Session("agent:main:main", "s", datatest.Talk("use "+leak, "noted"))
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{made.Dir}})
	pass(t, l)
	if err := os.Rename(made.Dir, made.Dir+"-away"); err != nil {
		t.Fatal(err)
	}
	rebuild(t, l)
	if name := file(t, folder); name == "index-1.db" {
		t.Fatal("the library was not made anew")
	}
	same(t, "the token", found(t, l, data.Query{Text: leak, Hashed: true}), "agent:main:main")
	same(t, "another with its mask", found(t, l, data.Query{Text: leak[:10] + "zz9zz9" + leak[10:], Hashed: true}), "agent:main:main")
	list, err := l.Secrets(t.Context(), data.SecretsRequest{})
	if err != nil || len(list.Places) != 1 || list.Places[0].Kind == "masked" {
		t.Errorf("secrets %+v, %v", list, err)
	}
}

func TestALibraryWithoutAKeyIsSearchedAndThatIsTold(t *testing.T) {
	state, _ := birds(t, "")
	folder := filepath.Join(t.TempDir(), "library")
	pass(t, open(t, Params{Folder: folder, States: []string{state}}))
	key := filepath.Join(folder, "hash.key")
	if err := os.Remove(key); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(key, 0o700); err != nil {
		t.Fatal(err)
	}
	l := open(t, Params{Folder: folder, States: []string{state}})
	same(t, "found", found(t, l, data.Query{Text: "seventeen"}), "agent:main:main")
	if got := problems(t, l); len(got) != 1 || !strings.Contains(got[0], "key") {
		t.Errorf("problems %q", got)
	}
}

func TestRulesChangeWhileTextsAreMasked(t *testing.T) {
	state, _ := birds(t, pattern)
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state}})
	done := make(chan struct{})
	var group sync.WaitGroup
	group.Go(func() {
		for {
			select {
			case <-done:
				return
			default:
				l.Redactor.Redact("the ferry is bluebird-seventeen")
			}
		}
	})
	for _, config := range []string{"{}", pattern, "{", pattern + "  "} {
		aged(t, state, config)
		pass(t, l)
	}
	close(done)
	group.Wait()
	if text, hidden := l.Redactor.Redact("bluebird-seventeen"); text != "***" || len(hidden) != 1 {
		t.Errorf("%q, %v", text, hidden)
	}
}

func TestOneHistoryThatIsGoneHoldsBackNoNewerRule(t *testing.T) {
	state, _ := birds(t, "")
	lost, _ := birds(t, `{logging: {redactPatterns: ["noted"]}}`)
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{state, lost}})
	pass(t, l)
	if err := os.Rename(lost, lost+"-away"); err != nil {
		t.Fatal(err)
	}
	pass(t, l)
	if name, got := file(t, folder), problems(t, l); name != "index-1.db" || len(got) > 0 {
		t.Errorf("rules that are known are not used any more: %s, problems %q", name, got)
	}
	aged(t, state, pattern)
	fresh := open(t, Params{Folder: folder, States: []string{state, lost}})
	pass(t, fresh)
	if name := file(t, folder); name == "index-1.db" {
		t.Error("the library was not made anew")
	}
	same(t, "by the hidden word", found(t, fresh, data.Query{Text: "seventeen"}))
	if got := problems(t, fresh); len(got) != 1 || !strings.Contains(got[0], lost+" is not there") {
		t.Errorf("problems %q", got)
	}
}

func TestWhileOneConfigurationCannotBeReadTheRulesOfTheOthersMaskWhatIsShown(t *testing.T) {
	state, _ := birds(t, "")
	broken, _ := birds(t, "")
	folder := filepath.Join(t.TempDir(), "library")
	pass(t, open(t, Params{Folder: folder, States: []string{state, broken}}))
	aged(t, state, pattern)
	aged(t, broken, `{logging: {redactPat`)
	l := open(t, Params{Folder: folder, States: []string{state, broken}})
	waits(t, l, reconcile.Options{})
	if name := file(t, folder); name != "index-1.db" {
		t.Fatalf("the library was made anew as %s", name)
	}
	results, err := l.Search(t.Context(), data.Query{Text: "ferry"})
	if err != nil || len(results.Groups) != 2 {
		t.Fatal(results, err)
	}
	for _, g := range results.Groups {
		if text := g.Hits[0].Excerpt.Text; text != "the ferry is ***" {
			t.Errorf("shown: %q", text)
		}
	}
	if got := problems(t, l); len(got) != 1 || strings.Contains(got[0], "only the built-in") || !strings.Contains(got[0], broken) {
		t.Errorf("problems %q", got)
	}
}

func TestASessionWhoseKeyANewRuleHidesIsFoundBeforeTheLibraryIsMadeAnew(t *testing.T) {
	state, store := birds(t, "")
	store.Session("agent:main:bluebird-one", "named", datatest.Talk("the gull is loud", "noted"))
	store.Session("agent:main:child", "child", datatest.Talk("the gull is low", "noted"), datatest.Node{SpawnedBy: "agent:main:bluebird-one"})
	store.Fill(1, 2100, func(_, _ int) string { return "water" })
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{state}})
	pass(t, l)
	aged(t, state, pattern)
	if _, err := l.Pass(t.Context(), CatchUp(), nil); err != nil {
		t.Fatal(err)
	}
	if name := file(t, folder); name != "index-1.db" {
		t.Fatalf("the library was made anew as %s", name)
	}
	masked := l.Redactor.Key("agent:main:bluebird-one")
	same(t, "as listed", found(t, l, data.Query{Text: "loud"}), string(masked))
	for _, key := range []data.SessionKey{masked, "agent:main:bluebird-one"} {
		page, err := l.Page(t.Context(), data.PageRequest{Key: key})
		if err != nil || page.Session.Key != masked || page.Messages[0].Text != "the gull is loud" {
			t.Errorf("page of %s: %+v, %v", key, page, err)
		}
		s, _ := scope(t, l, CallerParams{Key: key, Visibility: "tree"})
		same(t, "its tree", found(t, l, data.Query{Text: "gull", Scope: s, Include: data.Everything()}), string(masked), "agent:main:child")
	}
	sessions, err := l.Sessions(t.Context(), index.SessionFilter{Include: data.Everything()})
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range sessions {
		if strings.Contains(string(s.Key+s.SpawnedBy)+s.Title, "bluebird") {
			t.Errorf("listed: %+v", s)
		}
	}
}
