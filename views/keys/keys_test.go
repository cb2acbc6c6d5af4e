package keys_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"

	"github.com/wordwake/wordwake/views/keys"
)

func TestAKeyMeansWhatItMeansInItsZone(t *testing.T) {
	for _, tt := range []struct {
		name string
		zone keys.Zone
		key  fyne.KeyName
		mod  fyne.KeyModifier
		want keys.Command
	}{
		{"down in the field moves the highlight", keys.Field, fyne.KeyDown, 0, keys.Down},
		{"down in the conversation belongs to the conversation", keys.Drawer, fyne.KeyDown, 0, keys.None},
		{"left in the field moves the cursor", keys.Field, fyne.KeyLeft, 0, keys.None},
		{"left in the list folds", keys.List, fyne.KeyLeft, 0, keys.Fold},
		{"space in the field is a letter", keys.Field, fyne.KeySpace, 0, keys.None},
		{"shift and down select text", keys.Field, fyne.KeyDown, fyne.KeyModifierShift, keys.None},
		{"F4 steps on from the conversation", keys.Drawer, fyne.KeyF4, 0, keys.NextMatch},
		{"F4 with shift steps back", keys.Anywhere, fyne.KeyF4, fyne.KeyModifierShift, keys.PreviousMatch},
		{"F5 checks from a filter", keys.Filters, fyne.KeyF5, 0, keys.CheckNow},
		{"escape goes back from everywhere", keys.Filters, fyne.KeyEscape, 0, keys.Back},
		{"a letter means nothing", keys.List, fyne.KeyB, 0, keys.None},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := keys.Handle(tt.zone, tt.key, tt.mod); got != tt.want {
				t.Errorf("got command %d, want %d", got, tt.want)
			}
		})
	}
}

func TestShortcutsAreUniqueAndKnown(t *testing.T) {
	seen := map[string]bool{}
	keys.EachShortcut(func(s fyne.Shortcut, c keys.Command) {
		if seen[s.ShortcutName()] {
			t.Errorf("%s is bound twice", s.ShortcutName())
		}
		seen[s.ShortcutName()] = true
		if keys.Of(s) != c {
			t.Errorf("%s is not found again", s.ShortcutName())
		}
	})
	if keys.Shortcut(keys.CopyKey) != nil {
		t.Error("a command without a shortcut shows one")
	}
	if keys.Of(&desktop.CustomShortcut{KeyName: fyne.KeyJ, Modifier: fyne.KeyModifierControl}) != keys.None {
		t.Error("an unknown shortcut means something")
	}
}

func TestNoShortcutTakesTheKeysOfAnEntry(t *testing.T) {
	for _, key := range []fyne.KeyName{fyne.KeyA, fyne.KeyC, fyne.KeyV, fyne.KeyX, fyne.KeyZ, fyne.KeyY, fyne.KeyLeft, fyne.KeyRight} {
		if c := keys.Of(&desktop.CustomShortcut{KeyName: key, Modifier: fyne.KeyModifierShortcutDefault}); c != keys.None {
			t.Errorf("Ctrl+%s is taken", key)
		}
	}
}

type sink struct {
	keys.Nowhere
	got  []fyne.KeyName
	used bool
}

func (s *sink) Key(_ keys.Zone, k fyne.KeyName) bool {
	s.got = append(s.got, k)
	return s.used
}

func TestAButtonTakesEnterAndLendsTheRest(t *testing.T) {
	test.NewTempApp(t)
	s, taps := &sink{}, 0
	b := keys.NewButton("Go", nil, s, func() { taps++ })
	for _, k := range []fyne.KeyName{fyne.KeyReturn, fyne.KeySpace, fyne.KeyEscape} {
		b.TypedKey(&fyne.KeyEvent{Name: k})
	}
	if taps != 2 || len(s.got) != 1 || s.got[0] != fyne.KeyEscape {
		t.Errorf("got %d taps and lent keys %v", taps, s.got)
	}
}

func TestAnEntryLendsEachKeyFirst(t *testing.T) {
	test.NewTempApp(t)
	s := &sink{}
	e := keys.NewEntry(keys.Field, s)
	e.SetText("ab")
	e.CursorColumn = 2
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if e.Text != "a" {
		t.Errorf("a key that is not used up did nothing: %q", e.Text)
	}
	s.used = true
	e.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	if e.Text != "a" {
		t.Errorf("a used key reached the field: %q", e.Text)
	}
}
