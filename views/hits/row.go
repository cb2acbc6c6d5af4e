package hits

import (
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/marked"
	"github.com/wordwake/wordwake/views/words"
)

// row draws any kind of row. Rows are pooled: set replaces everything that one shows.
type row struct {
	widget.BaseWidget
	list    *List
	at      int
	item    state.Row
	now     time.Time
	current bool
	focused bool
	hovered bool

	fill, bar, line *canvas.Rectangle
	chevron         *canvas.Image
	// head is the title of a session, the name of a day or a link, caption the small line, side and count stand at the right.
	head, caption, side, count *canvas.Text
	// text is the excerpt of a hit, or a title in which words are marked.
	text *marked.Text
}

var (
	_ fyne.Tappable       = (*row)(nil)
	_ desktop.Hoverable   = (*row)(nil)
	_ desktop.Cursorable  = (*row)(nil)
	_ fyne.WidgetRenderer = (*rowRenderer)(nil)
)

func newRow(l *List) *row {
	r := &row{list: l, at: -1}
	r.ExtendBaseWidget(r)
	return r
}

// MinSize is the same for every kind of row, and asked for often: the list makes a row only to learn it.
func (r *row) MinSize() fyne.Size { return fyne.NewSize(120, itemHeight()) }

// set shows another row; it costs a comparison when nothing changed.
func (r *row) set(i int) {
	if i < 0 || i >= len(r.list.rows) {
		return
	}
	item := r.list.rows[i]
	current := item.ID == r.list.current
	focused := current && r.list.focused
	if r.at >= 0 && current == r.current && focused == r.focused && sameDay(r.now, r.list.now) && sameRow(item, r.item) {
		r.at = i
		return
	}
	r.at, r.item, r.current, r.focused, r.now = i, item, current, focused, r.list.now
	r.Refresh()
}

// Tapped opens the row.
func (r *row) Tapped(*fyne.PointEvent) {
	r.list.tap(r.at)
}

// MouseIn shows that the row can be clicked.
func (r *row) MouseIn(*desktop.MouseEvent) { r.hover(true) }

// MouseMoved explains what is hidden under the pointer.
func (r *row) MouseMoved(e *desktop.MouseEvent) {
	if r.list.act.Tips != nil {
		r.list.act.Tips.Point(r, r.tipAt(e.Position), e.Position)
	}
}

// tipAt is the tip for a place on the row, or empty.
func (r *row) tipAt(at fyne.Position) string {
	if r.text == nil || !r.text.Visible() {
		return ""
	}
	kind, hidden := r.text.HiddenAt(at.Subtract(r.text.Position()))
	if !hidden {
		return ""
	}
	return words.HiddenTip(kind)
}

// MouseOut ends MouseIn.
func (r *row) MouseOut() {
	r.hover(false)
	if r.list.act.Tips != nil {
		r.list.act.Tips.Tell(r, "", false)
	}
}

func (r *row) hover(on bool) {
	if r.hovered == on {
		return
	}
	r.hovered = on
	r.Refresh()
}

// Cursor is a hand over what can be clicked.
func (r *row) Cursor() desktop.Cursor {
	if reachable(r.item) {
		return desktop.PointerCursor
	}
	return desktop.DefaultCursor
}

// AccessibilityLabel says what the row says.
func (r *row) AccessibilityLabel() string {
	v := describe(r.item, r.now)
	return words.Spoken(v.head, v.body, v.caption, v.side, v.count)
}

// AccessibilityRole is that of a button: a row can be opened.
func (r *row) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }
