package hits

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/views/theme"
)

var _ fyne.Tappable = (*List)(nil)

// Tapped takes a click that no row got: between two rows it counts for the nearer one.
func (l *List) Tapped(e *fyne.PointEvent) {
	over := theme.Size(fynetheme.SizeNamePadding) / 2
	l.tap(int((e.Position.Y + l.GetScrollOffset() + over) / l.pitch()))
}

// tap opens a row. A click on a session that stands over its hits folds or unfolds it.
func (l *List) tap(i int) {
	// A click on a heading opens nothing, but takes the keyboard from the field; it must go somewhere.
	l.focus(l)
	if i < 0 || i >= len(l.rows) || !reachable(l.rows[i]) {
		return
	}
	item := l.rows[i]
	if folds(item) {
		l.highlight(i)
		l.act.Fold(item.ID, item.Open)
		return
	}
	l.open(i, false)
}
