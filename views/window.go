package views

import (
	"time"

	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/views/drawer"
	"github.com/wordwake/wordwake/views/filters"
	"github.com/wordwake/wordwake/views/hits"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/pages"
	"github.com/wordwake/wordwake/views/searchbar"
	"github.com/wordwake/wordwake/views/status"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/tips"
	"github.com/wordwake/wordwake/views/words"
)

// The size of the window, in units: at the first start, and the least.
const (
	defaultWidth, defaultHeight = 1120, 720
	// The menu bar stands over the content and takes the rest of 480.
	minWidth, minHeight = 720, 456
)

// Window is the program's window. All methods are for the UI goroutine.
type Window struct {
	app fyne.App
	win fyne.Window
	act Actions

	bar     *searchbar.Bar
	gear    *keys.Button
	tips    *tips.Layer
	row     *filters.Row
	banners *banners
	list    *hits.List
	empty   *pages.Page
	drawer  *drawer.Drawer
	panes   *panes
	page    *pages.Page
	status  *status.Bar
	frame   *frame
	menu    *menu
	dialog  *dialog
	secrets *secretsPage
	saving  *saving

	shown     state.State
	rendered  bool
	query     echo[string]
	highlight echo[state.RowID]
	// asked is true while the person wants the conversation in sight, also where it covers the list.
	asked bool
	// agreed is true once the person said that hidden text may be shown, until the program ends.
	agreed bool
	// follow is true when the keyboard shall go to the conversation as soon as it is there.
	follow bool
}

// New makes a window that shows nothing yet; it is seen after Show or ShowAndRun.
func New(app fyne.App, act Actions, icon fyne.Resource) *Window {
	app.Settings().SetTheme(theme.New(state.Settings{}))
	if act.Resized == nil {
		act.Resized = func(bool) {}
	}
	w := &Window{app: app, act: act, win: app.NewWindow(words.App)}
	w.win.SetIcon(icon)
	w.win.SetMaster()
	w.win.SetPadded(false)
	w.build()
	w.win.SetContent(stack(w.frame.root, w.tips))
	w.win.Resize(fyne.NewSize(defaultWidth, defaultHeight))
	w.win.SetCloseIntercept(func() { w.act.Quit() })
	w.win.SetOnDropped(w.dropped)
	w.menu = newMenu(w)
	w.win.SetMainMenu(w.menu.bar)
	w.bind()
	return w
}

func (w *Window) build() {
	s := sink{w}
	w.bar = searchbar.New(w.typed, s)
	w.tips = tips.New()
	w.gear = newGear(s, w.tips, func() { w.perform(keys.Settings) })
	w.row = filters.New(filters.Actions{
		Change: w.act.Filter, Clear: w.act.ClearFilters, AskDays: w.askDays, AskSight: func() { w.guarded(w.askSight) },
	}, s)
	w.banners = newBanners(s, w.bannerPressed, w.act.Dismiss)
	w.list = hits.New(hits.Actions{Highlight: w.highlighted, Open: w.open, Fold: w.act.Fold, Tips: w.tips}, s, w.focus)
	w.empty = pages.New(s, w.pagePressed)
	w.page = pages.New(s, w.pagePressed)
	w.drawer = drawer.New(drawer.Actions{
		Close:         w.closeDrawer,
		NextInSession: func(delta int) { w.act.NextInSession(delta) },
		More:          func(before bool) { w.act.MoreMessages(before) },
		ShowWhole:     func(m state.MessageRef) { w.act.ShowWhole(m) },
		ShowHidden:    w.showHidden,
		HideAgain:     func() { w.act.HideAgain() },
		Copy:          w.copy,
		Typed:         func(r rune) { s.Rune(keys.Drawer, r) },
		Key:           func(e *fyne.KeyEvent) bool { return s.Key(keys.Drawer, e.Name) },
		Shortcut:      s.Shortcut,
	})
	w.panes = newPanes(stack(w.list, w.empty.Object()), w.drawer.Object(), w.splitMoved, w.act.Resized)
	w.status = status.New(status.Actions{
		Pause: func() { w.act.Pause() }, Continue: func() { w.act.Continue() }, Cancel: func() { w.act.CancelIndex() }, Lost: w.focusFirst,
	}, s)
	w.frame = newFrame(w)
}

// bind ties the shortcuts that the menu does not show to the window, and the keys while nothing has the focus.
func (w *Window) bind() {
	c := w.win.Canvas()
	keys.EachShortcut(func(s fyne.Shortcut, cmd keys.Command) {
		c.AddShortcut(s, func(fyne.Shortcut) { w.perform(cmd) })
	})
	s := sink{w}
	c.SetOnTypedKey(func(e *fyne.KeyEvent) { s.Key(keys.Anywhere, e.Name) })
	c.SetOnTypedRune(func(r rune) { s.Rune(keys.Anywhere, r) })
}

// Show brings the window up with the keyboard in the search field.
func (w *Window) Show() {
	w.win.Show()
	w.focusFirst()
}

// ShowAndRun is Show, and then the program's event loop until it ends.
func (w *Window) ShowAndRun() {
	w.Show()
	w.app.Run()
}

// Raise brings the window to the front, with the keyboard where it was.
func (w *Window) Raise() {
	w.win.Show()
	w.win.RequestFocus()
}

// focusFirst puts the keyboard where a person begins.
func (w *Window) focusFirst() {
	if !w.frame.paged() {
		w.focus(w.bar.Field())
		return
	}
	if first := w.page.First(); first != nil {
		w.focus(first)
	}
}

func (w *Window) focus(f fyne.Focusable) { w.win.Canvas().Focus(f) }

func (w *Window) now() time.Time { return w.shown.Now }
