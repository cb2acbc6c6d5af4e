package filters

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

func (r *Row) menu(m Menu) *fyne.Menu {
	switch m {
	case Agents:
		return fyne.NewMenu("", r.agentItems()...)
	case Time:
		return fyne.NewMenu("", r.timeItems()...)
	case Who:
		return fyne.NewMenu("", r.whoItems()...)
	default:
		return fyne.NewMenu("", r.orderItems()...)
	}
}

func item(label string, checked bool, chosen func()) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, chosen)
	i.Checked = checked
	return i
}

func (r *Row) agentItems() []*fyne.MenuItem {
	everything := len(r.now.Agents) == 0 && r.now.Sight == state.Sight{}
	items := []*fyne.MenuItem{item(words.Everything, everything, func() {
		r.change(func(f *state.Filters) { f.Agents, f.Sight = nil, state.Sight{} })
	})}
	if len(r.agents) > 0 {
		items = append(items, fyne.NewMenuItemSeparator())
	}
	for _, a := range r.agents {
		items = append(items, item(words.FoundAgent(a), slices.Contains(r.now.Agents, a.ID), func() { r.toggle(a.ID) }))
	}
	return append(items, fyne.NewMenuItemSeparator(), item(words.SightEntry, r.now.Sight != state.Sight{}, r.act.AskSight))
}

// toggle adds an agent to the chosen ones or takes it away. All of them are the same as none chosen.
func (r *Row) toggle(id string) {
	r.change(func(f *state.Filters) {
		if i := slices.Index(f.Agents, id); i >= 0 {
			f.Agents = slices.Delete(f.Agents, i, i+1)
		} else {
			f.Agents = append(f.Agents, id)
			slices.Sort(f.Agents)
		}
		if len(f.Agents) == 0 || len(f.Agents) == len(r.agents) {
			f.Agents = nil
		}
	})
}

func (r *Row) timeItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for t := state.TimeAny; t < state.TimeBetween; t++ {
		items = append(items, item(words.TimeChoice(t), r.now.Time == t, func() {
			r.change(func(f *state.Filters) { f.Time, f.Since, f.Until = t, time.Time{}, time.Time{} })
		}))
	}
	return append(items, fyne.NewMenuItemSeparator(),
		item(words.TimeChoice(state.TimeBetween), r.now.Time == state.TimeBetween, func() {
			r.act.AskDays(r.now.Since, r.now.Until, func(since, until time.Time) {
				r.change(func(f *state.Filters) { f.Time, f.Since, f.Until = state.TimeBetween, since, until })
			})
		}))
}

func (r *Row) whoItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, who := range []data.Role{data.RoleAny, data.RoleUser, data.RoleAssistant} {
		items = append(items, item(words.RoleChosen(who), r.now.Role == who, func() {
			r.change(func(f *state.Filters) { f.Role = who })
		}))
	}
	return append(items, fyne.NewMenuItemSeparator(), item(words.OnlyHidden, r.now.Hidden, func() {
		r.change(func(f *state.Filters) { f.Hidden = !f.Hidden })
	}))
}

func (r *Row) orderItems() []*fyne.MenuItem {
	var items []*fyne.MenuItem
	for _, o := range []data.Order{data.OrderNewest, data.OrderBest} {
		items = append(items, item(words.OrderChosen(o), r.now.Order == o, func() {
			r.change(func(f *state.Filters) { f.Order = o })
		}))
	}
	return items
}

// change reports the filters with one change. The row itself changes when they come back.
func (r *Row) change(edit func(*state.Filters)) {
	f := r.now
	f.Agents = slices.Clone(f.Agents)
	edit(&f)
	if !f.Equal(r.now) {
		r.act.Change(f)
	}
}
