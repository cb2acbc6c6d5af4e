package app

import (
	"net/url"
	"path/filepath"
	"strings"

	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views"
)

// actions turns what the person does into messages for the loop.
func (a *app) actions(gui fyne.App) views.Actions {
	event := func(e state.Event) { a.send(e) }
	ask := func(what act) func() { return func() { a.send(what) } }
	return views.Actions{
		Query:         func(text string) { event(state.QueryTyped{Text: text}) },
		Filter:        func(f state.Filters) { event(state.FiltersChosen{Filters: f}) },
		ClearFilters:  func() { event(state.FiltersCleared{}) },
		Highlight:     func(row state.RowID) { event(state.Highlighted{Row: row}) },
		Open:          func(row state.RowID, _ bool) { event(state.Opened{Row: row}) },
		Fold:          func(row state.RowID, folded bool) { event(state.Folded{Row: row, Folded: folded}) },
		NextMatch:     func(delta int) { event(state.Stepped{Delta: delta, Across: true}) },
		NextInSession: func(delta int) { event(state.Stepped{Delta: delta}) },
		CloseDrawer:   func() { event(state.DrawerClosed{}) },
		MoreMessages:  func(before bool) { event(state.MoreWanted{Before: before}) },
		ShowWhole:     func(m state.MessageRef) { event(state.WholeShown{Message: m}) },
		ShowHidden:    func(m state.MessageRef) { event(state.HiddenAsked{Message: m}) },
		HideAgain:     func() { event(state.HiddenAgain{}) },
		ListSecrets:   func() { event(state.SecretsAsked{}) },
		CloseSecrets:  func() { event(state.SecretsClosed{}) },
		OpenSecret:    func(p data.SecretPlace) { event(state.SecretOpened{Place: p}) },
		SaveSecrets: func(path string, s data.Secrets) {
			a.send(listSaved{path: path, secrets: s})
		},
		Notice:       func(text string) { a.send(noticed{text}) },
		CheckNow:     ask(actCheckNow),
		Retry:        ask(actRetry),
		MakeIndex:    ask(actMakeIndex),
		RebuildIndex: func(agents []string) { a.send(rebuildAsked{agents}) },
		Pause:        ask(actPause),
		Continue:     ask(actContinue),
		CancelIndex:  ask(actCancel),
		TrySample:    ask(actTrySample),
		LeaveSample:  ask(actLeaveSample),
		ChooseFolder: func(path string) { a.send(folderChosen{path}) },
		ShowFile:     func(path string) { a.showFile(gui, path) },
		Dismiss:      func(banner string) { event(state.Dismissed{Banner: banner}) },
		Settings:     func(s state.Settings) { event(state.SettingsChanged{Settings: s}) },
		Resized:      func(wide bool) { event(state.Resized{Wide: wide}) },
		Quit:         func() { a.quit(gui) },
	}
}

// showFile opens the folder of a file in the desktop's file manager.
func (a *app) showFile(gui fyne.App, path string) {
	if err := gui.OpenURL(folderURL(path)); err != nil {
		a.log.Warn("folder not shown", kindOf(err))
	}
}

// folderURL names the folder of a file. A drive letter stands behind a slash in a URL.
func folderURL(path string) *url.URL {
	return &url.URL{Scheme: "file", Path: "/" + strings.TrimPrefix(filepath.ToSlash(filepath.Dir(path)), "/")}
}
