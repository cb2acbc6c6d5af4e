package tools

import (
	"strings"
	"unicode"

	"github.com/wordwake/wordwake/data/redact"
)

const (
	// maxLabel is how long a text may be that is looked at as a name.
	maxLabel = 80
	// maxKnown bounds the names that are remembered; messages repeat few.
	maxKnown = 1024
)

// secretForms are the forms of a name under which the rules know it as that of a secret, such as password for " Passwords ".
// There are none for every other name.
func (k *masker) secretForms(name string) []string {
	if name == "" || len(name) > maxLabel {
		return nil
	}
	forms, known := k.known[name]
	if known {
		return forms
	}
	for _, word := range labelWords(name) {
		if isSecretName(word) {
			forms = append(forms, word)
		} else if one, plural := singular(word); plural && isSecretName(one) {
			forms = append(forms, one)
		}
	}
	if k.known == nil {
		k.known = map[string][]string{}
	}
	if len(k.known) < maxKnown {
		k.known[name] = forms
	}
	return forms
}

// labelWords are what of a name may name a secret: all of it, its last word, and the parts of what selects an element of a page.
func labelWords(name string) []string {
	whole := strings.TrimFunc(name, func(r rune) bool { return unicode.IsSpace(r) || r == ':' || r == '*' })
	words := []string{whole}
	if at := strings.LastIndexFunc(whole, unicode.IsSpace); at >= 0 {
		words = append(words, strings.TrimSpace(whole[at:]))
	}
	if strings.ContainsAny(whole, "[#") {
		words = append(words, strings.FieldsFunc(whole, func(r rune) bool { return strings.ContainsRune("[]#='\"*^$~| ", r) })...)
	}
	return words
}

func singular(word string) (one string, plural bool) {
	for _, ending := range []string{"s", "S"} {
		if one, plural = strings.CutSuffix(word, ending); plural {
			return one, one != ""
		}
	}
	return "", false
}

// isSecretName tells whether the rules mask under a name what is no word.
func isSecretName(name string) bool {
	const example = "Kite8fj2Kd93kfL"
	whole := quoted(name) + ":" + quoted(example)
	redacted, _ := redact.Redactor{}.Redact(whole)
	return redacted != whole && !strings.Contains(redacted, example)
}
