package tools

import (
	"bytes"
	"slices"

	"github.com/wordwake/wordwake/data/transcript"
)

// node is a JSON value. Its members stay in their order.
type node struct {
	kind nodeKind
	// text is that of a string, raw what anything but a string, an array and an object is in JSON.
	text    string
	raw     string
	members []member
	items   []node
}

type nodeKind uint8

const (
	nodeOther nodeKind = iota
	nodeText
	nodeObject
	nodeArray
)

type member struct {
	name  string
	value node
}

// parse reads JSON that is known to be valid. Of repeated names the last one counts.
func parse(raw []byte) node {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return node{raw: "null"}
	}
	switch raw[0] {
	case '"':
		text, _ := transcript.String(raw)
		return textNode(text)
	case '{':
		object := node{kind: nodeObject}
		transcript.Members(raw, func(name string, value []byte) { object.set(name, parse(value)) })
		return object
	case '[':
		list := node{kind: nodeArray}
		transcript.Elements(raw, func(value []byte) { list.items = append(list.items, parse(value)) })
		return list
	default:
		return node{raw: string(raw)}
	}
}

func textNode(text string) node { return node{kind: nodeText, text: text} }

func objectNode(members ...member) node { return node{kind: nodeObject, members: members} }

func listNode(items ...node) node { return node{kind: nodeArray, items: items} }

var trueNode = node{raw: "true"}

// get gives a member of an object; nil if it has none of that name.
func (n *node) get(name string) *node {
	for i := range n.members {
		if n.members[i].name == name {
			return &n.members[i].value
		}
	}
	return nil
}

// textAt is the text of a member; empty if it is no string.
func (n *node) textAt(name string) string {
	if value := n.get(name); value != nil {
		return value.text
	}
	return ""
}

// set gives a member of an object another value, or adds it at the end.
func (n *node) set(name string, value node) {
	if known := n.get(name); known != nil {
		*known = value
		return
	}
	n.members = append(n.members, member{name, value})
}

// drop takes members away. It tells whether there was any.
func (n *node) drop(names ...string) bool {
	before := len(n.members)
	n.members = slices.DeleteFunc(n.members, func(m member) bool { return slices.Contains(names, m.name) })
	return len(n.members) < before
}

// MarshalJSON implements json.Marshaler.
func (n node) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	err := n.write(&b)
	return b.Bytes(), err
}

func (n node) write(b *bytes.Buffer) error {
	switch n.kind {
	case nodeText:
		return writeText(b, n.text)
	case nodeObject:
		return n.writeObject(b)
	case nodeArray:
		b.WriteByte('[')
		for i, item := range n.items {
			if i > 0 {
				b.WriteByte(',')
			}
			if err := item.write(b); err != nil {
				return err
			}
		}
		b.WriteByte(']')
	default:
		b.WriteString(n.raw)
	}
	return nil
}

func (n node) writeObject(b *bytes.Buffer) error {
	b.WriteByte('{')
	for i, m := range n.members {
		if i > 0 {
			b.WriteByte(',')
		}
		if err := writeText(b, m.name); err != nil {
			return err
		}
		b.WriteByte(':')
		if err := m.value.write(b); err != nil {
			return err
		}
	}
	b.WriteByte('}')
	return nil
}

func writeText(b *bytes.Buffer, text string) error {
	raw, err := compact(text)
	b.Write(raw)
	return err
}
