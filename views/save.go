package views

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynedialog "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// saving is the open question where a list is to be saved. It stays until the list is, so that a path is typed once only.
type saving struct {
	dialog *dialog
	path   *keys.Entry
	wrong  *widget.Label
	save   *keys.Button
	// waits is true from Save until the answer; ended counts the answers before it.
	waits bool
	ended int
}

// askSave asks, over the page of secrets, where its list is to be saved, and offers a path.
func (w *Window) askSave(list data.Secrets, offered string) {
	q := &saving{path: keys.NewEntry(keys.Anywhere, dialogSink{w}), wrong: widget.NewLabel("")}
	q.path.SetText(offered)
	q.wrong.Importance, q.wrong.Wrapping = widget.DangerImportance, fyne.TextWrapWord
	save := func() { w.saveList(q, list) }
	q.save = w.button(words.SaveConfirm, true, save)
	q.dialog = w.ask(
		words.SaveTitle, container.NewVBox(paragraph(words.SaveText), q.path, container.New(fixedWidth{textWidth}, q.wrong)), q.path,
		w.button(words.Browse, false, func() { q.dialog.done(func() { w.browseSave(list, q.path.Text) }) }),
		w.button(words.Cancel, false, func() { q.dialog.close() }),
		q.save,
	)
	q.dialog.accept = save
	q.dialog.closed = func() { w.saving = nil }
	w.saving = q
}

// saveList asks for the list to be saved, once at a time: a second saving would find the file of the first.
func (w *Window) saveList(q *saving, list data.Secrets) {
	path := strings.TrimSpace(q.path.Text)
	if path == "" || q.waits {
		return
	}
	q.waits, q.ended = true, w.shown.Secrets.Save.Ended
	q.wrong.SetText("")
	q.save.Disable()
	w.focus(q.path)
	w.act.SaveSecrets(path, list)
}

// renderSave closes the question once the list is saved, or says in it why it is not.
func (w *Window) renderSave(s state.ListSave) {
	q := w.saving
	if q == nil || !q.waits || s.Ended == q.ended {
		return
	}
	q.waits = false
	if s.Fault == state.SaveFine {
		q.dialog.close()
		return
	}
	q.wrong.SetText(words.SaveFault(s.Fault))
	q.save.Enable()
}

// browseSave lets the person look for the folder, and comes back with it, or with the path of before. The toolkit's own dialog for a
// file would empty one that is there before the list is written.
func (w *Window) browseSave(list data.Secrets, path string) {
	fynedialog.ShowFolderOpen(func(folder fyne.ListableURI, err error) {
		if err == nil && folder != nil {
			path = strings.TrimSuffix(folder.Path(), "/") + "/" + words.SaveName(w.now())
		}
		if w.secrets != nil {
			w.askSave(list, path)
		}
	}, w.win)
}
