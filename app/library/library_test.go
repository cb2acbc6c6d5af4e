package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/reconcile"
)

func noEnv(string) string { return "" }

func open(t *testing.T, p Params) *Library {
	t.Helper()
	if p.Home == "" {
		p.Home = t.TempDir()
	}
	p.Getenv = noEnv
	if p.Copies == "" {
		p.Copies = filepath.Join(t.TempDir(), "copies")
	}
	l, err := Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := l.Close(); err != nil {
			t.Error(err)
		}
	})
	return l
}

func pass(t *testing.T, l *Library) reconcile.Outcome {
	t.Helper()
	outcome, err := l.Pass(t.Context(), reconcile.Options{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return outcome
}

func rebuild(t *testing.T, l *Library) {
	t.Helper()
	if _, err := l.Pass(t.Context(), reconcile.Options{Rebuild: true}, nil); err != nil {
		t.Fatal(err)
	}
}

// found searches and lists the keys that have hits.
func found(t *testing.T, l *Library, q data.Query) []string {
	t.Helper()
	results, err := l.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	keys := []string{}
	for _, g := range results.Groups {
		keys = append(keys, string(g.Session.Key))
	}
	slices.Sort(keys)
	return keys
}

func same(t *testing.T, what string, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

// history makes a state directory in which one agent talked about the tide.
func history(t *testing.T, agent string) (state, store string) {
	t.Helper()
	made := datatest.NewState(t)
	s := made.Agent(agent, datatest.V23)
	s.Session("agent:"+agent+":main", "s-"+agent, datatest.Talk("when is the tide low", "At noon."))
	return made.Dir, s.Path
}

func TestNamedStatesAreAllThatIsSearched(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "library")
	one, oneStore := history(t, "main")
	two, twoStore := history(t, "work")
	both := open(t, Params{Folder: folder, States: []string{one, two}})
	pass(t, both)
	same(t, "both", found(t, both, data.Query{Text: "tide"}), "agent:main:main", "agent:work:main")
	same(t, "both, one store asked", found(t, both, data.Query{Text: "tide", Stores: []string{twoStore}}), "agent:work:main")
	same(t, "both, no store asked", found(t, both, data.Query{Text: "tide", Stores: []string{}}))

	first := open(t, Params{Folder: folder, States: []string{one}})
	same(t, "one, before any pass", found(t, first, data.Query{Text: "tide"}), "agent:main:main")
	pass(t, first)
	same(t, "one", found(t, first, data.Query{Text: "tide"}), "agent:main:main")
	same(t, "one, the other asked", found(t, first, data.Query{Text: "tide", Stores: []string{oneStore, twoStore}}), "agent:main:main")
	same(t, "both, after the pass of one", found(t, both, data.Query{Text: "tide"}), "agent:main:main", "agent:work:main")

	recent, err := first.Recent(t.Context(), data.RecentRequest{Limit: 10})
	if err != nil || len(recent) != 1 || recent[0].Key != "agent:main:main" {
		t.Errorf("recent %v, %v", recent, err)
	}
	if _, err := first.Page(t.Context(), data.PageRequest{Key: "agent:work:main"}); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("the page of the other state gives %v", err)
	}
	page, err := first.Page(t.Context(), data.PageRequest{Key: "agent:main:main"})
	if err != nil || len(page.Messages) != 2 {
		t.Errorf("page %v, %v", page, err)
	}
}

func TestChosenFoldersAreSearchedBesideThoseThatAreDiscovered(t *testing.T) {
	chosen, _ := history(t, "work")
	discovered := datatest.NewState(t)
	discovered.Agent("main", datatest.V19).Session("agent:main:main", "s", datatest.Talk("the tide"))
	home := filepath.Dir(discovered.Dir) // holds .openclaw
	p := Params{Folder: filepath.Join(t.TempDir(), "library"), Home: home, Extra: []string{chosen, discovered.Dir}}
	l := open(t, p)
	pass(t, l)
	same(t, "found", found(t, l, data.Query{Text: "tide"}), "agent:main:main", "agent:work:main")
	stores, problems := l.Sources.Find(t.Context())
	if len(stores) != 2 || len(problems) > 0 {
		t.Errorf("stores %v, problems %v", stores, problems)
	}
	if looked := l.Sources.Looked(); len(looked) == 0 || !slices.Contains(looked, chosen) {
		t.Errorf("looked in %v", looked)
	}
}

func TestALibraryIsMadeByOpenAndSeenByExists(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "deep", "library")
	if Exists(folder) {
		t.Fatal("it exists before it was made")
	}
	state, _ := history(t, "main")
	l := open(t, Params{Folder: folder, States: []string{state}})
	if !Exists(folder) {
		t.Error("it does not exist")
	}
	if empty, err := l.Empty(t.Context()); err != nil || !empty {
		t.Errorf("empty %v, %v", empty, err)
	}
	pass(t, l)
	if empty, err := l.Empty(t.Context()); err != nil || empty {
		t.Errorf("empty %v, %v", empty, err)
	}
	other, _ := history(t, "work")
	narrow := open(t, Params{Folder: folder, States: []string{other}})
	if empty, err := narrow.Empty(t.Context()); err != nil || !empty {
		t.Errorf("for another state: empty %v, %v", empty, err)
	}
	if _, err := Open(t.Context(), Params{}); err == nil {
		t.Error("no folder gives no error")
	}
}

