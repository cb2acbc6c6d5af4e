// Package tips shows tooltips: a layer over a pane with one short text at a time. It takes neither the pointer nor the
// keyboard, and it never decides by itself when a tip is shown.
package tips

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// Layer is the layer. Make one with New, lay it over the pane, and use it on the UI goroutine only.
type Layer struct {
	widget.BaseWidget
	ground *canvas.Rectangle
	label  *canvas.Text
	owner  fyne.CanvasObject
	text   string
	at     fyne.Position
}

// New makes a layer that shows nothing.
func New() *Layer {
	t := &Layer{ground: canvas.NewRectangle(nil), label: canvas.NewText("", nil)}
	t.ExtendBaseWidget(t)
	return t
}

// Tell shows a tip under an object, or takes it away if it is that object's.
func (t *Layer) Tell(owner fyne.CanvasObject, text string, on bool) {
	if !on {
		if t.owner == owner {
			t.Clear()
		}
		return
	}
	driver := fyne.CurrentApp().Driver()
	at := driver.AbsolutePositionForObject(owner).Subtract(driver.AbsolutePositionForObject(t))
	t.ShowAt(owner, text, at.AddXY(0, owner.Size().Height+2))
}

// ShowAt shows a tip of an object at a place in the layer; the tip stays inside of the layer.
func (t *Layer) ShowAt(owner fyne.CanvasObject, text string, at fyne.Position) {
	t.owner, t.text, t.at = owner, text, at
	t.Refresh()
}

// Point shows a tip beside the pointer, which is at a place of owner; an empty text takes that of owner away. The tip does not
// follow the pointer as long as the text is the same.
func (t *Layer) Point(owner fyne.CanvasObject, text string, at fyne.Position) {
	switch {
	case text == "":
		t.Tell(owner, "", false)
	case text != t.text || owner != t.owner:
		driver := fyne.CurrentApp().Driver()
		origin := driver.AbsolutePositionForObject(owner).Subtract(driver.AbsolutePositionForObject(t))
		t.ShowAt(owner, text, origin.Add(at).AddXY(0, 14))
	}
}

// Clear takes the tip away.
func (t *Layer) Clear() {
	if t.text != "" {
		t.ShowAt(nil, "", fyne.Position{})
	}
}

// Text is the tip that is shown, or empty.
func (t *Layer) Text() string { return t.text }

// CreateRenderer makes the parts that are drawn.
func (t *Layer) CreateRenderer() fyne.WidgetRenderer { return &renderer{t} }

type renderer struct{ layer *Layer }

// Destroy has nothing to free.
func (r *renderer) Destroy() {}

// MinSize asks for no room.
func (r *renderer) MinSize() fyne.Size { return fyne.Size{} }

// Objects are the tip, while there is one.
func (r *renderer) Objects() []fyne.CanvasObject {
	if r.layer.text == "" {
		return nil
	}
	return []fyne.CanvasObject{r.layer.ground, r.layer.label}
}

// Layout keeps the tip inside of the layer.
func (r *renderer) Layout(size fyne.Size) {
	t := r.layer
	text := t.label.MinSize()
	box := text.AddWidthHeight(12, 8)
	x := max(min(t.at.X, size.Width-box.Width-4), 4)
	y := max(min(t.at.Y, size.Height-box.Height-4), 4)
	t.ground.Move(fyne.NewPos(x, y))
	t.ground.Resize(box)
	t.label.Move(fyne.NewPos(x+6, y+4))
	t.label.Resize(text)
}

// Refresh takes the colours of the theme in use, light on dark or dark on light.
func (r *renderer) Refresh() {
	t := r.layer
	t.ground.FillColor = theme.Color(fynetheme.ColorNameForeground)
	t.ground.CornerRadius = theme.Size(fynetheme.SizeNameSelectionRadius)
	t.label.Text, t.label.Color = t.text, theme.Color(fynetheme.ColorNameBackground)
	t.label.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
	r.Layout(t.Size())
	canvas.Refresh(t)
}
