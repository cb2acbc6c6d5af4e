package hits

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/tips"
)

// Actions are what the person does in the list. None but Tips may be nil.
type Actions struct {
	// Highlight is called when another row is highlighted by the person.
	Highlight func(state.RowID)
	// Open is called for a click or a key on a row; focus tells whether the keyboard shall follow.
	Open func(row state.RowID, focus bool)
	// Fold asks to fold or unfold a session.
	Fold func(row state.RowID, folded bool)
	// Tips shows what hidden text under the pointer stands for; nil shows nothing.
	Tips *tips.Layer
}

// List is the list. Make one with New; use it on the UI goroutine only.
type List struct {
	widget.List
	act     Actions
	sink    keys.Sink
	rows    []state.Row
	now     time.Time
	current state.RowID
	focused bool
	focus   func(fyne.Focusable)
}

// New makes an empty list. Focus moves the keyboard to a widget; sink takes keys that the list lends.
func New(act Actions, sink keys.Sink, focus func(fyne.Focusable)) *List {
	l := &List{act: act, sink: sink, focus: focus}
	l.HideSeparators = true
	l.Length = func() int { return len(l.rows) }
	l.CreateItem = func() fyne.CanvasObject { return newRow(l) }
	l.UpdateItem = func(id widget.ListItemID, o fyne.CanvasObject) { o.(*row).set(id) }
	l.ExtendBaseWidget(l)
	return l
}

// Set shows rows. The rows must not be changed afterwards. The highlighted row, or the one at the top of the view, stays
// where it is, unless the highlight moves: then the highlighted row is brought into view.
func (l *List) Set(rows []state.Row, highlight state.RowID, now time.Time) {
	sameRows := same(l.rows, rows) && sameDay(l.now, now)
	if sameRows && highlight == l.current {
		return
	}
	moved := highlight != l.current
	before := l.held()
	l.rows, l.current, l.now = rows, highlight, now
	if !sameRows {
		l.hold(before)
		if l.act.Tips != nil {
			l.act.Tips.Clear() // what it pointed at is elsewhere
		}
	}
	l.Refresh()
	if i := l.index(highlight); moved && i >= 0 {
		l.ScrollTo(i)
	}
}

// Highlighted is the highlighted row, if it is in the list.
func (l *List) Highlighted() (state.Row, bool) {
	if i := l.index(l.current); i >= 0 {
		return l.rows[i], true
	}
	return state.Row{}, false
}

// Step moves the highlight by delta rows, over headings, and stops at the ends.
func (l *List) Step(delta int) {
	at := l.index(l.current)
	step := 1
	if delta < 0 {
		step = -1
	}
	if at < 0 && step < 0 {
		return
	}
	goal := min(max(at+delta, 0), len(l.rows)-1)
	l.land(goal, step)
}

// Page moves the highlight by as many rows as are seen at once, up for a negative sign.
func (l *List) Page(sign int) {
	rows := int(l.Size().Height/l.pitch()) - 1
	l.Step(sign * max(rows, 1))
}

// First highlights the first row that can be.
func (l *List) First() { l.land(0, 1) }

// Last highlights the last row that can be.
func (l *List) Last() { l.land(len(l.rows)-1, -1) }

// Fold folds (or unfolds) the session of the highlighted row. Folding from a hit highlights its session.
func (l *List) Fold(folded bool) {
	i := l.index(l.current)
	for ; i >= 0; i-- {
		if l.rows[i].Kind == state.RowSession || l.rows[i].Kind == state.RowDay {
			break
		}
	}
	if i < 0 || !folds(l.rows[i]) {
		return
	}
	if l.rows[i].Open == !folded {
		if !folded {
			l.Step(1)
		}
		return
	}
	l.highlight(i)
	l.act.Fold(l.rows[i].ID, folded)
}

// OpenHighlighted opens the highlighted row, or the first hit if there is none.
func (l *List) OpenHighlighted(focus bool) {
	i := l.index(l.current)
	if i < 0 {
		l.First()
		i = l.index(l.current)
	}
	if i < 0 {
		return
	}
	l.open(i, focus)
}

func (l *List) open(i int, focus bool) {
	if i >= len(l.rows) || !reachable(l.rows[i]) {
		return
	}
	l.highlight(i)
	l.act.Open(l.rows[i].ID, focus)
}

// land highlights the row at goal or the nearest reachable one, looked for in the direction of step first.
func (l *List) land(goal, step int) {
	for _, dir := range []int{step, -step} {
		for i := goal; i >= 0 && i < len(l.rows); i += dir {
			if reachable(l.rows[i]) {
				l.highlight(i)
				return
			}
		}
	}
}

func (l *List) highlight(i int) {
	id := l.rows[i].ID
	if id == l.current {
		return
	}
	l.current = id
	l.ScrollTo(i)
	l.act.Highlight(id)
}

func (l *List) index(id state.RowID) int {
	if id == "" {
		return -1
	}
	for i := range l.rows {
		if l.rows[i].ID == id {
			return i
		}
	}
	return -1
}
