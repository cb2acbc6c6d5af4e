package status

import (
	"image/color"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

// Bar is the status bar. Make one with New; use it on the UI goroutine only.
type Bar struct {
	widget.BaseWidget
	left, right string
	done, total int

	ground, track, fill *canvas.Rectangle
	leftText, rightText *canvas.Text
}

// New makes an empty bar.
func New() *Bar {
	b := &Bar{}
	b.ExtendBaseWidget(b)
	return b
}

// Set shows a text on each side. The progress is drawn while total is above 0; a progress that is not known shows no bar.
func (b *Bar) Set(left, right string, done, total int) {
	if left == b.left && right == b.right && done == b.done && total == b.total {
		return
	}
	b.left, b.right, b.done, b.total = left, right, done, total
	b.Refresh()
}

// Texts are what the bar says, left and right.
func (b *Bar) Texts() (left, right string) { return b.left, b.right }

// CreateRenderer makes the parts that are drawn.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	b.ground, b.track, b.fill = rect(), rect(), rect()
	b.leftText, b.rightText = canvas.NewText("", color.Transparent), canvas.NewText("", color.Transparent)
	r := &renderer{b: b, objects: []fyne.CanvasObject{b.ground, b.track, b.fill, b.leftText, b.rightText}}
	r.Refresh()
	return r
}

const (
	gap        = 8
	trackWidth = 120
	// trackHeight is the height of the progress bar, in units.
	trackHeight = 6
	// separator stands between the parts of a text.
	separator = " · "
)

type renderer struct {
	b       *Bar
	objects []fyne.CanvasObject
}

func (r *renderer) Destroy() {}

func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

func (r *renderer) MinSize() fyne.Size { return fyne.NewSize(200, theme.Size(theme.SizeStatusBar)) }

func (r *renderer) Refresh() {
	b := r.b
	b.ground.FillColor = theme.Color(theme.ColorHeader)
	b.track.FillColor = theme.Color(fynetheme.ColorNamePressed)
	b.fill.FillColor = theme.Color(fynetheme.ColorNamePrimary)
	for _, rect := range []*canvas.Rectangle{b.track, b.fill} {
		rect.CornerRadius = trackHeight / 2
		rect.Hidden = b.total <= 0
	}
	for _, t := range []*canvas.Text{b.leftText, b.rightText} {
		t.Color = theme.Color(theme.ColorMuted)
		t.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
	}
	r.Layout(b.Size())
	canvas.Refresh(b)
}

// Layout gives the left text its room first: it is the one that changes.
func (r *renderer) Layout(size fyne.Size) {
	b := r.b
	edge := theme.Size(theme.SizeEdge)
	b.ground.Resize(size)
	left := edge
	if b.total > 0 {
		y := (size.Height - trackHeight) / 2
		share := min(max(float32(b.done)/float32(b.total), 0), 1)
		b.track.Move(fyne.NewPos(left, y))
		b.track.Resize(fyne.NewSize(trackWidth, trackHeight))
		b.fill.Move(fyne.NewPos(left, y))
		b.fill.Resize(fyne.NewSize(max(trackWidth*share, trackHeight), trackHeight))
		left += trackWidth + gap
	}
	place(b.leftText, b.left, left, size.Width-edge-left, size.Height)
	left += b.leftText.MinSize().Width + 2*gap
	place(b.rightText, b.fitting(size.Width-edge-left), left, size.Width-edge-left, size.Height)
	b.rightText.Move(fyne.NewPos(size.Width-edge-b.rightText.MinSize().Width, b.rightText.Position().Y))
}

// fitting drops the first parts of the right text until the rest has room: what stands last, that all is only read on this
// computer, is said longest.
func (b *Bar) fitting(width float32) string {
	s := b.right
	for fyne.MeasureText(s, b.rightText.TextSize, fyne.TextStyle{}).Width > width {
		_, rest, more := strings.Cut(s, separator)
		if !more {
			break
		}
		s = rest
	}
	return s
}

// place puts a line of text at x, in the middle of the height, or leaves it out when it has no room.
func place(t *canvas.Text, s string, x, width, height float32) {
	t.Text = s
	min := t.MinSize()
	t.Hidden = min.Width > width
	t.Move(fyne.NewPos(x, (height-min.Height)/2))
	t.Resize(min)
}
