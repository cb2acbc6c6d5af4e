package tools_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/tools"
	"github.com/wordwake/wordwake/data/datatest"
)

// made gives the tools of agent:main:main over a store that make fills.
func made(t *testing.T, fill func(s *datatest.Store)) *tools.Tools {
	t.Helper()
	state := datatest.NewState(t)
	fill(state.Agent("main", datatest.V19))
	return caller(t, open(t, state.Dir), "agent:main:main", "")
}

// talk gives the tools over one session of these texts, m0, m1 and so on.
func talk(t *testing.T, texts ...string) *tools.Tools {
	t.Helper()
	return made(t, func(s *datatest.Store) { s.Session("agent:main:main", "s1", datatest.Talk(texts...)) })
}

// spoken is a message event with any message.
func spoken(id, parent string, message datatest.Fields) datatest.Event {
	fields := datatest.Fields{"type": "message", "id": id, "parentId": nil, "timestamp": "2026-07-01T10:00:00.000Z", "message": message}
	if parent != "" {
		fields["parentId"] = parent
	}
	return datatest.Make(fields)
}

func ids(messages []message) []string {
	list := []string{}
	for _, m := range messages {
		list = append(list, m.Meta.ID)
	}
	return list
}

func numbered(from, to int) []string {
	list := []string{}
	for n := from; n <= to; n++ {
		list = append(list, fmt.Sprintf("m%d", n))
	}
	return list
}

func same(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}

func TestAnAnswerKeepsToItsBytes(t *testing.T) {
	long := make([]string, 40)
	for n := range long {
		long[n] = strings.Repeat("tide ", 780)
	}
	of := talk(t, long...)
	newest := ask(t, of, "sessions_history", object{"sessionKey": "main"})
	same(t, "the newest", numbered(20, 39), ids(newest.Messages))
	if !newest.Truncated || !newest.DroppedMessages || newest.ContentTruncated || newest.Bytes > 81_920 {
		t.Errorf("%d bytes, %+v", newest.Bytes, newest.Truncated)
	}
	for anchor, want := range map[string][]string{"m20": numbered(10, 29), "m1": numbered(0, 19), "m39": numbered(20, 39)} {
		got := ask(t, of, "sessions_history", object{"sessionKey": "main", "messageId": anchor})
		same(t, "around "+anchor, want, ids(got.Messages))
	}
}

func TestTheBytesOfAnAnswerAreThoseOfItsMessages(t *testing.T) {
	answer := call(t, talk(t, "one", "two <3", "three"), "sessions_history", object{"sessionKey": "main"})
	var got struct {
		Messages json.RawMessage
		Bytes    int
	}
	must(t, json.Unmarshal(answer.JSON, &got))
	line, err := json.Marshal(got.Messages)
	must(t, err)
	if want := len(strings.ReplaceAll(string(line), `\u003c`, "<")) + len(`{"items":[],"total":0}`); got.Bytes != want {
		t.Errorf("%d bytes, not %d", got.Bytes, want)
	}
}

func TestAMessageThatIsTooLargeHasSomethingInItsPlace(t *testing.T) {
	blocks := func(n int) datatest.Fields {
		var content []datatest.Fields
		for range n {
			content = append(content, datatest.Fields{"type": "text", "text": strings.Repeat("tide ", 790)})
		}
		return datatest.Fields{"role": "user", "content": content}
	}
	of := made(t, func(s *datatest.Store) {
		s.Session("agent:main:main", "s1", []datatest.Event{spoken("m0", "", datatest.Fields{"role": "user", "content": "small"}), spoken("m1", "m0", blocks(25))})
		s.Session("agent:main:huge", "s2", []datatest.Event{spoken("h0", "", datatest.Fields{"role": "user", "content": "small"}), spoken("h1", "h0", blocks(40))})
	})
	got := ask(t, of, "sessions_history", object{"sessionKey": "main"})
	if len(got.Messages) != 1 || got.Messages[0].Content != "[sessions_history omitted: message too large]" || !got.DroppedMessages || !got.Truncated {
		t.Errorf("%+v", got)
	}
	same(t, "what it stands for", []string{"m1"}, ids(got.Messages))
	got = ask(t, of, "sessions_history", object{"sessionKey": "agent:main:huge"})
	if len(got.Messages) != 2 || got.Messages[1].Content != "[text][chat.history omitted: message too large]" || !got.ContentTruncated || got.DroppedMessages {
		t.Errorf("%+v", got)
	}
}

