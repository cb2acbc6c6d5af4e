package tools

import "strings"

// labels are the members that name what stands in another member of their object, which is one of labelled.
var (
	labels = namesOf(
		"name", "key", "header", "field", "label", "param", "parameter", "variable", "selector", "ref", "element", "placeholder", "text",
	)
	labelled = namesOf("value", "val", "text", "content")
)

// pairOf looks for members that name another one. It gives the secret forms of those names.
func (k *masker) pairOf(n *node, other *member) (forms []string) {
	if !labelled[strings.ToLower(other.name)] || n.get("role") != nil { // what has a role is a message
		return nil
	}
	for i := range n.members {
		m := &n.members[i]
		if m != other && m.value.kind == nodeText && labels[strings.ToLower(m.name)] {
			forms = append(forms, k.secretForms(m.value.text)...)
		}
	}
	return forms
}

// isLabel tells whether a member only names another, so that what is above does not make it a secret.
func isLabel(n *node, m *member) bool {
	if !labels[strings.ToLower(m.name)] || strings.EqualFold(m.name, "text") {
		return false
	}
	for i := range n.members {
		if labelled[strings.ToLower(n.members[i].name)] {
			return true
		}
	}
	return false
}

// logins are names of lists that are a user and a password.
var logins = namesOf("auth", "basicauth", "basic_auth", "basic-auth")

// listPairs gives the forms of the names that items of a list have by the item before: all in a list of two, if it is one of a
// list of pairs, else those that are no names themselves.
func (k *masker) listPairs(name string, n *node, isPair bool) map[int][]string {
	found := map[int][]string{}
	for i := 1; i < len(n.items); i++ {
		before, item := &n.items[i-1], &n.items[i]
		if before.kind != nodeText || item.kind == nodeText && isWord(item.text) && !isPair {
			continue
		}
		found[i] = k.secretForms(before.text)
		if len(n.items) == 2 && logins[strings.ToLower(name)] {
			found[i] = []string{"password"}
		}
	}
	return found
}

// isWord tells whether a text may be a name, or words of a language.
func isWord(text string) bool {
	for _, r := range text {
		if !(r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r == '_' || r == '-' || r == ':' || r == ' ') {
			return false
		}
	}
	return true
}

// arePairs tells whether a list is one of pairs: of lists of two that begin with a text.
func arePairs(n *node) bool {
	for i := range n.items {
		if one := &n.items[i]; one.kind != nodeArray || len(one.items) != 2 || one.items[0].kind != nodeText {
			return false
		}
	}
	return len(n.items) > 0
}
