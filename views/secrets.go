package views

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
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
	// why says what the list is for; it stands over something listed only.
	why  fyne.CanvasObject
	note *widget.Label
	body *fyne.Container
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
	size := w.secretsSize()
	p := &secretsPage{
		list: secrets.New(w.openSecret, dialogSink{w}), why: wrapped(words.SecretsWhy, size.width), note: widget.NewLabel(""),
	}
	p.note.Wrapping = fyne.TextWrapWord
	p.open = w.button(words.SecretsOpen, false, p.list.OpenPlace)
	p.save = w.button(words.SecretsSave, false, func() { w.askSave(w.shown.Secrets.Secrets, words.SavePath(w.now())) })
	refresh := w.button(words.SecretsRefresh, false, func() { w.act.ListSecrets() })
	p.body = container.New(size, p.why, p.note, p.list)
	p.dialog = w.ask(words.SecretsTitle, p.body, p.list, p.open, refresh, p.save, w.button(words.Close, true, func() { p.dialog.close() }))
	p.dialog.closed = func() {
		w.secrets = nil
		w.act.CloseSecrets()
	}
	w.secrets = p
	w.setSecrets(state.SecretsPage{Loading: true}, w.shown)
	w.act.ListSecrets()
}

// renderSecrets brings the open page up to date.
func (w *Window) renderSecrets(s state.State) {
	if w.secrets != nil && s.Secrets.Open {
		w.setSecrets(s.Secrets, s)
		w.renderSave(s.Secrets.Save)
	}
}

// setSecrets shows a list and what is to be said of it, if either changed.
func (w *Window) setSecrets(page state.SecretsPage, s state.State) {
	p, note := w.secrets, secretsNote(page, incomplete(s))
	same := page.Number == p.shown.Number && page.Loading == p.shown.Loading && page.Failure == p.shown.Failure
	if p.drawn && same && note == p.note.Text {
		return
	}
	p.note.SetText(note)
	p.note.Hidden = note == ""
	p.list.Set(page.Secrets, s.Now)
	p.shown, p.drawn = page, true
	some := len(page.Secrets.Places) > 0
	show(p.why, some)
	w.ableSecrets(some)
	p.body.Refresh()
}

// ableSecrets says whether there is anything to open and to save. The keyboard stays on no button that has no meaning.
func (w *Window) ableSecrets(some bool) {
	for _, b := range []*keys.Button{w.secrets.open, w.secrets.save} {
		switch {
		case some:
			b.Enable()
		case w.win.Canvas().Focused() == b:
			w.focus(w.secrets.list)
			fallthrough
		default:
			b.Disable()
		}
	}
}

// incomplete is true while the index may lack what the histories hold.
func incomplete(s state.State) bool {
	return s.Missing.Left > 0 || !s.Compared || s.Status.Indexing || s.Status.Progress.Rebuilding
}

// secretsNote says what is to be said besides the list. Incomplete is true while the list may grow.
func secretsNote(p state.SecretsPage, incomplete bool) string {
	var list, rest, saved string
	switch {
	case p.Failure != nil:
		list = words.Failure(*p.Failure).String()
	case p.Loading && !p.Listed:
		list = words.SecretsReading
	case len(p.Secrets.Places) == 0 && incomplete:
		list = words.SecretsNoneYet
	case len(p.Secrets.Places) == 0:
		list = words.SecretsNone
	case p.Secrets.Limited:
		list = words.SecretsLimited
	}
	if incomplete {
		rest = words.SecretsGrow
	}
	if p.Save.Ended > 0 {
		saved = words.Saved(p.Save)
	}
	return strings.Join(words.Filled(list, rest, saved), " ")
}

// openSecret closes the page and shows the newest message of a place, with the keyboard in the conversation.
func (w *Window) openSecret(p data.SecretPlace) {
	if w.dialog != nil {
		w.dialog.close()
	}
	w.asked, w.follow = true, true
	w.act.OpenSecret(p)
}

// The measures of the page, in units: its width, the height of the list, and what stands around it.
const (
	secretsNarrow = 640
	secretsWide   = 900
	secretsBeside = 80
	secretsLeast  = 120
	secretsMost   = 420
	secretsAround = 70
)

// secretsSize makes the page as wide and the list as high as the window allows.
func (w *Window) secretsSize() secretsLayout {
	scale := theme.Size(fynetheme.SizeNameText) / 13
	room := w.win.Canvas().Size().Height - (dialogFrame+secretsAround)*scale
	return secretsLayout{
		width:  min(max(w.win.Canvas().Size().Width-secretsBeside, secretsNarrow), secretsWide),
		height: min(max(room, secretsLeast), secretsMost),
	}
}

// secretsLayout puts the reason, a note, and the list under each other. The note takes from the list what it needs.
type secretsLayout struct{ width, height float32 }

// MinSize is fixed, so that the page does not jump when its list comes.
func (l secretsLayout) MinSize(o []fyne.CanvasObject) fyne.Size {
	return fyne.NewSize(l.width, o[0].MinSize().Height+l.height)
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
