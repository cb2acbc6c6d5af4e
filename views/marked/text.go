package marked

import (
	"slices"
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/theme"
)

const (
	colorMatch  = theme.ColorMatch
	colorHidden = theme.ColorHidden
	colorMuted  = theme.ColorMuted
)

// Mode is how a Text uses its room.
type Mode uint8

const (
	// Line draws one line and elides it with "…" at the width it gets, never inside a character.
	Line Mode = iota
	// Block wraps at word boundaries and is as high as its width asks for.
	Block
)

// Style is how the plain parts of a Text look. The zero value is body text.
type Style struct {
	// Size names the text size; empty means body text.
	Size fyne.ThemeSizeName
	// Color names the colour of what is not marked; empty means the foreground.
	Color fyne.ThemeColorName
	Bold  bool
}

// Text is a widget that draws marked text. Make one with New or NewStyled, and use it on the UI goroutine only.
type Text struct {
	widget.BaseWidget
	mode  Mode
	style Style

	source     string
	marks      []data.Span
	hidden     []data.Hidden
	paragraphs []paragraph

	// lines are the paragraphs broken at broken units, measured with metrics.
	lines   []line
	broken  float32
	metrics *metrics

	// top and bottom bound the part in sight; bottom < 0 means all of it.
	top, bottom float32
}

// New makes an empty Text in body style.
func New(mode Mode) *Text { return NewStyled(mode, Style{}) }

// NewStyled makes an empty Text in a style of its own.
func NewStyled(mode Mode, style Style) *Text {
	t := &Text{mode: mode, style: style, broken: -1, bottom: -1}
	t.ExtendBaseWidget(t)
	return t
}

// SetText shows another text. Spans that lie outside of it or are out of order are left out. Setting the same again costs
// a comparison.
func (t *Text) SetText(text string, marks []data.Span, hidden []data.Hidden) {
	if text == t.source && slices.Equal(marks, t.marks) && slices.Equal(hidden, t.hidden) && t.paragraphs != nil {
		return
	}
	t.source, t.marks, t.hidden = text, slices.Clone(marks), slices.Clone(hidden)
	if t.mode == Line {
		t.paragraphs = []paragraph{parseLine(text, marks, hidden)}
	} else {
		t.paragraphs = parse(text, marks, hidden)
	}
	t.broken = -1
	t.redraw()
}

// redraw draws what is in sight; a Text that has no size yet waits for its layout, so that far ones cost nothing.
func (t *Text) redraw() {
	if t.Size().Width > 0 {
		t.Refresh()
	}
}

// SetStyle changes how the plain parts look.
func (t *Text) SetStyle(style Style) {
	if style == t.style {
		return
	}
	t.style = style
	t.broken = -1
	t.redraw()
}

// HeightFor gives the height that the text needs at a width, in units. The lines are kept, so that laying the text out at
// that width costs no second break.
func (t *Text) HeightFor(width float32) float32 {
	t.breakAt(width)
	return float32(max(len(t.lines), 1)) * t.metrics.pitch
}

// Look bounds what is drawn to the lines between top and bottom, in units from the top of the text. Without a call
// everything is drawn; a bottom below 0 asks for that again.
func (t *Text) Look(top, bottom float32) {
	if t.top == top && t.bottom == bottom {
		return
	}
	t.top, t.bottom = top, bottom
	t.redraw()
}

// Shown is the text as it is drawn at the present width, a line break between lines.
func (t *Text) Shown() string {
	shown := make([]string, len(t.lines))
	for i, l := range t.lines {
		shown[i] = paragraph(l).text()
	}
	return strings.Join(shown, "\n")
}

// FirstMatch gives the place of the first marked line at the present width, in units from the top of the text.
func (t *Text) FirstMatch() (y float32, ok bool) {
	for i, l := range t.lines {
		for _, p := range l {
			if p.look&lookMatch != 0 {
				return float32(i) * t.metrics.pitch, true
			}
		}
	}
	return 0, false
}

// HiddenAt tells the kind of what is hidden at a position inside of the text; ok is false where no bullets are drawn.
func (t *Text) HiddenAt(pos fyne.Position) (kind string, ok bool) {
	if t.metrics == nil || pos.Y < 0 {
		return "", false
	}
	i := int(pos.Y / t.metrics.pitch)
	if i >= len(t.lines) {
		return "", false
	}
	var x float32
	for _, p := range t.lines[i] {
		w := t.metrics.drawn(p.text, p.look)
		if pos.X >= x && pos.X < x+w {
			return p.kind, p.look&lookHidden != 0
		}
		x += w
	}
	return "", false
}

