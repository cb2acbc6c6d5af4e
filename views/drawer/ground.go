package drawer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// ground is a filled area whose colour follows the theme.
type ground struct {
	widget.BaseWidget
	name fyne.ThemeColorName
}

func newGround(name fyne.ThemeColorName) *ground {
	g := &ground{name: name}
	g.ExtendBaseWidget(g)
	return g
}

// CreateRenderer makes the area.
func (g *ground) CreateRenderer() fyne.WidgetRenderer {
	area := canvas.NewRectangle(theme.Color(g.name))
	return &groundRenderer{widget.NewSimpleRenderer(area), g, area}
}

type groundRenderer struct {
	fyne.WidgetRenderer
	ground *ground
	area   *canvas.Rectangle
}

// Refresh takes the colour of the theme in use.
func (r *groundRenderer) Refresh() {
	r.area.FillColor = theme.Color(r.ground.name)
	canvas.Refresh(r.ground)
}
