package drawer

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// talk is the scrolled messages. It decides which part of them is in sight.
type talk struct {
	drawer *Drawer
	root   *fyne.Container
	scroll *container.Scroll
	column *column
	note   *marked.Text

	state state.Drawer
	// anchor is the message to be brought to the middle; it is kept there until the person scrolls.
	anchor  state.MessageRef
	follow  bool
	counted int
	asked   map[ask]bool
	// seen is the showing of hidden text that has been in sight, forgot the one that was ended since it is not any more.
	seen, forgot int
}

// ask is an edge at which a further page was asked for: the message there, and the side.
type ask struct {
	ref    state.MessageRef
	before bool
}

// hold is what stays in its place while things around it change: a card and how far below the top of the view it is.
type hold struct {
	card  *card
	below float32
}

func newTalk(d *Drawer) *talk {
	t := &talk{drawer: d, column: newColumn(d), asked: map[ask]bool{}}
	t.note = marked.NewStyled(marked.Block, marked.Style{Color: theme.ColorMuted})
	t.scroll = container.NewVScroll(t.column)
	t.scroll.OnScrolled = func(fyne.Position) { t.moved() }
	t.root = container.New(t, t.scroll, t.note)
	return t
}

// set shows another state of the conversation.
func (t *talk) set(s state.Drawer, now time.Time) {
	held := t.held()
	// An edge that was reached while another page was on its way is asked for again when that page is there.
	arrived := t.state.LoadingMore && !s.LoadingMore && s.Failure == nil
	if arrived || s.Failure != t.state.Failure || s.Session.Key != t.state.Session.Key {
		clear(t.asked)
	}
	t.state = s
	if s.AnchorCount != t.counted {
		t.counted, t.anchor, t.follow = s.AnchorCount, s.Anchor, true
		t.column.move(t.column.byRef[s.Anchor])
	}
	t.column.set(entries(s, now))
	if t.follow && t.column.at == nil && t.column.byRef[t.anchor] != nil {
		t.column.move(t.column.byRef[t.anchor])
	}
	t.note.SetText(note(s), nil, nil)
	t.layoutNote()
	t.settle(held)
	t.bringShown()
	if s.Failure == nil {
		t.atEdges()
	}
}

// note stands in the place of messages while there are none.
func note(s state.Drawer) string {
	switch {
	case !s.Open:
		return words.NoSession
	case len(s.Messages) > 0:
		return ""
	case s.Failure != nil:
		return words.Failure(*s.Failure).String()
	case s.Loading:
		return words.ReadingTalk
	default:
		return words.NoMessages
	}
}

// MinSize leaves the size to whoever lays the drawer out.
func (t *talk) MinSize([]fyne.CanvasObject) fyne.Size { return fyne.NewSize(200, 80) }

// Layout sets the width of the column before its height is asked for: a height for another width would leave gaps.
func (t *talk) Layout(_ []fyne.CanvasObject, size fyne.Size) {
	held := t.held()
	t.column.widen(size.Width)
	t.quietly(func() { t.scroll.Resize(size) })
	t.layoutNote()
	t.settle(held)
	t.atEdges()
}

func (t *talk) layoutNote() {
	size := t.root.Size()
	width := max(min(size.Width-2*theme.Size(theme.SizePage), theme.Size(theme.SizeReading)), 1)
	t.note.Resize(fyne.NewSize(width, t.note.HeightFor(width)))
	t.note.Move(fyne.NewPos(theme.Size(theme.SizePage), theme.Size(theme.SizePage)))
	showIf(t.note, len(t.state.Messages) == 0)
}

// held notes the first message in sight, so that settle can put it back. It is the message that is held and not its
// headings: those go when earlier messages come before it.
func (t *talk) held() hold {
	i := t.column.indexAt(t.scroll.Offset.Y)
	if i < 0 {
		return hold{}
	}
	card := t.column.cards[i]
	return hold{card, t.column.tops[i] + card.headingHeight() - t.scroll.Offset.Y}
}

// settle scrolls to the anchor, or puts what was held back into its place, after heights have changed.
func (t *talk) settle(h hold) {
	y := t.scroll.Offset.Y
	if i := t.column.index(t.column.byRef[t.anchor]); t.follow && i >= 0 {
		y = t.middle(i)
	} else if i := t.column.index(h.card); h.card != nil && i >= 0 && len(t.column.tops) > i+1 {
		y = t.column.tops[i] + h.card.headingHeight() - h.below
	}
	t.scrollTo(y)
}

