package views

import (
	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/layout"
	fynetheme "fyne.io/fyne/v2/theme"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// askSight asks how far the session in question is to see. A choice narrows at once.
func (w *Window) askSight() {
	if w.frame.paged() {
		return
	}
	session, there := w.sessionInQuestion()
	if !there {
		w.tell(words.SightTitle, paragraph(words.SightNobody))
		return
	}
	body := container.New(layout.NewFormLayout())
	var d *dialog
	var first fyne.Focusable
	for _, mode := range state.SightModes {
		choice := w.button(words.SightName(mode), false, func() {
			d.done(func() { w.lookAs(state.Sight{Mode: mode, Of: session.Key, Store: session.Store, Title: session.Title}) })
		})
		if now := w.shown.Filters.Sight; now.Of == session.Key && now.Store == session.Store && now.Mode == mode {
			choice.Icon = fynetheme.ConfirmIcon()
			first = choice
		} else if first == nil {
			first = choice
		}
		body.Add(container.NewVBox(choice)) // as high as its text, however long the explanation is
		body.Add(wrapped(words.SightExplained(mode), sightWidth))
	}
	d = w.ask(
		words.SightTitle, container.NewVBox(paragraph(words.SessionQuoted(session)), paragraph(words.SightText), body), first,
		w.button(words.Cancel, false, func() { d.close() }),
	)
}

// sightWidth is the width of what stands beside a choice, in units.
const sightWidth = 320

// sessionInQuestion is the session that is read, or else the highlighted one, or else the one with whose eyes is looked.
func (w *Window) sessionInQuestion() (data.Session, bool) {
	if w.shown.Drawer.Open && w.shown.Drawer.Session.Key != "" {
		return w.shown.Drawer.Session, true
	}
	if row, there := w.list.Highlighted(); there && row.Group.Session.Key != "" {
		return row.Group.Session, true
	}
	sight := w.shown.Filters.Sight
	return data.Session{Key: sight.Of, Store: sight.Store, Agent: sight.Store.Agent, Title: sight.Title}, sight != state.Sight{}
}

func (w *Window) lookAs(sight state.Sight) {
	w.filter(func(f *state.Filters) { f.Sight = sight })
}

// toggleOnlyHidden narrows to messages in which something is hidden, or no longer.
func (w *Window) toggleOnlyHidden() {
	if !w.frame.paged() {
		w.filter(func(f *state.Filters) { f.Hidden = !f.Hidden })
	}
}

// filter asks for the filters with one change.
func (w *Window) filter(edit func(*state.Filters)) {
	f := w.shown.Filters
	edit(&f)
	w.act.Filter(f)
}
