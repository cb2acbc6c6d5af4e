package filters

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// link is a small button that looks like a link; the line under it shows the keyboard.
type link struct {
	widget.BaseWidget
	sink    keys.Sink
	tapped  func()
	label   *canvas.Text
	line    *canvas.Rectangle
	focused bool
}

var (
	_ fyne.Focusable     = (*link)(nil)
	_ fyne.Tappable      = (*link)(nil)
	_ desktop.Cursorable = (*link)(nil)
)

func newLink(text string, sink keys.Sink, tapped func()) *link {
	l := &link{sink: sink, tapped: tapped}
	l.label = canvas.NewText(text, theme.Color(fynetheme.ColorNameHyperlink))
	l.line = canvas.NewRectangle(theme.Color(fynetheme.ColorNameHyperlink))
	l.ExtendBaseWidget(l)
	return l
}

// Tapped does what the link is for.
func (l *link) Tapped(*fyne.PointEvent) { l.tapped() }

// Cursor is a hand.
func (l *link) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained draws the line of the keyboard.
func (l *link) FocusGained() { l.focus(true) }

// FocusLost takes the line away.
func (l *link) FocusLost() { l.focus(false) }

func (l *link) focus(on bool) {
	l.focused = on
	l.Refresh()
}

// TypedRune does nothing.
func (l *link) TypedRune(rune) {}

// TypedKey follows the link on Space and Enter, and lends the rest.
func (l *link) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		l.tapped()
	default:
		l.sink.Key(keys.Filters, e.Name)
	}
}

// AccessibilityLabel is the text.
func (l *link) AccessibilityLabel() string { return l.label.Text }

// AccessibilityRole is that of a link.
func (l *link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// CreateRenderer makes the parts that are drawn.
func (l *link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l}
	r.Refresh()
	return r
}

type linkRenderer struct{ l *link }

const linkEdge = 4

func (r *linkRenderer) Destroy() {}

func (r *linkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.label, r.l.line}
}

func (r *linkRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.l.label.MinSize().Width+2*linkEdge, theme.Size(theme.SizePill))
}

func (r *linkRenderer) Layout(size fyne.Size) {
	text := r.l.label.MinSize()
	y := (size.Height - text.Height) / 2
	r.l.label.Move(fyne.NewPos(linkEdge, y))
	r.l.label.Resize(text)
	r.l.line.Move(fyne.NewPos(linkEdge, y+text.Height))
	r.l.line.Resize(fyne.NewSize(text.Width, 2))
}

func (r *linkRenderer) Refresh() {
	l := r.l
	l.label.Color = theme.Color(fynetheme.ColorNameHyperlink)
	l.label.TextSize = theme.Size(fynetheme.SizeNameText)
	l.line.FillColor = theme.Color(theme.ColorFocusBar)
	l.line.Hidden = !l.focused
	r.Layout(l.Size())
	canvas.Refresh(l)
}
