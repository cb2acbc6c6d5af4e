package hits

import (
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
	return keys.Ringed(l.List.CreateRenderer(), l.ring)
}

// ring places and paints the ring around a list of this size.
func (l *List) ring(ring *canvas.Rectangle, size fyne.Size) {
	ring.Hidden = !l.focused || l.index(l.current) >= 0
	ring.StrokeWidth = theme.Size(theme.SizeFocusBar)
	ring.StrokeColor = theme.Color(theme.ColorFocusBar)
	ring.Resize(size)
}
