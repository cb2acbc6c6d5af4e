package tools_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/tools"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

func keys(r reply) []string {
	list := []string{}
	for _, s := range r.Sessions {
		list = append(list, s.Key)
	}
	return list
}

// several makes sessions of every kind, each begun an hour before the one above it.
func several(t *testing.T) (state *datatest.State) {
	t.Helper()
	state = datatest.NewState(t)
	main := state.Agent("main", datatest.V19)
	for n, key := range []string{
		"agent:main:main", "agent:main:discord:group:7", "agent:main:telegram:direct:42", "agent:main:cron:job:run:b", "agent:main:cron:job:run:a",
		"agent:main:hook:mail", "agent:main:subagent:child", "agent:main:old", "global", "unknown",
	} {
		node := datatest.Node{Created: recordedAt.Add(-time.Duration(n+1) * time.Hour), Archived: key == "agent:main:old"}
		if key == "agent:main:subagent:child" {
			node.SpawnedBy, node.Label = "agent:main:main", "Counts kiwis"
		}
		main.Session(key, fmt.Sprintf("s%d", n), datatest.TalkAt(fmt.Sprintf("s%d-", n), node.Created, "first of "+key, "last\nof "+key), node)
	}
	state.Agent("work", datatest.V19).Session("agent:work:main", "w", datatest.TalkAt("w", recordedAt.Add(-time.Minute), "work"))
	return state
}

func TestWhatAListHolds(t *testing.T) {
	of := caller(t, open(t, several(t).Dir), "agent:main:main", "agent")
	all := []string{
		"agent:main:main", "agent:main:discord:group:7", "agent:main:telegram:direct:42", "agent:main:cron:job", "agent:main:hook:mail", "agent:main:subagent:child",
	}
	for name, c := range map[string]struct {
		arguments object
		want      []string
	}{
		"everything":             {object{}, all},
		"archived":               {object{"archived": true}, []string{"agent:main:old"}},
		"a kind":                 {object{"kinds": []string{"group"}}, all[1:2]},
		"several kinds":          {object{"kinds": []string{"Main", "cron"}}, []string{all[0], all[3]}},
		"other kinds":            {object{"kinds": []string{"other"}}, []string{all[2], all[5]}},
		"a label":                {object{"label": "Counts kiwis"}, all[5:]},
		"no such label":          {object{"label": "counts"}, []string{}},
		"a part of a name":       {object{"search": "KIWI"}, all[5:]},
		"a part of a key":        {object{"search": "telegram"}, all[2:3]},
		"an agent":               {object{"agentId": "MAIN"}, all},
		"an agent it sees not":   {object{"agentId": "work"}, []string{}},
		"what was active lately": {object{"activeMinutes": 130}, all[:2]},
		"a limit":                {object{"limit": 2}, all[:2]},
		"an offset":              {object{"offset": 4}, all[4:]},
		"an offset too far":      {object{"offset": 40}, []string{}},
	} {
		got := ask(t, of, "sessions_list", c.arguments)
		if diff := cmp.Diff(c.want, keys(got)); diff != "" || got.Count != len(c.want) {
			t.Errorf("%s: count %d\n%s", name, got.Count, diff)
		}
	}
	cut := ask(t, of, "sessions_list", object{"limit": 2})
	if !cut.Truncated || cut.TruncationReason != "limit" || cut.NextOffset == nil || *cut.NextOffset != 2 {
		t.Errorf("%+v", cut)
	}
}

func TestARowTellsWhatIsKnownOfASession(t *testing.T) {
	l := open(t, several(t).Dir)
	got := ask(t, caller(t, l, "agent:main:main", "agent"), "sessions_list", object{"messageLimit": 1, "includeLastMessage": true, "includeDerivedTitles": true})
	rows := map[string]listed{}
	for _, row := range got.Sessions {
		rows[row.Key] = row
	}
	main := rows["agent:main:main"]
	if main.Kind != "main" || main.SessionID != "s0" || main.LastMessagePreview != "last of agent:main:main" || len(main.ChildSessions) != 1 || len(main.Messages) != 1 ||
		main.DerivedTitle != main.DisplayName || main.Messages[0].Content != "[text]last\nof agent:main:main" {
		t.Errorf("%+v", main)
	}
	child := rows["agent:main:subagent:child"]
	if child.ParentSessionKey != "agent:main:main" || child.DisplayName != "Counts kiwis" || child.Kind != "other" {
		t.Errorf("%+v", child)
	}
	if rows["agent:main:discord:group:7"].Channel != "discord" || rows["agent:main:cron:job"].SessionID != "s3" {
		t.Errorf("%+v", rows)
	}
	if plain := ask(t, caller(t, l, "agent:main:main", "agent"), "sessions_list", object{}); plain.Sessions[0].DerivedTitle != "" || plain.Sessions[0].Messages != nil {
		t.Errorf("%+v", plain.Sessions[0])
	}
}

