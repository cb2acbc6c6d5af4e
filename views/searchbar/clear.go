package searchbar

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// clearer is the cross at the end of the field. It cannot have the keyboard: Esc does the same.
type clearer struct {
	widget.BaseWidget
	icon   *widget.Icon
	tapped func()
}

var (
	_ fyne.Tappable      = (*clearer)(nil)
	_ desktop.Cursorable = (*clearer)(nil)
)

func newClearer(tapped func()) *clearer {
	c := &clearer{icon: widget.NewIcon(fynetheme.Icon(fynetheme.IconNameCancel)), tapped: tapped}
	c.icon.Hide()
	c.ExtendBaseWidget(c)
	return c
}

func (c *clearer) show(on bool) {
	if on == c.icon.Visible() {
		return
	}
	if on {
		c.icon.Show()
	} else {
		c.icon.Hide()
	}
}

// Tapped clears the field.
func (c *clearer) Tapped(*fyne.PointEvent) { c.tapped() }

// Cursor is that of a button; the text cursor of the field ends here.
func (c *clearer) Cursor() desktop.Cursor { return desktop.DefaultCursor }

// AccessibilityLabel names what a tap does.
func (c *clearer) AccessibilityLabel() string { return words.ClearSearch }

// AccessibilityRole is that of a button.
func (c *clearer) AccessibilityRole() fyne.AccessibleRole { return fyne.AccessibleRoleButton }

// CreateRenderer makes the one part that is drawn.
func (c *clearer) CreateRenderer() fyne.WidgetRenderer { return &clearRenderer{c} }

type clearRenderer struct{ c *clearer }

func (r *clearRenderer) Destroy() {}

func (r *clearRenderer) Layout(size fyne.Size) {
	icon := theme.Size(fynetheme.SizeNameInlineIcon)
	r.c.icon.Resize(fyne.NewSize(icon, icon))
	r.c.icon.Move(fyne.NewPos((size.Width-icon)/2, (size.Height-icon)/2))
}

func (r *clearRenderer) MinSize() fyne.Size {
	side := theme.Size(theme.SizePill) - 4
	return fyne.NewSize(side, side)
}

func (r *clearRenderer) Objects() []fyne.CanvasObject { return []fyne.CanvasObject{r.c.icon} }

func (r *clearRenderer) Refresh() { r.c.icon.Refresh() }
