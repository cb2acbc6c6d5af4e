package filters

import (
	"fyne.io/fyne/v2"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/keys"
)

// The chips: filters that no pill shows. Each is there while it narrows, and a press takes it away.
const (
	hiddenChip = iota
	sightChip
	chips
)

// newChip makes a pill that shows a filter which a press, or the Delete key, takes away.
func newChip(sink keys.Sink, remove func()) *pill {
	p := newPill(sink, func(bool) { remove() })
	p.icon = fynetheme.IconNameCancel
	p.Hide()
	return p
}

// remove reports the filters without that of a chip. The keyboard goes from the chip, which will be gone, to the pills.
func (r *Row) remove(chip int, edit func(*state.Filters)) {
	if p := r.chips[chip]; p.focused {
		if c := fyne.CurrentApp().Driver().CanvasForObject(p); c != nil {
			c.Focus(r.pills[Agents])
		}
	}
	r.change(edit)
}
