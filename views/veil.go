package views

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// veil lays a panel over the dimmed window. Fyne's modal pop-up is not used: it paints the window over with the colour of
// shadows, which is opaque in this theme.
type veil struct {
	widget.BaseWidget
	content fyne.CanvasObject
	dim     *canvas.Rectangle
	panel   *canvas.Rectangle
	// tapped is told of a click beside all that takes one.
	tapped func()
}

// dimmed is how much of the window is taken away behind a dialog, of 255.
const dimmed = 0xB8

func newVeil(content fyne.CanvasObject) *veil {
	v := &veil{content: content, tapped: func() {}, dim: canvas.NewRectangle(color.Transparent), panel: canvas.NewRectangle(color.Transparent)}
	v.ExtendBaseWidget(v)
	return v
}

// Tapped closes nothing: a click beside the panel must not lose what was written in it.
func (v *veil) Tapped(*fyne.PointEvent) {
	v.tapped()
}

// CreateRenderer makes the parts that are drawn.
func (v *veil) CreateRenderer() fyne.WidgetRenderer {
	r := &veilRenderer{v}
	r.Refresh()
	return r
}

type veilRenderer struct{ v *veil }

// panelEdge is the space around the content, in units.
const panelEdge = 12

func (r *veilRenderer) Destroy() {}

func (r *veilRenderer) MinSize() fyne.Size {
	return r.v.content.MinSize().AddWidthHeight(2*panelEdge, 2*panelEdge)
}

func (r *veilRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.v.dim, r.v.panel, r.v.content}
}

func (r *veilRenderer) Layout(size fyne.Size) {
	r.v.dim.Resize(size)
	panel := r.MinSize().Min(size)
	at := fyne.NewPos((size.Width-panel.Width)/2, (size.Height-panel.Height)/2)
	r.v.panel.Move(at)
	r.v.panel.Resize(panel)
	r.v.content.Move(at.AddXY(panelEdge, panelEdge))
	r.v.content.Resize(panel.SubtractWidthHeight(2*panelEdge, 2*panelEdge))
}

func (r *veilRenderer) Refresh() {
	ground := color.NRGBAModel.Convert(theme.Color(fynetheme.ColorNameBackground)).(color.NRGBA)
	ground.A = dimmed
	r.v.dim.FillColor = ground
	r.v.panel.FillColor = theme.Color(fynetheme.ColorNameOverlayBackground)
	r.v.panel.StrokeColor, r.v.panel.StrokeWidth = theme.Color(theme.ColorEdge), 1
	r.v.panel.CornerRadius = theme.Size(fynetheme.SizeNameDialogRadius)
	r.Layout(r.v.Size())
	canvas.Refresh(r.v)
}
