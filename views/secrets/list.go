package secrets

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

// List shows kinds as headings and the places under them. Make one with New; use it on the UI goroutine only.
type List struct {
	widget.List
	rows    []row
	now     time.Time
	at      int
	focused bool
	open    func(data.SecretPlace)
	sink    keys.Sink
}

// New makes an empty list. Open is called for a click or Enter on a place; sink takes the keys that the list lends.
func New(open func(data.SecretPlace), sink keys.Sink) *List {
	l := &List{open: open, sink: sink, at: -1}
	l.HideSeparators = true
	l.Length = func() int { return len(l.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newItem(l) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*item).set(id) }
	l.ExtendBaseWidget(l)
	return l
}

// Set shows other places as seen from now. The place that the keyboard is on stays, if it is still there.
func (l *List) Set(s data.Secrets, now time.Time) {
	before, stood := l.Place()
	l.rows, l.now, l.at = rowsOf(s), now, -1
	for i, r := range l.rows {
		if stood && r.place != nil && same(*r.place, before) {
			l.at = i
		}
	}
	if l.at < 0 {
		l.land(0, 1)
	}
	l.Refresh()
}

// Place is the one that the keyboard is on; false in an empty list.
func (l *List) Place() (data.SecretPlace, bool) {
	if l.at < 0 || l.at >= len(l.rows) || l.rows[l.at].place == nil {
		return data.SecretPlace{}, false
	}
	return *l.rows[l.at].place, true
}

// OpenPlace opens the place that the keyboard is on.
func (l *List) OpenPlace() {
	if p, there := l.Place(); there {
		l.open(p)
	}
}

// FocusGained shows the ring.
func (l *List) FocusGained() { l.focus(true) }

// FocusLost takes the ring away; the place stays chosen.
func (l *List) FocusLost() { l.focus(false) }

func (l *List) focus(on bool) {
	l.focused = on
	l.Refresh()
}

// TypedRune does nothing: there is nowhere to type.
func (l *List) TypedRune(rune) {}

// TypedKey moves over the places and opens one on Enter and Space; every other key is lent.
func (l *List) TypedKey(e *fyne.KeyEvent) {
	page := max(int(l.Size().Height/theme.Size(theme.SizeRow))-1, 1)
	switch e.Name {
	case fyne.KeyUp:
		l.move(l.at-1, -1)
	case fyne.KeyDown:
		l.move(l.at+1, 1)
	case fyne.KeyPageUp:
		l.move(l.at-page, -1)
	case fyne.KeyPageDown:
		l.move(l.at+page, 1)
	case fyne.KeyHome:
		l.move(0, 1)
	case fyne.KeyEnd:
		l.move(len(l.rows)-1, -1)
	case fyne.KeyReturn, fyne.KeyEnter, fyne.KeySpace:
		l.OpenPlace()
	default:
		l.sink.Key(keys.Anywhere, e.Name)
	}
}

// move goes to the nearest place to a row and brings it into view.
func (l *List) move(to, step int) {
	l.land(min(max(to, 0), len(l.rows)-1), step)
	if l.at >= 0 {
		l.ScrollTo(l.at)
	}
	l.Refresh()
}

// land chooses the place at a row, or the nearest one, looked for in the direction of step first.
func (l *List) land(at, step int) {
	for _, dir := range []int{step, -step} {
		for i := at; i >= 0 && i < len(l.rows); i += dir {
			if l.rows[i].place != nil {
				l.at = i
				return
			}
		}
	}
}

// tap chooses a place and opens it.
func (l *List) tap(i int) {
	if i >= 0 && i < len(l.rows) && l.rows[i].place != nil {
		l.at = i
		l.Refresh()
		l.OpenPlace()
	}
}
