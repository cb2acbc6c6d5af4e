package engine

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// crowd is a library of many sessions, half of each of two agents, each with one message. Every tenth was spawned by the
// first of its agent. There may be more, of which only what counts is given.
func crowd(t testing.TB, sessions int, more ...data.Session) *index.Library {
	t.Helper()
	lib, err := index.Open(t.Context(), index.Params{Dir: t.TempDir(), RuleStamp: "none", RuleVersion: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	w, err := lib.Write(t.Context(), index.WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	for n := range sessions {
		if err := write(t, w, member(n)); err != nil {
			t.Fatal(err)
		}
	}
	for n, s := range more {
		given := member(sessions + n)
		given.Key, given.Agent, given.SpawnedBy, given.ChildOf, given.Owner = s.Key, s.Agent, s.SpawnedBy, s.ChildOf, s.Owner
		if err := write(t, w, given); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	return lib
}

// member is session n of a crowd.
func member(n int) data.Session {
	agent := []string{"main", "work"}[n%2]
	s := data.Session{
		Store: data.Store{Agent: agent, Path: "/state/" + agent, State: "/state", Kind: data.StoreOpenClaw}, Agent: agent,
		Key: data.SessionKey(fmt.Sprintf("agent:%s:subagent:942a2690-ce7d-4504-a28f-%012d", agent, n)), ID: data.SessionID(fmt.Sprint(n)),
		Kind: data.KindDirect, StartedAt: time.UnixMilli(int64(n) + 1), UpdatedAt: time.UnixMilli(int64(n) + 1),
	}
	if n%20 >= 18 {
		s.SpawnedBy = member(n % 2).Key
		s.ChildOf = s.SpawnedBy
	}
	return s
}

func write(t testing.TB, w *index.Writer, s data.Session) error {
	sw, err := w.Session(t.Context(), index.SessionParams{Session: s, Fingerprint: "f"})
	if err != nil {
		return err
	}
	message := data.Message{ID: "m", Session: s.ID, Role: data.RoleUser, At: s.StartedAt, Text: "the tide comes in"}
	if err := sw.Put(t.Context(), []data.Message{message}, true); err != nil {
		return err
	}
	return sw.Finish(t.Context(), "", 0)
}

// narrowed gives the filter that a scope makes.
func narrowed(t testing.TB, lib *index.Library, scope data.Scope, asked []string) (index.Filter, bool) {
	t.Helper()
	f := index.Filter{Agents: asked}
	var seen bool
	err := lib.View(t.Context(), func(v *index.View) (err error) {
		seen, err = narrow(t.Context(), v, visibility.New(scope), &f)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return f, seen
}

func TestAScopeInAFilter(t *testing.T) {
	lib := crowd(t, 100)
	of, stores := member(0).Key, []string{"/state/main", "/state/work"}
	every := data.Policy{AgentToAgent: true}
	in := func(state string) data.Policy { return data.Policy{State: state} }
	for name, c := range map[string]struct {
		scope    data.Scope
		asked    []string
		want     index.Filter
		sessions int
		nothing  bool
	}{
		"everything":                      {scope: data.Scope{}},
		"everything of one agent":         {scope: data.Scope{}, asked: []string{"work"}, want: index.Filter{Agents: []string{"work"}}},
		"everything of a state":           {scope: data.Scope{Policy: in("/state")}, want: index.Filter{Stores: stores}},
		"an agent":                        {scope: data.Scope{Mode: data.ScopeAgent, Of: of}, want: index.Filter{Agents: []string{"main"}}},
		"an agent, asked for another":     {scope: data.Scope{Mode: data.ScopeAgent, Of: of}, asked: []string{"work"}, nothing: true},
		"an agent that is not there":      {scope: data.Scope{Mode: data.ScopeAgent, Of: "agent:lab:x"}, nothing: true},
		"all of a session without policy": {scope: data.Scope{Of: of}, want: index.Filter{Agents: []string{"main"}}},
		"all of a session with policy":    {scope: data.Scope{Of: of, Policy: every}, want: index.Filter{Agents: []string{"main", "work"}}},
		"all of a session, asked for one": {
			scope: data.Scope{Of: of, Policy: every},
			asked: []string{"work"},
			want:  index.Filter{Agents: []string{"work"}},
		},
		"a tree":                             {scope: data.Scope{Mode: data.ScopeTree, Of: of}, sessions: 6},
		"a tree, asked for another agent":    {scope: data.Scope{Mode: data.ScopeTree, Of: of}, asked: []string{"work"}, nothing: true},
		"a tree in a state that is not here": {scope: data.Scope{Mode: data.ScopeTree, Of: of, Policy: in("/other")}, nothing: true},
		"self":                               {scope: data.Scope{Mode: data.ScopeSelf, Of: of}, sessions: 1},
		"self of an unknown session":         {scope: data.Scope{Mode: data.ScopeSelf, Of: "agent:main:x"}, nothing: true},
		"nobody":                             {scope: data.Scope{Mode: data.ScopeSelf}, nothing: true},
	} {
		t.Run(name, func(t *testing.T) {
			got, seen := narrowed(t, lib, c.scope, c.asked)
			if seen == c.nothing || len(got.Sessions) != c.sessions {
				t.Fatalf("seen %v, %d sessions", seen, len(got.Sessions))
			}
			got.Sessions = nil
			if diff := cmp.Diff(c.want, got); c.sessions == 0 && !c.nothing && diff != "" {
				t.Errorf("filter (-want +got):\n%s", diff)
			}
		})
	}
}

// TestAScopeSeesTheSameAsWhoDecidesAboutEachSession holds the filter against a decision about every session.
func TestAScopeSeesTheSameAsWhoDecidesAboutEachSession(t *testing.T) {
	odd := []data.Session{
		{Key: "global", Agent: "main"},
		{Key: "global", Agent: "work"},
		{Key: "unknown", Agent: "main"},
		{Key: "agent::x", Agent: "main"},
		{Key: "agent:main:dashboard:incognito-1", Agent: "main"},
		{Key: "agent:main:main", Agent: "main"},
		{Key: "AGENT:work:Main", Agent: "work"},
		{Key: "agent:work:acp:a", Agent: "work", SpawnedBy: "Agent:Main:Main"},
		{Key: "agent:work:acp:b", Agent: "work", Owner: member(0).Key},
		{Key: "agent:work:dashboard:c", Agent: "work", ChildOf: member(0).Key},
		{Key: "agent:work:subagent:d", Agent: "work"},
	}
	lib := crowd(t, 40, odd...)
	runs := []data.Run{{Child: "agent:work:subagent:d", Controller: member(0).Key, Created: time.Now()}}
	for _, of := range []data.SessionKey{
		member(0).Key, member(1).Key, member(18).Key, "agent:main:main", "AGENT:WORK:MAIN", "global", "unknown", "agent::x",
	} {
		for mode := data.ScopeAll; mode <= data.ScopeSelf; mode++ {
			for _, policy := range []data.Policy{
				{}, {
					AgentToAgent: true,
					Runs:         runs,
				}, {
					AgentToAgent: true,
					Allow:        []string{"main"},
				}, {
					Restricted: true,
					Runs:       runs,
				}, {
					Agent:  "work",
					Global: true,
				},
			} {
				scope := data.Scope{Mode: mode, Of: of, Policy: policy}
				if diff := cmp.Diff(decided(t, lib, scope), searched(t, lib, scope)); diff != "" {
					t.Errorf("%+v (-decided +searched):\n%s", scope, diff)
				}
			}
		}
	}
}

// decided are the sessions that a scope allows.
func decided(t *testing.T, lib *index.Library, of data.Scope) map[data.SessionID]bool {
	t.Helper()
	ids, scope := map[data.SessionID]bool{}, visibility.New(of)
	err := lib.View(t.Context(), func(v *index.View) error {
		rows, err := v.Sessions(t.Context(), index.SessionFilter{Include: data.Everything()})
		for _, r := range rows {
			if scope.Allows(visibility.SubjectOf(r.Session)) {
				ids[r.ID] = true
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}

// searched are the sessions in which a search under a scope finds what all of them hold.
func searched(t *testing.T, lib *index.Library, of data.Scope) map[data.SessionID]bool {
	t.Helper()
	ids := map[data.SessionID]bool{}
	err := lib.View(t.Context(), func(v *index.View) error {
		f := index.Filter{Match: "tide", Include: data.Everything()}
		seen, err := narrow(t.Context(), v, visibility.New(of), &f)
		if err != nil || !seen {
			return err
		}
		found, err := v.Find(t.Context(), index.FindRequest{Filter: f, Limit: data.MaxSearchLimit})
		for _, s := range found.Sessions {
			ids[s.ID] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return ids
}
