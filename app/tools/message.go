package tools

import (
	"strconv"
	"time"

	"github.com/wordwake/wordwake/data"
)

// shown is a message as it is handed out.
type shown struct {
	id   string
	seq  int
	json []byte
	// sent is the size with the indentation that it is sent with.
	sent int
}

// weight is what a message counts for in an answer: its size, or half of the size that it is sent with if that is more. So an
// answer is never far larger than its limit, however much of it is indentation.
func (m shown) weight() int { return max(len(m.json), m.sent/2) }

// shower makes messages to hand out of events. What it hides or cuts it remembers for the whole answer.
type shower struct {
	mask masker
	// tools has the results of tools shown too.
	tools bool
	// cut is true once something was left out of a message.
	cut bool
}

// show makes the messages of an event, whose number among those of the conversation is seq: none if it is not for display, and
// more than one where an agent said something before it called a tool.
func (s *shower) show(e data.RawEvent, seq int) ([]shown, error) {
	event := parse(e.JSON)
	var messages []node
	switch e.Kind {
	case data.RawMessage:
		if message := event.get("message"); message != nil && message.kind == nodeObject {
			messages = s.spoken(*message, e, &event, seq)
		}
	case data.RawOther:
	default:
		row := boundary(e, &event, seq)
		s.redact(&row)
		messages = []node{row}
	}
	var all []shown
	for _, m := range messages {
		raw, err := s.finish(m)
		if err != nil {
			return nil, err
		}
		sent, err := indent(raw, messagePrefix)
		if err != nil {
			return nil, err
		}
		all = append(all, shown{id: trim(e.ID), seq: seq, json: raw, sent: len(sent)})
	}
	return all, nil
}

// spoken are the messages of a message event, redacted before anything is taken out of them.
func (s *shower) spoken(m node, e data.RawEvent, event *node, seq int) []node {
	role := m.textAt("role")
	if !s.tools && (role == "toolResult" || role == "tool") || isHidden(&m) || isHidden(event) || silent(&m, role) {
		return nil
	}
	if m.drop("details", "usage", "cost") {
		s.cut = true
	}
	label(&m, e, event, seq)
	content := m.get("content")
	if content == nil || content.kind != nodeArray {
		s.redact(&m)
		return []node{m}
	}
	signatures := signaturesOf(content)
	for i := range content.items {
		strip(&content.items[i])
	}
	s.redact(&m)
	said := s.commentary(&m, signatures)
	if len(said) > 0 && len(content.items) == 0 {
		return said
	}
	return append(said, m)
}

// redact masks what a message holds, once what is nested too deeply is cut off.
func (s *shower) redact(m *node) {
	if flatten(m, maxDepth) {
		s.cut = true
	}
	s.mask.message(m)
}

// isHidden tells whether a row says of itself that nobody is to see it.
func isHidden(n *node) bool {
	display := n.get("display")
	return display != nil && display.raw == "false"
}

// silent tells whether an agent only said that it has nothing to say.
func silent(m *node, role string) bool {
	if role != "assistant" {
		return false
	}
	text := m.textAt("content")
	if content := m.get("content"); content != nil && len(content.items) == 1 {
		text = content.items[0].textAt("text")
	}
	text = trim(text)
	return text == "NO_REPLY" || text == "HEARTBEAT_OK"
}

// label says in a message where it comes from.
func label(m *node, e data.RawEvent, event *node, seq int) {
	meta := objectNode()
	if known := m.get("__openclaw"); known != nil && known.kind == nodeObject {
		meta = *known
		m.drop("__openclaw")
	}
	if id := trim(e.ID); id != "" {
		meta.set("id", textNode(id))
	}
	if key := m.get("idempotencyKey"); key != nil {
		meta.set("idempotencyKey", *key)
	}
	if at, ok := moment(event, e); ok {
		meta.set("recordTimestampMs", numberNode(at))
	}
	meta.set("seq", numberNode(int64(seq)))
	m.set("__openclaw", meta)
}

// moment is when an event was written, in milliseconds: as it says itself, else when its row was stored.
func moment(event *node, e data.RawEvent) (int64, bool) {
	if stamp := event.get("timestamp"); stamp != nil {
		if at, err := time.Parse(time.RFC3339, stamp.text); err == nil {
			return at.UnixMilli(), true
		}
		if at, err := strconv.ParseInt(stamp.raw, 10, 64); err == nil {
			return at, true
		}
	}
	return e.Stored.UnixMilli(), !e.Stored.IsZero()
}

func numberNode(n int64) node { return node{raw: strconv.FormatInt(n, 10)} }

func textBlock(text string) node {
	return objectNode(member{"type", textNode("text")}, member{"text", textNode(text)})
}