// MinSize is the smallest width in which a word or two can be read, and the height for the present width.
func (t *Text) MinSize() fyne.Size {
	t.ExtendBaseWidget(t)
	t.measure()
	width := t.metrics.size * 3
	if t.mode == Line {
		return fyne.NewSize(width, t.metrics.height)
	}
	lines := len(t.paragraphs)
	if t.broken >= 0 {
		lines = len(t.lines)
	}
	return fyne.NewSize(width, float32(max(lines, 1))*t.metrics.pitch)
}

// CreateRenderer makes the parts that are drawn.
func (t *Text) CreateRenderer() fyne.WidgetRenderer {
	r := &renderer{text: t}
	if t.Size().Width > 0 {
		// The renderer of a widget that was out of sight for long is thrown away and made again.
		r.Refresh()
	}
	return r
}

// measure takes the measures of the theme in use; a change of them makes the lines stale.
func (t *Text) measure() {
	size := t.style.Size
	if size == "" {
		size = fynetheme.SizeNameText
	}
	th := t.Theme()
	if m := metricsOf(th, th.Size(size), t.style.Bold); m != t.metrics {
		t.metrics = m
		t.broken = -1
	}
}

func (t *Text) breakAt(width float32) {
	t.measure()
	if t.broken == width {
		return
	}
	t.broken = width
	if t.mode == Line {
		t.lines = []line{elide(t.onlyParagraph(), width, t.metrics)}
		return
	}
	t.lines = wrapAll(t.paragraphs, width, t.metrics)
}

func (t *Text) onlyParagraph() paragraph {
	if len(t.paragraphs) == 0 {
		return nil
	}
	return t.paragraphs[0]
}

// renderer draws the lines in sight with one canvas text for each piece; the texts are used again.
type renderer struct {
	text    *Text
	pool    []*canvas.Text
	objects []fyne.CanvasObject
}

// Destroy has nothing to free.
func (r *renderer) Destroy() {}

// Objects are the texts of the lines in sight.
func (r *renderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize is that of the widget.
func (r *renderer) MinSize() fyne.Size { return r.text.MinSize() }

// Layout breaks the text at its new width.
func (r *renderer) Layout(size fyne.Size) {
	r.text.breakAt(size.Width)
	r.draw()
}

// Refresh draws anew, after a change of the text or of the theme.
func (r *renderer) Refresh() {
	r.text.breakAt(r.text.Size().Width)
	r.draw()
}

func (r *renderer) draw() {
	t := r.text
	first, last := t.sight()
	used := 0
	th, variant := t.Theme(), fyne.CurrentApp().Settings().ThemeVariant()
	for i := first; i < last; i++ {
		var x float32
		for _, p := range t.lines[i] {
			o := r.take(used)
			used++
			f := t.metrics.face(p.look)
			o.Text, o.TextSize, o.TextStyle = p.text, t.metrics.size, f.style
			o.Color = th.Color(colorOf(p.look, t.style.Color), variant)
			width := t.metrics.drawn(p.text, p.look)
			o.Move(fyne.NewPos(x, float32(i)*t.metrics.pitch+t.metrics.base-f.base))
			o.Resize(fyne.NewSize(width, t.metrics.height))
			x += width
		}
	}
	for _, o := range r.pool[used:] {
		o.Text = "" // it may have been shown for a moment only
	}
	r.objects = r.objects[:0]
	for _, o := range r.pool[:used] {
		r.objects = append(r.objects, o)
	}
	canvas.Refresh(r.text)
}

// take gives the nth text of the pool.
func (r *renderer) take(n int) *canvas.Text {
	if n == len(r.pool) {
		r.pool = append(r.pool, canvas.NewText("", nil))
	}
	return r.pool[n]
}

// sight is the range of lines that are drawn.
func (t *Text) sight() (first, last int) {
	if t.bottom < 0 {
		return 0, len(t.lines)
	}
	first = min(max(int(t.top/t.metrics.pitch), 0), len(t.lines))
	last = min(max(int(t.bottom/t.metrics.pitch)+1, first), len(t.lines))
	return first, last
}

// Natural is the size at which nothing is elided or wrapped.
func (t *Text) Natural() fyne.Size {
	t.measure()
	var width float32
	for _, p := range t.paragraphs {
		width = max(width, p.width(t.metrics))
	}
	if t.mode == Line {
		return fyne.NewSize(width, t.metrics.height)
	}
	return fyne.NewSize(width, float32(max(len(t.paragraphs), 1))*t.metrics.pitch)
}
