package command

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

func TestTheCommandForToolsExitsAsTheCallWent(t *testing.T) {
	p, _ := twoAgents(t)
	for name, c := range map[string]struct {
		args           []string
		code           int
		prints, status string
	}{
		"an answer":             {[]string{"sessions_search", `{"query": "tide"}`}, exitOK, "low tide", ""},
		"an answer of nothing":  {[]string{"sessions_search", `{"query": "pelican"}`}, exitOK, `"results": []`, ""},
		"a refusal":             {[]string{"--visibility", "self", "sessions_history", `{"sessionKey": "agent:work:main"}`}, exitOK, "visibility is restricted", "forbidden"},
		"nobody's key":          {[]string{"sessions_history", `{"sessionKey": "agent:main:nobody"}`}, exitOK, "No session found", "error"},
		"arguments it has not":  {[]string{"sessions_search", `{}`}, exitFailed, "query must not be empty", "error"},
		"no JSON":               {[]string{"sessions_search", `query`}, exitFailed, "arguments must be a JSON object", "error"},
		"a sandbox":             {[]string{"--sandboxed", "--visibility", "all", "sessions_list", `{}`}, exitOK, "sandbox: spawned sessions only", ""},
		"flags after the words": {[]string{"sessions_list", `{}`, "--visibility", "self"}, exitOK, "current session only", ""},
	} {
		got := p.run(t, append([]string{"tool", "--as", "agent:main:main"}, c.args...)...)
		var answer struct{ Status string }
		if err := json.Unmarshal([]byte(got.out), &answer); err != nil || got.code != c.code || answer.Status != c.status || !strings.Contains(got.out, c.prints) {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
}

func TestAnAgentThatNobodyKnowsIsToldBesideTheAnswer(t *testing.T) {
	p, _ := twoAgents(t)
	got := p.run(t, "tool", "--as", "agent:mian:main", "sessions_search", `{"query": "tide"}`)
	if got.code != exitOK || !strings.Contains(got.out, `"results": []`) || !strings.Contains(got.err, `no agent "mian"`) {
		t.Errorf("got %+v", got)
	}
	if got := p.run(t, "tool", "--as", "agent:main:main", "sessions_search", `{"query": "tide"}`); got.err != "" {
		t.Errorf("of a known one: %s", got.err)
	}
}

func TestTheCommandForToolsIsRefusedWithOneLine(t *testing.T) {
	s := newStage(t)
	for name, c := range map[string]struct {
		args  []string
		names string
	}{
		"nobody who asks":       {[]string{"tool", "sessions_search", "{}"}, "--as"},
		"a server for nobody":   {[]string{"mcp"}, "--as"},
		"a key that is none":    {[]string{"tool", "--as", "telegram", "sessions_search", "{}"}, "--as"},
		"an unknown visibility": {[]string{"mcp", "--as", "main", "--visibility", "some"}, "--visibility"},
		"no tool":               {[]string{"tool", "--as", "main"}, "name of a tool"},
		"no arguments":          {[]string{"tool", "--as", "main", "sessions_search"}, "JSON object"},
		"an unknown tool":       {[]string{"tool", "--as", "main", "sessions_send", "{}"}, `"sessions_send"`},
		"words for a server":    {[]string{"mcp", "--as", "main", "now"}, `"now"`},
	} {
		got := s.run(c.args...)
		if got.code != exitUsage || got.out != "" || strings.Count(got.err, "\n") != 1 || !strings.Contains(got.err, c.names) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}

func TestTheCommandForToolsNamesNoPath(t *testing.T) {
	state := datatest.NewState(t)
	work := state.Agent("work", datatest.V19).Session("agent:work:main", "w1", datatest.Talk("tide"))
	if err := os.WriteFile(work.Path, []byte(strings.Repeat("no database ", 999)), 0o600); err != nil {
		t.Fatal(err)
	}
	p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(t.TempDir(), "library")}}
	got := p.run(t, "tool", "sessions_search", "--as", "agent:work:main", `{"query": "tide"}`)
	if got.code != exitFailed || !strings.Contains(got.out, "no history could be read") || strings.Contains(got.out, state.Dir) {
		t.Errorf("%+v", got)
	}
	state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("low tide"))
	got = p.run(t, "tool", "sessions_search", "--as", "agent:work:main", "--visibility", "agent", `{"query": "tide"}`)
	if got.code != exitOK || !strings.Contains(got.out, "The history of agent work could not be read") || strings.Contains(got.out, state.Dir) {
		t.Errorf("%+v", got)
	}
}

func TestTheCommandForToolsPrintsNothingThatATerminalObeys(t *testing.T) {
	state := datatest.NewState(t)
	state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("tide \x1b[2J \u202e \u009b and more"))
	p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(t.TempDir(), "library")}}
	got := p.run(t, "tool", "sessions_history", "--as", "main", `{"sessionKey": "main"}`)
	if strings.ContainsAny(got.out, "\x1b\u202e\u009b") || !strings.Contains(got.out, `\u202e`) || got.code != exitOK {
		t.Errorf("%q", got.out)
	}
}
