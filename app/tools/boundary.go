package tools

import "github.com/wordwake/wordwake/data"

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
