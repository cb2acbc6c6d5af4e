package transcript

import (
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/wordwake/wordwake/data"
)

// maxMillis is the largest time in JavaScript, in milliseconds on both sides of 1970.
const maxMillis = 8.64e15

// Message makes the searchable message of an event. created, in milliseconds since 1970, is the time of an event that gives
// none itself. It is false for events that are no message of a person or an agent and for those without text. The id is
// trimmed; an event without one gets SyntheticID.
func (e Event) Message(session data.SessionID, created int64) (data.Message, bool) {
	if e.Role == data.RoleAny {
		return data.Message{}, false
	}
	text := textOf(e.body)
	if text == "" {
		return data.Message{}, false
	}
	id := trim(e.ID)
	if id == "" {
		id = SyntheticID(e.Seq)
	}
	return data.Message{ID: id, Session: session, Seq: e.Seq, Role: e.Role, At: e.at(created), Text: text}, true
}

// SyntheticID is the id of a message that has none of its own, made from its place in the transcript.
func SyntheticID(seq int64) string { return "seq-" + strconv.FormatInt(seq, 10) }

// at is the time of the event: its own number of milliseconds or RFC 3339 string, else created.
func (e Event) at(created int64) time.Time {
	if s, ok := String(e.stamp); ok {
		if at, err := time.Parse(time.RFC3339, s); err == nil {
			return at.UTC()
		}
	} else if ms, err := strconv.ParseFloat(string(e.stamp), 64); err == nil && math.Abs(ms) <= maxMillis {
		return time.UnixMilli(int64(ms)).UTC()
	}
	return time.UnixMilli(created).UTC()
}

// textOf takes the text that OpenClaw indexes: a content string, else the text of very old rows, else the text blocks.
func textOf(body []byte) string {
	var content, old []byte
	Members(body, func(key string, value []byte) {
		switch key {
		case "content":
			content = value
		case "text":
			old = value
		}
	})
	if text, ok := String(content); ok {
		return trim(text)
	}
	if text, ok := String(old); ok {
		return trim(text)
	}
	return blocksText(content)
}

// blocksText joins the text blocks, untrimmed; tool calls, thinking and images are not what somebody said.
func blocksText(content []byte) string {
	var parts []string
	Elements(content, func(block []byte) {
		var kind string
		var text []byte
		Members(block, func(key string, value []byte) {
			switch key {
			case "type":
				kind, _ = String(value)
			case "text":
				text = value
			}
		})
		if kind != "text" && kind != "input_text" && kind != "output_text" {
			return
		}
		if s, ok := String(text); ok && !blank(s) {
			parts = append(parts, s)
		}
	})
	if len(parts) == 1 {
		return parts[0]
	}
	return strings.Join(parts, "\n")
}

// space is white space as JavaScript's trim knows it: it has U+FEFF, and not U+0085.
func space(r rune) bool {
	return r == '\uFEFF' || (r != '\u0085' && unicode.IsSpace(r))
}

func trim(s string) string { return strings.TrimFunc(s, space) }

func blank(s string) bool { return trim(s) == "" }

// Valid reports whether raw is a JSON object, so that Members may be asked for what is in it.
func Valid(raw []byte) bool {
	at := skipSpace(raw, 0)
	return at < len(raw) && raw[at] == '{' && json.Valid(raw)
}
