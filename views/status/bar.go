package status

import (
	"image/color"
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// View is what the bar shows.
type View struct {
	// Left says how the index fares, in parts; the last ones give way first. Right says what is searched; its first ones do.
	Left  []string
	Right string
	// The progress is drawn while Total is above 0.
	Done, Total int
	// Controls are the buttons beside the progress.
	Controls state.Controls
}

// Actions are what the buttons ask for, and Lost is told when the keyboard was on one that goes away. None may be nil.
type Actions struct{ Pause, Continue, Cancel, Lost func() }

// Bar is the status bar. Make one with New; use it on the UI goroutine only.
type Bar struct {
	widget.BaseWidget
	act  Actions
	view View

	ground, track, fill *canvas.Rectangle
	leftText, rightText *canvas.Text
	// hold is "Pause" or "Continue"; it is one button, so that the keyboard stays on it.
	hold, cancel *keys.Link
}

// New makes an empty bar.
func New(act Actions, sink keys.Sink) *Bar {
	b := &Bar{act: act}
	b.hold = keys.NewLink(words.PauseIndexing, keys.Anywhere, sink, b.held).Small()
	b.cancel = keys.NewLink(words.CancelIndexing, keys.Anywhere, sink, func() { act.Cancel() }).Small()
	b.hold.Hide()
	b.cancel.Hide()
	b.ExtendBaseWidget(b)
	return b
}

func (b *Bar) held() {
	if b.view.Controls.Continue {
		b.act.Continue()
	} else {
		b.act.Pause()
	}
}

// Set shows a view.
func (b *Bar) Set(v View) {
	if slices.Equal(v.Left, b.view.Left) && v.Right == b.view.Right && v.Done == b.view.Done && v.Total == b.view.Total &&
		v.Controls == b.view.Controls {
		return
	}
	b.view = v
	text := words.PauseIndexing
	if v.Controls.Continue {
		text = words.ContinueIndexing
	}
	b.hold.SetText(text)
	lost := set(b.hold, v.Controls.Pause || v.Controls.Continue)
	lost = set(b.cancel, v.Controls.Cancel) || lost
	b.Refresh()
	if lost {
		b.act.Lost()
	}
}

// set shows or hides a button, and tells whether the keyboard was on one that is hidden now.
func set(l *keys.Link, on bool) (lost bool) {
	switch {
	case on && !l.Visible():
		l.Show()
	case !on && l.Visible():
		l.Hide()
		return l.Focused()
	}
	return false
}

// Texts are what the bar says, left and right, as far as there is room.
func (b *Bar) Texts() (left, right string) {
	if b.leftText == nil {
		return strings.Join(b.view.Left, separator), b.view.Right
	}
	return b.leftText.Text, b.rightText.Text
}

// CreateRenderer makes the parts that are drawn.
func (b *Bar) CreateRenderer() fyne.WidgetRenderer {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	b.ground, b.track, b.fill = rect(), rect(), rect()
	b.leftText, b.rightText = canvas.NewText("", color.Transparent), canvas.NewText("", color.Transparent)
	r := &renderer{b: b, objects: []fyne.CanvasObject{b.ground, b.track, b.fill, b.leftText, b.hold, b.cancel, b.rightText}}
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
		rect.Hidden = b.view.Total <= 0
	}
	for _, t := range []*canvas.Text{b.leftText, b.rightText} {
		t.Color = theme.Color(theme.ColorMuted)
		t.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
	}
	r.Layout(b.Size())
	canvas.Refresh(b)
}

// Layout gives the left text its room first, after the buttons beside it: it is the one that changes.
func (r *renderer) Layout(size fyne.Size) {
	b := r.b
	edge := theme.Size(theme.SizeEdge)
	b.ground.Resize(size)
	left, end := r.progress(size, edge), size.Width-edge
	buttons := float32(0)
	for _, l := range []*keys.Link{b.hold, b.cancel} {
		if l.Visible() {
			buttons += l.MinSize().Width
		}
	}
	b.leftText.Text = b.leftFitting(end - left - buttons)
	place(b.leftText, left, size.Height)
	left += b.leftText.MinSize().Width + gap/2
	for _, l := range []*keys.Link{b.hold, b.cancel} {
		if l.Visible() {
			l.Move(fyne.NewPos(left, 0))
			l.Resize(fyne.NewSize(l.MinSize().Width, size.Height))
			left += l.MinSize().Width
		}
	}
	b.rightText.Text = b.rightFitting(end - left - 2*gap)
	place(b.rightText, end-b.rightText.MinSize().Width, size.Height)
}

// progress draws the progress and gives the place after it.
func (r *renderer) progress(size fyne.Size, edge float32) float32 {
	b := r.b
	if b.view.Total <= 0 {
		return edge
	}
	y := (size.Height - trackHeight) / 2
	share := min(max(float32(b.view.Done)/float32(b.view.Total), 0), 1)
	b.track.Move(fyne.NewPos(edge, y))
	b.track.Resize(fyne.NewSize(trackWidth, trackHeight))
	b.fill.Move(fyne.NewPos(edge, y))
	b.fill.Resize(fyne.NewSize(max(trackWidth*share, trackHeight), trackHeight))
	return edge + trackWidth + gap
}

// leftFitting drops the last parts of the left text until the rest has room. The first stays: what does not fit of it is cut.
func (b *Bar) leftFitting(width float32) string {
	for n := len(b.view.Left); n > 0; n-- {
		if s := strings.Join(b.view.Left[:n], separator); b.width(s) <= width {
			return s
		}
	}
	if len(b.view.Left) == 0 {
		return ""
	}
	first := []rune(b.view.Left[0])
	for n := len(first) - 1; n > 0; n-- {
		if s := strings.TrimRight(string(first[:n]), " ·") + "…"; b.width(s) <= width {
			return s
		}
	}
	return ""
}

// rightFitting drops the first parts of the right text until the rest has room: what stands last, that all is only read on
// this computer, is said longest.
func (b *Bar) rightFitting(width float32) string {
	s, more := b.view.Right, true
	for more && b.width(s) > width {
		_, s, more = strings.Cut(s, separator)
	}
	return s
}

func (b *Bar) width(s string) float32 {
	return fyne.MeasureText(s, b.leftText.TextSize, fyne.TextStyle{}).Width
}

// place puts a line of text at x, in the middle of the height.
func place(t *canvas.Text, x, height float32) {
	min := t.MinSize()
	t.Move(fyne.NewPos(x, (height-min.Height)/2))
	t.Resize(min)
}
