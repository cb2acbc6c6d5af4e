package searchbar

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

func newBar(t *testing.T) (*Bar, fyne.Window, *[]string) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	var got []string
	b := New(func(s string) { got = append(got, s) }, keys.Nowhere{})
	w := test.NewTempWindow(t, b.Object())
	w.SetPadded(false)
	w.Resize(fyne.NewSize(400, 40))
	return b, w, &got
}

func TestEachEditIsReported(t *testing.T) {
	b, _, got := newBar(t)
	b.Type('a')
	b.Type('b')
	b.field.TypedKey(&fyne.KeyEvent{Name: fyne.KeyBackspace})
	test.Tap(b.clear)
	if diff := cmp.Diff([]string{"a", "ab", "a", ""}, *got); diff != "" {
		t.Error(diff)
	}
}

func TestASetTextIsNotAnEdit(t *testing.T) {
	b, _, got := newBar(t)
	b.SetText("größe")
	b.Type('n')
	if diff := cmp.Diff([]string{"größen"}, *got); diff != "" {
		t.Errorf("the cursor is not at the end, or the set text was reported: %s", diff)
	}
}

func TestTheClearButtonIsThereWhenThereIsText(t *testing.T) {
	b, w, _ := newBar(t)
	test.AssertRendersToMarkup(t, "empty.xml", w.Canvas())
	if b.clear.icon.Visible() {
		t.Error("an empty field can be cleared")
	}
	b.SetText("backup")
	if !b.clear.icon.Visible() {
		t.Error("a filled field cannot be cleared")
	}
}

func TestSelectAllLetsTheNextLetterReplaceTheText(t *testing.T) {
	b, _, _ := newBar(t)
	b.SetText("backup")
	b.SelectAll()
	b.Type('x')
	if b.Text() != "x" {
		t.Errorf("got %q", b.Text())
	}
}

func TestTheLineMovesOnlyWhileBusy(t *testing.T) {
	b, _, _ := newBar(t)
	b.SetBusy(true)
	b.SetBusy(true)
	if got, want := b.Busy(), fyne.CurrentApp().Settings().ShowAnimations(); got != want {
		t.Errorf("line is seen: %v, animations are wanted: %v", got, want)
	}
	b.SetBusy(false)
	if b.Busy() {
		t.Error("the line stays")
	}
}
