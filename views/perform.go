package views

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/filters"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// commands tells what each command does. Under a dialog none of them acts but Quit.
var commands = map[keys.Command]func(*Window){
	keys.CheckNow:    func(w *Window) { w.act.CheckNow() },
	keys.MakeAgain:   (*Window).askRebuild,
	keys.PauseIndex:  (*Window).pauseOrContinue,
	keys.CancelIndex: (*Window).cancelIndex,
	keys.TrySample:   func(w *Window) { w.act.TrySample() },
	keys.LeaveSample: func(w *Window) { w.act.LeaveSample() },
	keys.Quit:        func(w *Window) { w.act.Quit() },

	keys.Find:         (*Window).find,
	keys.CopyMessage:  (*Window).copyMessage,
	keys.CopyKey:      (*Window).copyKey,
	keys.ClearFilters: func(w *Window) { w.act.ClearFilters() },
	keys.Settings:     (*Window).showSettings,

	keys.AgentMenu: func(w *Window) { w.openMenu(filters.Agents) },
	keys.TimeMenu:  func(w *Window) { w.openMenu(filters.Time) },
	keys.WhoMenu:   func(w *Window) { w.openMenu(filters.Who) },
	keys.OrderMenu: func(w *Window) { w.openMenu(filters.Order) },

	keys.OnlyHidden: (*Window).toggleOnlyHidden,
	keys.Sight:      (*Window).askSight,
	keys.ShowHidden: (*Window).toggleHidden,
	keys.CopyShown:  func(w *Window) { w.drawer.CopyShown() },
	keys.Secrets:    (*Window).showSecrets,

	keys.NextMatch:         func(w *Window) { w.asked = true; w.act.NextMatch(1) },
	keys.PreviousMatch:     func(w *Window) { w.asked = true; w.act.NextMatch(-1) },
	keys.NextInSession:     func(w *Window) { w.act.NextInSession(1) },
	keys.PreviousInSession: func(w *Window) { w.act.NextInSession(-1) },
	keys.Larger:            func(w *Window) { w.resizeText(10) },
	keys.Smaller:           func(w *Window) { w.resizeText(-10) },
	keys.NormalSize:        func(w *Window) { w.setText(100) },

	keys.Help:      (*Window).showTips,
	keys.Shortcuts: (*Window).showShortcuts,

	keys.Up:       func(w *Window) { w.list.Step(-1) },
	keys.Down:     func(w *Window) { w.list.Step(1) },
	keys.PageUp:   func(w *Window) { w.list.Page(-1) },
	keys.PageDown: func(w *Window) { w.list.Page(1) },
	keys.First:    func(w *Window) { w.list.First() },
	keys.Last:     func(w *Window) { w.list.Last() },
	keys.Fold:     func(w *Window) { w.list.Fold(true) },
	keys.Unfold:   func(w *Window) { w.list.Fold(false) },
	keys.Open:     func(w *Window) { w.list.OpenHighlighted(true) },
}

func (w *Window) perform(c keys.Command) {
	if w.dialog != nil && c != keys.Quit {
		return
	}
	if do := commands[c]; do != nil {
		do(w)
	}
}

func (w *Window) pauseOrContinue() {
	switch can := w.shown.Controls(); {
	case can.Continue:
		w.act.Continue()
	case can.Pause:
		w.act.Pause()
	}
}

func (w *Window) cancelIndex() {
	if w.shown.Controls().Cancel {
		w.act.CancelIndex()
	}
}

// back is one step of Esc: conversation, list, field, empty field.
func (w *Window) back(zone keys.Zone) {
	switch {
	case w.dialog != nil:
		w.dialog.close()
	case zone == keys.Drawer:
		w.closeDrawer()
	case w.shown.Drawer.Open && w.panes.narrow() && w.asked:
		w.closeDrawer()
	case w.frame.paged():
	case zone != keys.Field:
		w.focus(w.bar.Field())
	case w.bar.Text() != "":
		w.bar.Clear()
	case w.shown.Drawer.Open:
		w.act.CloseDrawer()
	}
}

func (w *Window) typed(text string) {
	w.query.send(text)
	w.asked = false
	w.act.Query(text)
}

func (w *Window) highlighted(id state.RowID) {
	w.highlight.send(id)
	w.act.Highlight(id)
}

func (w *Window) open(id state.RowID, focus bool) {
	row, ok := w.list.Highlighted()
	w.asked = true
	w.follow = focus && ok && opens(row)
	w.act.Open(id, focus)
}

// opens tells whether a row opens a conversation; others ask for more rows.
func opens(r state.Row) bool { return r.Kind == state.RowHit || r.Kind == state.RowSession }

func (w *Window) closeDrawer() {
	w.asked, w.follow = false, false
	w.panes.set(w.shown.Drawer.Open, false, w.shown.Settings.Split)
	if w.list.Visible() && !w.frame.paged() {
		w.focus(w.list)
	}
	w.act.CloseDrawer()
}

func (w *Window) find() {
	if w.frame.paged() {
		return
	}
	w.focus(w.bar.Field())
	w.bar.SelectAll()
}

func (w *Window) openMenu(m filters.Menu) {
	if !w.frame.paged() {
		w.row.Open(m)
	}
}

func (w *Window) copy(text, notice string) {
	w.app.Clipboard().SetContent(text)
	w.act.Notice(notice)
}

// copyMessage copies the message that the person looks at: the one in the conversation, or the excerpt of the row.
func (w *Window) copyMessage() {
	if w.shown.Drawer.Open {
		if m, ok := w.drawer.FocusedMessage(); ok {
			w.copy(m.Text, words.MessageCopied)
			return
		}
	}
	if r, ok := w.list.Highlighted(); ok && r.Kind == state.RowHit && r.Hit < len(r.Group.Hits) {
		w.copy(r.Group.Hits[r.Hit].Excerpt.Text, words.MessageCopied)
	}
}

func (w *Window) copyKey() {
	key := data.SessionKey("")
	if w.shown.Drawer.Open {
		key = w.shown.Drawer.Session.Key
	} else if r, ok := w.list.Highlighted(); ok {
		key = r.Group.Session.Key
	}
	if key != "" {
		w.copy(string(key), words.KeyCopied)
	}
}

func (w *Window) splitMoved(split float64) {
	s := w.shown.Settings
	s.Split = split
	w.act.Settings(s)
}

func (w *Window) textPercent() int {
	if p := w.shown.Settings.TextPercent; p != 0 {
		return p
	}
	return 100
}

func (w *Window) resizeText(delta int) {
	w.setText(min(max(w.textPercent()+delta, theme.MinTextPercent), theme.MaxTextPercent))
}

func (w *Window) setText(percent int) {
	s := w.shown.Settings
	s.TextPercent = percent
	w.act.Settings(s)
}

func (w *Window) include(edit func(*data.Include)) {
	w.filter(func(f *state.Filters) { edit(&f.Include) })
}
