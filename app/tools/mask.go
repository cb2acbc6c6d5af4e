package tools

import (
	"encoding/json"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// masker redacts the strings of a value, wherever they stand.
type masker struct {
	redactor data.Redactor
	// hidden is true once anything was masked.
	hidden bool
}

// masked stands for a value that is secret because of its name.
const masked = "***"

// plainNames hold what somebody said: their names say nothing of what is in them.
var plainNames = map[string]bool{"text": true, "thinking": true, "content": true}

// message redacts a message: the strings that stand beside each other as one text, then each by itself.
func (k *masker) message(m *node) {
	k.beside(m)
	k.value("", m)
}

// value redacts what stands under a name, and everything in it. Names are redacted too.
func (k *masker) value(name string, n *node) {
	switch n.kind {
	case nodeText:
		n.text = k.named(name, k.text(k.inside(n.text)))
	case nodeArray:
		for i := range n.items {
			k.value(name, &n.items[i])
		}
	case nodeObject:
		for i := range n.members {
			m := &n.members[i]
			k.value(m.name, &m.value)
			m.name = k.text(m.name)
		}
	default:
		k.number(name, n)
	}
}

func (k *masker) text(text string) string {
	redacted, _ := k.redactor.Redact(text)
	k.hidden = k.hidden || redacted != text
	return redacted
}

// named redacts a text by what the name says before it: a short password is known by nothing else.
func (k *masker) named(name, text string) string {
	if name == "" || text == "" || plainNames[name] {
		return text
	}
	head := quoted(name) + ":"
	whole := head + quoted(text)
	redacted, _ := k.redactor.Redact(whole)
	if redacted == whole {
		return text
	}
	rest, found := strings.CutPrefix(redacted, head)
	if found && rest == quoted(text) {
		return text // only the name is masked
	}
	k.hidden = true
	if !found {
		return masked
	}
	return unquoted(rest)
}

// unquoted is the text in quotes that a redactor left; what is no JSON string any more is masked whole.
func unquoted(rest string) string {
	if !json.Valid([]byte(rest)) {
		return masked
	}
	if text, ok := transcript.String([]byte(rest)); ok {
		return text
	}
	return masked
}

// number masks a number that its name makes a secret, such as a PIN.
func (k *masker) number(name string, n *node) {
	if name == "" || n.raw == "true" || n.raw == "false" || n.raw == "null" {
		return
	}
	whole := quoted(name) + ":" + n.raw
	if redacted, _ := k.redactor.Redact(whole); redacted != whole {
		k.hidden = true
		*n = textNode(masked)
	}
}

// quoted writes a text as JSON. It cannot fail for a string.
func quoted(text string) string {
	raw, err := compact(text)
	if err != nil {
		return `""`
	}
	return string(raw)
}
