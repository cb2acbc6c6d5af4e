package tools_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// answered is a recorded answer of sessions_history.
type answered struct {
	Caller  string
	Args    object
	HTTP    int
	Details json.RawMessage
}

// historyDifferences are the recorded calls that are answered otherwise on purpose.
var historyDifferences = map[string]string{
	"full-secrets":                           "a masked text stays as it is and is not masked once more",
	"anchor-wrong-sessionId":                 "the error is told, which the gateway keeps to itself",
	"anchor-reset-beforeresetword":           beforeReset,
	"anchor-reset-beforeresetword-sessionId": beforeReset,
	"anchor-reset-afternewword":              beforeReset,
	"anchor-reset-afternewword-sessionId":    beforeReset,
}

const beforeReset = "a message before a reset can be opened, since searches find it; OpenClaw 2026.9.6 opens it too"

func TestHistoriesAreThoseThatOpenClawGave(t *testing.T) {
	l, folder := liveLibrary(t)
	var cases map[string]answered
	recorded(t, folder, "tool-sessions_history.default.json", &cases)
	if len(cases) < 50 {
		t.Fatalf("only %d recorded calls", len(cases))
	}
	for name, c := range cases {
		got := ask(t, caller(t, l, c.Caller, "agent"), "sessions_history", c.Args)
		want := recordedReply(t, c)
		diff := cmp.Diff(want, got, comparable)
		why, allowed := historyDifferences[name]
		switch {
		case diff != "" && !allowed:
			t.Errorf("%s (-OpenClaw +ours):\n%s", name, diff)
		case diff == "" && allowed:
			t.Errorf("%s is answered as recorded after all, though %s", name, why)
		}
	}
}

var comparable = cmp.Options{cmp.AllowUnexported(reply{}), cmpopts.EquateEmpty(), cmpopts.IgnoreFields(reply{}, "Bytes")}

// recordedReply reads a recorded answer. What a tool throws is wrapped by the gateway.
func recordedReply(t *testing.T, c answered) reply {
	t.Helper()
	var r reply
	if c.HTTP != 200 {
		var wrapped struct{ Error struct{ Message string } }
		must(t, json.Unmarshal(c.Details, &wrapped))
		return reply{Status: "error", Error: wrapped.Error.Message, thrown: true}
	}
	must(t, json.Unmarshal(c.Details, &r))
	return r
}
