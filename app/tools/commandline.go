package tools

import "strings"

// reach is how many words before one are looked at in a list that is a command line.
const reach = 6

// commandLine redacts the words of a list that is a command line by those before them, as in --password and what follows it.
func (k *masker) commandLine(n *node) {
	words := make([]string, len(n.items))
	flags := false
	for i, item := range n.items {
		if item.kind == nodeText {
			words[i] = word(item.text)
			flags = flags || strings.HasPrefix(item.text, "-")
		}
	}
	if !flags {
		return
	}
	for i := 1; i < len(words); i++ {
		if words[i] != "" {
			n.items[i].text = k.word(strings.Join(words[max(0, i-reach):i], " ")+" ", words[i], n.items[i].text)
			words[i] = word(n.items[i].text)
		}
	}
}

// word writes a word of a command line, in quotes if there is need.
func word(text string) string {
	if strings.ContainsAny(text, " \t\n\"'") {
		return quoted(text)
	}
	return text
}

// word redacts a word, which is written with or without quotes behind the head of its line.
func (k *masker) word(head, written, text string) string {
	redacted, _ := k.redactor.Redact(head + written)
	if strings.HasSuffix(redacted, " "+written) {
		return text
	}
	k.hidden = true
	rest, found := strings.CutPrefix(redacted, head)
	switch {
	case !found:
		return masked
	case written != text:
		return unquoted(rest)
	default:
		return rest
	}
}
