package library

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

func TestSearchSaysThatMessagesMayBeMissingUntilAFirstPassHasEnded(t *testing.T) {
	state := datatest.NewState(t)
	state.Agent("main", datatest.V23).Session("agent:main:one", "s1", datatest.Talk("apple")).Session("agent:main:two", "s2", datatest.Talk("apple"))
	l := open(t, Params{Folder: t.TempDir(), States: []string{state.Dir}})
	indexing := func() bool {
		results, err := l.Search(t.Context(), data.Query{Text: "apple"})
		if err != nil {
			t.Fatal(err)
		}
		return results.Indexing
	}
	if !indexing() {
		t.Error("before a pass it seems complete")
	}
	only := reconcile.Options{Only: true, First: reconcile.Looked{Key: "agent:main:one"}}
	if _, err := l.Pass(t.Context(), only, nil); err != nil || !indexing() {
		t.Errorf("after a pass for one session it seems complete; error %v", err)
	}
	if pass(t, l); indexing() {
		t.Error("after a pass for all it does not seem complete")
	}
	if _, err := l.Pass(t.Context(), only, nil); err != nil || indexing() {
		t.Errorf("a pass for one session makes it seem incomplete; error %v", err)
	}
}

func TestTheOutcomeHasTheStatusOfTheNamedHistories(t *testing.T) {
	folder := t.TempDir()
	first, second := datatest.NewState(t), datatest.NewState(t)
	for _, state := range []*datatest.State{first, second} {
		state.Agent("main", datatest.V23).Session("agent:main:main", "s1", datatest.Talk("apple"))
	}
	pass(t, open(t, Params{Folder: folder, States: []string{first.Dir}}))
	l := open(t, Params{Folder: folder, States: []string{second.Dir}})
	outcome := pass(t, l)
	status, err := l.Status(t.Context())
	if err != nil || len(outcome.Status.Stores) != 1 {
		t.Errorf("stores %+v, error %v", outcome.Status.Stores, err)
	}
	same := cmp.Options{cmpopts.IgnoreFields(data.LibraryStatus{}, "Bytes"), cmpopts.IgnoreFields(data.Status{}, "Checked")}
	if diff := cmp.Diff(status, outcome.Status, same); diff != "" {
		t.Error("unlike what status tells:", diff)
	}
}
