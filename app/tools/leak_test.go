package tools_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

// planted makes secrets that no test data holds: a token that is known by itself, a password that is known by what stands
// before it, and the lines of a private key.
func planted() (token, password string, key []string) {
	r := rand.New(rand.NewPCG(7, 11))
	letters := func(n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"[r.IntN(57)])
		}
		return b.String()
	}
	for range 24 {
		key = append(key, letters(64))
	}
	return "ghp" + "_" + letters(36), letters(24), key
}

// secretTalk is a session whose every part holds a secret.
func secretTalk(s *datatest.Store, token, password string, key []string) {
	begin, end := "-----BEGIN RSA PRIV"+"ATE KEY-----\n", "\n-----END RSA PRIV"+"ATE KEY-----"
	pem := begin + strings.Join(key, "\n") + end
	lines := append(append([]string{strings.TrimSpace(begin)}, key...), strings.TrimSpace(end))
	filler := strings.Repeat("the tide comes and goes ", 160)
	events := []datatest.Event{
		spoken("m0", "", datatest.Fields{"role": "user", "content": "tide " + token + " tide", "idempotencyKey": token}),
		spoken("m1", "m0", datatest.Fields{"role": "assistant", "errorMessage": "token " + token, "content": []datatest.Fields{
			{"type": "thinking", "thinking": "tide, their password: " + password},
			{"type": "text", "text": "tide " + pem + " tide"},
			{"type": "toolCall", "id": "c1", "name": "login", "arguments": datatest.Fields{"password": password, "nested": []datatest.Fields{{"apiKey": password, "note": pem}}, token: true}},
			{"type": "toolCall", "id": "c2", "name": "run", "partialJson": `{"command": "curl -H 'Authorization: Bearer ` + token + `'"`},
		}}),
		spoken("m2", "m1", datatest.Fields{"role": "toolResult", "toolName": "login", "content": []datatest.Fields{
			{"type": "tool_result", "content": []datatest.Fields{{"type": "text", "text": "tide password=" + password}}}, {"type": "text", "text": pem},
		}}),
		spoken("m3", "m2", datatest.Fields{"role": "user", "content": filler + begin + strings.Join(key, "\n"), "text": "password: " + password}),
		spoken("m4", "m3", datatest.Fields{"role": "assistant", "content": []datatest.Fields{{"type": "text", "text": begin + key[0]}, {"type": "text", "text": key[1]}, {"type": "text", "text": key[2] + end + "\ntide"}}}),
		spoken("m5", "m4", datatest.Fields{"role": "user", "content": "tide https://bob:" + password + "@example.com/?token=" + token}),
		spoken("m6", "m5", datatest.Fields{"role": "assistant", "content": []datatest.Fields{
			commented("tide " + begin + key[0]), commented(key[1]), commented(key[2]), commented(key[3] + end),
			{"type": "text", "text": "tide"},
			{"type": "toolCall", "id": "c3", "name": "write", "arguments": datatest.Fields{"lines": lines}, "partialJson": `{"lines": ["` + strings.Join(lines, `", "`)},
			{"type": "toolCall", "id": "c4", "name": "write", "arguments": `{"lines": ["` + strings.Join(lines, `", "`) + `"]}`},
		}}),
		spoken("m7", "m6", datatest.Fields{"role": "toolResult", "toolName": "read", "details": lines, "content": []datatest.Fields{
			{"type": "tool_result", "content": []datatest.Fields{{"type": "text", "text": "tide " + begin + key[0]}, {"type": "text", "text": key[1]}, {"type": "text", "text": key[2] + end}}},
			{"type": "tool_result", "content": lines},
		}}),
	}
	s.Session("agent:main:main", "s1", events, datatest.Node{Label: "tide " + token})
	s.Session("agent:main:named", "s2", datatest.TalkAt("n", datatest.Start, "my key is "+token+" tide", "tide password: "+password), datatest.Node{Created: datatest.Start.Add(time.Hour)})
}

// commented is a block that an agent wrote before it called a tool.
func commented(text string) datatest.Fields {
	return datatest.Fields{"type": "text", "text": text, "textSignature": `{"v":1,"id":"msg","phase":"commentary"}`}
}

func TestNoSecretLeavesByAnyTool(t *testing.T) {
	token, password, key := planted()
	for _, generation := range []datatest.Generation{datatest.V8, datatest.V19, datatest.V23} {
		state := datatest.NewState(t)
		secretTalk(state.Agent("main", generation), token, password, key)
		of := caller(t, open(t, state.Dir), "agent:main:main", "agent")
		check := func(name string, arguments object) {
			t.Helper()
			answer := string(call(t, of, name, arguments).JSON)
			if !strings.Contains(answer, "tide") && !strings.Contains(answer, `"messages": []`) && !strings.Contains(answer, `"results": []`) {
				t.Errorf("%s %v gives nothing: %.300s", name, arguments, answer)
			}
			for _, secret := range append([]string{token, password}, key...) {
				for i := 0; i+8 <= len(secret); i++ {
					if strings.Contains(answer, secret[i:i+8]) {
						t.Fatalf("version %d: %s %v lets %q out: ...%s", generation, name, arguments, secret[i:i+8], around(answer, secret[i:i+8]))
					}
				}
			}
		}
		for limit := 1; limit <= 9; limit++ {
			for offset := 0; offset <= 8; offset++ {
				check("sessions_history", object{"sessionKey": "main", "limit": limit, "offset": offset, "includeTools": true})
			}
			for m := range 8 {
				check("sessions_history", object{"sessionKey": "main", "limit": limit, "messageId": fmt.Sprintf("m%d", m), "includeTools": limit%2 == 0})
			}
			check("sessions_search", object{"query": "tide", "limit": limit})
			check("sessions_list", object{"messageLimit": limit, "includeDerivedTitles": true, "includeLastMessage": true})
		}
		for _, query := range []string{"key", "password", "RSA PRIVATE KEY", "BEGIN", "END", token, password, key[3], token[:12], "example.com"} {
			check("sessions_search", object{"query": query})
			check("sessions_search", object{"query": query, "sessionKey": "agent:main:named"})
		}
	}
}

// around is where something stands in a text.
func around(text, what string) string {
	at := strings.Index(text, what)
	return text[max(at-120, 0):min(at+60, len(text))]
}
