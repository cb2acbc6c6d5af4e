package tools

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/redact"
	"github.com/wordwake/wordwake/data/transcript"
)

// masker redacts the strings of a value, wherever they stand.
type masker struct {
	redactor data.Redactor
	// hidden is true once anything was masked.
	hidden bool
	// known are the secret forms of names.
	known map[string][]string
}

// masked stands for a value that is secret because of its name.
const masked = "***"

// plainNames hold what somebody said: their names say nothing of what is in them.
var plainNames = map[string]bool{"text": true, "thinking": true, "content": true}

// message redacts a message: the strings that stand beside each other as one text, then each by itself, then what only the whole shows.
func (k *masker) message(m *node) {
	k.beside(m)
	k.value("", m)
	k.structured(m)
}

// value redacts what stands under a name, and everything in it. Free names are redacted too.
func (k *masker) value(name string, n *node) { k.below(name, nil, n) }

// below redacts what stands under a name and below other names of secrets.
func (k *masker) below(name string, above []string, n *node) {
	switch n.kind {
	case nodeText:
		if !isFixed(name, n.text) {
			n.text = k.leaf(name, above, n.text)
		}
	case nodeArray:
		k.list(name, above, n, false)
	case nodeObject:
		k.object(name, above, n)
	default:
		k.number(name, above, n)
	}
}

// list redacts the items of a list, which may be one of a list of pairs.
func (k *masker) list(name string, above []string, n *node, isPair bool) {
	pairs := k.listPairs(name, n, isPair)
	ofPairs := arePairs(n)
	for i := range n.items {
		names := join(above, pairs[i])
		if ofPairs {
			k.list(name, names, &n.items[i], true)
		} else {
			k.below(name, names, &n.items[i])
		}
	}
	k.commandLine(n)
}

func (k *masker) object(name string, above []string, n *node) {
	above = join(above, k.secretForms(name))
	for i := range n.members {
		m := &n.members[i]
		names := join(above, k.pairOf(n, m))
		if isLabel(n, m) {
			names = nil
		}
		k.below(m.name, names, &m.value)
	}
	for i := range n.members {
		if m := &n.members[i]; !fixedNames[m.name] {
			m.name = k.text(m.name)
		}
	}
}

// join puts names of secrets together.
func join(names, more []string) []string {
	if len(more) == 0 {
		return names
	}
	return slices.Concat(names, more)
}

// leaf redacts a text by itself, by its name, and by the names of secrets that it stands below.
func (k *masker) leaf(name string, above []string, text string) string {
	text = k.named(name, k.text(k.inside(text)))
	for _, form := range join(k.secretForms(name), above) {
		text = k.named(form, text)
	}
	return text
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
	redacted := k.behind(head, whole)
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

// behind redacts a text with its name before it. A pattern of the person's that means the name says nothing of the text.
func (k *masker) behind(head, whole string) string {
	redacted, _ := k.redactor.Redact(head)
	if redacted == head {
		redacted, _ = k.redactor.Redact(whole)
	} else {
		redacted, _ = redact.Redactor{}.Redact(whole)
	}
	return redacted
}

// number masks a number that its name, or one of those above it, makes a secret, such as a PIN.
func (k *masker) number(name string, above []string, n *node) {
	if n.raw == "true" || n.raw == "false" || n.raw == "null" {
		return
	}
	hidden := name != "" && k.hides(name, n.raw)
	if slices.Contains(k.secretForms(name), name) {
		above = join(above, []string{name})
	}
	for _, form := range above {
		hidden = hidden || len(n.raw) >= leastDigits(form) && k.hides(form, quoted(n.raw))
	}
	if hidden {
		k.hidden = true
		*n = textNode(masked)
	}
}

// leastDigits is how long a number is that may be a secret below a name. Tokens are also what is counted of texts.
func leastDigits(name string) int {
	if strings.Contains(strings.ToLower(name), "token") {
		return 8
	}
	return 4
}

// hides tells whether a value, as it is in JSON, is masked under a name.
func (k *masker) hides(name, raw string) bool {
	head := quoted(name) + ":"
	return k.behind(head, head+raw) != head+raw
}

// quoted writes a text as JSON. It cannot fail for a string.
func quoted(text string) string {
	raw, err := compact(text)
	if err != nil {
		return `""`
	}
	return string(raw)
}
