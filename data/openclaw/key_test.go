package openclaw

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

func TestKindOfAKey(t *testing.T) {
	heartbeat := entry{heartbeatBase: "agent:main:main"}
	for _, c := range []struct {
		key      data.SessionKey
		chatType string
		entry    entry
		want     data.Kind
	}{
		{"global", "", entry{}, data.KindGlobal},
		{"unknown", "", entry{}, data.KindUnknown},
		{"agent:main:main", "direct", entry{}, data.KindMain},
		{"agent:work:home", "", entry{}, data.KindMain}, // the configured main key
		{"main", "", entry{}, data.KindMain},
		{"agent:main:main:heartbeat", "", heartbeat, data.KindHeartbeat},
		{"agent:main:main:heartbeat", "", entry{}, data.KindCustom},
		{"agent:main:subagent:5:subagent:6", "", entry{}, data.KindSubagent},
		{"agent:main:acp:5", "", entry{}, data.KindACP},
		{"agent:main:cron:5:run:6", "", entry{}, data.KindCron},
		{"cron:5", "", entry{}, data.KindCron},
		{"agent:main:slack:channel:c1:thread:7", "", entry{}, data.KindThread},
		{"agent:main:telegram:group:-5:topic:7", "", entry{}, data.KindGroup},
		{"group:5", "", entry{}, data.KindGroup},
		{"agent:main:discord:channel:5", "group", entry{}, data.KindChannel},
		{"agent:main:direct:ann", "", entry{}, data.KindDirect},
		{"agent:main:telegram:acc:direct:5", "", entry{}, data.KindDirect},
		{"agent:main:Signal:dm:5", "", entry{}, data.KindDirect},
		{"agent:main:notes", "channel", entry{}, data.KindChannel},
		{"agent:main:dashboard:5", "direct", entry{}, data.KindDirect},
		{"agent:main:dashboard:5", "", entry{}, data.KindDashboard},
		{"agent:main:tui-5", "", entry{}, data.KindTUI},
		{"agent:main:explicit:5", "", entry{}, data.KindExplicit},
		{"hook:5", "", entry{}, data.KindHook},
		{"agent:main:node-5", "", entry{}, data.KindNode},
		{"agent:main:harness:x", "", entry{}, data.KindHarness},
		{"agent:main:voice:x", "", entry{}, data.KindVoice},
		{"agent:main:dreaming-narrative-5", "", entry{}, data.KindDreaming},
		{"agent:main:boot", "", entry{}, data.KindSystem},
		{"agent:main:bootstrap", "", entry{}, data.KindCustom},
		{"agent:main:internal-session-effects:5", "", entry{}, data.KindSystem},
		{"agent:main:my notes", "", entry{}, data.KindCustom},
		{"agent::x", "", entry{}, data.KindCustom},
		{"", "", entry{}, data.KindCustom},
	} {
		if got := kindOf(c.key, "home", c.chatType, c.entry); got != c.want {
			t.Errorf("%q %q: %s, want %s", c.key, c.chatType, got, c.want)
		}
	}
}

func TestAgentOfAKey(t *testing.T) {
	for key, want := range map[data.SessionKey][2]string{
		"agent:Main:a:b": {"main", "a:b"},
		"AGENT:x:y":      {"x", "y"},
		"agent:x:":       {"", "agent:x:"},
		"agent::y":       {"", "agent::y"},
		"main":           {"", "main"},
	} {
		if agent, rest := splitKey(key); agent != want[0] || rest != want[1] {
			t.Errorf("%q: %q %q", key, agent, rest)
		}
	}
}

func TestNormalAgent(t *testing.T) {
	for id, want := range map[string]string{
		" Main ": "main", "a b/c": "a-b-c", "": "main", "--": "main", "Ärger": "rger", strings.Repeat("x", 70): strings.Repeat("x", 64),
	} {
		if got := normalAgent(id); got != want {
			t.Errorf("%q: %q, want %q", id, got, want)
		}
	}
}

