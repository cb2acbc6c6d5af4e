package command

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/wordwake/wordwake/data/datatest"
)

// server is the program as a client of the protocol starts it.
type server struct {
	*mcp.ClientSession
	run *exec.Cmd
	// said is what it said beside the protocol, once it has ended.
	said *bytes.Buffer
}

// connect starts a server and a client of it.
func connect(t *testing.T, p program, args ...string) server {
	t.Helper()
	s := server{run: p.process(t.Context(), append([]string{"mcp"}, args...)...), said: &bytes.Buffer{}}
	s.run.Stderr = s.said
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil).Connect(t.Context(), &mcp.CommandTransport{Command: s.run}, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.ClientSession = session
	t.Cleanup(func() { _ = session.Close() })
	return s
}

// call calls a tool, and gives the text of the answer.
func (s server) call(ctx context.Context, tool string, arguments any) (text string, isError bool, err error) {
	result, err := s.CallTool(ctx, &mcp.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return "", false, err
	}
	if len(result.Content) != 1 {
		return "", false, fmt.Errorf("%d parts", len(result.Content))
	}
	content, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		return "", false, fmt.Errorf("a part of type %T", result.Content[0])
	}
	var fromText any
	if err := json.Unmarshal([]byte(content.Text), &fromText); err != nil {
		return "", false, err
	}
	if diff := cmp.Diff(fromText, result.StructuredContent); diff != "" {
		return "", false, fmt.Errorf("the text and the value differ: %s", diff)
	}
	return content.Text, result.IsError, nil
}

// mustCall is call where the protocol must work.
func (s server) mustCall(t *testing.T, tool string, arguments any) (string, bool) {
	t.Helper()
	text, isError, err := s.call(t.Context(), tool, arguments)
	if err != nil {
		t.Fatalf("%s %v: %v", tool, arguments, err)
	}
	return text, isError
}

// twoAgents makes the histories of two agents, and the program over them.
func twoAgents(t *testing.T) (p program, main *datatest.Store) {
	t.Helper()
	state := datatest.NewState(t)
	main = state.Agent("main", datatest.V19).Session("agent:main:main", "s1", datatest.Talk("when is low tide", "At noon."))
	state.Agent("work", datatest.V19).Session("agent:work:main", "w1", datatest.Talk("the tide of invoices"))
	return program{flags: []string{"--state", state.Dir, "--library", filepath.Join(t.TempDir(), "library")}}, main
}

func TestAClientFindsTheTools(t *testing.T) {
	p, _ := twoAgents(t)
	s := connect(t, p, "--as", "agent:main:main")
	listed, err := s.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range listed.Tools {
		names = append(names, tool.Name)
		if tool.Description == "" || tool.InputSchema == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("%+v", tool)
		}
	}
	if diff := cmp.Diff([]string{"sessions_history", "sessions_list", "sessions_search"}, names); diff != "" {
		t.Error(diff)
	}
	if who := s.InitializeResult().ServerInfo; who.Name != "wordwake" || who.Version != "1.2.3" {
		t.Errorf("%+v", who)
	}
	if _, _, err := s.call(t.Context(), "sessions_send", nil); err == nil {
		t.Error("a tool that is not there is called")
	}
}

func TestAClientGetsWhatTheCommandPrints(t *testing.T) {
	p, _ := twoAgents(t)
	s := connect(t, p, "--as", "agent:main:main", "--visibility", "agent")
	for tool, arguments := range map[string]string{
		"sessions_search": `{"query": "tide"}`, "sessions_history": `{"sessionKey": "main"}`, "sessions_list": `{"includeLastMessage": true}`,
	} {
		text, isError := s.mustCall(t, tool, json.RawMessage(arguments))
		printed := p.run(t, "tool", tool, "--as", "agent:main:main", "--visibility", "agent", arguments)
		if isError || printed.code != exitOK || printed.out != text+"\n" || printed.err != "" {
			t.Errorf("%s: %s\nprinted %+v", tool, text, printed)
		}
		if !strings.Contains(text, "agent:main:main") && !strings.Contains(text, "low tide") {
			t.Errorf("%s: %s", tool, text)
		}
	}
}

func TestNoCallChangesWhoAsks(t *testing.T) {
	p, _ := twoAgents(t)
	s := connect(t, p, "--as", "agent:main:main", "--visibility", "agent")
	posing := map[string]any{
		"query": "tide", "as": "agent:work:main", "caller": "agent:work:main", "visibility": "all", "sandboxed": false, "agentId": "work",
		"_meta": map[string]any{"as": "agent:work:main"},
	}
	text, _ := s.mustCall(t, "sessions_search", posing)
	if strings.Contains(text, "invoices") || !strings.Contains(text, "low tide") {
		t.Errorf("search: %s", text)
	}
	posing["sessionKey"] = "agent:work:main"
	for _, tool := range []string{"sessions_search", "sessions_history"} {
		if text, isError := s.mustCall(t, tool, posing); !strings.Contains(text, `"status": "forbidden"`) || strings.Contains(text, "invoices") || isError {
			t.Errorf("%s: %s", tool, text)
		}
	}
	if text, _ := s.mustCall(t, "sessions_list", posing); strings.Contains(text, "agent:work") {
		t.Errorf("list: %s", text)
	}
}

