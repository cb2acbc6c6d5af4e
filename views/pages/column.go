package pages

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/theme"
)

// readable is the widest line of a page, in units.
const readable = 560

// column stacks parts in the middle of its room. It gives each part its width before it asks for the height: wrapped text
// would answer for the width that it had before.
type column struct{}

func (column) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(240, 120) }

func (column) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	width := min(size.Width-2*theme.Size(theme.SizePage), readable)
	if width <= 0 {
		return
	}
	total := float32(0)
	heights := make([]float32, len(objects))
	for i, o := range objects {
		if p, ok := o.(*fyne.Container); ok {
			heights[i] = p.Layout.(flow).height(p.Objects, width) + fynetheme.InnerPadding()
		} else {
			o.Resize(fyne.NewSize(width, o.MinSize().Height))
			heights[i] = o.MinSize().Height
		}
		total += heights[i]
	}
	x, y := (size.Width-width)/2, max((size.Height-total)*0.45, 0)
	for i, o := range objects {
		o.Move(fyne.NewPos(x, y))
		if _, ok := o.(*fyne.Container); ok {
			o.Move(fyne.NewPos(x, y+fynetheme.InnerPadding()))
		}
		o.Resize(fyne.NewSize(width, heights[i]))
		y += heights[i]
	}
}

// flow puts buttons in centred rows and begins another row when one is full.
type flow struct{}

const between = 8

func (f flow) MinSize(objects []fyne.CanvasObject) fyne.Size {
	s := fyne.NewSize(0, 0)
	for _, o := range objects {
		s = s.Max(o.MinSize())
	}
	return s
}

func (f flow) rows(objects []fyne.CanvasObject, width float32) [][]fyne.CanvasObject {
	var rows [][]fyne.CanvasObject
	used := float32(0)
	for _, o := range objects {
		w := o.MinSize().Width
		if len(rows) == 0 || used+w > width {
			rows, used = append(rows, nil), 0
		}
		rows[len(rows)-1] = append(rows[len(rows)-1], o)
		used += w + between
	}
	return rows
}

func (f flow) rowHeight(objects []fyne.CanvasObject) float32 {
	return max(f.MinSize(objects).Height, theme.Size(theme.SizePill)-2)
}

func (f flow) height(objects []fyne.CanvasObject, width float32) float32 {
	return float32(len(f.rows(objects, width))) * (f.rowHeight(objects) + between)
}

func (f flow) Layout(objects []fyne.CanvasObject, size fyne.Size) {
	y, h := float32(0), f.rowHeight(objects)
	for _, row := range f.rows(objects, size.Width) {
		used := float32(-between)
		for _, o := range row {
			used += o.MinSize().Width + between
		}
		x := (size.Width - used) / 2
		for _, o := range row {
			w := o.MinSize().Width
			o.Move(fyne.NewPos(x, y))
			o.Resize(fyne.NewSize(w, h))
			x += w + between
		}
		y += h + between
	}
}
