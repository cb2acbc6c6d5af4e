package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/redact"
	"github.com/wordwake/wordwake/data/transcript"
)

// bare is a string with its armour taken off, so that nothing in the repository looks like a leaked secret.
func bare(armoured string) string { return strings.ReplaceAll(armoured, "¦", "") }

var token = bare("ghp_¦0Tid¦e5Mo¦on9G¦ull2¦Reef¦7Sai¦l4Wa¦ke8F¦oam1¦2")

func masks(raw string) (string, bool) {
	k := masker{redactor: redact.Redactor{}}
	n := parse([]byte(raw))
	k.value("", &n)
	k.structured(&n)
	written, err := compact(n)
	return string(written) + fmt.Sprint(errOf(err)), k.hidden
}

func errOf(err error) string {
	if err != nil {
		return err.Error()
	}
	return ""
}

func TestSecretsAreMaskedWhereverTheyStand(t *testing.T) {
	short := bare("hunt¦er2h¦unte¦r2")
	for name, c := range map[string]struct{ raw, secret string }{
		"in a text":                  {`{"text": "my key is ` + token + `"}`, token},
		"in a list":                  {`{"content": [{"type": "tool", "content": [{"text": "` + token + `"}]}]}`, token},
		"in an argument":             {`{"arguments": {"header": {"x": ["Authorization: Bearer ` + token + `"]}}}`, token},
		"in a name":                  {`{"arguments": {"` + token + `": 1}}`, token},
		"known by its name alone":    {`{"arguments": {"password": "` + short + `"}}`, short},
		"known by the name above":    {`{"arguments": {"password": ["` + short + `"]}}`, short},
		"in an error":                {`{"errorMessage": "login with password=` + short + ` failed"}`, short},
		"in JSON in a string":        {`{"arguments": "{\"apiKey\": \"` + short + `\"}"}`, short},
		"in any other member":        {`{"whatever": "` + token + `"}`, token},
		"beside letters of a script": {`{"text": "密码是` + token + `好"}`, token},
	} {
		got, hidden := masks(c.raw)
		for i := 0; i+8 <= len(c.secret); i++ {
			if strings.Contains(got, c.secret[i:i+8]) {
				t.Errorf("%s: %s", name, got)
				break
			}
		}
		if !hidden {
			t.Errorf("%s: nothing is said to be hidden", name)
		}
		again, hiddenAgain := masks(got)
		if again != got || hiddenAgain {
			t.Errorf("%s: once more %s becomes %s", name, got, again)
		}
	}
}

func TestWhatIsNoSecretStaysAsItIs(t *testing.T) {
	for _, raw := range []string{
		`{"role":"user","content":"Good morning, what does a zebra eat?","timestamp":1796041939656}`,
		`{"type":"toolCall","id":"call_mock_6b7e594b_0_0","name":"read","arguments":{"path":"note.txt","limit":20,"all":true,"none":null}}`,
		`{"id":"091742b5-cac0-420a-9b71-cb45ca295e72","model":"mock-1","stopReason":"stop","n":1.50e3,"empty":{},"list":[]}`,
		`{"text":"<b>\"quotes\" & \\ back\u2028slashes</b>"}`,
		`{"description":"an old mask such as ` + bare("sk-f¦ix…6¦789") + ` stays"}`,
	} {
		if got, hidden := masks(raw); got != raw || hidden {
			t.Errorf("%s becomes %s", raw, got)
		}
	}
}

// keyLines are the first, the middle and the last line of a key, which are not known for what they are by themselves.
func keyLines() [3]string {
	return [3]string{
		bare("MIIEow¦IBAAK¦CAQEA¦FAKEk¦eyLIN¦Eone0¦12345"), bare("FAKEk¦eyLIN¦Etwo6¦78901¦23456¦78901¦23456"), bare("FAKEk¦eyLIN¦Ethre¦e2345¦67890¦12345¦67890"),
	}
}

