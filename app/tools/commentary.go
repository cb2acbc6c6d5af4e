package tools

import "github.com/wordwake/wordwake/data/transcript"

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
