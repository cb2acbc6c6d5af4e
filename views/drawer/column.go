package drawer

import (
	"sort"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
)

// column is the messages one under the other. It knows the height of each and draws those in sight. It has the keyboard
// for all of them.
type column struct {
	widget.BaseWidget
	drawer *Drawer
	cards  []*card
	byRef  map[state.MessageRef]*card
	// tops are the places of the cards at width, and after them the height of all.
	tops  []float32
	width float32

	focused bool
	at      *card

	visible []fyne.CanvasObject
	// drawn counts the changes of the theme, so that cards which come into sight later take part in them. textSize is the
	// size that the heights are for. still is true while only the place of the view changes.
	drawn    int
	textSize float32
	still    bool
}

func newColumn(d *Drawer) *column {
	c := &column{drawer: d, byRef: map[state.MessageRef]*card{}, tops: []float32{0}, textSize: fynetheme.TextSize()}
	c.ExtendBaseWidget(c)
	return c
}

// set shows other entries and keeps the cards of messages that stay. Duplicate references keep their first card only.
func (c *column) set(all []entry) {
	cards, byRef := make([]*card, 0, len(all)), make(map[state.MessageRef]*card, len(all))
	for _, e := range all {
		if byRef[e.ref] != nil {
			continue
		}
		kept := c.byRef[e.ref]
		switch {
		case kept == nil:
			kept = newCard(c.drawer, e)
		case !kept.entry.equal(e):
			kept.set(e)
		}
		cards = append(cards, kept)
		byRef[e.ref] = kept
	}
	c.cards, c.byRef = cards, byRef
	if c.at != nil && byRef[c.at.entry.ref] != c.at {
		c.at = nil
	}
	c.arrange()
}

// widen sets the width and tells whether it changed.
func (c *column) widen(width float32) bool {
	if c.width == width {
		return false
	}
	c.width = width
	c.arrange()
	return true
}

// arrange finds the place of every card.
func (c *column) arrange() {
	c.tops = append(c.tops[:0], 0)
	if c.width <= 0 {
		return
	}
	y := float32(0)
	for _, card := range c.cards {
		y += card.heightFor(c.width)
		c.tops = append(c.tops, y)
	}
}

func (c *column) height() float32 { return c.tops[len(c.tops)-1] }

// index is the place of a card in the column, or -1.
func (c *column) index(card *card) int {
	for i, other := range c.cards {
		if other == card {
			return i
		}
	}
	return -1
}

// indexAt is the card at a height; the first or last one beyond the ends, -1 without cards.
func (c *column) indexAt(y float32) int {
	if len(c.cards) == 0 || len(c.tops) != len(c.cards)+1 {
		return -1
	}
	i := sort.Search(len(c.cards), func(i int) bool { return c.tops[i+1] > y })
	return min(i, len(c.cards)-1)
}

// show draws the cards between two heights.
func (c *column) show(top, bottom float32) {
	var now []fyne.CanvasObject
	if first := c.indexAt(top); first >= 0 {
		for i := first; i < len(c.cards) && c.tops[i] < bottom; i++ {
			card := c.cards[i]
			card.look(top-c.tops[i], bottom-c.tops[i])
			card.Move(fyne.NewPos(0, c.tops[i]))
			card.Resize(fyne.NewSize(c.width, c.tops[i+1]-c.tops[i]))
			if card.drawn != c.drawn {
				card.drawn = c.drawn
				card.Refresh()
			}
			now = append(now, card)
		}
	}
	c.visible = now
	canvas.Refresh(c)
}

// CreateRenderer makes the parts that are drawn.
func (c *column) CreateRenderer() fyne.WidgetRenderer { return &columnRenderer{c} }

type columnRenderer struct{ column *column }

// Destroy has nothing to free.
func (r *columnRenderer) Destroy() {}

// MinSize is the height of all messages.
func (r *columnRenderer) MinSize() fyne.Size { return fyne.NewSize(0, r.column.height()) }

// Layout is done when the place of the view is known.
func (r *columnRenderer) Layout(fyne.Size) {}

// Objects are the cards in sight.
func (r *columnRenderer) Objects() []fyne.CanvasObject { return r.column.visible }

// Refresh draws what is in sight anew, with the theme in use.
func (r *columnRenderer) Refresh() {
	c := r.column
	if c.still {
		return
	}
	c.drawn++
	if size := fynetheme.TextSize(); size != c.textSize {
		c.textSize = size
		c.drawer.talk.rescale()
	}
	c.drawer.talk.draw()
}
