package tools_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/tools"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

const live = "2026.8.2/live"

// recordedAt is when the answers of live were recorded.
var recordedAt = time.Date(2026, 11, 30, 12, 36, 0, 0, time.UTC)

func now() time.Time { return recordedAt }

// open makes a library of a state directory.
func open(t testing.TB, state string) *library.Library {
	t.Helper()
	l, err := library.Open(t.Context(), library.Params{
		Folder: filepath.Join(t.TempDir(), "library"), States: []string{state}, Home: t.TempDir(), Copies: t.TempDir(),
		Getenv: func(string) string { return "" }, Now: now,
	})
	must(t, err)
	t.Cleanup(func() { must(t, l.Close()) })
	catchUp(t, l)
	return l
}

func catchUp(t testing.TB, l *library.Library) {
	t.Helper()
	_, err := l.Pass(t.Context(), reconcile.Options{}, nil)
	must(t, err)
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// caller makes the tools of a session.
func caller(t testing.TB, l *library.Library, key, visibility string) *tools.Tools {
	t.Helper()
	made, err := tools.New(tools.Params{
		Library: l, Caller: data.SessionKey(key), Visibility: visibility, Now: now,
	})
	must(t, err)
	return made
}

// call calls a tool with arguments and gives what it answered as JSON.
func call(t testing.TB, of *tools.Tools, name string, arguments any) tools.Answer {
	t.Helper()
	raw, err := json.Marshal(arguments)
	must(t, err)
	answer, err := of.Call(t.Context(), name, raw)
	must(t, err)
	return answer
}

// reply has the fields of all answers.
type reply struct {
	Status, Error    string
	SessionKey       string
	Messages         []message
	Truncated        bool
	DroppedMessages  bool
	ContentTruncated bool
	ContentRedacted  bool
	Bytes            int
	Offset           *int
	NextOffset       *int
	HasMore          *bool
	TotalMessages    *int
	Results          []hit
	Indexing         bool
	Warning          string
	Count            int
	Sessions         []listed
	Visibility       *struct{ Mode, Warning string }
	TruncationReason string
	thrown           bool
}

type message struct {
	Role    string
	Content content
	Text    string
	Meta    struct {
		ID   string
		Seq  int
		Kind string
	} `json:"__openclaw"`
}

// content is the text of a message, whether it is given as a string or as blocks.
type content string

func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		*c = content(text)
		return nil
	}
	var blocks []struct{ Type, Text, Thinking, Name string }
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		*c += content("[" + b.Type + "]" + b.Text + b.Thinking + b.Name)
	}
	return nil
}

type hit struct {
	SessionKey, Role, Snippet, SessionID, MessageID string
	Timestamp                                       int64
	Score                                           float64
}

type listed struct {
	Key, SessionID, AgentID, Kind, Channel, DisplayName, DerivedTitle, LastMessagePreview, ParentSessionKey string
	Archived                                                                                                bool
	ChildSessions                                                                                           []string
	Messages                                                                                                []message
}

// ask calls a tool and reads the answer.
func ask(t testing.TB, of *tools.Tools, name string, arguments any) reply {
	t.Helper()
	answer := call(t, of, name, arguments)
	var r reply
	if err := json.Unmarshal(answer.JSON, &r); err != nil {
		t.Fatalf("%v in %s", err, answer.JSON)
	}
	r.thrown = answer.Thrown
	return r
}

// recorded reads a file of what OpenClaw answered.
func recorded(t testing.TB, folder, name string, into any) {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(folder, "expected", filepath.FromSlash(name)))
	must(t, err)
	must(t, json.Unmarshal(raw, into))
}

type object = map[string]any

func liveLibrary(t testing.TB) (l *library.Library, folder string) {
	t.Helper()
	folder = datatest.Real(t, live)
	return open(t, folder), folder
}