func TestAHistoryIsReadPageByPageWithoutAGap(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		events := []datatest.Event{}
		for n := range 100 {
			role := []string{"user", "assistant", "toolResult", "assistant"}[n%4]
			parent := ""
			if n > 0 {
				parent = fmt.Sprintf("m%d", n-1)
			}
			events = append(events, spoken(fmt.Sprintf("m%d", n), parent, datatest.Fields{"role": role, "content": strings.Repeat("tide ", 780)}))
		}
		s.Session("agent:main:main", "s1", events)
	})
	first := ask(t, of, "sessions_history", object{"sessionKey": "main", "limit": 30, "offset": 0, "includeTools": true})
	if len(first.Messages) != 20 || *first.NextOffset != 20 || *first.TotalMessages != 100 || !*first.HasMore {
		t.Errorf("%d messages, next %d of %d", len(first.Messages), *first.NextOffset, *first.TotalMessages)
	}
	for _, limit := range []int{1, 7, 30, 1000} {
		for _, withTools := range []bool{true, false} {
			seen := map[string]bool{}
			offset, pages := 0, 0
			for {
				got := ask(t, of, "sessions_history", object{"sessionKey": "main", "limit": limit, "offset": offset, "includeTools": withTools})
				for _, id := range ids(got.Messages) {
					seen[id] = true
				}
				if pages++; pages > 200 {
					t.Fatal("no end")
				}
				if !*got.HasMore {
					break
				}
				offset = *got.NextOffset
			}
			want := map[bool]int{true: 100, false: 75}[withTools]
			if len(seen) != want {
				t.Errorf("limit %d, tools %v: %d messages of %d", limit, withTools, len(seen), want)
			}
		}
	}
}

func TestLongTextsAreCutBehindTheMask(t *testing.T) {
	token := "ghp" + "_" + "0Tide5Moon9Gull2Reef7Sail4Wake8Foam12"
	texts := []string{strings.Repeat("x", 3990) + " " + token, strings.Repeat("🦞", 2001), strings.Repeat("y", 4000), strings.Repeat("z", 8001)}
	got := ask(t, talk(t, texts...), "sessions_history", object{"sessionKey": "main"})
	if len(got.Messages) != 4 || !got.ContentTruncated || !got.ContentRedacted {
		t.Fatalf("%+v", got)
	}
	for i, m := range got.Messages {
		text := strings.TrimPrefix(string(m.Content), "[text]")
		cut := strings.HasSuffix(text, "\n…(truncated)…")
		if n := len(utf16.Encode([]rune(text))); n > 4014 || cut != (i != 2) || strings.Contains(text, token[:12]) {
			t.Errorf("message %d has %d units: %.30q...%q", i, n, text, text[len(text)-30:])
		}
	}
}

