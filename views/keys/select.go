package keys

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// Select is a choice of one out of a list. Space, Up and Down open the list, Left and Right change the choice; every other key is
// lent to its Sink.
type Select struct {
	widget.Select
	sink    Sink
	focused bool
}

// NewSelect makes a choice that stands on the first option.
func NewSelect(options []string, sink Sink) *Select {
	s := &Select{sink: sink}
	s.Options = options
	s.ExtendBaseWidget(s)
	if len(options) > 0 {
		s.Selected = options[0]
	}
	return s
}

// TypedKey lends what does not change the choice.
func (s *Select) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyUp, fyne.KeyDown, fyne.KeyLeft, fyne.KeyRight:
		s.Select.TypedKey(e)
	default:
		s.sink.Key(Anywhere, e.Name)
	}
}

// FocusGained draws a ring, as on a button.
func (s *Select) FocusGained() {
	s.focused = true
	s.Select.FocusGained()
}

// FocusLost takes the ring away.
func (s *Select) FocusLost() {
	s.focused = false
	s.Select.FocusLost()
}

// CreateRenderer adds the edge, which is the ring of the keyboard too, to what Fyne draws.
func (s *Select) CreateRenderer() fyne.WidgetRenderer {
	return Ringed(s.Select.CreateRenderer(), func(ring *canvas.Rectangle, size fyne.Size) {
		ring.StrokeColor, ring.StrokeWidth = theme.Color(theme.ColorEdge), 1
		if s.focused {
			ring.StrokeColor, ring.StrokeWidth = theme.Color(theme.ColorFocusBar), ringWidth
		}
		ring.CornerRadius = theme.Size(fynetheme.SizeNameInputRadius)
		ring.Resize(size)
	})
}
