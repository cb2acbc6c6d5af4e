package searchbar

import (
	"image/color"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

const (
	// lineHeight is the height of the moving line and inset keeps it clear of the field's round corners, in units.
	lineHeight = 2
	inset      = 6
	// sweep is how long the line takes from end to end.
	sweep = 1100 * time.Millisecond
	// part is the share of the width that moves.
	part = 0.25
)

// line is a thin bar that moves while a search is at work.
type line struct {
	widget.BaseWidget
	mark *canvas.Rectangle
	anim *fyne.Animation
	at   float32
}

func newLine() *line {
	l := &line{mark: canvas.NewRectangle(color.Transparent)}
	l.ExtendBaseWidget(l)
	l.Hide()
	return l
}

func (l *line) run(on bool) {
	on = on && fyne.CurrentApp().Settings().ShowAnimations()
	if on == l.Visible() {
		return
	}
	if !on {
		l.anim.Stop()
		l.Hide()
		return
	}
	l.anim = fyne.NewAnimation(sweep, func(f float32) {
		l.at = f
		l.place(l.Size())
	})
	l.anim.RepeatCount = fyne.AnimationRepeatForever
	l.anim.AutoReverse = true
	l.Show()
	l.anim.Start()
}

func (l *line) place(size fyne.Size) {
	width := size.Width * part
	l.mark.Resize(fyne.NewSize(width, size.Height))
	l.mark.Move(fyne.NewPos((size.Width-width)*l.at, 0))
}

// CreateRenderer makes the one part that is drawn.
func (l *line) CreateRenderer() fyne.WidgetRenderer { return &lineRenderer{l} }

type lineRenderer struct{ l *line }

func (r *lineRenderer) Destroy() {
	if r.l.anim != nil {
		r.l.anim.Stop()
	}
}
func (r *lineRenderer) Layout(size fyne.Size)        { r.l.place(size) }
func (r *lineRenderer) MinSize() fyne.Size           { return fyne.NewSize(1, lineHeight) }
func (r *lineRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.l.mark} }
func (r *lineRenderer) Refresh() {
	r.l.mark.FillColor = theme.Color(fynetheme.ColorNamePrimary)
	r.l.mark.Refresh()
}