func TestAStoreThatCannotBeReadIsAFaultOfTheNextAnswer(t *testing.T) {
	state, _ := history(t, "main")
	bad := filepath.Join(state, "agents", "work", "agent", "openclaw-agent.sqlite")
	if err := os.MkdirAll(filepath.Dir(bad), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, make([]byte, 5000), 0o600); err != nil {
		t.Fatal(err)
	}
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state}})
	pass(t, l)
	results, err := l.Search(t.Context(), data.Query{Text: "tide"})
	if err != nil || results.Indexing || len(results.Faults) != 1 || results.Faults[0].Store.Agent != "work" {
		t.Errorf("indexing %v, faults %v, %v", results.Indexing, results.Faults, err)
	}
}

func TestWhileAnotherProcessIsAtWorkAnswersSaySo(t *testing.T) {
	made := datatest.NewState(t)
	store := made.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s1", datatest.Talk("when is the tide low", "At noon."))
	folder := filepath.Join(t.TempDir(), "library")
	l := open(t, Params{Folder: folder, States: []string{made.Dir}})
	pass(t, l)
	release := hold(t, folder, l.Redactor)
	store.Session("agent:main:dashboard:new", "s2", datatest.Talk("the tide again"))
	_, err := l.Pass(t.Context(), reconcile.Options{Budget: 100 * time.Millisecond}, nil)
	if !errors.Is(err, data.ErrLibraryLocked) {
		t.Errorf("a pass beside another gives %v", err)
	}
	answers := func(indexing bool, total int) {
		t.Helper()
		results, err := l.Search(t.Context(), data.Query{Text: "tide"})
		if err != nil || results.Indexing != indexing || results.Total != total {
			t.Errorf("indexing %v, total %d, %v", results.Indexing, results.Total, err)
		}
	}
	answers(true, 1)
	release()
	pass(t, l)
	answers(false, 2)
}

// hold writes to the library as another process would.
func hold(t *testing.T, folder string, redactor data.Redactor) (release func()) {
	t.Helper()
	other, err := index.Open(t.Context(), index.Params{Dir: folder, RuleStamp: redactor.Stamp(), RuleVersion: redactor.Version()})
	if err != nil {
		t.Fatal(err)
	}
	writer, err := other.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := errors.Join(writer.Close(), other.Close()); err != nil {
			t.Error(err)
		}
	}
}

func TestTheSampleIsSearchedAsARealHistory(t *testing.T) {
	now := time.Date(2026, 7, 15, 21, 31, 0, 0, time.UTC)
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "sample"), Sample: true, Now: func() time.Time { return now }, Local: time.UTC})
	pass(t, l)
	same(t, "found", found(t, l, data.Query{Text: "backup"}), "agent:home:main", "agent:main:main", "agent:work:main")
	results, err := l.Search(t.Context(), data.Query{Text: "token"})
	if err != nil || len(results.Groups) != 1 || len(results.Groups[0].Hits) != 1 || len(results.Groups[0].Hits[0].Excerpt.Hidden) != 1 {
		t.Errorf("the token is not hidden: %+v, %v", results.Groups, err)
	}
	for _, word := range []string{"äpfel", "APFELKuchen", "garbanzos", "numero", "coalesce"} {
		if len(found(t, l, data.Query{Text: word})) == 0 {
			t.Errorf("%s is not found", word)
		}
	}
	if l.Sources.Looked() != nil {
		t.Error("the sample looked at the disk")
	}
}

func TestLookTellsOfEachStoreWithoutALibrary(t *testing.T) {
	state, good := history(t, "main")
	bad := filepath.Join(state, "agents", "work", "agent", "openclaw-agent.sqlite")
	if err := os.MkdirAll(filepath.Dir(bad), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(bad, []byte("no database at all, and longer than any header would be: "+string(make([]byte, 4096))), 0o600); err != nil {
		t.Fatal(err)
	}
	sources := NewSources(Params{States: []string{state}, Home: t.TempDir(), Getenv: noEnv})
	stores, _ := sources.Find(t.Context())
	got := map[string]data.StoreStatus{}
	for _, status := range sources.Look(t.Context(), stores) {
		got[status.Store.Path] = status
	}
	if s := got[good]; s.Sessions != 1 || s.Generation != 23 || s.State != data.StoreIndexing {
		t.Errorf("got %+v", s)
	}
	if s := got[bad]; s.State != data.StoreCorrupt || s.Detail == "" {
		t.Errorf("got %+v", s)
	}
}

func TestEveryKindOfFailureHasASentence(t *testing.T) {
	cases := map[string]error{
		"busy":      data.ErrStoreBusy,
		"newer":     data.ErrStoreNewer,
		"damaged":   data.ErrStoreCorrupt,
		"no access": data.ErrNoAccess,
		"gone":      fs.ErrNotExist,
		"unknown":   errors.New("anything else"),
	}
	seen := map[string]string{}
	for name, err := range cases {
		hint := Hint(&data.StoreError{Op: "open", Err: err})
		if hint == "" || hint[len(hint)-1] != '.' {
			t.Errorf("%s: %q", name, hint)
		}
		seen[hint] = name
	}
	if len(seen) != len(cases)-1 { // an unknown failure counts as damage
		t.Errorf("sentences %v", seen)
	}
	if hint := Hint(&data.StoreError{Err: data.ErrStoreBusy, Hint: "Its own."}); hint != "Its own." {
		t.Errorf("got %q", hint)
	}
	if hint := Hint(&index.Error{Err: data.ErrNoAccess, Hint: "The library's."}); hint != "The library's." {
		t.Errorf("got %q", hint)
	}
	if HintFor(data.StoreReady) != "" {
		t.Error("a store that is well has a hint")
	}
}
