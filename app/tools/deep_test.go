package tools_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// nested is a value of so many lists, each in the one before.
func nested(depth int) json.RawMessage {
	return json.RawMessage(strings.Repeat("[", depth) + `"tide"` + strings.Repeat("]", depth))
}

// withArguments is a conversation whose last message calls a tool.
func withArguments(t *testing.T, arguments json.RawMessage) func(s *datatest.Store) {
	t.Helper()
	return func(s *datatest.Store) {
		s.Session("agent:main:main", "s1", []datatest.Event{
			spoken("m0", "", datatest.Fields{"role": "user", "content": "small"}),
			spoken("m1", "m0", datatest.Fields{"role": "assistant", "content": []datatest.Fields{
				{"type": "toolCall", "id": "c", "name": "read", "arguments": datatest.Fields{"x": arguments}},
			}}),
		})
	}
}

// mostSent is how large an answer may be as it is sent: twice the limit of its messages, and what stands around them.
const mostSent = 2*81_920 + 1000

func TestValuesThatAreNestedTooDeeplyAreLeftOut(t *testing.T) {
	const omitted = "[omitted: nested too deeply]"
	for depth, deep := range map[int]bool{1: false, 20: false, 28: false, 29: true, 3000: true} {
		of := made(t, withArguments(t, nested(depth)))
		answer := call(t, of, "sessions_history", object{"sessionKey": "main"})
		var got reply
		must(t, json.Unmarshal(answer.JSON, &got))
		text := string(answer.JSON)
		if strings.Contains(text, omitted) != deep || strings.Contains(text, "tide") == deep || got.ContentTruncated != deep || len(got.Messages) != 2 {
			t.Errorf("depth %d: %.3000s", depth, text)
		}
		if len(text) > 10_000 {
			t.Errorf("depth %d: %d bytes", depth, len(text))
		}
	}
}

func TestWhatAnExtensionWroteIsLeftOutToo(t *testing.T) {
	of := made(t, func(s *datatest.Store) {
		s.Session("agent:main:main", "s1", []datatest.Event{
			datatest.Make(datatest.Fields{"type": "custom_message", "id": "m0", "customType": "note", "content": nested(3000), "display": true}),
		})
	})
	if text := string(call(t, of, "sessions_history", object{"sessionKey": "main"}).JSON); !strings.Contains(text, "[omitted: nested") || len(text) > 10_000 {
		t.Errorf("%d bytes: %.3000s", len(text), text)
	}
}

func TestAnAnswerIsMeasuredAsItIsSent(t *testing.T) {
	for name, arguments := range map[string]json.RawMessage{
		"short lists":      json.RawMessage(strings.Repeat("[", 20) + "[]" + strings.Repeat(",[]", 20_000) + strings.Repeat("]", 20)),
		"lists of numbers": json.RawMessage("[" + strings.Repeat("[1,2,3],", 8_000) + "[]]"),
		"one long list":    json.RawMessage("[0" + strings.Repeat(",1", 38_000) + "]"),
	} {
		answer := call(t, made(t, withArguments(t, arguments)), "sessions_history", object{"sessionKey": "main"})
		var got reply
		must(t, json.Unmarshal(answer.JSON, &got))
		if len(answer.JSON) > mostSent || !got.DroppedMessages || !got.Truncated || len(got.Messages) != 1 {
			t.Errorf("%s: %d bytes, %d messages", name, len(answer.JSON), len(got.Messages))
		}
	}
}
