package views

import (
	"strings"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynedialog "fyne.io/fyne/v2/dialog"
	fynetheme "fyne.io/fyne/v2/theme"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/secrets"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// secretsPage is the open page that lists where secrets are hidden.
type secretsPage struct {
	dialog *dialog
	list   *secrets.List
	note   *widget.Label
	body   *fyne.Container
	// open and save have a meaning only while something is listed.
	open, save *keys.Button
	shown      state.SecretsPage
	drawn      bool
}

// showSecrets opens the page and asks for its list. Closing it, in whatever way, gives up what is asked.
func (w *Window) showSecrets() {
	if w.shown.Phase != state.PhaseReady {
		return
	}
	p := &secretsPage{list: secrets.New(w.openSecret, dialogSink{w}), note: widget.NewLabel("")}
	p.note.Wrapping = fyne.TextWrapWord
	p.open = w.button(words.SecretsOpen, false, p.list.OpenPlace)
	p.save = w.button(words.SecretsSave, false, func() { w.askSave(w.shown.Secrets.Secrets, words.SavePath(w.now())) })
	refresh := w.button(words.SecretsRefresh, false, func() { w.act.ListSecrets() })
	p.body = container.New(w.secretsSize(), wrapped(words.SecretsWhy, secretsWidth), p.note, p.list)
	p.dialog = w.ask(words.SecretsTitle, p.body, p.list, p.open, refresh, p.save, w.button(words.Close, true, func() { p.dialog.close() }))
	p.dialog.closed = func() {
		w.secrets = nil
		w.act.CloseSecrets()
	}
	w.secrets = p
	p.set(state.SecretsPage{Loading: true}, w.now())
	w.act.ListSecrets()
}

// renderSecrets brings the open page up to date.
func (w *Window) renderSecrets(s state.State) {
	if p := w.secrets; p != nil && s.Secrets.Open {
		p.set(s.Secrets, s.Now)
	}
}

func (p *secretsPage) set(page state.SecretsPage, now time.Time) {
	if p.drawn && page.Number == p.shown.Number && page.Loading == p.shown.Loading && page.Failure == p.shown.Failure {
		return
	}
	p.note.SetText(secretsNote(page))
	p.note.Hidden = p.note.Text == ""
	p.list.Set(page.Secrets, now)
	p.body.Refresh()
	p.shown, p.drawn = page, true
	for _, b := range []*keys.Button{p.open, p.save} {
		if len(page.Secrets.Places) > 0 {
			b.Enable()
		} else {
			b.Disable()
		}
	}
}

// secretsNote says what is to be said besides the list.
func secretsNote(p state.SecretsPage) string {
	switch {
	case p.Failure != nil:
		return words.Failure(*p.Failure).String()
	case p.Loading && !p.Listed:
		return words.SecretsReading
	case len(p.Secrets.Places) == 0:
		return words.SecretsNone
	case p.Secrets.Limited:
		return words.SecretsLimited
	default:
		return ""
	}
}

// openSecret closes the page and shows the newest message of a place, with the keyboard in the conversation.
func (w *Window) openSecret(p data.SecretPlace) {
	if w.dialog != nil {
		w.dialog.close()
	}
	w.asked, w.follow = true, true
	w.act.OpenSecret(p)
}

// askSave asks where the list is to be saved, and offers a path. Who cancels comes back to the page.
func (w *Window) askSave(list data.Secrets, offered string) {
	if w.dialog != nil {
		w.dialog.close()
	}
	entry := keys.NewEntry(keys.Anywhere, dialogSink{w})
	entry.SetText(offered)
	var d *dialog
	save := func() {
		if path := strings.TrimSpace(entry.Text); path != "" {
			d.close()
			w.act.SaveSecrets(path, list)
		}
	}
	d = w.ask(
		words.SaveTitle, container.NewVBox(paragraph(words.SaveText), entry), entry,
		w.button(words.Browse, false, func() { d.done(func() { w.browseSave(list) }) }),
		w.button(words.Cancel, false, func() { d.done(w.showSecrets) }),
		w.button(words.SaveConfirm, true, save),
	)
	d.accept = save
}

// browseSave lets the person look for the folder, and comes back with it. The toolkit's own dialog for a file would empty one that is
// there before the list is written.
func (w *Window) browseSave(list data.Secrets) {
	fynedialog.ShowFolderOpen(func(folder fyne.ListableURI, err error) {
		path := words.SavePath(w.now())
		if err == nil && folder != nil {
			path = strings.TrimSuffix(folder.Path(), "/") + "/" + words.SaveName(w.now())
		}
		w.guarded(func() { w.askSave(list, path) })
	}, w.win)
}

// The measures of the page, in units: its width, the least height of the list, and what stands around it.
const (
	secretsWidth  = 640
	secretsLeast  = 120
	secretsMost   = 420
	secretsAround = 70
)

// secretsSize makes the list as high as the window allows.
func (w *Window) secretsSize() fyne.Layout {
	scale := theme.Size(fynetheme.SizeNameText) / 13
	room := w.win.Canvas().Size().Height - (dialogFrame+secretsAround)*scale
	return secretsLayout{min(max(room, secretsLeast), secretsMost)}
}

// secretsLayout puts the reason, a note, and the list under each other. The note takes from the list what it needs.
type secretsLayout struct{ height float32 }

// MinSize is fixed, so that the page does not jump when its list comes.
func (l secretsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(secretsWidth, o[0].MinSize().Height+l.height)
}

// Layout gives the list what reason and note leave.
func (l secretsLayout) Layout(o []fyne.CanvasObject, size fyne.Size) {
	y := float32(0)
	for _, text := range o[:2] {
		if !text.Visible() {
			continue
		}
		text.Resize(fyne.NewSize(size.Width, text.MinSize().Height)) // the height of wrapped text follows its width
		text.Resize(fyne.NewSize(size.Width, text.MinSize().Height))
		text.Move(fyne.NewPos(0, y))
		y += text.MinSize().Height
	}
	o[2].Move(fyne.NewPos(0, y))
	o[2].Resize(fyne.NewSize(size.Width, max(size.Height-y, 0)))
}
