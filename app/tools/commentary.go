package tools

import "github.com/wordwake/wordwake/data/transcript"

// commentary takes out of a message what an agent said before it called a tool, as messages of their own. What the blocks said of
// themselves in their signatures is given, and not redacted yet.
func (s *shower) commentary(m *node, signatures []node) []node {
	if m.textAt("role") != "assistant" {
		return nil
	}
	content := m.get("content")
	var said, rest []node
	for i, block := range content.items {
		if signatures[i].textAt("phase") != "commentary" {
			rest = append(rest, block)
			continue
		}
		s.mask.value("", &signatures[i])
		said = append(said, remark(m, block.textAt("text"), signatures[i].textAt("id")))
	}
	content.items = rest
	return said
}

// remark is a message of one block of another.
func remark(m *node, text, id string) node {
	one := objectNode(member{"role", textNode("assistant")}, member{"content", listNode(textBlock(text))})
	if at := m.get("timestamp"); at != nil {
		one.set("timestamp", *at)
	}
	one.set("openclawStreamFallback", objectNode(
		member{"replacementText", textNode(text)}, member{"source", textNode("segment")}, member{"itemId", textNode(id)},
	))
	one.set("__openclaw", copyOf(*m.get("__openclaw")))
	return one
}

// signaturesOf reads what each block of a content says of itself in its signature.
func signaturesOf(content *node) []node {
	list := make([]node, len(content.items))
	for i := range content.items {
		list[i] = signatureOf(&content.items[i])
	}
	return list
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
