package hits

import (
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/theme"
)

// pitch is the distance from row to row: Fyne puts its padding between them.
func (l *List) pitch() float32 { return theme.Size(theme.SizeRow) }

func itemHeight() float32 {
	return theme.Size(theme.SizeRow) - theme.Size(fynetheme.SizeNamePadding)
}

// anchor is a row and its distance from the top of the view, in units.
type anchor struct {
	row state.RowID
	y   float32
}

// held is what stays in its place when rows come and go: the highlighted row while it is in view, else the row at the top.
// It is empty while the list stands at its start: there, new rows may push older ones down.
func (l *List) held() anchor {
	offset := l.GetScrollOffset()
	if i := l.index(l.current); i >= 0 {
		if y := float32(i)*l.pitch() - offset; y >= 0 && y+l.pitch() <= l.Size().Height {
			return anchor{l.current, y}
		}
	}
	i := int(offset / l.pitch())
	if i == 0 || i >= len(l.rows) {
		return anchor{}
	}
	return anchor{l.rows[i].ID, float32(i)*l.pitch() - offset}
}

// hold puts a row back to where it was. A list without that row starts at the top.
func (l *List) hold(a anchor) {
	i := l.index(a.row)
	switch {
	case a.row == "":
	case i < 0:
		l.ScrollToOffset(0)
	default:
		l.ScrollToOffset(max(float32(i)*l.pitch()-a.y, 0))
	}
}
