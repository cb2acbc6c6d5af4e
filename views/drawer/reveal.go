package drawer

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// reveal is the line under the caption of a message that holds hidden text: the way to see it, and, while it is seen, the way back.
type reveal struct {
	show, hide, copy, again, end *press
	note                         *marked.Text
	entry                        entry
}

func newReveal(c *card) *reveal {
	end := func() { c.drawer.act.HideAgain() }
	r := &reveal{
		show:  newPress(words.ShowHidden, nil, c.showHidden),
		hide:  newPress(words.HideAgain, nil, end),
		copy:  newPress(words.CopyShown, nil, c.copyShown),
		again: newPress(words.TryAgain, nil, c.showHidden),
		end:   newPress(words.Close, nil, end),
		note:  marked.NewStyled(marked.Block, marked.Style{Size: fynetheme.SizeNameCaptionText, Color: fynetheme.ColorNameWarning}),
	}
	for _, p := range []*press{r.show, r.hide, r.copy, r.again, r.end} {
		p.small, p.fill = true, true
		p.tell = c.hover
	}
	return r
}

func (r *reveal) set(e entry) {
	r.entry = e
	r.note.SetText(e.revealNote(), nil, nil)
}

// presses are the buttons that have a meaning now.
func (r *reveal) presses() []*press {
	switch {
	case len(r.entry.message.Hidden) == 0:
		return nil
	case !r.entry.shown.Active():
		return []*press{r.show}
	case r.entry.revealed():
		return []*press{r.hide, r.copy}
	case r.entry.shown.Failure != nil:
		return []*press{r.again, r.end}
	default:
		return []*press{r.end}
	}
}

func (r *reveal) objects() []fyne.CanvasObject {
	var all []fyne.CanvasObject
	for _, p := range r.presses() {
		all = append(all, p)
	}
	if r.entry.shown.Active() {
		all = append(all, r.note)
	}
	return all
}

// heightFor is what the line takes of a card that is so wide; nothing where nothing is hidden.
func (r *reveal) heightFor(width float32) float32 {
	presses := r.presses()
	if len(presses) == 0 {
		return 0
	}
	height := presses[0].MinSize().Height + 2*cardGap
	if r.entry.shown.Active() {
		height += r.note.HeightFor(width) + cardGap
	}
	return height
}

// layout places the line; the note stands over the buttons.
func (r *reveal) layout(at fyne.Position, width float32) {
	if r.entry.shown.Active() {
		height := r.note.HeightFor(width)
		r.note.Move(at)
		r.note.Resize(fyne.NewSize(width, height))
		at.Y += height + cardGap
	}
	for _, p := range r.presses() {
		size := p.MinSize()
		p.Move(at)
		p.Resize(size)
		at.X += size.Width + 2*theme.Size(fynetheme.SizeNamePadding)
	}
}

// revealed tells whether the message is shown with what is hidden in it. A history may hold no more than is shown already.
func (e entry) revealed() bool {
	return e.shown.Active() && !e.shown.Loading && e.shown.Failure == nil && e.shown.Text != e.message.Text
}

// revealNote is the line while hidden text is asked for, shown, or could not be read.
func (e entry) revealNote() string {
	switch {
	case !e.shown.Active():
		return ""
	case e.shown.Loading:
		return words.ReadingHidden
	case e.shown.Failure != nil:
		return words.HiddenUnread(*e.shown.Failure)
	case !e.revealed():
		return words.HiddenBefore
	default:
		return words.HiddenIsShown
	}
}

func (c *card) showHidden() { c.drawer.act.ShowHidden(c.entry.ref) }

// copyShown copies what is shown. It is the one way by which hidden text leaves the window, and the person asks for it by name.
func (c *card) copyShown() {
	if c.entry.revealed() {
		c.drawer.act.Copy(c.entry.shown.Text, words.ShownCopied)
	}
}

// CopyShown copies the message that is shown with what is hidden in it, if there is one.
func (d *Drawer) CopyShown() {
	if card := d.talk.column.byRef[d.state.Shown.Message]; card != nil {
		card.copyShown()
	}
}

// forget ends the showing of hidden text once nothing of its message is in sight any more.
func (t *talk) forget() {
	shown, i := t.state.Shown, t.shownCard()
	switch {
	case i < 0 || shown.Number == t.forgot:
	case t.inSight(i):
		t.seen = shown.Number
	case t.seen == shown.Number:
		t.forgot = shown.Number
		t.drawer.act.HideAgain()
	}
}

// bringShown scrolls to a message that is shown with what is hidden in it and has not been in sight yet: the keyboard may be on one
// that is not.
func (t *talk) bringShown() {
	if i := t.shownCard(); i >= 0 && t.state.Shown.Number != t.seen {
		t.goTo(i)
	}
}

// shownCard is the place of the message that is shown with what is hidden in it, or -1 where there is none, or no room for any.
func (t *talk) shownCard() int {
	i := t.column.index(t.column.byRef[t.state.Shown.Message])
	if !t.state.Shown.Active() || t.scroll.Size().Height <= 0 || len(t.column.tops) <= i+1 {
		return -1
	}
	return i
}

func (t *talk) inSight(i int) bool {
	y := t.scroll.Offset.Y
	return t.column.tops[i+1] > y && t.column.tops[i] < y+t.scroll.Size().Height
}
