package filters

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/canvas"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// Actions are what the person does in the row. None may be nil.
type Actions struct {
	// Change gets the filters as they shall be.
	Change func(state.Filters)
	// Clear asks for everything again.
	Clear func()
	// AskDays asks for two days; done is called when the person gives them. A zero day is no bound.
	AskDays func(since, until time.Time, done func(since, until time.Time))
	// AskSight asks with the eyes of which session to look, and changes the filters accordingly.
	AskSight func()
}

// Menu is one of the menus of the row.
type Menu uint8

// The menus, from left to right.
const (
	Agents Menu = iota
	Time
	Who
	Order
	menus
)

// Row is the row of filters. Make one with New; use it on the UI goroutine only.
type Row struct {
	act    Actions
	root   *fyne.Container
	pills  [menus]*pill
	chips  [chips]*pill
	clear  *keys.Link
	count  *canvas.Text
	full   string
	now    state.Filters
	agents []state.Agent
	open   *widget.PopUpMenu
}

// New makes a row that filters nothing.
func New(act Actions, sink keys.Sink) *Row {
	r := &Row{act: act, count: canvas.NewText("", theme.Color(theme.ColorMuted))}
	for m := range menus {
		r.pills[m] = newPill(sink, func(keyboard bool) { r.show(m, keyboard) })
	}
	r.chips[hiddenChip] = newChip(sink, func() { r.remove(hiddenChip, func(f *state.Filters) { f.Hidden = false }) })
	r.chips[sightChip] = newChip(sink, func() { r.remove(sightChip, func(f *state.Filters) { f.Sight = state.Sight{} }) })
	r.clear = keys.NewLink(words.ClearFilters, keys.Filters, sink, func() { act.Clear() })
	r.clear.Hide()
	r.root = container(r)
	r.label()
	return r
}

// Object is what to lay out.
func (r *Row) Object() fyne.CanvasObject { return r.root }

// Set shows filters, the agents to choose from, and what stands beside the order.
func (r *Row) Set(f state.Filters, agents []state.Agent, count string) {
	if f.Equal(r.now) && count == r.full && slices.Equal(agents, r.agents) {
		return
	}
	r.now, r.agents, r.full = f, agents, count
	if f.Narrowed() {
		r.clear.Show()
	} else {
		r.clear.Hide()
	}
	r.label()
	r.root.Refresh()
}

// Count is the whole text beside the order.
func (r *Row) Count() string { return r.full }

// Open shows a menu as if it was asked for by the keyboard.
func (r *Row) Open(m Menu) { r.show(m, true) }

func (r *Row) label() {
	r.pills[Agents].set(words.AgentsChosen(r.now.Agents), len(r.now.Agents) > 0)
	r.pills[Time].set(words.TimeChosen(r.now), r.now.Time != state.TimeAny)
	r.pills[Who].set(words.RoleChosen(r.now.Role), r.now.Role != data.RoleAny)
	r.pills[Order].set(words.OrderChosen(r.now.Order), false)
	r.chips[hiddenChip].set(words.OnlyHidden, true)
	r.chips[sightChip].set(words.SightChosen(r.now.Sight), true)
	r.chips[hiddenChip].Hidden = !r.now.Hidden
	r.chips[sightChip].Hidden = r.now.Sight == state.Sight{}
}

// show opens a menu under its pill. The keyboard goes back to where it was when the menu closes, because the menu lies in
// a layer with a focus of its own.
func (r *Row) show(m Menu, keyboard bool) {
	if r.open != nil {
		r.open.Hide()
	}
	p := r.pills[m]
	c := fyne.CurrentApp().Driver().CanvasForObject(p)
	if c == nil {
		return
	}
	r.open = widget.NewPopUpMenu(r.menu(m), c)
	r.open.ShowAtRelativePosition(fyne.NewPos(0, p.Size().Height+fynetheme.Padding()), p)
	if keyboard {
		r.open.ActivateNext()
	}
}
