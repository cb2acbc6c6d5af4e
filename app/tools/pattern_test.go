package tools

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/redact"
)

func TestAPatternOfThePersonsLeavesTheFormatOfMessagesAlone(t *testing.T) {
	const raw = `{"role":"assistant","content":[{"type":"text","text":"a text with content"},{"type":"toolCall","id":"c1","name":"read",` +
		`"arguments":{"path":"note.txt","textbook":{"deep":["a text"]}}}],"timestamp":5,"__openclaw":{"id":"m1","seq":3,"kind":"compaction"}}`
	free := strings.NewReplacer("a text", "a ***", "textbook", "***book").Replace(raw)
	for pattern, want := range map[string]string{
		"text":           free,
		"type|role|seq":  raw,
		"assistant|text": free,
		"note":           strings.Replace(raw, "note.txt", "***.txt", 1),
		`"timestamp".+`:  raw,
		"content.*":      strings.Replace(raw, "with content", "with ***", 1),
	} {
		redactor, problems := redact.New(redact.Params{Patterns: []string{pattern}})
		if len(problems) > 0 {
			t.Fatal(problems)
		}
		k := masker{redactor: redactor}
		n := parse([]byte(raw))
		k.value("", &n)
		k.structured(&n)
		got, err := compact(n)
		if diff := cmp.Diff(want, string(got)); diff != "" || err != nil || k.hidden != (want != raw) {
			t.Errorf("%s: %v, hidden %v, %s", pattern, err, k.hidden, diff)
		}
	}
}

func TestAPatternThatTakesInEverythingLeavesAMessage(t *testing.T) {
	redactor, _ := redact.New(redact.Params{Patterns: []string{".+"}})
	k := masker{redactor: redactor}
	n := parse([]byte(`{"role":"user","content":[{"type":"text","text":"one"},{"type":"image","url":"two"}],"__openclaw":{"seq":1}}`))
	k.value("", &n)
	got, err := compact(n)
	var read struct {
		Role    string
		Content []struct{ Type, Text, URL string }
	}
	if err != nil || json.Unmarshal(got, &read) != nil || read.Role != "user" || len(read.Content) != 2 || read.Content[0].Type != "text" {
		t.Fatalf("%v, %s", err, got)
	}
	if read.Content[0].Text != masked || read.Content[1].URL != masked {
		t.Errorf("%s", got)
	}
}
