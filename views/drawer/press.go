package drawer

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// press is a small button with an icon, a text, or both. Fyne's own shows the keyboard by a fill that is too faint to see
// and has no tooltip; this one draws a ring and tells its tip to whoever shows it.
type press struct {
	widget.BaseWidget
	text string
	icon fyne.Resource
	tip  string
	do   func()
	// tell is called when the pointer or the keyboard comes (true) or goes.
	tell func(bool)
	// fill is drawn under a button that is not hovered; without it there is none.
	fill bool
	// small makes it as high as its text asks for.
	small bool

	hovered, focused, disabled, veiled bool
}

func newPress(text string, icon fyne.Resource, do func()) *press {
	p := &press{text: text, icon: icon, do: do, tell: func(bool) {}}
	p.ExtendBaseWidget(p)
	return p
}

// Tapped does what the button is for.
func (p *press) Tapped(*fyne.PointEvent) {
	if !p.disabled {
		p.do()
	}
}

// MouseIn lights the button up.
func (p *press) MouseIn(*desktop.MouseEvent) { p.hover(true) }

// MouseMoved changes nothing.
func (p *press) MouseMoved(*desktop.MouseEvent) {}

// MouseOut puts the light out.
func (p *press) MouseOut() { p.hover(false) }

func (p *press) hover(on bool) {
	p.hovered = on
	p.tell(on)
	p.Refresh()
}

// Cursor is a hand over a button that can be pressed.
func (p *press) Cursor() desktop.Cursor {
	if p.disabled {
		return desktop.DefaultCursor
	}
	return desktop.PointerCursor
}

// veil hides a button from sight but not from the pointer, so that hovering it cannot make it flicker.
func (p *press) veil(on bool) {
	if p.veiled != on {
		p.veiled = on
		p.Refresh()
	}
}

func (p *press) able(on bool) {
	if p.disabled == on {
		p.disabled = !on
		p.Refresh()
	}
}

// CreateRenderer makes the parts that are drawn.
func (p *press) CreateRenderer() fyne.WidgetRenderer {
	r := &pressRenderer{
		press: p, ground: canvas.NewRectangle(color.Transparent), ring: canvas.NewRectangle(color.Transparent),
		label: canvas.NewText(p.text, color.Transparent), icon: canvas.NewImageFromResource(p.icon),
	}
	r.icon.FillMode = canvas.ImageFillContain
	r.Refresh()
	return r
}

// button is a press that the keyboard can reach. It hands keys that are not its own to the drawer.
type button struct {
	press
	drawer *Drawer
}

func newButton(d *Drawer, text string, icon fyne.Resource, tip string, do func()) *button {
	b := &button{press: press{text: text, icon: icon, tip: tip, do: do, tell: func(bool) {}}, drawer: d}
	b.ExtendBaseWidget(b)
	if tip != "" && text == "" {
		b.tell = func(on bool) { d.tips.Tell(b, tip, on) }
	}
	return b
}

// FocusGained draws the ring.
func (b *button) FocusGained() {
	b.focused = true
	b.tell(true)
	b.Refresh()
}

// FocusLost takes the ring away.
func (b *button) FocusLost() {
	b.focused = false
	b.tell(false)
	b.Refresh()
}

// TypedRune sends letters to the search field. The space bar presses.
func (b *button) TypedRune(r rune) {
	if r != ' ' {
		b.drawer.act.Typed(r)
	}
}

// TypedKey presses on Enter and on the space bar.
func (b *button) TypedKey(e *fyne.KeyEvent) {
	switch e.Name {
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		b.Tapped(nil)
	default:
		b.drawer.typedKey(e)
	}
}

// TypedShortcut does what it does on the messages.
func (b *button) TypedShortcut(s fyne.Shortcut) { b.drawer.typedShortcut(s) }

type pressRenderer struct {
	press        *press
	ground, ring *canvas.Rectangle
	label        *canvas.Text
	icon         *canvas.Image
}

// Destroy has nothing to free.
func (r *pressRenderer) Destroy() {}

// Objects are drawn from the ground up.
func (r *pressRenderer) Objects() []fyne.CanvasObject {
	if r.press.veiled {
		return nil
	}
	return []fyne.CanvasObject{r.ground, r.icon, r.label, r.ring}
}

// MinSize keeps a target of 32 units; small ones keep 24.
func (r *pressRenderer) MinSize() fyne.Size {
	height := theme.Size(theme.SizePill) - 4
	if r.press.small {
		height = max(24, r.label.MinSize().Height+8)
	}
	if r.press.text == "" {
		return fyne.NewSquareSize(height)
	}
	width := r.label.MinSize().Width + 2*fynetheme.InnerPadding()
	if r.press.icon != nil {
		width += r.iconSize() + fynetheme.Padding()
	}
	return fyne.NewSize(width, height)
}

func (r *pressRenderer) iconSize() float32 {
	size := theme.Size(fynetheme.SizeNameInlineIcon)
	if r.press.small {
		return size - 4
	}
	return size
}

// Layout centres icon and text.
func (r *pressRenderer) Layout(size fyne.Size) {
	r.ground.Resize(size)
	r.ring.Resize(size)
	icon, text := r.iconSize(), r.label.MinSize()
	width := text.Width
	if r.press.icon != nil {
		width += icon
	}
	if r.press.icon != nil && r.press.text != "" {
		width += fynetheme.Padding()
	}
	x := (size.Width - width) / 2
	if r.press.icon != nil {
		r.icon.Move(fyne.NewPos(x, (size.Height-icon)/2))
		r.icon.Resize(fyne.NewSquareSize(icon))
		x += icon + fynetheme.Padding()
	}
	r.label.Move(fyne.NewPos(x, (size.Height-text.Height)/2))
	r.label.Resize(text)
}

// Refresh takes colours and sizes of the theme in use.
func (r *pressRenderer) Refresh() {
	p := r.press
	r.ground.CornerRadius, r.ring.CornerRadius = theme.Size(fynetheme.SizeNameButtonRadius), theme.Size(fynetheme.SizeNameButtonRadius)
	r.ground.FillColor = color.Transparent
	switch {
	case p.disabled:
	case p.hovered:
		r.ground.FillColor = theme.Color(fynetheme.ColorNamePressed)
	case p.fill:
		r.ground.FillColor = theme.Color(fynetheme.ColorNameButton)
	}
	r.ring.StrokeWidth = 0
	if p.focused {
		r.ring.StrokeWidth, r.ring.StrokeColor = 2, theme.Color(theme.ColorFocusBar)
	}
	ink := fynetheme.ColorNameForeground
	if p.disabled {
		ink = fynetheme.ColorNameDisabled
	}
	r.label.Text, r.label.Color, r.label.TextSize = p.text, theme.Color(ink), theme.Size(fynetheme.SizeNameText)
	if p.small {
		r.label.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
	}
	r.label.TextStyle = fyne.TextStyle{Bold: true}
	if p.icon != nil {
		r.icon.Resource = fynetheme.NewColoredResource(p.icon, ink)
		r.icon.Refresh()
	}
	r.Layout(p.Size())
	canvas.Refresh(p)
}