func TestWhatIsNotForReadersIsTakenOut(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		s.Session("agent:main:main", "s1", []datatest.Event{
			spoken("m0", "", datatest.Fields{"role": "assistant", "usage": datatest.Fields{"input": 1}, "cost": 1, "details": datatest.Fields{"x": 1}, "content": []datatest.Fields{
				{"type": "thinking", "thinking": "why", "thinkingSignature": "SIGNATURE"},
				{"type": "image", "data": "QkxPQg", "mimeType": "image/png", "path": "/home/PATH"},
				{"type": "image", "source": datatest.Fields{"type": "base64", "data": "QkxPQg"}},
				{"type": "image", "url": "https://u:" + "PASS@example.com/a.png?sig=QUERY#FRAGMENT"},
				{"type": "image_url", "image_url": datatest.Fields{"url": "data:image/png;base64,QkxPQg"}},
				{"type": "toolCall", "id": "c", "name": "read", "arguments": datatest.Fields{"path": "note.txt"}},
			}}),
			spoken("m1", "m0", datatest.Fields{"role": "assistant", "content": "NO_REPLY"}),
			spoken("m2", "m1", datatest.Fields{"role": "assistant", "content": []datatest.Fields{{"type": "text", "text": " HEARTBEAT_OK\n"}}}),
			spoken("m3", "m2", datatest.Fields{"role": "user", "content": "hidden", "display": false}),
			datatest.Make(datatest.Fields{"type": "custom_message", "id": "m4", "parentId": "m3", "customType": "note", "content": "a note", "display": true}),
			datatest.Make(datatest.Fields{"type": "custom_message", "id": "m5", "parentId": "m4", "customType": "note", "content": "no note", "display": false}),
			datatest.Make(datatest.Fields{"type": "custom_message", "id": "m6", "parentId": "m5", "customType": "openclaw.runtime-context", "content": "no note", "display": true}),
		})
	})
	answer := call(t, of, "sessions_history", object{"sessionKey": "main"})
	for _, bad := range []string{"SIGNATURE", "QkxPQg", "PATH", "PASS", "QUERY", "FRAGMENT", "usage", "cost", "details"} {
		if strings.Contains(string(answer.JSON), bad) {
			t.Errorf("%s is in %s", bad, answer.JSON)
		}
	}
	for _, good := range []string{`"omitted": true`, "https://example.com/a.png", "note.txt"} {
		if !strings.Contains(string(answer.JSON), good) {
			t.Errorf("%s is not in %s", good, answer.JSON)
		}
	}
	var got reply
	must(t, json.Unmarshal(answer.JSON, &got))
	same(t, "messages", []string{"m0", "m4"}, ids(got.Messages))
}

func TestAResetHidesWhatItDidNotKeep(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		events := datatest.Talk("one", "two", "three", "four")
		events = append(events, datatest.Make(datatest.Fields{"type": "reset", "id": "r", "parentId": "m3", "firstKeptEntryId": "m2", "timestamp": "2026-07-01T11:00:00Z"}))
		events = append(events, datatest.More("n", "r", datatest.Start.Add(2*time.Hour), "five", "six")...)
		s.Session("agent:main:main", "s1", events)
	})
	got := ask(t, of, "sessions_history", object{"sessionKey": "main"})
	same(t, "from the last reset on", []string{"m2", "m3", "r", "n0", "n1"}, ids(got.Messages))
	before := ask(t, of, "sessions_history", object{"sessionKey": "main", "messageId": "m0"})
	same(t, "around a message before it", []string{"m0", "m1", "m2", "m3", "r"}, ids(before.Messages))
}

func TestHowASessionIsNamed(t *testing.T) {
	const uuid = "0d17ab64-e135-44e1-a216-4705dc374a54"
	state := datatest.NewState(t)
	state.Agent("main", datatest.V19).
		Session("agent:main:main", "s1", datatest.Talk("before"), datatest.Node{Past: true}).
		Session("agent:main:main", "s2", datatest.TalkAt("n", datatest.Start.Add(time.Hour), "now"), datatest.Node{Previous: "s1", Created: datatest.Start.Add(time.Hour)}).
		Session("agent:main:telegram:direct:42", uuid, datatest.Talk("hello")).
		Session("agent:main:cron:job:run:old", "c1", datatest.Talk("old run")).
		Session("agent:main:cron:job:run:new", "c2", datatest.TalkAt("c", datatest.Start.Add(time.Hour), "new run"), datatest.Node{Created: datatest.Start.Add(time.Hour)}).
		Session("global", "g1", datatest.Talk("for all"))
	const foreign = "11111111-1111-4111-8111-111111111111"
	state.Agent("work", datatest.V19).Session("agent:work:main", foreign, datatest.Talk("work")).Session("global", "g2", datatest.Talk("for work"))
	l := open(t, state.Dir)
	of := caller(t, l, "agent:main:main", "agent")
	missing := func(key string) string {
		return "Session not found: " + key + " (use the full sessionKey from sessions_list)"
	}
	for _, c := range []struct{ asked, key, first, refused string }{
		{"current", "agent:main:main", "now", ""},
		{"CLI", "agent:main:main", "now", ""},
		{"main", "main", "now", ""},
		{" agent:main:main ", "agent:main:main", "now", ""},
		{"AGENT:MAIN:TELEGRAM:DIRECT:42", "agent:main:telegram:direct:42", "hello", ""},
		{uuid, "agent:main:telegram:direct:42", "hello", ""},
		{strings.ToUpper(uuid), "agent:main:telegram:direct:42", "hello", ""},
		{"agent:main:cron:job", "agent:main:cron:job", "new run", ""},
		{"agent:main:cron:job:run:old", "agent:main:cron:job:run:old", "old run", ""},
		{"global", "global", "for all", ""},
		{"agent:main:nosuch", "", "", "No session found: agent:main:nosuch"},
		{"nosuch", "", "", missing("nosuch")},
		{foreign, "", "", missing(foreign)},
		{"00000000-0000-4000-8000-000000000000", "", "", missing("00000000-0000-4000-8000-000000000000")},
	} {
		got := ask(t, of, "sessions_history", object{"sessionKey": c.asked})
		first := ""
		if len(got.Messages) > 0 {
			first = strings.TrimPrefix(string(got.Messages[0].Content), "[text]")
		}
		if got.SessionKey != c.key || first != c.first || got.Error != c.refused {
			t.Errorf("%q: %q with %q, %q", c.asked, got.SessionKey, first, got.Error)
		}
	}
	for asked, status := range map[string]string{
		"agent:work:main": "forbidden", "agent:work:nosuch": "forbidden", "agent::main": "forbidden", "agent:x": "forbidden",
		"agent:main:subagent:incognito-1": "forbidden", "agent:main:nosuch": "error",
	} {
		if got := ask(t, of, "sessions_history", object{"sessionKey": asked}); got.Status != status || got.thrown {
			t.Errorf("%s: %q %q", asked, got.Status, got.Error)
		}
	}
}

