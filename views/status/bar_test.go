package status

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/theme"
)

func newBar(t *testing.T, width float32) (*Bar, fyne.Window) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	b := New()
	w := test.NewTempWindow(t, b)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 24))
	return b, w
}

func TestTheBarLooksAsDrawn(t *testing.T) {
	b, w := newBar(t, 720)
	b.Set("Still indexing: 63 of 412 sessions", "3 agents · read-only", 63, 412)
	test.AssertRendersToMarkup(t, "indexing.xml", w.Canvas())
}

func TestTheRightTextGivesWay(t *testing.T) {
	b, _ := newBar(t, 260)
	b.Set("Index up to date · checked 21:31", "3 agents · 412 sessions · 18,204 messages", 0, 0)
	if b.leftText.Hidden || !b.rightText.Hidden {
		t.Error("the texts overlap or the wrong one is missing")
	}
	wide, _ := newBar(t, 420)
	wide.Set("Index up to date · checked 21:31", "3 agents · 412 sessions · 18,204 messages · read-only", 0, 0)
	if got := wide.rightText.Text; wide.rightText.Hidden || got != "18,204 messages · read-only" {
		t.Errorf("a text with room for its end shows %q", got)
	}
	if !b.track.Hidden {
		t.Error("a progress is shown though nothing goes on")
	}
}
