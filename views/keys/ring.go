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
	return Ringed(b.Button.CreateRenderer(), b.ring)
}

// ringWidth is the width of the ring; on a primary button it lies that far inside of the edge.
const ringWidth = 2

// ring places and paints the ring on a button of this size.
func (b *Button) ring(ring *canvas.Rectangle, size fyne.Size) {
	primary := b.Importance == widget.HighImportance
	inset := float32(0)
	ring.StrokeColor = theme.Color(theme.ColorFocusBar)
	if primary {
		inset = ringWidth
		ring.StrokeColor = theme.Color(fynetheme.ColorNameForegroundOnPrimary)
	}
	ring.Hidden = !b.focused || b.Disabled()
	ring.StrokeWidth = ringWidth
	ring.CornerRadius = theme.Size(fynetheme.SizeNameButtonRadius) - inset
	ring.Move(fyne.NewPos(inset, inset))
	ring.Resize(size.SubtractWidthHeight(2*inset, 2*inset))
}

// Ringed adds a ring to what a renderer draws, for widgets of Fyne's that show the keyboard too faintly. Paint places and
// paints the ring on a widget of that size, whenever the widget is laid out or drawn anew.
func Ringed(base fyne.WidgetRenderer, paint func(ring *canvas.Rectangle, size fyne.Size)) fyne.WidgetRenderer {
	r := &ringed{WidgetRenderer: base, ring: canvas.NewRectangle(color.Transparent), paint: paint}
	paint(r.ring, r.size)
	return r
}

type ringed struct {
	fyne.WidgetRenderer
	ring  *canvas.Rectangle
	paint func(ring *canvas.Rectangle, size fyne.Size)
	size  fyne.Size
}

func (r *ringed) Objects() []fyne.CanvasObject {
	base := r.WidgetRenderer.Objects()
	return append(base[:len(base):len(base)], r.ring)
}

func (r *ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.size = size
	r.paint(r.ring, size)
}

func (r *ringed) Refresh() {
	r.paint(r.ring, r.size)
	r.ring.Refresh()
	r.WidgetRenderer.Refresh()
}
