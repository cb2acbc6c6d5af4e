package hits

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
)

// The horizontal grid of a row, in units.
const (
	edge        = 12
	chevronLeft = 8
	// chevronGap parts the chevron from the title; hits stand deeper than their session by indent.
	chevronGap = 4
	indent     = 16
	gap        = 8
)

type rowRenderer struct {
	r       *row
	objects []fyne.CanvasObject
	shown   content
}

// CreateRenderer makes the fixed set of objects that every kind of row is drawn with.
func (r *row) CreateRenderer() fyne.WidgetRenderer {
	rect := func() *canvas.Rectangle { return canvas.NewRectangle(color.Transparent) }
	text := func() *canvas.Text { return canvas.NewText("", color.Transparent) }
	r.fill, r.bar, r.line = rect(), rect(), rect()
	r.head, r.caption, r.side, r.count = text(), text(), text(), text()
	r.chevron = canvas.NewImageFromResource(fynetheme.Icon(fynetheme.IconNameMoveDown))
	r.chevron.FillMode = canvas.ImageFillContain
	r.text = marked.New(marked.Line)
	v := &rowRenderer{r: r, objects: []fyne.CanvasObject{
		r.fill, r.line, r.bar, r.chevron, r.head, r.caption, r.side, r.count, r.text,
	}}
	v.Refresh()
	return v
}

func (v *rowRenderer) Destroy() {}

func (v *rowRenderer) Objects() []fyne.CanvasObject { return v.objects }

func (v *rowRenderer) MinSize() fyne.Size { return v.r.MinSize() }

// Refresh takes over the row's content and the theme's colours.
func (v *rowRenderer) Refresh() {
	r := v.r
	v.shown = describe(r.item, r.now)
	v.dress()
	v.text(r.caption, v.shown.caption, theme.ColorMuted, fynetheme.SizeNameCaptionText)
	v.text(r.side, v.shown.side, theme.ColorMuted, fynetheme.SizeNameCaptionText)
	v.text(r.count, v.shown.count, theme.ColorMuted, fynetheme.SizeNameCaptionText)
	r.head.TextStyle.Bold = !asks(r.item.Kind)
	v.text(r.head, v.shown.head, headColor(r.item.Kind), headSize(r.item.Kind))
	r.text.Hidden = v.shown.body == ""
	r.text.SetStyle(marked.Style{Bold: r.item.Kind == state.RowSession && !r.item.Recent})
	r.text.SetText(v.shown.body, v.shown.marks, v.shown.hidden)
	v.fold()
	v.Layout(r.Size())
	canvas.Refresh(r)
}

// dress draws the state of the row: a fill and a bar for the highlight, a fill for the pointer.
func (v *rowRenderer) dress() {
	r := v.r
	r.bar.Hidden = !r.current
	r.bar.FillColor = theme.Color(theme.ColorFocusBar)
	r.line.FillColor = theme.Color(fynetheme.ColorNameSeparator)
	r.line.Hidden = r.item.Kind == state.RowDay
	switch {
	case r.current:
		r.fill.FillColor = theme.Color(fynetheme.ColorNameSelection)
	case r.hovered && reachable(r.item):
		r.fill.FillColor = theme.Color(fynetheme.ColorNameHover)
	default:
		r.fill.FillColor = color.Transparent
	}
	// The keyboard in the list shows as a frame; while the search field has it, the bar alone marks the row.
	r.fill.StrokeColor, r.fill.StrokeWidth = color.Transparent, 0
	if r.focused {
		r.fill.StrokeColor, r.fill.StrokeWidth = theme.Color(theme.ColorFocusBar), 1
	}
}

func (v *rowRenderer) fold() {
	r := v.r
	r.chevron.Hidden = !folds(r.item)
	icon := fynetheme.IconNameNavigateNext
	if r.item.Open {
		icon = fynetheme.IconNameMoveDown
	}
	if res := fynetheme.Icon(icon); r.chevron.Resource != res {
		r.chevron.Resource = res
		r.chevron.Refresh()
	}
}

func (v *rowRenderer) text(t *canvas.Text, s string, c fyne.ThemeColorName, size fyne.ThemeSizeName) {
	t.Text, t.Color, t.TextSize = s, theme.Color(c), theme.Size(size)
	t.Hidden = s == ""
}

func headColor(k state.RowKind) fyne.ThemeColorName {
	switch {
	case k == state.RowDay:
		return theme.ColorMuted
	case asks(k):
		return fynetheme.ColorNameHyperlink
	default:
		return fynetheme.ColorNameForeground
	}
}

// asks tells whether a row asks for more rows; it looks like a link.
func asks(k state.RowKind) bool { return k == state.RowMore || k == state.RowLeftOut }

func headSize(k state.RowKind) fyne.ThemeSizeName {
	if k == state.RowDay {
		return fynetheme.SizeNameCaptionText
	}
	return fynetheme.SizeNameText
}
