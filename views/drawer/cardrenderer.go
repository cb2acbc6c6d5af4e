package drawer

import (
	"image/color"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// cardRenderer draws a card: headings, a fill and a bar for the hit, a ring for the keyboard, caption and body.
type cardRenderer struct {
	card            *card
	fill, bar, ring *canvas.Rectangle
	role, time      *canvas.Text
	headings        []*canvas.Text
	rules           []*canvas.Rectangle
	objects         []fyne.CanvasObject
}

// CreateRenderer makes the parts that are drawn.
func (c *card) CreateRenderer() fyne.WidgetRenderer {
	r := &cardRenderer{
		card: c, fill: canvas.NewRectangle(color.Transparent), bar: canvas.NewRectangle(color.Transparent),
		ring: canvas.NewRectangle(color.Transparent), role: canvas.NewText("", nil), time: canvas.NewText("", nil),
	}
	r.Refresh()
	return r
}

// Destroy has nothing to free.
func (r *cardRenderer) Destroy() {}

// Objects are drawn from the ground up.
func (r *cardRenderer) Objects() []fyne.CanvasObject { return r.objects }

// MinSize is the height for the width that the card has.
func (r *cardRenderer) MinSize() fyne.Size { return fyne.NewSize(120, r.card.height) }

// Layout places everything; the body is broken at the width of reading.
func (r *cardRenderer) Layout(size fyne.Size) {
	c := r.card
	top := c.headingHeight()
	box := fyne.NewSize(size.Width, size.Height-top)
	for _, o := range []*canvas.Rectangle{r.fill, r.ring} {
		o.Move(fyne.NewPos(0, top))
		o.Resize(box)
	}
	r.bar.Move(fyne.NewPos(0, top))
	r.bar.Resize(fyne.NewSize(theme.Size(theme.SizeFocusBar), box.Height))
	r.layoutHeadings(size.Width)
	r.layoutCaption(size.Width)
	width := bodyWidth(size.Width)
	c.veil.layout(fyne.NewPos(cardSide, c.captionEnd()), width)
	c.body.Move(fyne.NewPos(cardSide, c.bodyTop()))
	height := c.body.HeightFor(width)
	c.body.Resize(fyne.NewSize(width, height))
	c.more.Move(fyne.NewPos(cardSide, c.bodyTop()+height+cardGap))
	c.more.Resize(c.more.MinSize())
}

func (r *cardRenderer) layoutHeadings(width float32) {
	y := float32(headingGap)
	for i, text := range r.headings {
		size := text.MinSize()
		text.Move(fyne.NewPos((width-size.Width)/2, y))
		text.Resize(size)
		left, right := r.rules[2*i], r.rules[2*i+1]
		reach := max((width-size.Width)/2-cardSide-8, 0)
		left.Move(fyne.NewPos(cardSide, y+size.Height/2))
		left.Resize(fyne.NewSize(reach, 1))
		right.Move(fyne.NewPos(width-cardSide-reach, y+size.Height/2))
		right.Resize(fyne.NewSize(reach, 1))
		y += captionHeight() + 2*headingGap
	}
}

func (r *cardRenderer) layoutCaption(width float32) {
	c := r.card
	y, role, time := c.captionTop(), r.role.MinSize(), r.time.MinSize()
	r.role.Move(fyne.NewPos(cardSide, y))
	r.role.Resize(role)
	r.time.Move(fyne.NewPos(cardSide+role.Width+6, y+role.Height-time.Height-1))
	r.time.Resize(time)
	size := c.copy.MinSize()
	c.copy.Move(fyne.NewPos(width-size.Width-8, y-4))
	c.copy.Resize(size)
}

// Refresh takes the entry and the colours of the theme in use.
func (r *cardRenderer) Refresh() {
	c := r.card
	r.fill.FillColor, r.bar.FillColor = color.Transparent, color.Transparent
	if c.entry.hit {
		r.fill.FillColor, r.bar.FillColor = theme.Color(fynetheme.ColorNameSelection), theme.Color(theme.ColorFocusBar)
	}
	r.ring.StrokeWidth = 0
	if c.focused {
		r.ring.StrokeWidth, r.ring.StrokeColor = 2, theme.Color(theme.ColorFocusBar)
	}
	c.copy.veil(!c.hovered && !c.focused)
	r.role.Text, r.role.TextStyle = words.Role(c.entry.message.Role), fyne.TextStyle{Bold: true}
	r.role.TextSize, r.role.Color = theme.Size(fynetheme.SizeNameText), theme.Color(fynetheme.ColorNameForeground)
	r.time.Text = c.entry.clock
	r.time.TextSize, r.time.Color = theme.Size(fynetheme.SizeNameCaptionText), theme.Color(theme.ColorMuted)
	r.refreshHeadings()
	r.collect()
	r.Layout(c.Size())
	canvas.Refresh(c)
}

func (r *cardRenderer) refreshHeadings() {
	r.headings, r.rules = r.headings[:0], r.rules[:0]
	for _, h := range r.card.entry.headings {
		text := canvas.NewText(h, theme.Color(theme.ColorMuted))
		text.TextSize = theme.Size(fynetheme.SizeNameCaptionText)
		r.headings = append(r.headings, text)
		rule := theme.Color(fynetheme.ColorNameSeparator)
		r.rules = append(r.rules, canvas.NewRectangle(rule), canvas.NewRectangle(rule))
	}
}

func (r *cardRenderer) collect() {
	c := r.card
	r.objects = append(r.objects[:0], r.fill, r.bar)
	for _, o := range r.rules {
		r.objects = append(r.objects, o)
	}
	for _, o := range r.headings {
		r.objects = append(r.objects, o)
	}
	r.objects = append(r.objects, r.role, r.time)
	r.objects = append(r.objects, c.veil.objects()...)
	r.objects = append(r.objects, c.body, c.copy)
	if c.entry.left > 0 {
		r.objects = append(r.objects, c.more)
	}
	r.objects = append(r.objects, r.ring)
}
