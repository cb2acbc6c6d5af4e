package hits

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/theme"
)

// Layout places the parts. The fill reaches over the space between rows, so that neighbours touch.
func (v *rowRenderer) Layout(size fyne.Size) {
	r := v.r
	over := theme.Size(fynetheme.SizeNamePadding) / 2
	r.fill.Move(fyne.NewPos(0, -over))
	r.fill.Resize(fyne.NewSize(size.Width, size.Height+2*over))
	r.bar.Move(fyne.NewPos(0, -over))
	r.bar.Resize(fyne.NewSize(theme.Size(theme.SizeFocusBar), size.Height+2*over))
	left := v.left()
	r.line.Move(fyne.NewPos(0, size.Height+over-1))
	r.line.Resize(fyne.NewSize(size.Width, theme.Size(fynetheme.SizeNameSeparatorThickness)))
	icon := theme.Size(fynetheme.SizeNameInlineIcon)
	r.chevron.Move(fyne.NewPos(chevronLeft, (size.Height-icon)/2))
	r.chevron.Resize(fyne.NewSize(icon, icon))
	right := v.placeRight(size, left)
	v.placeLines(size, left, max(right-left, 0))
}

func (v *rowRenderer) left() float32 {
	head := chevronLeft + theme.Size(fynetheme.SizeNameInlineIcon) + chevronGap
	switch {
	case v.shown.indented:
		return head + indent
	case folds(v.r.item):
		return head
	default:
		return edge
	}
}

// placeRight places what stands at the right and gives the right end of what is left of it. The agent and the date give
// way before the title does.
func (v *rowRenderer) placeRight(size fyne.Size, left float32) float32 {
	r := v.r
	right := size.Width - edge
	if !r.count.Hidden {
		w := r.count.MinSize()
		r.count.Move(fyne.NewPos(right-w.Width, (size.Height-w.Height)/2))
		r.count.Resize(w)
		right -= w.Width + gap
	}
	if v.shown.side == "" {
		return right
	}
	r.side.Text = elide(v.shown.side, (right-left)/2, r.side.TextSize, r.side.TextStyle)
	w := r.side.MinSize()
	r.side.Move(fyne.NewPos(right-w.Width, (size.Height-w.Height)/2))
	r.side.Resize(w)
	return right - w.Width - gap
}

// placeLines places the caption over the excerpt, or a single line in the middle; the name of a day stands low, next to
// what it is for.
func (v *rowRenderer) placeLines(size fyne.Size, left, width float32) {
	r := v.r
	if !r.head.Hidden {
		r.head.Text = elide(v.shown.head, width, r.head.TextSize, r.head.TextStyle)
		h := r.head.MinSize().Height
		y := (size.Height - h) / 2
		if r.item.Kind == state.RowDay {
			y = size.Height - h - 2
		}
		r.head.Move(fyne.NewPos(left, y))
		r.head.Resize(fyne.NewSize(width, h))
	}
	body := fyne.MeasureText("X", theme.Size(fynetheme.SizeNameText), fyne.TextStyle{}).Height
	if r.caption.Hidden {
		v.placeText(left, (size.Height-body)/2, width, body)
		return
	}
	r.caption.Text = elide(v.shown.caption, width, r.caption.TextSize, r.caption.TextStyle)
	small := r.caption.MinSize().Height
	top := (size.Height - small - body - 2) / 2
	first, second := r.caption, top+small+2
	if r.item.Recent {
		v.placeText(left, top, width, body)
		first.Move(fyne.NewPos(left, top+body+2))
	} else {
		first.Move(fyne.NewPos(left, top))
		v.placeText(left, second, width, body)
	}
	first.Resize(fyne.NewSize(width, small))
}

func (v *rowRenderer) placeText(x, y, width, height float32) {
	v.r.text.Move(fyne.NewPos(x, y))
	v.r.text.Resize(fyne.NewSize(width, height))
}

// elide cuts s so that it fits into width, with "…" for what is missing.
func elide(s string, width, size float32, style fyne.TextStyle) string {
	if s == "" || fyne.MeasureText(s, size, style).Width <= width {
		return s
	}
	runes := []rune(s)
	low, high := 0, len(runes)
	for low < high {
		mid := (low + high + 1) / 2
		if fyne.MeasureText(string(runes[:mid])+"…", size, style).Width <= width {
			low = mid
		} else {
			high = mid - 1
		}
	}
	return string(runes[:low]) + "…"
}
