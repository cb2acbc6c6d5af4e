package secrets

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// item draws a row. Items are pooled: set replaces everything that one shows.
type item struct {
	widget.BaseWidget
	list    *List
	at      int
	hovered bool

	fill, bar           *canvas.Rectangle
	head, side, caption *marked.Text
}

var (
	_ fyne.Tappable      = (*item)(nil)
	_ desktop.Hoverable  = (*item)(nil)
	_ desktop.Cursorable = (*item)(nil)
)

func newItem(l *List) *item {
	small := marked.Style{Size: fynetheme.SizeNameCaptionText, Color: theme.ColorMuted}
	i := &item{
		list: l, at: -1, fill: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(color.Transparent),
		head: marked.New(marked.Line), side: marked.NewStyled(marked.Line, small), caption: marked.NewStyled(marked.Line, small),
	}
	i.ExtendBaseWidget(i)
	return i
}

func (i *item) set(at int) {
	i.at = at
	i.Refresh()
}

// row is what the item shows; an item that shows nothing any more has an empty one.
func (i *item) row() row {
	if i.at < 0 || i.at >= len(i.list.rows) {
		return row{}
	}
	return i.list.rows[i.at]
}

// Tapped opens the place.
func (i *item) Tapped(*fyne.PointEvent) { i.list.tap(i.at) }

// MouseIn shows that the place can be opened.
func (i *item) MouseIn(*desktop.MouseEvent) { i.hover(true) }

// MouseMoved does nothing.
func (i *item) MouseMoved(*desktop.MouseEvent) {}

// MouseOut ends MouseIn.
func (i *item) MouseOut() { i.hover(false) }

func (i *item) hover(on bool) {
	i.hovered = on
	i.Refresh()
}

// Cursor is a hand over a place.
func (i *item) Cursor() desktop.Cursor {
	if i.row().place != nil {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// AccessibilityLabel says what the row says.
func (i *item) AccessibilityLabel() string {
	head, side, caption := i.row().texts(i.list.now)
	return words.Spoken(head, caption, side)
}

// AccessibilityRole is that of a button: a place can be opened.
func (i *item) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer makes the fixed set of objects that every row is drawn with.
func (i *item) CreateRenderer() fyne.WidgetRenderer {
	v := &itemRenderer{i}
	v.Refresh()
	return v
}

type itemRenderer struct{ i *item }

// The measures of a row, in units.
const (
	edge = 10
	gap  = 12
	lead = 4
	// sideShare is the most that the masks take of the width.
	sideShare = 0.5
)

func (v *itemRenderer) Destroy() {}

func (v *itemRenderer) Objects() []fyne.CanvasObject {
	i := v.i
	return []fyne.CanvasObject{i.fill, i.bar, i.head, i.side, i.caption}
}

func (v *itemRenderer) MinSize() fyne.Size {
	return fyne.NewSize(120, theme.Size(theme.SizeRow)-theme.Size(fynetheme.SizeNamePadding))
}

// Layout centres the lines of the row in its height.
func (v *itemRenderer) Layout(size fyne.Size) {
	i := v.i
	i.fill.Resize(size)
	i.bar.Resize(fyne.NewSize(theme.Size(theme.SizeFocusBar), size.Height))
	head, caption := i.head.MinSize().Height, float32(0)
	if i.caption.Visible() {
		caption = i.caption.MinSize().Height + lead
	}
	y := (size.Height - head - caption) / 2
	width := size.Width - 2*edge
	side := min(i.side.Natural().Width, width*sideShare)
	i.head.Move(fyne.NewPos(edge, y))
	i.head.Resize(fyne.NewSize(width-side-gap, head))
	i.side.Move(fyne.NewPos(edge+width-side, y+(head-i.side.MinSize().Height)/2))
	i.side.Resize(fyne.NewSize(side, i.side.MinSize().Height))
	i.caption.Move(fyne.NewPos(edge, y+head+lead))
	i.caption.Resize(fyne.NewSize(width, i.caption.MinSize().Height))
}

// Refresh takes over the row's content and the theme's colours.
func (v *itemRenderer) Refresh() {
	i := v.i
	head, side, caption := i.row().texts(i.list.now)
	heading := i.row().place == nil
	i.head.SetStyle(marked.Style{Bold: heading})
	i.head.SetText(head, nil, nil)
	i.side.SetText(side, nil, nil)
	i.caption.SetText(caption, nil, nil)
	i.caption.Hidden = heading
	current := i.at == i.list.at && !heading
	i.bar.Hidden = !current
	i.bar.FillColor = theme.Color(theme.ColorFocusBar)
	i.fill.StrokeWidth = 0
	switch {
	case current:
		i.fill.FillColor = theme.Color(fynetheme.ColorNameSelection)
	case i.hovered && !heading:
		i.fill.FillColor = theme.Color(fynetheme.ColorNameHover)
	default:
		i.fill.FillColor = color.Transparent
	}
	if current && i.list.focused {
		i.fill.StrokeWidth, i.fill.StrokeColor = 1, theme.Color(theme.ColorFocusBar)
	}
	v.Layout(i.Size())
	canvas.Refresh(i)
}
