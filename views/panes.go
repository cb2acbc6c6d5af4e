package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
)

const (
	// defaultSplit is the list's share of the width.
	defaultSplit = 0.44
	// overlayBelow is the width below which the conversation covers the list, in units.
	overlayBelow = 860
	// paneMin is the least width of each pane while both are seen.
	paneMin = 300
)

// panes puts the list and the conversation side by side, or one over the other where the window is narrow.
type panes struct {
	widget.BaseWidget
	list, drawer fyne.CanvasObject
	bar          *divider
	split        float64
	open, cover  bool
	// wide is told when it changes, and once at first.
	wide    bool
	known   bool
	resized func(wide bool)
}

func newPanes(list, drawer fyne.CanvasObject, moved func(split float64), resized func(wide bool)) *panes {
	p := &panes{list: list, drawer: drawer, split: defaultSplit, resized: resized}
	p.bar = newDivider(p, moved)
	drawer.Hide()
	p.bar.Hide()
	p.ExtendBaseWidget(p)
	return p
}

// set shows or hides the conversation. Cover tells whether it may cover the list in a narrow window.
func (p *panes) set(open, cover bool, split float64) {
	if split <= 0 || split >= 1 {
		split = defaultSplit
	}
	if p.bar.dragging {
		split = p.split
	}
	if open == p.open && cover == p.cover && split == p.split {
		return
	}
	p.open, p.cover, p.split = open, cover, split
	p.arrange(p.Size())
}

// narrow tells whether there is no room for both.
func (p *panes) narrow() bool { return p.Size().Width < overlayBelow }

func (p *panes) arrange(size fyne.Size) {
	p.tell(size)
	both := p.open && size.Width >= overlayBelow
	covered := p.open && !both && p.cover
	show(p.list, !covered)
	show(p.drawer, both || covered)
	show(p.bar, both)
	switch {
	case both:
		thick := theme.Size(fynetheme.SizeNameSplitThickness)
		left := min(max(size.Width*float32(p.split), paneMin), size.Width-paneMin-thick)
		put(p.list, 0, left, size.Height)
		put(p.bar, left, thick, size.Height)
		put(p.drawer, left+thick, size.Width-left-thick, size.Height)
	case covered:
		put(p.drawer, 0, size.Width, size.Height)
	default:
		put(p.list, 0, size.Width, size.Height)
	}
}

// tell reports whether both panes have room; a size of nothing tells nothing.
func (p *panes) tell(size fyne.Size) {
	wide := size.Width >= overlayBelow
	if size.Width <= 0 || p.known && wide == p.wide {
		return
	}
	p.known, p.wide = true, wide
	p.resized(wide)
}

func show(o fyne.CanvasObject, on bool) {
	switch {
	case on && !o.Visible():
		o.Show()
	case !on && o.Visible():
		o.Hide()
	}
}

func put(o fyne.CanvasObject, x, width, height float32) {
	o.Move(fyne.NewPos(x, 0))
	o.Resize(fyne.NewSize(width, height))
}

// CreateRenderer makes a renderer that arranges the panes.
func (p *panes) CreateRenderer() fyne.WidgetRenderer { return &panesRenderer{p} }

type panesRenderer struct{ p *panes }

func (r *panesRenderer) Destroy()              {}
func (r *panesRenderer) Layout(size fyne.Size) { r.p.arrange(size) }
func (r *panesRenderer) MinSize() fyne.Size    { return fyne.NewSize(paneMin, 120) }
func (r *panesRenderer) Refresh()              { r.p.arrange(r.p.Size()) }
func (r *panesRenderer) Objects() []fyne.CanvasObject {
	return []fyne.CanvasObject{r.p.list, r.p.bar, r.p.drawer}
}

// divider is the bar between the panes; dragging it moves the split.
type divider struct {
	widget.BaseWidget
	p        *panes
	moved    func(float64)
	dragging bool
	ground   *canvas.Rectangle
}

var (
	_ fyne.Draggable     = (*divider)(nil)
	_ desktop.Cursorable = (*divider)(nil)
)

func newDivider(p *panes, moved func(float64)) *divider {
	d := &divider{p: p, moved: moved, ground: canvas.NewRectangle(theme.Color(fynetheme.ColorNameSeparator))}
	d.ExtendBaseWidget(d)
	return d
}

// Cursor shows that the bar can be dragged.
func (d *divider) Cursor() desktop.Cursor { return desktop.HResizeCursor }

// Dragged moves the split with the pointer.
func (d *divider) Dragged(e *fyne.DragEvent) {
	width := d.p.Size().Width
	if width <= 0 {
		return
	}
	d.dragging = true
	at := float32(d.p.split)*width + e.Dragged.DX
	d.p.split = float64(min(max(at, paneMin), max(width-paneMin, paneMin)) / width)
	d.p.arrange(d.p.Size())
}

// DragEnd reports where the split came to rest.
func (d *divider) DragEnd() {
	d.dragging = false
	d.moved(d.p.split)
}

// CreateRenderer makes the one part that is drawn.
func (d *divider) CreateRenderer() fyne.WidgetRenderer { return &dividerRenderer{d} }

type dividerRenderer struct{ d *divider }

func (r *dividerRenderer) Destroy()                     {}
func (r *dividerRenderer) Layout(size fyne.Size)        { r.d.ground.Resize(size) }
func (r *dividerRenderer) MinSize() fyne.Size           { return fyne.NewSize(5, 20) }
func (r *dividerRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.d.ground} }
func (r *dividerRenderer) Refresh() {
	r.d.ground.FillColor = theme.Color(fynetheme.ColorNameSeparator)
	r.d.ground.Refresh()
}
