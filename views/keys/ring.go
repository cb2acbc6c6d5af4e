package keys

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// FocusGained draws a ring. Fyne would fill the button with the colour of focus, on which the text of a primary button
// cannot be read.
func (b *Button) FocusGained() { b.focus(true) }

// FocusLost takes the ring away.
func (b *Button) FocusLost() { b.focus(false) }

func (b *Button) focus(on bool) {
	b.focused = on
	b.tell(on)
	b.Refresh()
}

// CreateRenderer adds the ring to what Fyne draws.
func (b *Button) CreateRenderer() fyne.WidgetRenderer {
	r := &ringed{WidgetRenderer: b.Button.CreateRenderer(), b: b, ring: canvas.NewRectangle(color.Transparent)}
	r.paint()
	return r
}

type ringed struct {
	fyne.WidgetRenderer
	b    *Button
	ring *canvas.Rectangle
}

// ringWidth is the width of the ring; on a primary button it lies that far inside of the edge.
const ringWidth = 2

func (r *ringed) Objects() []fyne.CanvasObject {
	base := r.WidgetRenderer.Objects()
	return append(base[:len(base):len(base)], r.ring)
}

func (r *ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	inset := r.inset()
	r.ring.Move(fyne.NewPos(inset, inset))
	r.ring.Resize(size.SubtractWidthHeight(2*inset, 2*inset))
}

func (r *ringed) Refresh() {
	r.paint()
	r.WidgetRenderer.Refresh()
}

func (r *ringed) inset() float32 {
	if r.b.Importance == widget.HighImportance {
		return ringWidth
	}
	return 0
}

func (r *ringed) paint() {
	r.ring.Hidden = !r.b.focused
	r.ring.StrokeWidth = ringWidth
	r.ring.CornerRadius = theme.Size(fynetheme.SizeNameButtonRadius) - r.inset()
	r.ring.StrokeColor = theme.Color(theme.ColorFocusBar)
	if r.b.Importance == widget.HighImportance {
		r.ring.StrokeColor = theme.Color(fynetheme.ColorNameForegroundOnPrimary)
	}
	r.ring.Refresh()
}
