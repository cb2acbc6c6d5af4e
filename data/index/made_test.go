package index

import (
	"context"
	"errors"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func stale(t *testing.T, l *Library) bool {
	t.Helper()
	f, err := l.Facts(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return f.Stale
}

func TestALibraryOfOtherRulesIsStale(t *testing.T) {
	l := open(t, t.TempDir())
	if stale(t, l) {
		t.Error("stale from its beginning")
	}
	for name, test := range map[string]struct {
		rules Rules
		want  bool
	}{
		"the same rules":                       {Rules{Stamp: "rules-1", Version: 1}, false},
		"a pattern more":                       {Rules{Stamp: "rules-1-a", Version: 1}, true},
		"newer built-in rules":                 {Rules{Stamp: "rules-2", Version: 2}, true},
		"rules that cannot be read":            {Rules{Stamp: "rules-1-a", Version: 1, Unsure: true}, false},
		"newer ones, the rest cannot be read":  {Rules{Stamp: "rules-2", Version: 2, Unsure: true}, false},
		"older ones than it was made by":       {Rules{Stamp: "rules-0", Version: 0}, false},
		"older ones, and others of the person": {Rules{Stamp: "rules-0-a", Version: 0}, false},
	} {
		t.Run(name, func(t *testing.T) {
			l.SetRules(test.rules)
			if got := stale(t, l); got != test.want {
				t.Errorf("stale %v", got)
			}
		})
	}
}

func TestNothingIsWrittenByFewerRulesThanALibraryWasMadeBy(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	l.SetRules(Rules{Stamp: "fewer", Version: 1, Unsure: true})
	for name, begin := range map[string]func(context.Context, WriteParams) (*Writer, error){"write": l.Write, "rebuild": l.Rebuild} {
		w, err := begin(t.Context(), WriteParams{Redact: func(context.Context, []data.Message) error { return nil }})
		var own *Error
		if !errors.As(err, &own) || own.Hint != hintUnread || !IsRulesUnread(err) {
			t.Errorf("%s: %v, %v", name, w, err)
		}
	}
}

func TestWhatIsWrittenWithoutTheOwnRulesIsRedactedAgainOnceTheyCanBeRead(t *testing.T) {
	l := open(t, t.TempDir())
	mine := Rules{Stamp: "rules-1", Version: 1}
	l.SetRules(Rules{Stamp: "rules-1", Version: 1, Unsure: true})
	l.SetRules(mine)
	if stale(t, l) {
		t.Error("stale though nothing was written")
	}
	l.SetRules(Rules{Stamp: "rules-1", Version: 1, Unsure: true})
	put(t, writer(t, l), session("alpha", "one"), talk("apple"))
	if stale(t, l) {
		t.Error("stale while the rules cannot be read")
	}
	l.SetRules(mine)
	if !stale(t, l) {
		t.Error("not stale")
	}
}
