package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/tips"
	"github.com/wordwake/wordwake/views/words"
)

// frame puts the parts of the window under each other. The order of its objects is that of the Tab key: field, filters,
// settings, banners, list, conversation.
type frame struct {
	w    *Window
	root *fyne.Container
	line *widget.Separator
}

func newFrame(w *Window) *frame {
	f := &frame{w: w, line: widget.NewSeparator()}
	w.page.Object().Hide()
	f.root = &fyne.Container{Layout: f, Objects: []fyne.CanvasObject{
		w.bar.Object(), w.row.Object(), w.gear, f.line, w.banners.root, w.panes, w.page.Object(), w.status,
	}}
	return f
}

// paged tells whether a page takes the place of everything but the status bar.
func (f *frame) paged() bool { return f.w.page.Object().Visible() }

// setPaged shows the page or everything else.
func (f *frame) setPaged(on bool) {
	for _, o := range []fyne.CanvasObject{f.w.bar.Object(), f.w.gear, f.w.row.Object(), f.line, f.w.panes} {
		show(o, !on)
	}
	show(f.w.page.Object(), on)
}

// MinSize is the least size of the window.
func (f *frame) MinSize([]fyne.CanvasObject) fyne.Size {
	edge := 2 * theme.Size(theme.SizeEdge)
	return fyne.NewSize(max(minWidth, f.w.row.Object().MinSize().Width+edge), minHeight)
}

const lineGap = 8

// Layout gives the head and the banners the height that they need and the panes the rest.
func (f *frame) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	w := f.w
	edge := theme.Size(theme.SizeEdge)
	foot := theme.Size(theme.SizeStatusBar)
	y := edge
	if !f.paged() {
		y = f.head(size.Width, edge)
	}
	if w.banners.root.Visible() {
		h := bannerStack{}.height(w.banners.root.Objects, size.Width-2*edge)
		w.banners.root.Move(fyne.NewPos(edge, y))
		w.banners.root.Resize(fyne.NewSize(size.Width-2*edge, h))
		y += h
	}
	rest := fyne.NewSize(size.Width, max(size.Height-y-foot, 0))
	for _, o := range []fyne.CanvasObject{w.panes, w.page.Object()} {
		o.Move(fyne.NewPos(0, y))
		o.Resize(rest)
	}
	w.status.Move(fyne.NewPos(0, size.Height-foot))
	w.status.Resize(fyne.NewSize(size.Width, foot))
}

// head places field, settings and filters, and gives the height that they take.
func (f *frame) head(width, edge float32) float32 {
	w := f.w
	field := w.bar.Object().MinSize().Height
	// The settings are as high as the field without the room of its moving line.
	side := field - 2
	y := edge - 2
	w.bar.Object().Move(fyne.NewPos(edge, y))
	w.bar.Object().Resize(fyne.NewSize(width-2*edge-side-lineGap, field))
	w.gear.Move(fyne.NewPos(width-edge-side, y))
	w.gear.Resize(fyne.NewSize(side, side))
	y += field + lineGap - 2
	row := w.row.HeightFor(width - 2*edge)
	w.row.Object().Move(fyne.NewPos(edge, y))
	w.row.Object().Resize(fyne.NewSize(width-2*edge, row))
	y += row + edge
	f.line.Move(fyne.NewPos(0, y-1))
	f.line.Resize(fyne.NewSize(width, 1))
	if w.banners.root.Visible() {
		y += bannerGap
	}
	return y
}

// newGear makes the button of the settings: an icon alone, so it has a tip, and a name for readers.
func newGear(s keys.Sink, tip *tips.Layer, tapped func()) *keys.Button {
	b := keys.NewButton("", fynetheme.SettingsIcon(), s, tapped)
	b.Importance = widget.LowImportance
	b.Name = words.Settings
	b.Tell = func(on bool) { tip.Tell(b, words.Settings, on) }
	return b
}

func stack(o ...fyne.CanvasObject) *fyne.Container { return container.NewStack(o...) }