func TestAnOlderTranscriptIsOpenedByItsId(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		s.Session("agent:main:main", "s1", datatest.Talk("before", "yes"), datatest.Node{Past: true})
		s.Session("agent:main:main", "s2", datatest.TalkAt("n", datatest.Start.Add(time.Hour), "now"), datatest.Node{Previous: "s1", Created: datatest.Start.Add(time.Hour)})
		s.Session("agent:main:other", "o1", datatest.Talk("else"))
	})
	hits := ask(t, of, "sessions_search", object{"query": "before"}).Results
	if len(hits) != 1 {
		t.Fatalf("%+v", hits)
	}
	got := ask(t, of, "sessions_history", object{"sessionKey": hits[0].SessionKey, "messageId": hits[0].MessageID, "sessionId": hits[0].SessionID})
	same(t, "what a hit names", []string{"m0", "m1"}, ids(got.Messages))
	if got := ask(t, of, "sessions_history", object{"sessionKey": "main", "messageId": "m0"}); len(got.Messages) != 0 || got.Status != "" {
		t.Errorf("without its id: %+v", got)
	}
	got = ask(t, of, "sessions_history", object{"sessionKey": "main", "messageId": "m0", "sessionId": "o1"})
	if !got.thrown || got.Error != "sessionId does not belong to sessionKey" {
		t.Errorf("of another session: %+v", got)
	}
}

func TestASessionThatWentSinceIsNotFound(t *testing.T) {
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("one")).Session("agent:main:gone", "s2", datatest.Talk("two"))
	of := caller(t, open(t, state.Dir), "agent:main:main", "")
	store.Delete("agent:main:gone")
	got := ask(t, of, "sessions_history", object{"sessionKey": "agent:main:gone"})
	if got.Status != "error" || got.Error != "No session found: agent:main:gone" || got.thrown {
		t.Errorf("%+v", got)
	}
}

func TestOnlyKnownToolsAreCalled(t *testing.T) {
	of := talk(t, "one")
	if got := ask(t, of, "sessions_send", object{}); !got.thrown || got.Error != "no such tool: sessions_send" {
		t.Errorf("%+v", got)
	}
	var list []string
	for _, tool := range tools.All() {
		list = append(list, tool.Name)
		if !json.Valid(tool.Schema) || tool.Description == "" {
			t.Errorf("%s: %s", tool.Name, tool.Schema)
		}
	}
	if !slices.Equal(list, tools.Names()) {
		t.Errorf("%q", list)
	}
}
