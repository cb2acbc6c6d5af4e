package words

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

func TestEachKindOfSecretIsToldInPlainWords(t *testing.T) {
	check(t, map[string]struct{ got, want string }{
		"a key":           {HiddenTip("key"), "Looks like an access key. Hidden here."},
		"an unknown kind": {HiddenTip("new-kind"), "Looks like a password or key. Hidden here."},
		"no kind":         {HiddenTip(""), "Looks like a password or key. Hidden here."},
		"a foreign mask":  {HiddenTip("masked"), "Was hidden already in the history."},
		"a heading":       {HiddenKind("card"), "Payment card numbers"},
		"any heading":     {HiddenKind("new-kind"), "Other passwords and keys"},
	})
	tips := map[string]bool{}
	for kind, s := range secrets {
		if tips[s.tip] || tips[s.many] || !strings.HasSuffix(s.tip, ".") || strings.HasSuffix(s.many, ".") {
			t.Errorf("%s: %+v", kind, s)
		}
		tips[s.tip], tips[s.many] = true, true
	}
}

func TestSightsAreTold(t *testing.T) {
	for _, mode := range state.SightModes {
		if SightName(mode) == "" || !strings.HasSuffix(SightExplained(mode), ".") {
			t.Errorf("%d: %q, %q", mode, SightName(mode), SightExplained(mode))
		}
	}
	sight := state.Sight{Mode: state.SightAll, Title: "A title that is much too long for a chip in a small window"}
	check(t, map[string]struct{ got, want string }{
		"a chip":    {SightChosen(sight), "As “A title that is much too long f…” sees it: other agents too"},
		"a subject": {SessionQuoted(data.Session{Title: "Backup", Agent: "main"}), "“Backup” · Agent main"},
		"searched": {
			NoMatchSearched(2, state.Filters{Hidden: true, Sight: sight}),
			"Searched as “A title that is much too long f…” sees it: other agents too, any time, only what contains hidden text.",
		},
		"searched of one agent": {
			NoMatchSearched(2, state.Filters{Agents: []string{"work"}, Sight: state.Sight{Mode: state.SightAll, Title: "Backup"}}),
			"Searched as “Backup” sees it: other agents too, agent work, any time.",
		},
		"nothing hidden": {NoMatchTitle(""), "Nothing hidden was found"},
		"advice":         {NoMatchAdvice(false, true), "Widen a filter to look for hidden text elsewhere."},
	})
}

func TestPlacesOfSecretsAreTold(t *testing.T) {
	p := data.SecretPlace{Parts: 1200, Messages: 1, Session: data.Session{Title: "Backup", Agent: "main", Archived: true}}
	kind := data.SecretKind{Kind: "key", Parts: 1200, Messages: 90, Sessions: 1}
	check(t, map[string]struct{ got, want string }{
		"without a time": {SecretCaption(p, now), "main · 1,200 hidden in 1 message · Archived"},
		"a kind":         {SecretKind(kind), "Access keys · 1,200 hidden in 90 messages of 1 session"},
		"a file":         {SavePath(time.Date(2026, 7, 5, 0, 0, 0, 0, time.UTC)), "~/wordwake-secrets-2026-07-05.csv"},
	})
}

func TestKindsStandInTheOrderOfTheirDanger(t *testing.T) {
	var kinds []data.SecretKind
	for _, kind := range []string{"card", "key", "masked", "new", "password", "private-key", "token"} {
		kinds = append(kinds, data.SecretKind{Kind: kind})
	}
	var got []string
	for _, k := range ByDanger(kinds) {
		got = append(got, k.Kind)
	}
	want := []string{"private-key", "password", "key", "token", "card", "new", "masked"}
	if diff := cmp.Diff(want, got); diff != "" || kinds[0].Kind != "card" {
		t.Error(diff)
	}
	for kind := range secrets {
		if !slices.Contains(dangers, kind) {
			t.Errorf("%s has no place", kind)
		}
	}
}
