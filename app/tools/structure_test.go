package tools

import (
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/redact"
)

// What ¤ and DIGITS stand for in the table: a secret that no rule knows by its look, and a number.
var (
	wordSecret  = bare("Kite¦7fj2¦Kd93¦kfL")
	digitSecret = bare("4821¦3377¦15")
)

func TestSecretsInStructuredValuesAreMasked(t *testing.T) {
	for name, arguments := range map[string]string{
		"a name and a value":                  `{"env":[{"name":"DB_PASSWORD","value":"¤"}]}`,
		"a value before its name":             `{"env":[{"value":"¤","name":"DB_PASSWORD"}]}`,
		"a key and a value":                   `{"headers":[{"key":"Authorization","value":"Bearer ¤"}]}`,
		"a header and a value":                `{"headers":[{"header":"X-Api-Key","value":"¤"}]}`,
		"names in capitals":                   `{"Environment":[{"Name":"DB_PASSWORD","Value":"¤"}]}`,
		"a field of a form":                   `{"fields":[{"name":"Password","type":"textbox","ref":"e12","value":"¤"}]}`,
		"a field with a text":                 `{"field":"password","text":"¤"}`,
		"a field that is selected":            `{"selector":"input[type=password]","text":"¤"}`,
		"a field by its reference":            `{"ref":"password","text":"¤"}`,
		"a field by its label":                `{"label":"Your password:","value":"¤"}`,
		"a field by its text":                 `{"text":"password","value":"¤"}`,
		"a name and a list":                   `{"name":"password","value":["¤",{"x":"¤"}]}`,
		"a name and a number":                 `{"name":"password","value":DIGITS}`,
		"a number":                            `{"secret":DIGITS,"api_key":DIGITS}`,
		"a pair":                              `{"header":["Authorization","Basic ¤"]}`,
		"a list of pairs":                     `{"headers":[["Accept","text/html"],["Authorization","Basic ¤"]]}`,
		"a list of pairs of words":            `{"form":[["user","bob"],["password","correcthorse"]]}`,
		"a flat list of headers":              `{"rawHeaders":["Accept","text/html","X-Api-Key","¤"]}`,
		"a user and a password":               `{"auth":["bob","¤"]}`,
		"a flag":                              `{"argv":["--password","¤"]}`,
		"a flag behind a program":             `{"cmd":["mysql","-h","db","--password","¤"]}`,
		"a flag with its value":               `{"cmd":["mysql","--password=¤"]}`,
		"a flag of sshpass":                   `{"cmd":["sshpass","-p","¤","ssh","host"]}`,
		"a flag of curl":                      `{"cmd":["curl","-u","bob:¤"]}`,
		"a flag with a value in words":        `{"cmd":["tool","--password","¤ two words"]}`,
		"a value below":                       `{"secret":{"value":"¤"}}`,
		"a value far below":                   `{"token":{"a":{"b":[{"raw":"¤"}]}}}`,
		"a text below":                        `{"secret":{"text":"¤","content":"¤"}}`,
		"a number below":                      `{"secret":{"value":DIGITS}}`,
		"a type and a value":                  `{"authorization":{"type":"bearer","value":"¤"}}`,
		"a list of passwords":                 `{"passwords":["¤"]}`,
		"a number below a token":              `{"token":{"value":DIGITS}}`,
		"passwords by user":                   `{"passwords":{"bob":"¤","eve":DIGITS}}`,
		"secrets by name":                     `{"secrets":{"db":"¤"}}`,
		"credentials":                         `{"credentials":{"user":"b","value":"¤"}}`,
		"cookies":                             `{"cookies":[{"name":"sid","value":"¤","domain":"example.com"}]}`,
		"a manifest":                          `{"apiVersion":"v1","kind":"Secret","data":{"db":"S2l0¤"}}`,
		"a name with blanks":                  `{" Password ":"¤"}`,
		"a name of words":                     `{"Database password":"¤"}`,
		"a name in a list below another name": `{"auth":{"items":[{"name":"password","value":"¤"}]}}`,
	} {
		raw := strings.NewReplacer("¤", wordSecret, "DIGITS", digitSecret).Replace(arguments)
		for form, message := range map[string]string{
			"as arguments": `{"content":[{"type":"toolCall","name":"x","arguments":` + raw + `}]}`, "in a result": `{"role":"toolResult","content":` + raw + `}`,
		} {
			got, hidden := masks(message)
			for _, secret := range []string{wordSecret, digitSecret, "correcthorse"} {
				if strings.Contains(got, secret[:8]) || strings.Contains(got, secret[len(secret)-8:]) {
					t.Errorf("%s, %s: %s", name, form, got)
				}
			}
			again, hiddenAgain := masks(got)
			if !hidden || again != got || hiddenAgain {
				t.Errorf("%s, %s: hidden %v, and once more %s becomes %s", name, form, hidden, got, again)
			}
		}
	}
}