func TestACallThatCannotBeMadeIsAnErrorOfTheTool(t *testing.T) {
	p, _ := twoAgents(t)
	s := connect(t, p, "--as", "main")
	for _, c := range []struct {
		tool      string
		arguments any
		want      string
	}{
		{"sessions_search", map[string]any{"query": " "}, "query must not be empty"},
		{"sessions_search", map[string]any{"query": "tide", "limit": 26}, "limit must be a positive integer"},
		{"sessions_history", map[string]any{}, "sessionKey required"},
		{"sessions_history", nil, "sessionKey required"},
	} {
		text, isError := s.mustCall(t, c.tool, c.arguments)
		var got struct{ Status, Error string }
		if err := json.Unmarshal([]byte(text), &got); err != nil || !isError || got.Status != "error" || got.Error != c.want {
			t.Errorf("%s %v: %s, an error %v", c.tool, c.arguments, text, isError)
		}
	}
}

func TestAServerFindsWhatWasJustSaid(t *testing.T) {
	p, main := twoAgents(t)
	s := connect(t, p, "--as", "main")
	if text, _ := s.mustCall(t, "sessions_search", map[string]any{"query": "pelican"}); strings.Contains(text, "messageId") {
		t.Fatal(text)
	}
	main.Append("s1", datatest.More("n", "m1", datatest.Start, "a pelican came")...)
	if text, _ := s.mustCall(t, "sessions_search", map[string]any{"query": "pelican"}); !strings.Contains(text, `"messageId": "n0"`) {
		t.Error(text)
	}
	main.Session("agent:main:new", "s2", datatest.Talk("another pelican"))
	if text, _ := s.mustCall(t, "sessions_history", map[string]any{"sessionKey": "agent:main:new"}); !strings.Contains(text, "another pelican") {
		t.Error(text)
	}
}

func TestSeveralServersAnswerBesideEachOther(t *testing.T) {
	p, main := twoAgents(t)
	var servers []server
	for range 3 {
		servers = append(servers, connect(t, p, "--as", "main"))
	}
	var work sync.WaitGroup
	for _, s := range servers {
		for range 4 {
			work.Go(func() {
				text, isError, err := s.call(t.Context(), "sessions_search", map[string]any{"query": "tide"})
				if err != nil || isError || !strings.Contains(text, "low tide") {
					t.Errorf("%s, %v", text, err)
				}
			})
		}
	}
	work.Go(func() { main.Append("s1", datatest.More("n", "m1", datatest.Start, "tide again")...) })
	work.Wait()
	for _, s := range servers {
		if text, _ := s.mustCall(t, "sessions_search", map[string]any{"query": "again"}); !strings.Contains(text, `"messageId": "n0"`) {
			t.Error(text)
		}
	}
}

func TestAServerEndsWithItsInputAndSaysNothing(t *testing.T) {
	p, _ := twoAgents(t)
	s := connect(t, p, "--as", "main")
	s.mustCall(t, "sessions_search", map[string]any{"query": "tide"})
	s.mustCall(t, "sessions_search", map[string]any{"query": ""})
	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if code := s.run.ProcessState.ExitCode(); code != exitOK || s.said.Len() > 0 {
		t.Errorf("code %d, said %q", code, s.said)
	}
	for name, input := range map[string]string{"nothing": "", "an empty line": "\n", "half a message": `{"jsonrpc": "2.0", "id": 1`, "a list": "[1,2,3]\n"} {
		run := p.process(t.Context(), "mcp", "--as", "main")
		var out, said bytes.Buffer
		run.Stdin, run.Stdout, run.Stderr = strings.NewReader(input), &out, &said
		if err := run.Run(); err != nil || said.Len() > 0 {
			t.Errorf("%s: %v, said %q", name, err, &said)
		}
		for _, line := range strings.Split(strings.TrimSpace(out.String()), "\n") {
			if line != "" && !json.Valid([]byte(line)) {
				t.Errorf("%s: printed %q", name, line)
			}
		}
	}
	if got := p.run(t, "mcp", "--as", "main"); got.code != exitOK || got.out != "" || got.err != "" {
		t.Errorf("without any input: %+v", got)
	}
}

func TestAServerWithoutAnyHistorySaysSo(t *testing.T) {
	p := program{flags: []string{"--state", t.TempDir(), "--library", filepath.Join(t.TempDir(), "library")}}
	s := connect(t, p, "--as", "main")
	text, isError := s.mustCall(t, "sessions_search", map[string]any{"query": "tide"})
	if err := s.Close(); err != nil {
		t.Errorf("closing: %v", err)
	}
	if !isError || !strings.Contains(text, "no OpenClaw history was found") || s.said.Len() > 0 {
		t.Errorf("%s, said %q", text, s.said)
	}
}
