package views

import (
	"strings"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	fynedialog "fyne.io/fyne/v2/dialog"
	"fyne.io/fyne/v2/layout"
	"fyne.io/fyne/v2/widget"

	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// tell shows a text with one button.
func (w *Window) tell(title string, body fyne.CanvasObject) {
	var d *dialog
	d = w.ask(title, body, nil, w.button(words.Close, true, func() { d.close() }))
	d.accept = d.close
}

func (w *Window) showTips() {
	w.tell(words.SearchTips, paragraph(strings.Join(words.Tips, "\n")))
}

func (w *Window) showWhatIsRead() { w.tell(words.WhatIsRead, paragraph(words.WhatIsReadText)) }

func (w *Window) showAbout() {
	text := []string{words.AboutText, words.AboutReadOnly}
	if v := words.Version(w.app.Metadata().Version); v != "" {
		text = append([]string{v}, text...)
	}
	w.tell(words.App, paragraph(strings.Join(text, "\n")))
}

func (w *Window) showShortcuts() {
	grid := container.New(layout.NewFormLayout())
	for _, s := range words.Shortcuts() {
		grid.Add(widget.NewLabelWithStyle(s.Keys, fyne.TextAlignLeading, fyne.TextStyle{Bold: true}))
		grid.Add(widget.NewLabel(s.Does))
	}
	w.tell(words.ShortcutsEntry, grid)
}

// showFault tells more about a store that cannot be read.
func (w *Window) showFault(n notice) {
	st, _ := faultOf(w.shown, n.path)
	text := strings.Join(words.Filled(n.text.String(), st.Detail, n.path), "\n")
	var d *dialog
	d = w.ask(
		words.Details, paragraph(text), nil,
		w.button(words.CopyDetails, false, func() { w.copy(text, words.DetailsCopied) }),
		w.button(words.ShowFile, false, func() { d.done(func() { w.act.ShowFile(n.path) }) }),
		w.button(words.Close, true, func() { d.close() }),
	)
}

// showFaults tells of all stores that cannot be read, each with its reason, what to do, and its file.
func (w *Window) showFaults() {
	var parts []string
	for _, st := range faulty(w.shown) {
		parts = append(parts, strings.Join(words.Filled(words.StoreFault(st).String(), st.Detail, st.Store.Path), "\n"))
	}
	w.tellDetails(strings.Join(parts, "\n\n"))
}

// showRules tells what is wrong with each of the person's own rules of what is to be hidden. No rule's text is in it.
func (w *Window) showRules() { w.tellDetails(strings.Join(w.shown.Status.RuleProblems, "\n\n")) }

// tellDetails shows a text that can be copied.
func (w *Window) tellDetails(text string) {
	var d *dialog
	d = w.ask(
		words.Details, paragraph(text), nil,
		w.button(words.CopyDetails, false, func() { w.copy(text, words.DetailsCopied) }),
		w.button(words.Close, true, func() { d.close() }),
	)
}

// askFolder asks for a folder by its path.
func (w *Window) askFolder() {
	entry := keys.NewEntry(keys.Anywhere, dialogSink{w})
	entry.SetPlaceHolder(words.FolderExample)
	var d *dialog
	use := func() {
		if path := strings.TrimSpace(entry.Text); path != "" {
			d.done(func() { w.act.ChooseFolder(path) })
		}
	}
	d = w.ask(
		words.ChooseFolderTitle, container.NewVBox(paragraph(words.ChooseFolderText), entry), entry,
		w.button(words.Browse, false, func() { d.done(w.browse) }),
		w.button(words.Cancel, false, func() { d.close() }),
		w.button(words.UseFolder, true, use),
	)
	d.accept = use
}

// browse lets the person look for the folder.
func (w *Window) browse() {
	fynedialog.ShowFolderOpen(func(folder fyne.ListableURI, err error) {
		if err == nil && folder != nil {
			w.act.ChooseFolder(folder.Path())
		}
	}, w.win)
}

// dropped takes a folder that was dragged into the window.
func (w *Window) dropped(_ fyne.Position, list []fyne.URI) {
	if len(list) == 1 && list[0].Scheme() == "file" {
		w.guarded(func() { w.act.ChooseFolder(list[0].Path()) })
	}
}
