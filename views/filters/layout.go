package filters

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/theme"
)

// container keeps the parts in the order of the Tab key: pills, link, order; the count cannot have the keyboard.
func container(r *Row) *fyne.Container {
	return &fyne.Container{
		Layout:  &layout{row: r},
		Objects: []fyne.CanvasObject{r.pills[Agents], r.pills[Time], r.pills[Who], r.clear, r.count, r.pills[Order]},
	}
}

const gap = 8

// layout puts the order at the right and the count beside it; the count is cut when there is no room for all of it.
type layout struct{ row *Row }

func (l *layout) MinSize([]fyne.CanvasObject) fyne.Size {
	width := float32(0)
	for _, p := range l.row.pills {
		width += p.MinSize().Width + gap
	}
	if l.row.clear.Visible() {
		width += l.row.clear.MinSize().Width + gap
	}
	return fyne.NewSize(width-gap, theme.Size(theme.SizePill))
}

// HeightFor is the height that the row needs at a width: a count that does not fit between the pills gets a line of its
// own, since it is what a person looks for after typing.
func (r *Row) HeightFor(width float32) float32 {
	pill := theme.Size(theme.SizePill)
	if r.full == "" || r.countWidth() <= width-(&layout{r}).MinSize(nil).Width-gap {
		return pill
	}
	return pill + gap/2 + fyne.MeasureText("X", theme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Height
}

func (r *Row) countWidth() float32 {
	return fyne.MeasureText(r.full, theme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Width
}

func (l *layout) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	r := l.row
	x := float32(0)
	for _, o := range []fyne.CanvasObject{r.pills[Agents], r.pills[Time], r.pills[Who], r.clear} {
		if !o.Visible() {
			continue
		}
		min := o.MinSize()
		o.Move(fyne.NewPos(x, 0))
		o.Resize(min)
		x += min.Width + gap
	}
	order := r.pills[Order].MinSize()
	right := size.Width - order.Width
	r.pills[Order].Move(fyne.NewPos(right, 0))
	r.pills[Order].Resize(order)
	if pill := theme.Size(theme.SizePill); size.Height > pill {
		l.count(0, size.Width, pill+gap/2, size.Height)
	} else {
		l.count(x, right-gap, 0, pill)
	}
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
