package hits

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// FocusGained shows that the list has the keyboard. Fyne's own mark, a faint hover, is left out.
func (l *List) FocusGained() {
	l.focused = true
	l.Refresh()
}

// FocusLost takes the mark of the keyboard away.
func (l *List) FocusLost() {
	l.focused = false
	l.Refresh()
}

// TypedKey lends every key; the list has no keys of its own besides those of the window.
func (l *List) TypedKey(e *fyne.KeyEvent) { l.sink.Key(keys.List, e.Name) }

// TypedRune sends letters to the search field.
func (l *List) TypedRune(r rune) { l.sink.Rune(keys.List, r) }

// CreateRenderer adds a ring to what Fyne draws: it shows the keyboard while no row is highlighted that could.
func (l *List) CreateRenderer() fyne.WidgetRenderer {
	r := &ringed{WidgetRenderer: l.List.CreateRenderer(), l: l, ring: canvas.NewRectangle(color.Transparent)}
	r.paint()
	return r
}

type ringed struct {
	fyne.WidgetRenderer
	l    *List
	ring *canvas.Rectangle
}

func (r *ringed) Objects() []fyne.CanvasObject {
	base := r.WidgetRenderer.Objects()
	return append(base[:len(base):len(base)], r.ring)
}

func (r *ringed) Layout(size fyne.Size) {
	r.WidgetRenderer.Layout(size)
	r.ring.Resize(size)
}

func (r *ringed) Refresh() {
	r.paint()
	r.WidgetRenderer.Refresh()
}

func (r *ringed) paint() {
	r.ring.Hidden = !r.l.focused || r.l.index(r.l.current) >= 0
	r.ring.StrokeWidth = theme.Size(theme.SizeFocusBar)
	r.ring.StrokeColor = theme.Color(theme.ColorFocusBar)
	r.ring.Refresh()
}
