package tools

import "github.com/wordwake/wordwake/data/excerpt"

const (
	// textUnits is how much of one text is handed out.
	textUnits = 4000
	// displayUnits is how much of it OpenClaw shows anywhere; what is longer is labelled.
	displayUnits = 8000
	// cutMark ends a text that was cut.
	cutMark = "\n…(truncated)…"
	// oversizedBytes is the largest message that stands for itself.
	oversizedBytes = 131_072
	oversizedText  = "[chat.history omitted: message too large]"
)

// finish cuts the texts of a message that was redacted, and writes it.
func (s *shower) finish(m node) ([]byte, error) {
	long := s.shorten(&m)
	if meta := m.get("__openclaw"); long && meta != nil {
		meta.set("truncated", trueNode)
		meta.set("reason", textNode("display-cap"))
	}
	raw, err := compact(m)
	if err == nil && len(raw) > oversizedBytes {
		s.cut = true
		raw, err = compact(oversized(&m))
	}
	return raw, err
}

// shorten cuts the texts of a message. It tells whether one was longer than OpenClaw shows anywhere.
func (s *shower) shorten(m *node) (long bool) {
	texts := []*node{m.get("content"), m.get("text")}
	if content := texts[0]; content != nil {
		for i := range content.items {
			block := &content.items[i]
			texts = append(texts, block.get("text"), block.get("thinking"), block.get("partialJson"))
		}
	}
	for _, text := range texts {
		if text == nil || text.kind != nodeText || len(text.text) <= textUnits {
			continue // no text has more units than bytes
		}
		n := excerpt.Units(text.text)
		long = long || n > displayUnits
		if n > textUnits {
			s.cut = true
			text.text = firstUnits(text.text, textUnits) + cutMark
		}
	}
	return long
}

// oversized stands for a message that is too large.
func oversized(m *node) node {
	small := objectNode(member{"role", textNode(m.textAt("role"))})
	if at := m.get("timestamp"); at != nil && at.kind == nodeOther {
		small.set("timestamp", *at)
	}
	small.set("content", listNode(textBlock(oversizedText)))
	meta := objectNode()
	if known := m.get("__openclaw"); known != nil {
		for _, name := range []string{"id", "seq"} {
			if value := known.get(name); value != nil {
				meta.set(name, *value)
			}
		}
	}
	meta.set("truncated", trueNode)
	meta.set("reason", textNode("oversized"))
	small.set("__openclaw", meta)
	return small
}

// omitted stands for a whole answer of which the one message that is left does not fit.
func omitted(m shown) node {
	meta := objectNode(member{"seq", numberNode(int64(m.seq))})
	if m.id != "" {
		meta.set("id", textNode(m.id))
	}
	return objectNode(
		member{"role", textNode("assistant")},
		member{"content", textNode("[sessions_history omitted: message too large]")},
		member{"__openclaw", meta},
	)
}
