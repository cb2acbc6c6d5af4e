package views

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/words"
)

// showHidden shows a message with what is hidden in it. The person is asked the first time; the keyboard then starts on the button
// that shows nothing.
func (w *Window) showHidden(m state.MessageRef) {
	if w.dialog != nil {
		return
	}
	if w.agreed {
		w.act.ShowHidden(m)
		return
	}
	var d *dialog
	cancel := w.button(words.Cancel, false, func() { d.close() })
	show := w.button(words.Show, true, func() {
		w.agreed = true
		d.done(func() { w.act.ShowHidden(m) })
	})
	d = w.ask(words.ShowHiddenTitle, paragraph(words.ShowHiddenText), cancel, cancel, show)
}

// toggleHidden shows what is hidden in the message that the keyboard is on, or hides again what is shown. What could not be read is
// tried again.
func (w *Window) toggleHidden() {
	switch shown := w.shown.Drawer.Shown; {
	case shown.Failure != nil:
		w.showHidden(shown.Message)
		return
	case shown.Active():
		w.act.HideAgain()
		return
	}
	if m, ok := w.drawer.FocusedMessage(); ok && w.drawer.Object().Visible() && len(m.Hidden) > 0 {
		w.showHidden(state.MessageRef{Session: m.Session, ID: m.ID})
	}
}

// forgetUnseen ends the showing of hidden text in a conversation that is not in sight any more, though it is still open.
func (w *Window) forgetUnseen(s state.State) {
	if s.Drawer.Shown.Active() && (!w.drawer.Object().Visible() || w.frame.paged()) {
		w.act.HideAgain()
	}
}