// middle is the offset that brings a card, or the first match of a long one, to the middle of the view.
func (t *talk) middle(i int) float32 {
	if len(t.column.tops) <= i+1 {
		return 0
	}
	view, card := t.scroll.Size().Height, t.column.cards[i]
	top := t.column.tops[i] + card.headingHeight()
	height := t.column.tops[i+1] - top
	if height <= view*0.8 {
		return top + height/2 - view/2
	}
	if y, ok := card.body.FirstMatch(); ok && y > view/3 {
		return t.column.tops[i] + card.bodyTop() + y - view/3
	}
	return top
}

// scrollTo moves the view and draws what is in it. The offset is brought into bounds. The column gets its height first: the
// scroller would bring the offset into the bounds of the old one.
func (t *talk) scrollTo(y float32) {
	size := t.scroll.Size()
	t.column.Resize(fyne.NewSize(size.Width, max(t.column.height(), size.Height)))
	t.scroll.Offset.Y = max(min(y, t.column.height()-size.Height), 0)
	t.quietly(t.scroll.Refresh)
	t.draw()
}

// quietly does something to the scroller that is no scroll by the person and changes no message.
func (t *talk) quietly(do func()) {
	t.column.still = true
	do()
	t.column.still = false
}

// rescale measures everything anew after a change of the text size.
func (t *talk) rescale() {
	held := t.held()
	for _, card := range t.column.cards {
		card.stale = true
	}
	t.column.arrange()
	t.layoutNote()
	t.settle(held)
}

func (t *talk) draw() {
	y := t.scroll.Offset.Y
	t.column.show(y, y+t.scroll.Size().Height)
	t.forget()
}

// moved follows a scroll by the person.
func (t *talk) moved() {
	if t.column.still {
		return
	}
	t.follow = false
	t.drawer.tips.Clear()
	t.draw()
	t.atEdges()
}

// atEdges asks for further pages when an end of the run is near, once for each end.
func (t *talk) atEdges() {
	cards, view := t.column.cards, t.scroll.Size().Height
	if len(cards) == 0 || view <= 0 || t.column.width <= 0 || t.state.LoadingMore || t.state.Loading {
		return
	}
	y := t.scroll.Offset.Y
	if t.state.Before > 0 && y < view {
		t.ask(ask{cards[0].entry.ref, true})
	} else if t.state.After > 0 && t.column.height()-y-view < view {
		t.ask(ask{cards[len(cards)-1].entry.ref, false})
	}
}

func (t *talk) ask(a ask) {
	if !t.asked[a] {
		t.asked[a] = true
		t.drawer.act.More(a.before)
	}
}

// step moves the keyboard by one message and brings it into view.
func (t *talk) step(delta int) {
	if len(t.column.cards) == 0 {
		return
	}
	i := t.column.index(t.column.chosen())
	switch {
	case i < 0:
		i = max(t.column.indexAt(t.scroll.Offset.Y), 0)
	default:
		i = min(max(i+delta, 0), len(t.column.cards)-1)
	}
	t.goTo(i)
}

// goTo moves the keyboard to a card and scrolls no further than needed.
func (t *talk) goTo(i int) {
	t.column.move(t.column.cards[i])
	view, y := t.scroll.Size().Height, t.scroll.Offset.Y
	top, bottom := t.column.tops[i], t.column.tops[i+1]
	switch {
	case top < y || bottom-top > view:
		y = top
	case bottom > y+view:
		y = bottom - view
	}
	t.follow = false
	t.scrollTo(y)
	t.atEdges()
}

// page scrolls by a distance and takes the keyboard along.
func (t *talk) page(by float32) {
	if len(t.column.cards) == 0 {
		return
	}
	t.follow = false
	t.scrollTo(t.scroll.Offset.Y + by)
	t.column.move(t.column.cards[t.edgeCard(by > 0)])
	t.atEdges()
}

// edgeCard is the last or the first card that is wholly in sight; the one at the edge where none is.
func (t *talk) edgeCard(last bool) int {
	c, top := t.column, t.scroll.Offset.Y
	bottom := top + t.scroll.Size().Height
	if last {
		i := max(c.indexAt(bottom-1), 0)
		if i > 0 && c.tops[i+1] > bottom && c.tops[i-1] >= top {
			i--
		}
		return i
	}
	i := max(c.indexAt(top), 0)
	if i+2 < len(c.tops) && c.tops[i] < top && c.tops[i+2] <= bottom {
		i++
	}
	return i
}

// end goes to the first or the last message of the run.
func (t *talk) end(last bool) {
	if n := len(t.column.cards); n > 0 {
		i := 0
		if last {
			i = n - 1
		}
		t.column.move(t.column.cards[i])
		t.follow = false
		t.scrollTo(t.column.height() * float32(i))
		t.atEdges()
	}
}
