package tools

import (
	"encoding/json"

	"github.com/wordwake/wordwake/data/redact"
)

// structured redacts the lists and objects of a message, or of a block of one, once more as the JSON that they are: what no
// part tells by itself, all of them may. What is spoken is left out, since it is no JSON to its reader.
func (k *masker) structured(n *node) {
	for i := range n.members {
		m := &n.members[i]
		switch {
		case m.name == "content" && m.value.kind == nodeArray:
			for j := range m.value.items {
				k.structured(&m.value.items[j])
			}
		case m.name == "__openclaw" || m.name == "openclawStreamFallback":
		case m.value.kind == nodeArray || m.value.kind == nodeObject:
			k.whole(&m.value)
		}
	}
}

// whole redacts the JSON of a value, and masks in the value what is masked in the JSON. The person's own patterns have no part
// in it, since they are made for texts and one could take in all of a line of JSON.
func (k *masker) whole(n *node) {
	redacted, changed := redactedJSON(n)
	if !changed {
		return
	}
	k.hidden = true
	if json.Valid([]byte(redacted)) {
		if other := parse([]byte(redacted)); adopt(n, &other) {
			return
		}
	}
	k.narrow(n)
}

// narrow masks the parts that a redaction changes by themselves. If something is left that only all of them show, all of
// their texts are masked.
func (k *masker) narrow(n *node) {
	for i := range n.items {
		k.whole(&n.items[i])
	}
	for i := range n.members {
		k.whole(&n.members[i].value)
	}
	if _, changed := redactedJSON(n); changed {
		maskAll(n)
	}
}

func redactedJSON(n *node) (redacted string, changed bool) {
	raw, err := compact(*n)
	if err != nil {
		return masked, true // it could not be sent either
	}
	redacted, _ = redact.Redactor{}.Redact(string(raw))
	return redacted, redacted != string(raw)
}

// adopt takes over the texts of a value that is the same but for them. It is false, and may have taken over some, if it is not.
func adopt(n, other *node) bool {
	if n.kind != other.kind && other.kind != nodeText || len(n.items) != len(other.items) || len(n.members) != len(other.members) {
		return false
	}
	n.kind, n.text, n.raw = other.kind, other.text, other.raw
	for i := range n.items {
		if !adopt(&n.items[i], &other.items[i]) {
			return false
		}
	}
	for i := range n.members {
		m, o := &n.members[i], &other.members[i]
		if m.name != o.name && fixedNames[m.name] || !adopt(&m.value, &o.value) {
			return false
		}
		m.name = o.name
	}
	return true
}

// maskAll masks every text of a value.
func maskAll(n *node) {
	if n.kind == nodeText && n.text != "" {
		n.text = masked
	}
	for i := range n.items {
		maskAll(&n.items[i])
	}
	for i := range n.members {
		maskAll(&n.members[i].value)
	}
}
