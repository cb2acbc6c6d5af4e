package index

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestLinksAreTheSessionsThatAreDecidedOneByOne(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	add := func(key data.SessionKey, change func(*data.Session)) {
		s := session("alpha", string(key))
		s.Key = key
		if change != nil {
			change(&s)
		}
		put(t, w, s, talk("apple"))
	}
	of := data.SessionKey("agent:alpha:One")
	add(of, nil)
	add("agent:alpha:spawned", func(s *data.Session) { s.SpawnedBy, s.LinkedUntil = "agent:alpha:one", start })
	add("agent:alpha:child", func(s *data.Session) { s.ChildOf = of })
	add("agent:alpha:owned", func(s *data.Session) { s.Owner = of })
	add("agent:alpha:run", nil)
	add("agent:alpha:stranger", func(s *data.Session) { s.Parent = of })
	add("agent:alpha:a:b", nil)
	odd := []data.SessionKey{
		"global", "unknown", "main", "agent::x", "agent:alpha", "agent:alpha:", "AGENT:alpha:x", "agent:alpha:subagent:incognito-1",
	}
	for _, key := range odd {
		add(key, nil)
	}
	want := append([]data.SessionKey{of, "agent:alpha:spawned", "agent:alpha:child", "agent:alpha:owned", "agent:alpha:run"}, odd...)
	got := linksOf(t, l, LinkFilter{Of: of, Folded: "agent:alpha:one", Children: []data.SessionKey{"AGENT:alpha:run", "agent:alpha:gone"}})
	var keys []data.SessionKey
	for _, r := range got {
		keys = append(keys, r.Key)
		if r.Key == "agent:alpha:spawned" && (r.SpawnedBy != "agent:alpha:one" || r.Agent != "alpha" || !r.LinkedUntil.Equal(start)) {
			t.Errorf("spawned: %+v", r)
		}
	}
	slices.Sort(keys)
	slices.Sort(want)
	if diff := cmp.Diff(want, keys); diff != "" {
		t.Error(diff)
	}
	if got := linksOf(t, l, LinkFilter{}); len(got) != len(odd) {
		t.Errorf("odd ones: %+v", got)
	}
	if got := linksOf(t, l, LinkFilter{SessionFilter: SessionFilter{Agents: []string{"beta"}}, Of: of, Folded: of}); len(got) > 0 {
		t.Errorf("of another agent: %+v", got)
	}
}

func linksOf(t *testing.T, l *Library, f LinkFilter) (rows []SessionRow) {
	t.Helper()
	view(t, l, func(v *View) error {
		return v.Links(t.Context(), f, func(r SessionRow) { rows = append(rows, r) })
	})
	return rows
}

func TestOddKeysAreFoundByTheirIndex(t *testing.T) {
	l := open(t, t.TempDir())
	view(t, l, func(v *View) error {
		var plan strings.Builder
		err := v.each(t.Context(), "EXPLAIN QUERY PLAN "+selectOdd, nil, func(rows *sql.Rows) error {
			var id, parent, unused int
			var detail string
			err := rows.Scan(&id, &parent, &unused, &detail)
			plan.WriteString(detail)
			return err
		})
		if !strings.Contains(plan.String(), "sessions_odd") {
			t.Errorf("plan: %s", plan.String())
		}
		return err
	})
}

func TestSessionsBesideAgentsAndSessionsThatAreLeftOut(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	put(t, w, session("alpha", "two"), talk("apple"))
	put(t, w, session("beta", "three"), talk("apple"))
	put(t, w, session("beta", "four"), talk("apple"))
	rows := map[string]RowID{}
	view(t, l, func(v *View) error {
		sessions, err := v.Sessions(t.Context(), SessionFilter{})
		for _, s := range sessions {
			rows[string(s.ID)] = s.Row
		}
		return err
	})
	// Rows that there are not fill the lists up to where they are told otherwise than by token.
	filled := func(of ...string) (list []RowID) {
		for n := range maxTags {
			list = append(list, RowID(1_000_000+n))
		}
		for _, id := range of {
			list = append(list, rows[id])
		}
		return list
	}
	for name, c := range map[string]struct {
		filter Filter
		want   []string
	}{
		"an agent and a session":     {Filter{Agents: []string{"alpha"}, Also: []RowID{rows["three"]}}, []string{"one", "three", "two"}},
		"an agent and many sessions": {Filter{Agents: []string{"alpha"}, Also: filled("three")}, []string{"one", "three", "two"}},
		"a session beside no agent":  {Filter{Agents: []string{"gamma"}, Also: []RowID{rows["three"]}}, []string{"three"}},
		"nothing beside no agent":    {Filter{Agents: []string{"gamma"}}, nil},
		"an agent without a session": {Filter{Agents: []string{"alpha"}, Without: []RowID{rows["two"]}}, []string{"one"}},
		"an agent without many":      {Filter{Agents: []string{"alpha"}, Without: filled("two")}, []string{"one"}},
		"all without a session":      {Filter{Without: []RowID{rows["two"]}}, []string{"four", "one", "three"}},
		"one store of what is besides": {
			Filter{Agents: []string{"alpha"}, Also: []RowID{rows["three"]}, Stores: []string{storeOf("beta").Path}},
			[]string{"three"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			c.filter.Match = "apple"
			var ids []string
			for _, s := range find(t, l, FindRequest{Filter: c.filter}).Sessions {
				ids = append(ids, string(s.ID))
			}
			slices.Sort(ids)
			if diff := cmp.Diff(c.want, ids); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheStoresOfAStateDirectory(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	for _, agent := range []string{"beta", "alpha"} {
		put(t, w, session(agent, "one"), talk("apple"))
	}
	other := session("gamma", "one")
	other.Store.State = "/elsewhere"
	put(t, w, other, talk("apple"))
	for state, want := range map[string][]string{
		"/state": {storeOf("alpha").Path, storeOf("beta").Path}, "/elsewhere": {storeOf("gamma").Path}, "/nowhere": {},
	} {
		view(t, l, func(v *View) error {
			got, err := v.StoresIn(t.Context(), state)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s: %s", state, diff)
			}
			return err
		})
	}
}
