package filters

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/theme"
)

// container keeps the parts in the order of the Tab key: pills, link, order, chips; the count cannot have the keyboard.
func container(r *Row) *fyne.Container {
	return &fyne.Container{
		Layout: &layout{row: r},
		Objects: []fyne.CanvasObject{
			r.pills[Agents], r.pills[Time], r.pills[Who], r.clear, r.count, r.pills[Order], r.chips[hiddenChip], r.chips[sightChip],
		},
	}
}

const gap = 8

// layout puts the order at the right and the count beside it; chips have a line of their own, which then has the count too.
type layout struct{ row *Row }

func (l *layout) MinSize([]fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(max(l.row.pillsWidth(), l.row.chipsWidth()), theme.Size(theme.SizePill))
}

// pillsWidth is the width of the line of pills.
func (r *Row) pillsWidth() float32 {
	width := float32(-gap)
	for _, p := range r.pills {
		width += p.MinSize().Width + gap
	}
	if r.clear.Visible() {
		width += r.clear.MinSize().Width + gap
	}
	return width
}

// chipsWidth is the width of the line of chips, 0 without any.
func (r *Row) chipsWidth() float32 {
	width := float32(0)
	for _, c := range r.chips {
		if c.Visible() {
			width += c.MinSize().Width + gap
		}
	}
	return max(width-gap, 0)
}

// HeightFor is the height that the row needs at a width: a count that does not fit between the pills gets a line of its
// own, since it is what a person looks for after typing.
func (r *Row) HeightFor(width float32) float32 {
	height := r.lines()
	if r.full == "" || r.countWidth() <= width-r.lastLine()-gap {
		return height
	}
	return height + gap/2 + fyne.MeasureText("X", theme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Height
}

// lines is the height of the pills and of the chips under them.
func (r *Row) lines() float32 {
	pill := theme.Size(theme.SizePill)
	if r.chipsWidth() > 0 {
		return 2*pill + gap/2
	}
	return pill
}

// lastLine is how much of the line that has the count is taken.
func (r *Row) lastLine() float32 {
	if chips := r.chipsWidth(); chips > 0 {
		return chips
	}
	return r.pillsWidth()
}

func (r *Row) countWidth() float32 {
	return fyne.MeasureText(r.full, theme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Width
}

func (l *layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	r := l.row
	pill := theme.Size(theme.SizePill)
	left := place(0, 0, r.pills[Agents], r.pills[Time], r.pills[Who], r.clear)
	order := r.pills[Order].MinSize()
	right := size.Width - order.Width
	r.pills[Order].Move(fyne.NewPos(right, 0))
	r.pills[Order].Resize(order)
	under := place(0, pill+gap/2, r.chips[hiddenChip], r.chips[sightChip])
	switch lines := r.lines(); {
	case size.Height > lines:
		l.count(0, size.Width, lines+gap/2, size.Height)
	case lines > pill:
		l.count(under, size.Width, pill+gap/2, lines)
	default:
		l.count(left, right-gap, 0, pill)
	}
}

// place puts what is seen of some objects side by side, and tells where the next one would stand.
func place(x, y float32, objects ...fyne.CanvasObject) float32 {
	for _, o := range objects {
		if o.Visible() {
			o.Move(fyne.NewPos(x, y))
			o.Resize(o.MinSize())
			x += o.MinSize().Width + gap
		}
	}
	return x
}

// count puts the count at the right end of its room.
func (l *layout) count(left, right, top, bottom float32) {
	t := l.row.count
	t.Color = theme.Color(theme.ColorMuted)
	t.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
	t.Text = fit(l.row.full, right-left, t.TextSize)
	min := t.MinSize()
	t.Move(fyne.NewPos(right-min.Width, top+(bottom-top-min.Height)/2))
	t.Resize(min)
	t.Refresh()
}

// fit shortens a text to its first sentence, and leaves it out when even that has no room.
func fit(s string, width, size float32) string {
	for _, candidate := range []string{s, firstSentence(s)} {
		if fyne.MeasureText(candidate, size, fyne.TextStyle{}).Width <= width {
			return candidate
		}
	}
	return ""
}

func firstSentence(s string) string {
	for i := 0; i+1 < len(s); i++ {
		if s[i] == '.' && s[i+1] == ' ' {
			return s[:i]
		}
	}
	return s
}
