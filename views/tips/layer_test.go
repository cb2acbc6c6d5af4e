package tips_test

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/test"

	"github.com/wordwake/wordwake/views/tips"
)

func TestATipGoesOnlyWithTheObjectThatItBelongsTo(t *testing.T) {
	test.NewTempApp(t)
	l := tips.New()
	one, other := canvas.NewText("", nil), canvas.NewText("", nil)
	l.Tell(one, "Settings", true)
	l.Tell(other, "", false)
	if got := l.Text(); got != "Settings" {
		t.Errorf("another object took the tip away: %q", got)
	}
	l.Tell(one, "", false)
	if got := l.Text(); got != "" {
		t.Errorf("the tip %q stays", got)
	}
}

func TestATipStaysInsideOfItsLayer(t *testing.T) {
	test.NewTempApp(t)
	l := tips.New()
	w := test.NewTempWindow(t, l)
	w.SetPadded(false)
	w.Resize(fyne.NewSize(200, 100))
	for _, at := range []fyne.Position{{X: -50, Y: -50}, {X: 190, Y: 95}} {
		l.ShowAt(l, "Settings", at)
		ground := test.WidgetRenderer(l).Objects()[0]
		end := ground.Position().Add(ground.Size())
		if ground.Position().X < 0 || ground.Position().Y < 0 || end.X > 200 || end.Y > 100 {
			t.Errorf("at %v: from %v to %v", at, ground.Position(), end)
		}
	}
}
