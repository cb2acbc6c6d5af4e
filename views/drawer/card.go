package drawer

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// The measures of a card, in units.
const (
	cardSide   = 15
	cardTop    = 8
	cardGap    = 3
	headingGap = 10
)

// card draws one message. It exists for every message of the run, but has a body of drawn lines only while it is in sight.
type card struct {
	widget.BaseWidget
	drawer *Drawer
	entry  entry

	body *marked.Text
	copy *press
	more *press
	// veil is the way to see what is hidden in the message.
	veil *reveal
	// focused is true while the keyboard is on this message.
	focused bool
	hovered bool
	// height is the one for width, unless it is stale.
	width, height float32
	stale         bool
	// drawn is the theme that it was last drawn with, as the column counts them.
	drawn int
}

func newCard(d *Drawer, e entry) *card {
	c := &card{drawer: d, body: marked.New(marked.Block)}
	c.copy = newPress("", fynetheme.ContentCopyIcon(), c.copyText)
	c.copy.small, c.copy.veiled = true, true
	c.copy.tell = func(on bool) {
		c.hover(on)
		d.tips.Tell(c.copy, words.CopyMessage, on)
	}
	c.more = newPress(words.ShowAll, nil, c.showAll)
	c.more.small, c.more.fill = true, true
	c.veil = newReveal(c)
	c.ExtendBaseWidget(c)
	c.body.Look(0, 0)
	c.set(e)
	return c
}

// set shows an entry. The height is to be asked for again.
func (c *card) set(e entry) {
	c.entry = e
	c.body.SetText(e.visible())
	c.veil.set(e)
	c.more.text = words.ShowAll + " · " + words.Shortened(e.left)
	c.stale = true
	c.redraw()
}

// redraw draws a card anew that has been in sight.
func (c *card) redraw() {
	if c.Size().Width > 0 {
		c.Refresh()
	}
}

// heightFor lays the card out for a width and gives its height.
func (c *card) heightFor(width float32) float32 {
	if c.width == width && !c.stale {
		return c.height
	}
	c.width, c.stale = width, false
	c.height = c.bodyTop() + c.body.HeightFor(bodyWidth(width)) + cardTop
	if c.entry.left > 0 {
		c.height += c.more.MinSize().Height + cardGap
	}
	return c.height
}

// bodyWidth bounds the lines to what can be read well.
func bodyWidth(width float32) float32 {
	return max(min(width-2*cardSide, theme.Size(theme.SizeReading)), 1)
}

func (c *card) headingHeight() float32 {
	return float32(len(c.entry.headings)) * (captionHeight() + 2*headingGap)
}

func (c *card) captionTop() float32 { return c.headingHeight() + cardTop }

// captionEnd is where the line with role and time ends.
func (c *card) captionEnd() float32 { return c.captionTop() + captionRow() + cardGap }

func (c *card) bodyTop() float32 { return c.captionEnd() + c.veil.heightFor(bodyWidth(c.width)) }

func captionHeight() float32 {
	return fyne.MeasureText("Äg", theme.Size(fynetheme.SizeNameCaptionText), fyne.TextStyle{}).Height
}

// captionRow is the height of the line with role and time.
func captionRow() float32 {
	return fyne.MeasureText("Äg", theme.Size(fynetheme.SizeNameText), fyne.TextStyle{Bold: true}).Height
}

// look bounds what is drawn to the part in sight, in units from the top of the card.
func (c *card) look(top, bottom float32) {
	at := c.bodyTop()
	c.body.Look(max(top-at, 0), max(bottom-at, 0))
}

func (c *card) copyText() { c.drawer.act.Copy(c.entry.message.Text, words.MessageCopied) }

func (c *card) showAll() { c.drawer.act.ShowWhole(c.entry.ref) }

func (c *card) focus(on bool) {
	if c.focused != on {
		c.focused = on
		c.redraw()
	}
}

// Tapped moves the keyboard to the message.
func (c *card) Tapped(*fyne.PointEvent) { c.drawer.talk.column.choose(c) }

// TappedSecondary offers to copy.
func (c *card) TappedSecondary(e *fyne.PointEvent) {
	c.drawer.talk.column.choose(c)
	canvas := fyne.CurrentApp().Driver().CanvasForObject(c)
	if canvas == nil {
		return
	}
	widget.ShowPopUpMenuAtPosition(fyne.NewMenu("", c.menu()...), canvas, e.AbsolutePosition)
}

// menu is what can be done with a message.
func (c *card) menu() []*fyne.MenuItem {
	items := []*fyne.MenuItem{
		fyne.NewMenuItem(words.CopyMessage, c.copyText),
		fyne.NewMenuItem(words.CopySessionKey, c.drawer.copyKey),
	}
	presses := c.veil.presses()
	if len(presses) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	for _, p := range presses {
		items = append(items, fyne.NewMenuItem(p.text, p.do))
	}
	return items
}

// MouseIn shows the button that copies the message.
func (c *card) MouseIn(*desktop.MouseEvent) { c.hover(true) }

// MouseOut takes it away.
func (c *card) MouseOut() {
	c.hover(false)
	c.drawer.tips.Tell(c, "", false)
}

// MouseMoved explains what is hidden under the pointer, and spells out the time.
func (c *card) MouseMoved(e *desktop.MouseEvent) {
	c.drawer.tips.Point(c, c.tipAt(e.Position), e.Position)
}

// tipAt is the tip for a place on the card: the line over the message tells when it was written.
func (c *card) tipAt(at fyne.Position) string {
	if kind, hidden := c.body.HiddenAt(at.Subtract(c.body.Position())); hidden {
		return words.HiddenTip(kind)
	}
	switch {
	case at.Y >= c.captionTop() && at.Y < c.captionEnd() && at.X < bodyWidth(c.width)/2:
		return words.WhenFull(c.entry.message.At, c.drawer.now)
	default:
		return ""
	}
}

func (c *card) hover(on bool) {
	c.hovered = on
	c.copy.veil(!on && !c.focused)
}
