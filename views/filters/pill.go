package filters

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// pill is a button that shows a choice and opens its menu.
type pill struct {
	widget.BaseWidget
	sink keys.Sink
	open func(keyboard bool)
	text string
	// icon stands behind the text: an arrow, or the cross of a chip.
	icon    fyne.ThemeIconName
	chosen  bool
	hovered bool
	focused bool
}

var (
	_ fyne.Focusable    = (*pill)(nil)
	_ fyne.Tappable     = (*pill)(nil)
	_ desktop.Hoverable = (*pill)(nil)
)

func newPill(sink keys.Sink, open func(keyboard bool)) *pill {
	p := &pill{sink: sink, open: open, icon: fynetheme.IconNameArrowDropDown}
	p.ExtendBaseWidget(p)
	return p
}

func (p *pill) set(text string, chosen bool) {
	if text == p.text && chosen == p.chosen {
		return
	}
	p.text, p.chosen = text, chosen
	p.Refresh()
}

// Tapped opens the menu.
func (p *pill) Tapped(*fyne.PointEvent) { p.open(false) }

// MouseIn shows that the pill can be clicked.
func (p *pill) MouseIn(*desktop.MouseEvent) { p.look(&p.hovered, true) }

// MouseMoved does nothing.
func (p *pill) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends MouseIn.
func (p *pill) MouseOut() { p.look(&p.hovered, false) }

// FocusGained draws the ring of the keyboard.
func (p *pill) FocusGained() { p.look(&p.focused, true) }

// FocusLost takes the ring away.
func (p *pill) FocusLost() { p.look(&p.focused, false) }

func (p *pill) look(what *bool, on bool) {
	*what = on
	p.Refresh()
}

// TypedRune does nothing: a space opens the menu as a key.
func (p *pill) TypedRune(rune) {}

// TypedKey opens the menu on Space, Enter and Down, and lends the rest. A chip goes on Delete and Backspace too.
func (p *pill) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeySpace, fyne.KeyReturn, fyne.KeyEnter:
		p.open(true)
	case fyne.KeyDown:
		p.when(p.icon == fynetheme.IconNameArrowDropDown, e)
	case fyne.KeyDelete, fyne.KeyBackspace:
		p.when(p.icon == fynetheme.IconNameCancel, e)
	default:
		p.sink.Key(keys.Filters, e.Name)
	}
}

// when presses the pill on a key that has a meaning for it, and lends the key otherwise.
func (p *pill) when(own bool, e *fyne.KeyEvent) {
	if own {
		p.open(true)
	} else {
		p.sink.Key(keys.Filters, e.Name)
	}
}

// AccessibilityLabel is the choice.
func (p *pill) AccessibilityLabel() string { return p.text }

// AccessibilityRole is that of a button.
func (p *pill) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer makes the parts that are drawn.
func (p *pill) CreateRenderer() fyne.WidgetRenderer {
	r := &pillRenderer{
		p:     p,
		box:   canvas.NewRectangle(color.Transparent),
		label: canvas.NewText("", color.Transparent),
		icon:  canvas.NewImageFromResource(fynetheme.Icon(p.icon)),
	}
	r.label.TextStyle.Bold = true
	r.icon.FillMode = canvas.ImageFillContain
	r.Refresh()
	return r
}

type pillRenderer struct {
	p     *pill
	box   *canvas.Rectangle
	label *canvas.Text
	icon  *canvas.Image
}

const (
	pillEdge = 10
	pillGap  = 4
)

// arrow is the edge of the arrow, in units; it grows with the text.
func arrow() float32 { return theme.Size(fynetheme.SizeNameInlineIcon) * 0.8 }

func (r *pillRenderer) Destroy() {}

func (r *pillRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.box, r.label, r.icon}
}

func (r *pillRenderer) MinSize() fyne.Size {
	return fyne.NewSize(pillEdge+r.label.MinSize().Width+pillGap+arrow()+pillEdge-2, theme.Size(theme.SizePill))
}

func (r *pillRenderer) Layout(size fyne.Size) {
	r.box.Resize(size)
	text := r.label.MinSize()
	r.label.Move(fyne.NewPos(pillEdge, (size.Height-text.Height)/2))
	r.label.Resize(text)
	edge := arrow()
	r.icon.Move(fyne.NewPos(size.Width-edge-pillEdge+2, (size.Height-edge)/2))
	r.icon.Resize(fyne.NewSize(edge, edge))
}

// Refresh draws a chosen filter filled, so that it is seen from afar; the edge is the ring of the keyboard too.
func (r *pillRenderer) Refresh() {
	p := r.p
	r.box.CornerRadius = theme.Size(fynetheme.SizeNameInputRadius)
	r.box.StrokeWidth, r.box.StrokeColor = 1, theme.Color(theme.ColorEdge)
	if p.focused {
		r.box.StrokeWidth, r.box.StrokeColor = 2, theme.Color(theme.ColorFocusBar)
	}
	switch {
	case p.hovered:
		r.box.FillColor = theme.Color(fynetheme.ColorNameHover)
	case p.chosen:
		r.box.FillColor = theme.Color(fynetheme.ColorNameSelection)
	default:
		r.box.FillColor = theme.Color(fynetheme.ColorNameInputBackground)
	}
	r.label.Text, r.label.TextSize = p.text, theme.Size(fynetheme.SizeNameText)
	r.label.Color = theme.Color(fynetheme.ColorNameForeground)
	r.icon.Resource = fynetheme.Icon(p.icon)
	r.icon.Refresh()
	r.Layout(p.Size())
	canvas.Refresh(p)
}