func TestAKeyThatRunsOverSeveralStringsIsMasked(t *testing.T) {
	lines := keyLines()
	begin, end := bare("-----B¦EGIN RSA PRIV¦ATE KEY-----"), bare("-----E¦ND RSA PRIV¦ATE KEY-----")
	first, middle, last := quoted("here:\n"+begin+"\n"+lines[0]), quoted(lines[1]), quoted(lines[2]+"\n"+end+"\nthanks")
	list := "[" + first + "," + middle + "," + last + "]"
	block := func(text string) string { return `{"type": "text", "text": ` + text + `}` }
	blocks := "[" + block(first) + "," + block(middle) + "," + block(last) + "]"
	for name, raw := range map[string]string{
		"blocks":                           `{"content": ` + blocks + `}`,
		"strings":                          `{"content": ` + list + `}`,
		"nested blocks":                    `{"content": [{"type": "tool_result", "content": ` + blocks + `}]}`,
		"blocks nested twice":              `{"content": [{"content": [{"content": ` + blocks + `}]}]}`,
		"blocks of different depths":       `{"content": [` + block(first) + `, {"content": [` + block(middle) + `]}, ` + block(last) + `]}`,
		"blocks with others between":       `{"content": [` + block(first) + `, {"content": [` + block(`"nothing"`) + `]}, ` + block(middle) + `, ` + block(last) + `]}`,
		"blocks that do not begin the key": `{"content": [` + block(middle) + `, {"content": [` + block(`"no, that"`) + `]}, ` + block(last) + `]}`,
		"thoughts":                         `{"content": [{"thinking": ` + first + `}, {"thinking": ` + middle + `}, {"thinking": ` + last + `}]}`,
		"lines of an argument":             `{"content": [{"arguments": {"lines": ` + list + `}}]}`,
		"lines in a list of an argument":   `{"content": [{"arguments": {"edits": [{"lines": [` + first + `]}, {"lines": [` + middle + `, ` + last + `]}]}}]}`,
		"numbered arguments":               `{"content": [{"arguments": {"line1": ` + first + `, "line2": ` + middle + `, "line10": ` + last + `}}]}`,
		"details":                          `{"content": [{"details": {"stdout": ` + list + `}}]}`,
		"arguments in a string":            `{"content": [{"arguments": ` + quoted(`{"lines": `+list+`}`) + `}]}`,
		"arguments that are not whole":     `{"content": [{"arguments": {}, "partialJson": ` + quoted(`{"lines": [`+first+`, `+middle+`, `+quoted(lines[2])) + `}]}`,
		"the end of a key in a string":     `{"content": [{"arguments": ` + quoted(` {"lines": [`+middle+`,`+last+`]}`) + `}]}`,
		"half a string of JSON":            `{"content": [{"partialJson": ` + quoted(`{"lines": [`+first+`, "`+lines[1]) + `}]}`,
		"calls in pieces":                  `{"content": [{"partialJson": ` + quoted(`{"lines": [`+first) + `}, {"partialJson": ` + quoted(`, `+middle+`, `+last+`]}`) + `}]}`,
	} {
		k := masker{redactor: redact.Redactor{}}
		m := parse([]byte(raw))
		k.message(&m)
		got, err := compact(m)
		if err != nil || !k.hidden {
			t.Errorf("%s: %v, hidden %v", name, err, k.hidden)
		}
		for _, line := range lines {
			if strings.Contains(string(got), line) {
				t.Errorf("%s: a line of the key is in %s", name, got)
			}
		}
	}
}

func TestTheWordsAroundAKeyStay(t *testing.T) {
	lines := keyLines()
	begin, end := bare("-----B¦EGIN RSA PRIV¦ATE KEY-----"), bare("-----E¦ND RSA PRIV¦ATE KEY-----")
	content := listNode(textBlock("one"), textBlock("here:\n"+begin+"\n"+lines[0]), textBlock(lines[1]), textBlock(lines[2]+"\n"+end+"\nthanks"), textBlock("key "+token))
	k := masker{redactor: redact.Redactor{}}
	k.message(&content)
	texts := textsOf(content)
	masked, _ := redact.Redactor{}.Redact("key " + token)
	if !strings.HasPrefix(texts[1], "here:\n"+begin) || !strings.HasSuffix(texts[2], end+"\nthanks") {
		t.Errorf("the words around the key are gone: %q", texts)
	}
	if diff := cmp.Diff([]string{"one", texts[1], texts[2], "", masked}, texts); diff != "" {
		t.Error(diff)
	}
}

func TestStringsThatHoldNoSecretTogetherStayApart(t *testing.T) {
	content := listNode(textBlock("one"), textBlock("key "+token), textBlock("three"))
	k := masker{redactor: redact.Redactor{}}
	k.message(&content)
	masked, _ := redact.Redactor{}.Redact("key " + token)
	if diff := cmp.Diff([]string{"one", masked, "three"}, textsOf(content)); diff != "" {
		t.Error(diff)
	}
}

func textsOf(content node) (texts []string) {
	for i := range content.items {
		texts = append(texts, content.items[i].textAt("text"))
	}
	return texts
}

func FuzzAMaskedMessageIsJSON(f *testing.F) {
	f.Add([]byte(`{"content": [{"text": "one"}, {"text": "two", "content": ["three", {"line1": "four"}]}]}`))
	f.Add([]byte(`{"arguments": "{\"lines\": [\"a\", \"b\"]}", "partialJson": "{\"lines\": [\"a"}`))
	f.Add([]byte(`["` + bare("-----B¦EGIN RSA PRIV¦ATE KEY-----") + `", "` + keyLines()[0] + `", "` + keyLines()[1] + `"]`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if !transcript.Valid(raw) {
			return
		}
		m := parse(raw)
		k := masker{redactor: redact.Redactor{}}
		k.message(&m)
		once, err := compact(m)
		if err != nil || !json.Valid(once) {
			t.Fatalf("%q becomes %q, %v", raw, once, err)
		}
	})
}
