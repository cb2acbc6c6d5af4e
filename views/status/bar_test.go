package status

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

func newBar(t *testing.T, width float32) (*Bar, fyne.Window) {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	b := New(Actions{Pause: func() {}, Continue: func() {}, Cancel: func() {}, Lost: func() {}}, keys.Nowhere{})
	w := test.NewTempWindow(t, b)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(width, 24))
	return b, w
}

func TestTheBarLooksAsDrawn(t *testing.T) {
	b, w := newBar(t, 720)
	b.Set(View{
		Left: []string{"63 of 412 sessions indexed"}, Right: "3 agents · read-only", Done: 63, Total: 412,
		Controls: state.Controls{Pause: true, Cancel: true},
	})
	test.AssertRendersToMarkup(t, "indexing.xml", w.Canvas())
}

func TestTextsGiveWayToEachOther(t *testing.T) {
	long := []string{"Index up to date", "checked 21:31", "New messages show up within seconds, not at once", "this computer gives no more notices of changes"}
	for _, c := range []struct {
		name        string
		width       float32
		left        []string
		controls    state.Controls
		wantL, want string
	}{
		{"no room for the right one", 260, long[:2], state.Controls{}, "Index up to date · checked 21:31", ""},
		{"room for the end of the right one", 420, long[:2], state.Controls{}, "Index up to date · checked 21:31", "18,204 messages · read-only"},
		{"the last parts of the left one", 520, long, state.Controls{}, "Index up to date · checked 21:31 · New messages show up within seconds, not at once", ""},
		{"what does not fit of the first part is cut", 60, long, state.Controls{}, "Inde…", ""},
		{"the buttons have their room first", 240, long[:2], state.Controls{Continue: true, Cancel: true}, "Index up to date", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			b, _ := newBar(t, c.width)
			b.Set(View{Left: c.left, Right: "3 agents · 412 sessions · 18,204 messages · read-only", Controls: c.controls})
			if l, r := b.Texts(); l != c.wantL || r != c.want {
				t.Errorf("got %q and %q, want %q and %q", l, r, c.wantL, c.want)
			}
			if end := b.cancel.Position().X + b.cancel.Size().Width; b.cancel.Visible() && end > c.width {
				t.Errorf("the last button ends at %v of %v", end, c.width)
			}
			if !b.track.Hidden {
				t.Error("a progress is shown though nothing goes on")
			}
		})
	}
}
