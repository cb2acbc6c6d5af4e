package keys

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// Link is a small button that looks like a link; the line under it shows the keyboard. It lends every key but Space and Enter to
// its Sink.
type Link struct {
	widget.BaseWidget
	sink    Sink
	zone    Zone
	size    fyne.ThemeSizeName
	height  fyne.ThemeSizeName
	tapped  func()
	label   *canvas.Text
	line    *canvas.Rectangle
	focused bool
}

var (
	_ fyne.Focusable     = (*Link)(nil)
	_ fyne.Tappable      = (*Link)(nil)
	_ desktop.Cursorable = (*Link)(nil)
)

// NewLink makes a link as high as a filter, with text of the usual size.
func NewLink(text string, zone Zone, sink Sink, tapped func()) *Link {
	l := &Link{sink: sink, zone: zone, tapped: tapped, size: fynetheme.SizeNameText, height: theme.SizePill}
	l.label = canvas.NewText(text, theme.Color(fynetheme.ColorNameHyperlink))
	l.line = canvas.NewRectangle(theme.Color(fynetheme.ColorNameHyperlink))
	l.ExtendBaseWidget(l)
	return l
}

// Small makes the link as high as the status bar, with text of its size.
func (l *Link) Small() *Link {
	l.size, l.height = fynetheme.SizeNameCaptionText, theme.SizeStatusBar
	l.Refresh()
	return l
}

// SetText changes the text; the keyboard stays.
func (l *Link) SetText(text string) {
	if l.label.Text != text {
		l.label.Text = text
		l.Refresh()
	}
}

// Focused tells whether the link has the keyboard.
func (l *Link) Focused() bool { return l.focused }

// Tapped does what the link is for.
func (l *Link) Tapped(*fyne.PointEvent) { l.tapped() }

// Cursor is a hand.
func (l *Link) Cursor() desktop.Cursor { return desktop.PointerCursor }

// FocusGained draws the line of the keyboard.
func (l *Link) FocusGained() { l.focus(true) }

// FocusLost takes the line away.
func (l *Link) FocusLost() { l.focus(false) }

func (l *Link) focus(on bool) {
	l.focused = on
	l.Refresh()
}

// TypedRune lends the letter.
func (l *Link) TypedRune(r rune) {
	if r != ' ' {
		l.sink.Rune(l.zone, r)
	}
}

// TypedKey follows the link on Space and Enter, and lends the rest.
func (l *Link) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		l.tapped()
	default:
		l.sink.Key(l.zone, e.Name)
	}
}

// AccessibilityLabel is the text.
func (l *Link) AccessibilityLabel() string { return l.label.Text }

// AccessibilityRole is that of a link.
func (l *Link) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleLink }

// CreateRenderer makes the parts that are drawn.
func (l *Link) CreateRenderer() fyne.WidgetRenderer {
	r := &linkRenderer{l}
	r.Refresh()
	return r
}

type linkRenderer struct{ l *Link }

const linkEdge = 4

func (r *linkRenderer) Destroy() {}

func (r *linkRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.l.label, r.l.line}
}

func (r *linkRenderer) MinSize() fyne.Size {
	return fyne.NewSize(r.l.label.MinSize().Width+2*linkEdge, theme.Size(r.l.height))
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
	l.label.TextSize = theme.Size(l.size)
	l.line.FillColor = theme.Color(theme.ColorFocusBar)
	l.line.Hidden = !l.focused
	r.Layout(l.Size())
	canvas.Refresh(l)
}