func TestNewerReleasesListArchivedSessionsBesideTheOthers(t *testing.T) {
	for generation, want := range map[datatest.Generation][]string{
		datatest.V19: {"agent:main:main"}, datatest.V23: {"agent:main:main", "agent:main:old"},
	} {
		state := datatest.NewState(t)
		state.Agent("main", generation).
			Session("agent:main:main", "s1", datatest.TalkAt("m", recordedAt.Add(-time.Hour), "tide")).
			Session("agent:main:old", "s2", datatest.TalkAt("o", recordedAt.Add(-2*time.Hour), "tide"), datatest.Node{Archived: true})
		of := caller(t, open(t, state.Dir), "agent:main:main", "agent")
		for arguments, want := range map[string][]string{"all": want, "true": {"agent:main:main"}, "": {"agent:main:main"}} {
			if diff := cmp.Diff(want, keys(ask(t, of, "sessions_list", object{"archived": arguments}))); diff != "" {
				t.Errorf("version %d, %q: %s", generation, arguments, diff)
			}
		}
	}
}

func TestASandboxedSessionIsNotListedToItself(t *testing.T) {
	l := open(t, several(t).Dir)
	for _, key := range []data.SessionKey{"agent:main:main", "agent:main:Main"} {
		of, err := tools.New(tools.Params{Library: l, Caller: key, Sandboxed: true, Now: now})
		must(t, err)
		if diff := cmp.Diff([]string{}, keys(ask(t, of, "sessions_list", object{}))); diff != "" {
			t.Errorf("%s: %s", key, diff)
		}
	}
}

func TestAListKeepsToItsBytes(t *testing.T) {
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V19)
	for n := range 30 {
		store.Session(fmt.Sprintf("agent:main:s%d", n), fmt.Sprintf("s%d", n), datatest.Talk(strings.Repeat("tide ", 900)))
	}
	of := caller(t, open(t, state.Dir), "agent:main:main", "agent")
	answer := call(t, of, "sessions_list", object{"messageLimit": 1})
	seen := 0
	for offset, pages := 0, 0; pages < 10; pages++ {
		got := ask(t, of, "sessions_list", object{"messageLimit": 1, "offset": offset})
		if seen += got.Count; got.NextOffset == nil {
			break
		}
		if got.TruncationReason != "bytes" {
			t.Errorf("%q", got.TruncationReason)
		}
		offset = *got.NextOffset
	}
	if len(answer.JSON) > 80_000 || seen != 30 {
		t.Errorf("%d bytes, %d of 30 rows", len(answer.JSON), seen)
	}
}

func TestEveryRowFitsIntoAList(t *testing.T) {
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V19)
	store.Session("agent:main:main", "s1", datatest.Talk(slices.Repeat([]string{strings.Repeat("潮汐", 2500)}, 30)...))
	for n := range 150 {
		key := fmt.Sprintf("agent:main:subagent:%d", n)
		store.Session(key, fmt.Sprintf("c%d", n), datatest.TalkAt("c", datatest.Start.AddDate(0, 0, -1), "tide"), datatest.Node{SpawnedBy: "agent:main:main"})
	}
	got := ask(t, caller(t, open(t, state.Dir), "agent:main:main", "agent"), "sessions_list", object{"limit": 1, "messageLimit": 20, "includeLastMessage": true})
	if got.Count != 1 || len(got.Sessions[0].ChildSessions) != 100 || len(got.Sessions[0].Messages) != 2 {
		t.Fatalf("%d rows: %d messages, %d children", got.Count, len(got.Sessions[0].Messages), len(got.Sessions[0].ChildSessions))
	}
	if last := got.Sessions[0].Messages[1].Meta.ID; last != "m29" {
		t.Errorf("the last message is %s", last)
	}
}

func TestWhoMayCall(t *testing.T) {
	for text, want := range map[string]data.SessionKey{
		"agent:main:main": "agent:main:main", " Agent:Main:Telegram:Direct:42 ": "agent:main:Telegram:Direct:42", "MAIN": "agent:main:main",
		"": "", "global": "", "agent::x": "", "agent:main:": "", "agent:main:subagent:incognito-1": "",
		"agent:main:main\nx": "", "agent:main\x00:main": "", "agent:main:a\tb": "", "agent:main:\x1b[31m": "", "agent:main:\u0085x": "",
	} {
		got, err := tools.CallerOf(text)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", text, got, err)
		}
	}
	if _, err := tools.New(tools.Params{Caller: "agent:main:main"}); err == nil {
		t.Error("tools without a library are made")
	}
	if _, err := tools.New(tools.Params{Library: open(t, several(t).Dir), Caller: "nobody"}); err == nil {
		t.Error("tools of nobody are made")
	}
}
