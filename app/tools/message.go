package tools

import (
	"encoding/json"
	"strconv"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

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

// shown is a message as it is handed out.
type shown struct {
	id   string
	seq  int
	json []byte
}

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
		messages = []node{boundary(e, &event, seq)}
	}
	var all []shown
	for _, m := range messages {
		raw, err := s.finish(m)
		if err != nil {
			return nil, err
		}
		all = append(all, shown{id: trim(e.ID), seq: seq, json: raw})
	}
	return all, nil
}

// spoken are the messages of a message event.
func (s *shower) spoken(m node, e data.RawEvent, event *node, seq int) []node {
	role := m.textAt("role")
	if !s.tools && (role == "toolResult" || role == "tool") || isHidden(&m) || isHidden(event) || silent(&m, role) {
		return nil
	}
	if m.drop("details", "usage", "cost") {
		s.cut = true
	}
	label(&m, e, event, seq)
	said := commentary(&m)
	content := m.get("content")
	if content != nil && content.kind == nodeArray {
		if len(said) > 0 && len(content.items) == 0 {
			return said
		}
		for i := range content.items {
			strip(&content.items[i])
		}
	}
	return append(said, m)
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

// boundary is the row that stands for a reset, a compaction, or what an extension has to show.
func boundary(e data.RawEvent, event *node, seq int) node {
	kind, content := "reset", listNode(textBlock("Reset"))
	switch e.Kind {
	case data.RawCompaction:
		kind, content = "compaction", listNode(textBlock("Compaction"))
	case data.RawCustom:
		kind, content = "custom", listNode()
		if own := event.get("content"); own != nil {
			content = *own
		}
	}
	meta := objectNode(member{"kind", textNode(kind)}, member{"id", textNode(trim(e.ID))}, member{"seq", numberNode(int64(seq))})
	for _, name := range []string{"tokensBefore", "tokensAfter"} {
		if tokens := event.get(name); tokens != nil && tokens.kind == nodeOther {
			meta.set(name, *tokens)
		}
	}
	row := objectNode(member{"role", textNode("system")}, member{"content", content})
	if at, ok := moment(event, e); ok {
		row.set("timestamp", numberNode(at))
	}
	row.set("__openclaw", meta)
	return row
}

func textBlock(text string) node {
	return objectNode(member{"type", textNode("text")}, member{"text", textNode(text)})
}

// commentary takes out of a message what an agent said before it called a tool, as messages of their own.
func commentary(m *node) []node {
	content := m.get("content")
	if m.textAt("role") != "assistant" || content == nil || content.kind != nodeArray {
		return nil
	}
	var said, rest []node
	for i := range content.items {
		block := &content.items[i]
		signature := signatureOf(block)
		if signature.textAt("phase") != "commentary" {
			rest = append(rest, *block)
			continue
		}
		text := block.textAt("text")
		one := objectNode(member{"role", textNode("assistant")}, member{"content", listNode(textBlock(text))})
		if at := m.get("timestamp"); at != nil {
			one.set("timestamp", *at)
		}
		one.set("openclawStreamFallback", objectNode(
			member{"replacementText", textNode(text)}, member{"source", textNode("segment")}, member{"itemId", textNode(signature.textAt("id"))},
		))
		one.set("__openclaw", copyOf(*m.get("__openclaw")))
		said = append(said, one)
	}
	content.items = rest
	return said
}

// signatureOf reads what a text block says of itself in its signature.
func signatureOf(block *node) node {
	signature := []byte(block.textAt("textSignature"))
	if block.textAt("type") != "text" || !transcript.Valid(signature) {
		return objectNode()
	}
	return parse(signature)
}

// copyOf is a copy of which nothing is shared with n.
func copyOf(n node) node {
	n.members = append([]member{}, n.members...)
	n.items = append([]node{}, n.items...)
	for i := range n.members {
		n.members[i].value = copyOf(n.members[i].value)
	}
	for i := range n.items {
		n.items[i] = copyOf(n.items[i])
	}
	return n
}

// replay is what only a model can read, or only needs to go on.
var replay = []string{
	"thinkingSignature", "textSignature", "thoughtSignature", "providerReplay", "encrypted_content", "encryptedContent", "redactedThinking",
}

// media are the members of an image, a sound or a film that hold it, or say where it lies.
var media = []string{"data", "blob", "path", "file", "filePath"}

// strip takes out of a block what is of no use to a reader.
func strip(block *node) {
	if block.kind != nodeObject {
		return
	}
	block.drop(replay...)
	kind := block.textAt("type")
	switch {
	case kind == "redacted_thinking":
		block.drop("data")
	case strings.Contains(kind, "image"), strings.Contains(kind, "audio"), strings.Contains(kind, "video"):
		stripMedia(block)
	}
	if nested := block.get("content"); nested != nil {
		for i := range nested.items {
			strip(&nested.items[i])
		}
	}
}

func stripMedia(block *node) {
	size := 0
	for _, part := range []*node{block, block.get("source"), block.get("image_url")} {
		if part == nil {
			continue
		}
		for _, name := range media {
			size += len(part.textAt(name))
		}
		if url := part.get("url"); url != nil {
			if strings.HasPrefix(url.text, "data:") {
				size += len(url.text)
				part.drop("url")
			} else {
				*url = textNode(bareURL(url.text))
			}
		}
		part.drop(media...)
	}
	if size > 0 {
		block.set("omitted", trueNode)
		block.set("bytes", numberNode(int64(size)))
	}
}

// bareURL is an address without its credentials, query and fragment.
func bareURL(url string) string {
	url, _, _ = strings.Cut(url, "#")
	url, _, _ = strings.Cut(url, "?")
	scheme, rest, found := strings.Cut(url, "://")
	if !found {
		return url
	}
	host, path, slash := strings.Cut(rest, "/")
	if at := strings.LastIndexByte(host, '@'); at >= 0 {
		host = host[at+1:]
	}
	if slash {
		path = "/" + path
	}
	return scheme + "://" + host + path
}

// finish redacts a message, then cuts its texts, and writes it.
func (s *shower) finish(m node) ([]byte, error) {
	if content := m.get("content"); content != nil && content.kind == nodeArray {
		s.mask.blocks(content)
	}
	s.mask.value("", &m)
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
		n := units(text.text)
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
func omitted(m shown) json.RawMessage {
	meta := objectNode(member{"seq", numberNode(int64(m.seq))})
	if m.id != "" {
		meta.set("id", textNode(m.id))
	}
	raw, err := compact(objectNode(
		member{"role", textNode("assistant")}, member{"content", textNode("[sessions_history omitted: message too large]")}, member{"__openclaw", meta},
	))
	if err != nil {
		return json.RawMessage("null")
	}
	return raw
}
