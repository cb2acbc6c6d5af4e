package mcp_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/mcp"
	"github.com/wordwake/wordwake/app/tools"
)

const (
	hello = `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},` +
		`"clientInfo":{"name":"test","version":"1"}}}` + "\n" + `{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n"
	quotable = "quotable-words"
)

// ask is a call of a tool.
func ask(id int) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"sessions_list","arguments":{}}}`, id) + "\n"
}

// serve runs a server over an input and gives its output.
func serve(t *testing.T, input io.Reader, call func(context.Context) error) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := mcp.Serve(t.Context(), mcp.Params{
		Name: "test", Version: "1", In: input, Out: &out,
		Call: func(ctx context.Context, _ string, _ []byte) (tools.Answer, error) {
			return tools.Answer{JSON: []byte(`{"ok": true}`)}, call(ctx)
		},
	})
	return out.String(), err
}

func atOnce(ctx context.Context) error { return ctx.Err() }

// reply is what an answer says.
type reply struct {
	ID     *int
	Result json.RawMessage
	Error  *struct {
		Code    int
		Message string
	}
}

func replies(t *testing.T, output string) (list []reply) {
	t.Helper()
	for raw := range strings.Lines(output) {
		var r reply
		if err := json.Unmarshal([]byte(raw), &r); err != nil || !strings.Contains(raw, `"id":`) {
			t.Fatalf("%q: %v", raw, err)
		}
		list = append(list, r)
	}
	return list
}

// answered are the ids of the calls that have a result.
func answered(list []reply) []int {
	ids := []int{}
	for _, r := range list {
		if r.ID != nil && r.Result != nil && r.Error == nil {
			ids = append(ids, *r.ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func TestALineThatIsNoMessageIsAnsweredAndDoesNoHarm(t *testing.T) {
	for name, c := range map[string]struct {
		line string
		code int
	}{
		"words":                     {quotable, -32700},
		"half a message":            {`{"jsonrpc":"2.0","id":9,"method":"` + quotable, -32700},
		"two messages":              {`{"jsonrpc":"2.0","id":9,"method":"ping"} ` + `{}`, -32700},
		"bytes of no text":          {"\xff\xfe\x00" + quotable, -32700},
		"a depth bomb":              {strings.Repeat("[", 1<<20), -32700},
		"deep objects that close":   {strings.Repeat(`{"a":`, 1<<18) + "1" + strings.Repeat("}", 1<<18), -32700},
		"an empty object":           {"{}", -32600},
		"a list of numbers":         {"[1,2,3]", -32600},
		"a list of calls":           {"[" + strings.TrimSpace(ask(9)) + "]", -32600},
		"an empty list":             {"[]", -32600},
		"a string":                  {`"` + quotable + `"`, -32600},
		"null":                      {"null", -32600},
		"another version":           {`{"jsonrpc":"1.0","id":9,"method":"ping","params":{"x":"` + quotable + `"}}`, -32600},
		"an id that is a list":      {`{"jsonrpc":"2.0","id":["` + quotable + `"],"method":"ping"}`, -32600},
		"a method that is a number": {`{"jsonrpc":"2.0","id":9,"method":1}`, -32600},
		"more than is read":         {`{"jsonrpc":"2.0","id":9,"method":"ping","params":{"x":"` + strings.Repeat(quotable, 2<<20) + `"}}`, -32600},
	} {
		t.Run(name, func(t *testing.T) {
			output, err := serve(t, strings.NewReader(hello+c.line+"\r\n\n"+ask(1)), atOnce)
			list := replies(t, output)
			if err != nil || strings.Contains(output, quotable) {
				t.Errorf("%v, %.300s", err, output)
			}
			if diff := cmp.Diff([]int{0, 1}, answered(list)); diff != "" {
				t.Error(diff)
			}
			codes := []int{}
			for _, r := range list {
				if r.Error != nil && r.ID == nil {
					codes = append(codes, r.Error.Code)
				}
			}
			if diff := cmp.Diff([]int{c.code}, codes); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestCallsBeforeTheEndOfTheInputAreAnswered(t *testing.T) {
	input, ended := io.Pipe()
	begun := make(chan struct{}, 20)
	go func() {
		all := hello
		for id := 1; id <= 20; id++ {
			all += ask(id)
		}
		_, err := io.WriteString(ended, strings.TrimSuffix(all, "\n"))
		ended.CloseWithError(err)
	}()
	closed := &closing{r: input, end: make(chan struct{})}
	output, err := serve(t, closed, func(ctx context.Context) error {
		begun <- struct{}{}
		<-closed.end // every call is in flight when the input ends
		return ctx.Err()
	})
	want := make([]int, 21)
	for id := range want {
		want[id] = id
	}
	if diff := cmp.Diff(want, answered(replies(t, output))); diff != "" || err != nil || len(begun) != 20 {
		t.Errorf("%v, %d calls begun, %s", err, len(begun), diff)
	}
}

// closing tells when its reader has come to the end.
type closing struct {
	r    io.Reader
	once sync.Once
	end  chan struct{}
}

func (c *closing) Read(p []byte) (int, error) {
	n, err := c.r.Read(p)
	if err != nil {
		c.once.Do(func() { close(c.end) })
	}
	return n, err
}

func TestAnIdThatIsTakenIsRefused(t *testing.T) {
	out := &refusals{seen: make(chan struct{})}
	err := mcp.Serve(t.Context(), mcp.Params{
		Name: "test", Version: "1", In: strings.NewReader(hello + ask(1) + ask(1)), Out: out,
		Call: func(context.Context, string, []byte) (tools.Answer, error) {
			<-out.seen // the first call lasts until the second is refused
			return tools.Answer{JSON: []byte("{}")}, nil
		},
	})
	list := replies(t, out.String())
	if diff := cmp.Diff([]int{0, 1}, answered(list)); diff != "" || err != nil || len(list) != 3 {
		t.Errorf("%v, %s\n%s", err, diff, out)
	}
}

// refusals keeps what is written, and tells when a line was refused.
type refusals struct {
	bytes.Buffer
	seen chan struct{}
}

func (r *refusals) Write(p []byte) (int, error) {
	if bytes.Contains(p, []byte(`"id":null`)) {
		close(r.seen)
	}
	return r.Buffer.Write(p)
}

func TestAStreamThatBreaksEndsTheServer(t *testing.T) {
	broken := errors.New("the disk is gone")
	output, err := serve(t, io.MultiReader(strings.NewReader(hello+ask(1)), failing{broken}), atOnce)
	if !errors.Is(err, broken) {
		t.Errorf("reading: %v", err)
	}
	if diff := cmp.Diff([]int{0, 1}, answered(replies(t, output))); diff != "" {
		t.Error(diff)
	}
	err = mcp.Serve(t.Context(), mcp.Params{Name: "test", Version: "1", In: strings.NewReader(hello + ask(1)), Out: failing{broken}})
	if !errors.Is(err, broken) {
		t.Errorf("writing: %v", err)
	}
}

// failing is a stream that cannot be read or written.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestAServerEndsWithItsContext(t *testing.T) {
	input, never := io.Pipe()
	defer never.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := mcp.Serve(ctx, mcp.Params{Name: "test", Version: "1", In: input, Out: io.Discard}); err != nil {
		t.Error(err)
	}
}
