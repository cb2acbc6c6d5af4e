package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/app/export"
	"github.com/wordwake/wordwake/data"
)

// oddSecrets is a list with what a terminal or a spreadsheet would obey.
func oddSecrets() data.Secrets {
	r := odd()
	one, two := r.Groups[0].Session, r.Groups[0].Session
	two.Title, two.Key = "=HYPERLINK(\"x\")\x1b[2J", "agent:main:two"
	return data.Secrets{
		Kinds: []data.SecretKind{{Kind: "password", Parts: 1204, Messages: 7, Sessions: 1}, {Kind: "token", Parts: 2, Messages: 2, Sessions: 1}},
		Places: []data.SecretPlace{
			{
				Kind: "token", Session: one, Parts: 2, Messages: 2, Masks: []string{"abcdef…wxyz", "abcdef…1234"},
				First: evening.AddDate(0, 0, -3), Last: evening, Newest: data.Message{ID: "m7"},
			},
			{Kind: "password", Session: two, Parts: 1204, Messages: 7, Masks: []string{"***"}, Newest: data.Message{ID: "m9"}},
		},
		Limited: true,
	}
}

func TestWhatSecretsPrints(t *testing.T) {
	golden(t, "secrets.txt", printed(t, false, nil, func(w world) error { return w.printSecrets(oddSecrets()) }))
	golden(t, "secrets-none.txt", printed(t, false, nil, func(w world) error { return w.printSecrets(data.Secrets{}) }))
	golden(t, "secrets.csv", printed(t, false, nil, func(w world) error { return export.SecretsTable(w.stdout, oddSecrets(), line) }))
	golden(t, "secrets.json", indented(t, newSecretsJSON(oddSecrets(), true)))
	golden(t, "secrets-none.json", indented(t, newSecretsJSON(data.Secrets{}, false)))
}

// secretList is what the tests look at in secrets --json.
type secretList struct {
	Limited bool
	Kinds   []struct{ Kind string }
	Places  []struct{ Kind, SessionKey, Newest string }
}

func TestSecretsListsWhereTheyLieAndSearchFindsThem(t *testing.T) {
	s, state, store := withStore(t)
	leak := planted("ghp¦_aB3¦caB3¦daB3¦eaB3¦faB3¦gaB3¦haB3¦iaB3¦jaB3")
	store.talk("agent:main:leak", "w3", "use "+leak+" for now", "the ferry goes at noon", "password: "+planted("hunt¦er2x¦yz9Q"))
	args := []string{"--state", state}
	list := decoded[secretList](t, s.run(append(args, "secrets", "--json")...))
	if len(list.Kinds) != 2 || len(list.Places) != 2 || list.Limited || list.Places[0].Newest != "w3-m2" {
		t.Errorf("list %+v", list)
	}
	if one := decoded[secretList](t, s.run(append(args, "secrets", "--json", "--kind", "password")...)); len(one.Places) != 1 {
		t.Errorf("of one kind %+v", one)
	}
	if none := decoded[secretList](t, s.run(append(args, "secrets", "--json", "--store", filepath.Dir(store.Path)+"/openclaw-agent.sqlite", "--agent", "work")...)); len(none.Places) != 0 {
		t.Errorf("of nobody %+v", none)
	}
	expect(t, s.search(t, append(args, "--hidden")...), "w3-m0", "w3-m2")
	expect(t, s.search(t, append(args, "--hidden", "now")...), "w3-m0")
	expect(t, s.search(t, append(args, leak)...), "w3-m0")
	for _, format := range []string{"text", "csv", "json"} {
		if got := s.run(append(args, "secrets", "--format", format)...); got.code != 0 || !strings.Contains(got.out, "agent:main:leak") || strings.Contains(got.out, leak[6:14]) {
			t.Errorf("%s: %+v", format, got)
		}
	}
}

// planted takes the armour off a secret: so it stands in no file.
func planted(armoured string) string { return strings.ReplaceAll(armoured, "¦", "") }
