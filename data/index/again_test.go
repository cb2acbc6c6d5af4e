package index

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/redact"
)

// birdRules hide a word that the rules by which the libraries of tests are made let through.
func birdRules(t *testing.T) data.Redactor {
	t.Helper()
	r, problems := redact.New(redact.Params{Patterns: []string{"bluebird-[a-z]+"}})
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return r
}

// again looks at a library that other rules made.
func again(t *testing.T, l *Library, do func(*View) error) {
	t.Helper()
	r := birdRules(t)
	l.SetRules(Rules{Stamp: r.Stamp(), Version: r.Version()})
	view(t, l, func(v *View) error {
		if err := v.Redact(t.Context(), r); err != nil {
			return err
		}
		return do(v)
	})
}

// linked writes a session with a hidden word in its key, two that belong to it and one that does not.
func linked(t *testing.T, l *Library) {
	t.Helper()
	w := writer(t, l)
	const held = "agent:alpha:bluebird-one"
	parent := session("alpha", "parent")
	parent.Key, parent.Title = held, "title of bluebird-one"
	put(t, w, parent, talk("apple"))
	child := session("alpha", "child")
	child.Parent, child.SpawnedBy, child.ChildOf, child.Owner = held, held, held, held
	put(t, w, child, talk("apple"))
	put(t, w, session("alpha", "stranger"), talk("apple"))
}

func TestAllKeysOfASessionThatOlderRulesLetThroughAreMasked(t *testing.T) {
	l := open(t, t.TempDir())
	linked(t, l)
	again(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{})
		ids := make([]RowID, len(rows))
		for i, r := range rows {
			ids[i] = r.Row
		}
		loaded, failed := v.SessionsByRow(t.Context(), ids)
		if err != nil || failed != nil {
			t.Fatal(err, failed)
		}
		masked := birdRules(t).Key("agent:alpha:bluebird-one")
		for _, r := range rows {
			want := r.Session
			switch r.ID {
			case "parent":
				want.Key, want.Title = masked, "title of ***"
			case "child":
				want.Parent, want.SpawnedBy, want.ChildOf, want.Owner = masked, masked, masked, masked
			}
			if diff := cmp.Diff([2]data.Session{want, want}, [2]data.Session{r.Session, loaded[r.Row]}); diff != "" {
				t.Errorf("%s (-want +got):\n%s", r.ID, diff)
			}
		}
		return nil
	})
}

func TestASessionIsFoundByTheKeyUnderWhichItIsListed(t *testing.T) {
	l := open(t, t.TempDir())
	linked(t, l)
	for key, want := range map[data.SessionKey]data.SessionID{
		birdRules(t).Key("agent:alpha:bluebird-one"): "parent",
		"agent:alpha:bluebird-one":                   "parent",
		"agent:alpha:bluebird-two":                   "",
		"agent:alpha:child":                          "child",
		birdRules(t).Key("agent:beta:bluebird-one"):  "",
	} {
		again(t, l, func(v *View) error {
			rows, err := v.Sessions(t.Context(), SessionFilter{Key: key})
			if err != nil {
				return err
			}
			var got data.SessionID
			for _, r := range rows {
				got += r.ID
			}
			if got != want {
				t.Errorf("%s: found %q", key, got)
			}
			return nil
		})
	}
}

func TestLinksAreFoundByTheKeysUnderWhichSessionsAreListed(t *testing.T) {
	masked := birdRules(t).Key("agent:alpha:bluebird-one")
	for name, test := range map[string]struct {
		filter LinkFilter
		want   map[data.SessionID]bool
	}{
		"of the one that looks": {LinkFilter{Of: masked, Folded: masked}, map[data.SessionID]bool{"parent": true, "child": true}},
		"of what runs for it": {
			LinkFilter{Of: "agent:alpha:child", Folded: "agent:alpha:child", Children: []data.SessionKey{masked}},
			map[data.SessionID]bool{"parent": true, "child": true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			linked(t, l)
			again(t, l, func(v *View) error {
				ids, err := v.SessionsByRow(t.Context(), rowsOf(t, v, test.filter, masked))
				got := map[data.SessionID]bool{}
				for _, s := range ids {
					got[s.ID] = true
				}
				if diff := cmp.Diff(test.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return err
			})
		})
	}
}

// rowsOf gives the sessions among the links of a filter that belong to a key.
func rowsOf(t *testing.T, v *View, f LinkFilter, key data.SessionKey) (rows []RowID) {
	t.Helper()
	err := v.Links(t.Context(), f, func(r SessionRow) {
		if r.Key == key || r.SpawnedBy == key && r.ChildOf == key && r.Owner == key {
			rows = append(rows, r.Row)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return rows
}