// anyDB is a database for what SQLite does with a value.
func anyDB(t testing.TB) *sql.DB {
	t.Helper()
	db, err := sqlitedb.OpenOwnWriter(context.Background(), filepath.Join(t.TempDir(), "any.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	return db
}

// entryOf reads an entry as it is read from a store.
func entryOf(t testing.TB, db *sql.DB, text string) entry {
	t.Helper()
	var raw []byte
	if err := db.QueryRowContext(context.Background(), `SELECT `+entryColumn("?1"), text).Scan(&raw); err != nil {
		t.Fatal(err)
	}
	return readEntry(raw)
}

func TestTitleOfAnEntry(t *testing.T) {
	db := anyDB(t)
	for _, c := range []struct {
		name, json string
		kind       data.Kind
		want       string
	}{
		{"the label goes first", `{"label":" Boats ","displayName":"x","groupChannel":"y"}`, data.KindGroup, "Boats"},
		{"a group has its channel", `{"displayName":"x","groupChannel":"general","space":"Harbour"}`, data.KindGroup, "Harbour #general"},
		{"one number sign is enough", `{"groupChannel":"#general"}`, data.KindChannel, "#general"},
		{"a group has its subject and topic", `{"subject":"Crew","topicName":"Sails","displayName":"x"}`, data.KindGroup, "Crew / Sails"},
		{"a direct talk has no group name", `{"groupChannel":"general","displayName":"x"}`, data.KindDirect, "x"},
		{"then the name that a model made", `{"autoLabel":"About boats"}`, data.KindMain, "About boats"},
		{"then the subject", `{"subject":"Re: boats"}`, data.KindCustom, "Re: boats"},
		{"then where it came from", `{"delivery":{"origin":{"label":"Ann Other"}}}`, data.KindDirect, "Ann Other"},
		{"a bare route is no name", `{"origin":{"label":"telegram:12345"}}`, data.KindDirect, ""},
		{"odd types are as if missing", `{"label":5,"displayName":["x"]}`, data.KindMain, ""},
		{"what is not JSON has none", `{"label":"x"`, data.KindMain, ""},
		{"an empty entry has none", `{}`, data.KindMain, ""},
		{"lines become one", `{"label":"a\n b"}`, data.KindMain, "a b"},
		{"a name that repeats the key behind the agent is none", `{"displayName":"Telegram:group:5"}`, data.KindDirect, ""},
		{"a name that repeats the whole key is none", `{"displayName":"agent:main:telegram:group:5"}`, data.KindDirect, ""},
		{"behind a name that repeats the key the next counts", `{"displayName":"telegram:group:5","autoLabel":"Boats"}`, data.KindDirect, "Boats"},
		{"no name at all may repeat the key", `{"autoLabel":"telegram:group:5","subject":"telegram:group:5","origin":"telegram:group:5"}`, data.KindGroup, ""},
		{"the person's own label may repeat the key", `{"label":"telegram:group:5"}`, data.KindDirect, "telegram:group:5"},
		{"a name that holds more than the key stays", `{"displayName":"telegram:group:5 crew"}`, data.KindDirect, "telegram:group:5 crew"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := entryOf(t, db, c.json).title("agent:main:telegram:group:5", c.kind); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func FuzzReadEntry(f *testing.F) {
	f.Add([]byte(`{"label":"x","delivery":{"origin":{"label":"y"}},"lastActivityAt":1e18,"incognito":true}`))
	db := anyDB(f)
	f.Fuzz(func(t *testing.T, raw []byte) {
		e := entryOf(t, db, string(raw))
		if e.lastActivity < 0 || strings.ContainsAny(e.title("agent:main:x", data.KindGroup), "\n\t") {
			t.Fatalf("%+v", e)
		}
	})
}

func FuzzParseConfig(f *testing.F) {
	f.Add([]byte("{ // boats\n\"session\": {\"store\": \"~/x/{agentId}.json\",}, \"agents\": {\"entries\": {\"a\": {\"agentDir\": \"b\"}}}}"))
	f.Fuzz(func(_ *testing.T, raw []byte) {
		_, _ = parseJSON5(raw)
	})
}
