package engine_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// family is a library with a main session, its children and strangers, each with the word "tide".
func family(t *testing.T) library {
	l := open(t)
	put := func(agent, name string, hour int, change func(*data.Session)) {
		s := session(agent, name, hour)
		if change != nil {
			change(&s)
		}
		l.put(t, s, say(s, "the tide of "+name))
	}
	put("main", "main", 0, nil)
	put("main", "chat", 1, nil)
	put("main", "fork", 2, func(s *data.Session) { s.ChildOf = "agent:main:chat" })
	put("main", "subagent:kid", 3, func(s *data.Session) { s.SpawnedBy, s.Kind = "agent:main:chat", data.KindSubagent })
	put("main", "subagent:grandkid", 4, func(s *data.Session) { s.SpawnedBy, s.Kind = "agent:main:subagent:kid", data.KindSubagent })
	put("work", "main", 5, nil)
	put("work", "subagent:far", 6, func(s *data.Session) { s.SpawnedBy, s.Kind = "agent:main:chat", data.KindSubagent })
	put("work", "far", 7, func(s *data.Session) { s.SpawnedBy = "agent:main:chat" })
	return l
}

func TestScopeIsDecidedBeforeTheSearch(t *testing.T) {
	l := family(t)
	cases := []struct {
		name   string
		scope  data.Scope
		agents []string
		want   string
	}{
		{"all sees everything", data.Scope{}, nil, "far subagent:far main subagent:grandkid subagent:kid fork chat main"},
		{"all of one agent", data.Scope{}, []string{"work"}, "far subagent:far main"},
		{"an agent sees its own", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:chat"}, nil, "subagent:grandkid subagent:kid fork chat main"},
		{"an agent sees nothing of another", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:chat"}, []string{"work"}, ""},
		{"an agent within several", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:chat"}, []string{"work", "main"}, "subagent:grandkid subagent:kid fork chat main"},
		{"an agent's scope takes any key", data.Scope{Mode: data.ScopeAgent, Of: "agent:work:not there"}, nil, "far subagent:far main"},
		{"a tree is a session and its children", data.Scope{Mode: data.ScopeTree, Of: "agent:main:chat"}, nil, "subagent:far subagent:kid fork chat"},
		{"a tree within an agent", data.Scope{Mode: data.ScopeTree, Of: "agent:main:chat"}, []string{"work"}, "subagent:far"},
		{"the tree of main is its agent", data.Scope{Mode: data.ScopeTree, Of: "agent:main:main"}, nil, "subagent:grandkid subagent:kid fork chat main"},
		{"self is one session", data.Scope{Mode: data.ScopeSelf, Of: "agent:main:chat"}, nil, "chat"},
		{"self of an unknown key is nothing", data.Scope{Mode: data.ScopeSelf, Of: "agent:main:no"}, nil, ""},
		{"a scope of no session is nothing", data.Scope{Mode: data.ScopeTree}, nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			results := l.search(t, data.Query{Text: "tide", Scope: c.scope, Agents: c.agents, Include: data.Include{Subagents: true}})
			var names []string
			for _, group := range results.Groups {
				names = append(names, string(group.Session.ID))
			}
			if got := strings.Join(names, " "); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
			if results.Total != len(names) || results.Limited {
				t.Errorf("total %d, limited %v", results.Total, results.Limited)
			}
		})
	}
}

func TestSearchGroupsBySessionNewestFirst(t *testing.T) {
	l := open(t)
	old, young := session("main", "old", 0), session("main", "young", 1)
	old.Title = "About the tide"
	l.put(t, old, say(old, "tide one", "nothing", "Tide two", "low tide three"))
	l.put(t, young, say(young, "nothing", "tide four"))
	results := l.search(t, data.Query{Text: "TIDE"})
	if diff := cmp.Diff([][]string{{"young-1"}, {"old-3", "old-2", "old-0"}}, ids(results)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	group := results.Groups[1]
	if diff := cmp.Diff([]data.Span{{Start: 10, End: 14}}, group.TitleMarks); diff != "" {
		t.Errorf("marks of the title (-want +got):\n%s", diff)
	}
	want := data.Hit{
		MessageID: "old-3", SessionID: "old", Seq: 3, Role: data.RoleAssistant, At: morning.Add(3 * time.Minute),
		Excerpt: data.Excerpt{Text: "low tide three", Marks: []data.Span{{Start: 4, End: 8}}},
	}
	if diff := cmp.Diff(want, group.Hits[0]); diff != "" {
		t.Errorf("hit (-want +got):\n%s", diff)
	}
	if results.Total != 4 || results.Limited || group.More != 0 {
		t.Errorf("total %d, limited %v, more %d", results.Total, results.Limited, group.More)
	}
}

func TestLimitsLeaveACountOfTheRest(t *testing.T) {
	l := open(t)
	for i := range 3 {
		s := session("main", fmt.Sprint("s", i), i)
		l.put(t, s, say(s, "tide", "tide", "tide", "tide"))
	}
	results := l.search(t, data.Query{Text: "tide", PerSession: 2, Sessions: 2})
	if diff := cmp.Diff([][]string{{"s2-3", "s2-2"}, {"s1-3", "s1-2"}}, ids(results)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if results.Total != 12 || !results.Limited || results.Groups[0].More != 2 {
		t.Errorf("total %d, limited %v, more %d", results.Total, results.Limited, results.Groups[0].More)
	}
	if results := l.search(t, data.Query{Text: "tide", Limit: 1}); len(results.Groups) != 1 || results.Groups[0].More != 3 {
		t.Errorf("groups of a search for one hit: %+v", results.Groups)
	}
}

func TestBestMatchRanks(t *testing.T) {
	l := open(t)
	once, often := session("main", "once", 5), session("main", "often", 0)
	l.put(t, once, say(once, "the tide was mentioned a single time among very many other words that say nothing at all"))
	l.put(t, often, say(often, "tide tide tide"))
	results := l.search(t, data.Query{Text: "tide", Order: data.OrderBest})
	if diff := cmp.Diff([][]string{{"often-0"}, {"once-0"}}, ids(results)); diff != "" {
		t.Errorf("hits (-want +got):\n%s", diff)
	}
	if best, next := results.Groups[0].Hits[0].Score, results.Groups[1].Hits[0].Score; best <= next || next == 0 {
		t.Errorf("scores %v, %v", best, next)
	}
}

func TestTheQueryIsMaskedLikeTheMessages(t *testing.T) {
	l := open(t)
	s := session("main", "s", 0)
	l.put(t, s, say(s, "the key is secret, keep it", "the key is nowhere"))
	results := l.search(t, data.Query{Text: "key is sec\x00ret", Hashed: true})
	if results.Query != "key is ***" {
		t.Errorf("query %q", results.Query)
	}
	if diff := cmp.Diff([]string{"***"}, results.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	want := data.Excerpt{
		Text: "the key is ***, keep it", Marks: []data.Span{{Start: 4, End: 7}, {Start: 8, End: 10}},
		Hidden: []data.Hidden{{Span: data.Span{Start: 11, End: 14}, Kind: "test"}},
	}
	if diff := cmp.Diff(want, results.Groups[0].Hits[1].Excerpt); diff != "" {
		t.Errorf("excerpt (-want +got):\n%s", diff)
	}
}

func TestNothingToSearchGivesNoHitsAndSaysSo(t *testing.T) {
	l := family(t)
	for _, text := range []string{"", "  ", "???", `""`, "\x00\xff"} {
		results := l.search(t, data.Query{Text: text})
		if len(results.Groups) != 0 || results.Total != 0 || len(results.Words) != 0 {
			t.Errorf("%q: %+v", text, results)
		}
	}
	results := l.search(t, data.Query{Text: "tide ?? -", Limit: 1000})
	if diff := cmp.Diff([]string{"??", "-"}, results.Dropped); diff != "" {
		t.Errorf("dropped (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"tide"}, results.Words); diff != "" || results.Total != 5 {
		t.Errorf("total %d, words (-want +got):\n%s", results.Total, diff)
	}
}

func TestWhatIsLeftOutIsCounted(t *testing.T) {
	results := family(t).search(t, data.Query{Text: "tide"})
	if diff := cmp.Diff(data.HiddenKinds{Subagent: 3}, results.Hidden); diff != "" {
		t.Errorf("left out (-want +got):\n%s", diff)
	}
}

func TestStoresNarrow(t *testing.T) {
	l := family(t)
	for want, stores := range map[int][]string{5: nil, 0: {}, 2: {"/state/work.sqlite"}} {
		if results := l.search(t, data.Query{Text: "tide", Stores: stores}); results.Total != want {
			t.Errorf("stores %q: total %d, want %d", stores, results.Total, want)
		}
	}
}

func TestACancelledSearchGivesTheContextsError(t *testing.T) {
	l := family(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, text := range []string{"tide", ""} {
		if _, err := l.Search(ctx, data.Query{Text: text}); !errors.Is(err, context.Canceled) {
			t.Errorf("search for %q: %v", text, err)
		}
	}
	if _, err := l.Page(ctx, data.PageRequest{Key: "agent:main:chat"}); !errors.Is(err, context.Canceled) {
		t.Errorf("page: %v", err)
	}
	if _, err := l.Recent(ctx, data.RecentRequest{}); !errors.Is(err, context.Canceled) {
		t.Errorf("recent: %v", err)
	}
}

func FuzzSearch(f *testing.F) {
	for _, text := range []string{"tide", `"the tide"`, "tide OR (", "secret", "{tags} : c0", "a\x00b", "„x“ «"} {
		f.Add(text)
	}
	l := open(f)
	s := session("main", "s", 0)
	l.put(f, s, say(s, "the tide is high"))
	f.Fuzz(func(t *testing.T, text string) {
		results := l.search(t, data.Query{Text: text})
		if strings.Contains(results.Query, "secret") {
			t.Fatalf("query %q", results.Query)
		}
	})
}
