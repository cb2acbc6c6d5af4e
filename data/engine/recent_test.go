package engine_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestRecentListsConversationsByNewestActivity(t *testing.T) {
	l := conversation(t)
	cron, gone, sub := session("main", "cron", 5), session("main", "gone", 6), session("work", "subagent:x", 7)
	cron.Kind, gone.Archived, sub.Kind = data.KindCron, true, data.KindSubagent
	for _, s := range []data.Session{cron, gone, sub} {
		l.put(t, s, say(s, "hello"))
	}
	cases := []struct {
		name    string
		request data.RecentRequest
		want    []data.SessionID
	}{
		{"by default what is plain, each conversation once", data.RecentRequest{}, []data.SessionID{"c", "other"}},
		{"cron on request", data.RecentRequest{Include: data.Include{Automated: true}}, []data.SessionID{"cron", "c", "other"}},
		{"archived on request", data.RecentRequest{Include: data.Include{Archived: true}}, []data.SessionID{"gone", "c", "other"}},
		{"sub-agents on request", data.RecentRequest{Include: data.Include{Subagents: true}}, []data.SessionID{"subagent:x", "c", "other"}},
		{"what was rewound is the same conversation", data.RecentRequest{Include: data.Include{Rewound: true}}, []data.SessionID{"c", "other"}},
		{"of one agent", data.RecentRequest{Agents: []string{"work"}, Include: data.Include{Subagents: true}}, []data.SessionID{"subagent:x"}},
		{"of some stores", data.RecentRequest{Stores: []string{}}, nil},
		{"active at a time", data.RecentRequest{Since: morning, Until: morning.Add(90 * time.Minute)}, []data.SessionID{"other", "a"}},
		{"active since", data.RecentRequest{Since: morning.Add(2 * time.Hour)}, []data.SessionID{"c"}},
		{"active at its very end", data.RecentRequest{Since: morning.Add(3 * time.Hour)}, []data.SessionID{"c"}},
		{"active up to", data.RecentRequest{Until: morning.Add(-time.Second)}, nil},
		{"as many as asked for", data.RecentRequest{Limit: 1}, []data.SessionID{"c"}},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			sessions, err := l.Recent(t.Context(), c.request)
			if err != nil {
				t.Fatal(err)
			}
			var got []data.SessionID
			for _, s := range sessions {
				got = append(got, s.ID)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecentLooksPastTheManyWindowsOfOneConversation(t *testing.T) {
	l := open(t)
	for i := range 12 {
		s := window(fmt.Sprint("w", i), i+1)
		l.put(t, s, say(s, fmt.Sprint("hello ", i)))
	}
	old := session("main", "old", 0)
	l.put(t, old, say(old, "hello"))
	sessions, err := l.Recent(t.Context(), data.RecentRequest{Limit: 2})
	if err != nil {
		t.Fatal(err)
	}
	if len(sessions) != 2 || sessions[0].ID != "w11" || sessions[1].ID != "old" {
		t.Errorf("got %+v", sessions)
	}
}

func TestRecentCountsOnlyWhatAScopeSees(t *testing.T) {
	l := open(t)
	for i := range 9 {
		s := session("work", fmt.Sprint("w", i), i+1)
		l.put(t, s, say(s, "hello"))
	}
	for i, name := range []string{"old", "older"} {
		s := session("main", name, -i)
		l.put(t, s, say(s, "hello"))
	}
	for _, c := range []struct {
		name  string
		scope data.Scope
		want  []data.SessionID
	}{
		{"all of an agent, however many of another are newer", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:old"}, []data.SessionID{"old", "older"}},
		{"one", data.Scope{Mode: data.ScopeSelf, Of: "agent:main:older"}, []data.SessionID{"older"}},
		{"nothing for nobody", data.Scope{Mode: data.ScopeSelf}, nil},
		{"nothing of another state directory", data.Scope{Mode: data.ScopeAgent, Of: "agent:main:old", Policy: data.Policy{State: "/other"}}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			sessions, err := l.Recent(t.Context(), data.RecentRequest{Limit: 2, Scope: c.scope})
			if err != nil {
				t.Fatal(err)
			}
			var got []data.SessionID
			for _, s := range sessions {
				got = append(got, s.ID)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
