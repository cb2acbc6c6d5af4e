package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/tools"
	"github.com/wordwake/wordwake/data"
)

// seen is what OpenClaw answered to a session under one setting.
type seen struct {
	Search, SearchKey map[string]reached
	History           map[string]reached
	List              struct {
		HTTP       int
		Keys       json.RawMessage
		Visibility *struct{ Mode, Warning string }
	}
}

// reached is one recorded answer. Where the session could be read its details are left out.
type reached struct {
	HTTP       int
	Allowed    bool
	SessionKey string
	Details    json.RawMessage
}

// settings are the recorded files, and whether the callers ran in a sandbox.
var settings = []struct {
	file      string
	sandboxed bool
}{
	{"self.json", false},
	{"tree.json", false},
	{"agent.json", false},
	{"all-a2a-off.json", false},
	{"all-a2a-on.json", false},
	{"all-a2a-allow-main-work.json", false},
	{"sandboxed-all.json", true},
	{"sandboxed-spawned.json", true},
}

// compared counts what was compared, and how much of it said anything.
type compared struct{ Searches, Hits, Inside, InsideHits, Refused, Opened, Lists, Rows, Narrowed int }

// allCompared is what the recorded files hold. A field that is called otherwise must not pass for one that says nothing.
var allCompared = compared{
	Searches: 133, Hits: 243, Inside: 428, InsideHits: 290, Refused: 201, Opened: 227, Lists: 48, Rows: 815, Narrowed: 30,
}

func TestEachSessionSeesWhatOpenClawLetItSee(t *testing.T) {
	l, folder := liveLibrary(t)
	var counts compared
	for _, setting := range settings {
		var file struct {
			Tools, Sandbox json.RawMessage
			Callers        map[string]seen
		}
		recorded(t, folder, "visibility/"+setting.file, &file)
		if len(file.Callers) < 7 {
			t.Fatalf("%s: only %d callers", setting.file, len(file.Callers))
		}
		configure(t, folder, file.Tools, file.Sandbox)
		for key, want := range file.Callers {
			t.Run(setting.file+"/"+key, func(t *testing.T) {
				made, err := tools.New(tools.Params{Library: l, Caller: data.SessionKey(key), Sandboxed: setting.sandboxed, Now: now})
				must(t, err)
				own := ""
				if (setting.file == "self.json" || setting.file == "sandboxed-spawned.json") && strings.HasSuffix(key, ":main") {
					own = "main" // OpenClaw does not know the session by this name and refuses it to itself
				}
				counts.seen(t, made, want, own)
			})
		}
	}
	if diff := cmp.Diff(allCompared, counts); diff != "" {
		t.Errorf("what was compared (-recorded +compared):\n%s", diff)
	}
}

// configure writes the settings under which answers were recorded.
func configure(t *testing.T, folder string, toolSettings, sandbox json.RawMessage) {
	t.Helper()
	config := object{"tools": toolSettings}
	if len(sandbox) > 0 && string(sandbox) != "null" {
		config["agents"] = object{"defaults": object{"sandbox": sandbox}}
	}
	raw, err := json.Marshal(config)
	must(t, err)
	must(t, os.WriteFile(filepath.Join(folder, "openclaw.json"), raw, 0o600))
}

// seen asks what was asked then. Sessions that OpenClaw gave no tools to were refused them, which proves nothing.
func (c *compared) seen(t *testing.T, of *tools.Tools, want seen, own string) {
	t.Helper()
	for query, answer := range want.Search {
		if answer.HTTP == 200 {
			c.sameKeys(t, query, answer, ask(t, of, "sessions_search", object{"query": query, "limit": 25}))
		}
	}
	for key, answer := range want.SearchKey {
		if answer.HTTP == 200 && key != own {
			got := ask(t, of, "sessions_search", object{"query": "kiwi", "sessionKey": key, "limit": 25})
			c.sameInside(t, "search in "+key, answer, got)
		}
	}
	for key, answer := range want.History {
		if answer.HTTP == 200 && key != own {
			got := ask(t, of, "sessions_history", object{"sessionKey": key, "limit": 1})
			c.sameRefusal(t, "history of "+key, answer, got)
			if !answer.Allowed {
				continue
			}
			c.Opened++
			if got.SessionKey != answer.SessionKey || len(got.Messages) == 0 {
				t.Errorf("history of %s: %q with %d messages, not %q", key, got.SessionKey, len(got.Messages), answer.SessionKey)
			}
		}
	}
	if want.List.HTTP == 200 {
		c.sameList(t, of, want)
	}
}

func (c *compared) sameKeys(t *testing.T, query string, answer reached, got reply) {
	t.Helper()
	var want reply
	must(t, json.Unmarshal(answer.Details, &want))
	if want.Results == nil || len(want.Results) >= 10 {
		return // a full answer may have left some out
	}
	c.Searches++
	c.Hits += len(want.Results)
	if diff := cmp.Diff(keysOf(want.Results), keysOf(got.Results)); diff != "" {
		t.Errorf("search for %s (-OpenClaw +ours):\n%s", query, diff)
	}
}

// sameInside compares the hits of a search in one session, which were recorded as "key#role".
func (c *compared) sameInside(t *testing.T, what string, answer reached, got reply) {
	t.Helper()
	var want struct {
		Status, Error string
		Results       []string
	}
	must(t, json.Unmarshal(answer.Details, &want))
	c.Inside++
	c.InsideHits += len(want.Results)
	var hits []string
	for _, h := range got.Results {
		hits = append(hits, h.SessionKey+"#"+h.Role)
	}
	slices.Sort(hits)
	slices.Sort(want.Results)
	if want.Status != got.Status || want.Error != got.Error || !slices.Equal(hits, want.Results) {
		t.Errorf("%s: %q %q %q, not %q %q %q", what, got.Status, got.Error, hits, want.Status, want.Error, want.Results)
	}
}

func keysOf(hits []hit) []string {
	keys := []string{}
	for _, h := range hits {
		keys = append(keys, h.SessionKey)
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

func (c *compared) sameRefusal(t *testing.T, what string, answer reached, got reply) {
	t.Helper()
	var want reply
	if answer.Details != nil {
		must(t, json.Unmarshal(answer.Details, &want))
	}
	if want.Status != "" && want.Error != "" {
		c.Refused++
	}
	if want.Status != got.Status || want.Error != got.Error {
		t.Errorf("%s: %q %q, not %q %q", what, got.Status, got.Error, want.Status, want.Error)
	}
}

func (c *compared) sameList(t *testing.T, of *tools.Tools, want seen) {
	t.Helper()
	got := ask(t, of, "sessions_list", object{})
	wanted, keys := []string{}, []string{}
	must(t, json.Unmarshal(want.List.Keys, &wanted))
	c.Lists++
	c.Rows += len(wanted)
	if want.List.Visibility != nil && want.List.Visibility.Warning != "" {
		c.Narrowed++
	}
	for _, row := range got.Sessions {
		keys = append(keys, row.Key)
	}
	slices.Sort(keys)
	slices.Sort(wanted)
	if diff := cmp.Diff(wanted, keys); diff != "" {
		t.Errorf("list (-OpenClaw +ours):\n%s", diff)
	}
	if diff := cmp.Diff(want.List.Visibility, got.Visibility); diff != "" {
		t.Errorf("restriction (-OpenClaw +ours):\n%s", diff)
	}
}
