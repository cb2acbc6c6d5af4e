package index

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// library holds two agents: alpha with a main, a cron, a sub-agent and an archived session, beta with a main session.
func library(t testing.TB) *Library {
	t.Helper()
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple pie recipe", "the apple is red", "no fruit here", "secret apple"))
	cron := session("alpha", "cron")
	cron.Kind = data.KindCron
	put(t, w, cron, talk("apple report"))
	sub := session("alpha", "sub")
	sub.Kind = data.KindSubagent
	put(t, w, sub, talk("apple work", "apple done"))
	old := session("alpha", "old")
	old.Archived = true
	put(t, w, old, talk("apple of old"))
	put(t, w, session("beta", "two"), talk("pear and apple", "Crème brûlée"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

func TestFindNarrows(t *testing.T) {
	l := library(t)
	tests := map[string]struct {
		request FindRequest
		want    []string
	}{
		"newest first, ties by the later row": {
			FindRequest{Filter: Filter{Match: `"apple"`}},
			[]string{"*** apple", "the apple is red", "pear and apple", "apple pie recipe"},
		},
		"of one agent": {
			FindRequest{Filter: Filter{Match: `"apple"`, Agents: []string{"beta"}}}, []string{"pear and apple"},
		},
		"of an unknown agent": {
			FindRequest{Filter: Filter{Match: `"apple"`, Agents: []string{"gamma"}}}, []string{},
		},
		"of one role": {
			FindRequest{Filter: Filter{Match: `"apple"`, Role: data.RoleAssistant}}, []string{"*** apple", "the apple is red"},
		},
		"of one store": {
			FindRequest{Filter: Filter{Match: `"apple"`, Stores: []string{storeOf("beta").Path}}}, []string{"pear and apple"},
		},
		"of no store": {
			FindRequest{Filter: Filter{Match: `"apple"`, Stores: []string{}}}, []string{},
		},
		"of no session": {
			FindRequest{Filter: Filter{Match: `"apple"`, Sessions: []RowID{}}}, []string{},
		},
		"since, inclusive": {
			FindRequest{Filter: Filter{Match: `"apple"`, Since: start.Add(time.Minute)}}, []string{"*** apple", "the apple is red"},
		},
		"until, inclusive": {
			FindRequest{Filter: Filter{Match: `"apple"`, Until: start}}, []string{"pear and apple", "apple pie recipe"},
		},
		"a phrase": {FindRequest{Filter: Filter{Match: `"apple is"`}}, []string{"the apple is red"}},
		"without diacritics": {
			FindRequest{Filter: Filter{Match: `"creme" AND "brulee"`}}, []string{"Crème brûlée"},
		},
		"everything on request": {
			FindRequest{Filter: Filter{Match: `"apple"`, Until: start, Include: data.Include{Archived: true, Automated: true, Subagents: true}}},
			[]string{"pear and apple", "apple of old", "apple work", "apple report", "apple pie recipe"},
		},
		"a token of the scope is no text": {FindRequest{Filter: Filter{Match: `"ruser"`}}, []string{}},
		"what is hidden is not found":     {FindRequest{Filter: Filter{Match: `"secret"`}}, []string{}},
		"nothing to search":               {FindRequest{}, []string{}},
		"an or of words": {
			FindRequest{Filter: Filter{Match: `"pear" OR "recipe"`}}, []string{"pear and apple", "apple pie recipe"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			found := find(t, l, test.request)
			if diff := cmp.Diff(test.want, texts(found)); diff != "" {
				t.Error(diff)
			}
			if found.Total != len(test.want) || found.Limited {
				t.Errorf("total %d, limited %v; want %d, false", found.Total, found.Limited, len(test.want))
			}
		})
	}
}

func TestFindCountsWhatIsLeftOut(t *testing.T) {
	found := find(t, library(t), FindRequest{Filter: Filter{Match: `"apple"`}})
	want := data.HiddenKinds{Automated: 1, Subagent: 2, Archived: 1}
	if diff := cmp.Diff(want, found.Hidden); diff != "" {
		t.Error(diff)
	}
}

func TestFindBestRanks(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("a long sentence with one kiwi in many other words", "kiwi kiwi kiwi", "kiwi kiwi kiwi"))
	found := find(t, l, FindRequest{Filter: Filter{Match: `"kiwi"`}, Order: data.OrderBest, Limit: 2})
	want := []string{"m2", "m1"} // equal scores: the newer first
	got := []string{found.Rows[0].Message.ID, found.Rows[1].Message.ID}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if found.Ranked != 0 || !found.Limited || found.Total != 3 || found.Rows[0].Score <= 0 {
		t.Errorf("ranked %d, limited %v, total %d, score %v", found.Ranked, found.Limited, found.Total, found.Rows[0].Score)
	}
	for _, n := range found.More {
		if n != 1 {
			t.Errorf("more %d, want 1", n)
		}
	}
}