func TestStructuredValuesWithoutSecretsStay(t *testing.T) {
	for name, arguments := range map[string]string{
		"a schema":                 `{"type":"object","required":["user","password"],"properties":{"password":{"type":"string"}}}`,
		"a list of names":          `{"columns":["id","password","email","createdAt"]}`,
		"two names":                `{"required":["password","email"]}`,
		"two names of two words":   `{"supported":["id_token","code token"]}`,
		"a file and its code":      `{"path":"auth.ts","content":"export function token(params) {\n  return params.token;\n}\n"}`,
		"a name and code":          `{"name":"tokens.go","content":"type token struct{ kind int }\nfunc next(t token) token { return t }"}`,
		"a command":                `{"command":"grep -rn 'password' src | head -20 && git commit -m \"Ask for the password twice\""}`,
		"a command line":           `{"argv":["git","log","--oneline","-n","20","--author","bob"]}`,
		"what may be done":         `{"auth":["read","write"]}`,
		"prose":                    `{"query":"how do I reset my password on the tide clock","note":"the key of the city"}`,
		"counts of tokens":         `{"tokens":{"input":1200,"output":80},"max_tokens":4096,"tokenCount":12}`,
		"counts that passed":       `{"pass":1234,"fail":2}`,
		"names and values":         `{"env":[{"name":"PATH","value":"/usr/bin"},{"name":"LANG","value":"C.UTF-8"}]}`,
		"fields of a form":         `{"fields":[{"name":"User","type":"textbox","ref":"e11","value":"bob"}]}`,
		"headers":                  `{"headers":[["Accept","text/html"],["Content-Type","application/json"]]}`,
		"a key that is pressed":    `{"kind":"press","key":"Enter","ref":"e12"}`,
		"a name in a text":         `{"type":"text","text":"forgot password"}`,
		"a name without its value": `{"name":"password","value":""}`,
		"switches":                 `{"secret":{"required":true,"default":null},"password":false}`,
	} {
		message := `{"content":[{"type":"toolCall","name":"x","arguments":` + arguments + `}]}`
		if got, hidden := masks(message); got != message || hidden {
			t.Errorf("%s: %s", name, got)
		}
	}
}

func TestWhatOnlyTheWholeShowsIsMaskedInItsParts(t *testing.T) {
	n := parse([]byte(`{"a":{"list":["one","two"]},"b":"three"}`))
	other := parse([]byte(`{"a":{"list":["***","two"]},"b":"three"}`))
	if !adopt(&n, &other) || n.get("a").get("list").items[0].text != masked || n.textAt("b") != "three" {
		t.Errorf("%+v", n)
	}
	for _, unlike := range []string{`{"a":1}`, `{"a":{"list":["one"]},"b":"three"}`, `{"a":{"list":{}},"b":"three"}`, `[]`} {
		n, other := parse([]byte(`{"a":{"list":["one","two"]},"b":"three"}`)), parse([]byte(unlike))
		if adopt(&n, &other) {
			t.Errorf("%s is taken for the same", unlike)
		}
	}
	k := masker{redactor: redact.Redactor{}}
	n = parse([]byte(`{"login":{"password":"` + wordSecret + `"},"note":"stays"}`))
	k.narrow(&n)
	if got := n.get("login").textAt("password"); got != masked || n.textAt("note") != "stays" {
		t.Errorf("%+v", n)
	}
	maskAll(&n)
	if n.textAt("note") != masked {
		t.Errorf("%+v", n)
	}
}
