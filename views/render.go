package views

import (
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/pages"
	"github.com/wordwake/wordwake/views/status"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

// Render shows a state. It costs comparisons where nothing changed. The state must not be changed afterwards.
func (w *Window) Render(s state.State) {
	old := w.shown
	w.shown = s
	w.renderSettings(old.Settings, s.Settings)
	w.renderPage(s)
	w.bar.SetText(w.query.receive(s.Query))
	w.bar.SetBusy(s.Searching && s.Waiting >= state.WaitingLine)
	w.renderFilters(s)
	w.renderList(s)
	w.renderDrawer(old.Drawer, s)
	w.renderTitle(s.Drawer)
	if w.banners.set(notices(s)) {
		w.frame.root.Refresh()
	}
	w.renderStatus(s)
	w.renderSecrets(s)
	w.menu.set(s)
	w.forgetUnseen(s)
	w.rendered = true
}

func (w *Window) renderSettings(old, s state.Settings) {
	if old.Appearance != s.Appearance || old.TextPercent != s.TextPercent {
		w.app.Settings().SetTheme(theme.New(s))
		w.frame.root.Refresh()
	}
}

// renderPage shows the page that takes the whole window, or everything else. The keyboard goes to where a person begins
// whenever that changes.
func (w *Window) renderPage(s state.State) {
	c, whole := pages.Whole(s)
	first := w.page.First()
	if whole {
		w.page.Set(c)
	}
	if whole == w.frame.paged() && w.rendered && (!whole || w.page.First() == first) {
		return
	}
	if whole != w.frame.paged() {
		w.frame.setPaged(whole)
		w.frame.root.Refresh()
	}
	if w.dialog == nil {
		w.focusFirst()
	}
}

// renderFilters makes room where the count needs a line of its own.
func (w *Window) renderFilters(s state.State) {
	width := w.row.Object().Size().Width
	before := w.row.HeightFor(width)
	w.row.Set(s.Filters, s.Agents, countText(s))
	if w.row.HeightFor(width) != before {
		w.frame.root.Refresh()
	}
}

func (w *Window) renderList(s state.State) {
	c, empty := pages.InList(s)
	if empty {
		w.empty.Set(c)
	}
	show(w.empty.Object(), empty)
	show(w.list, !empty)
	w.list.Set(s.Rows, w.highlight.receive(s.Highlight), s.Now)
}

func (w *Window) renderDrawer(old state.Drawer, s state.State) {
	w.drawer.Set(s.Drawer, s.Now)
	if old.Open && !s.Drawer.Open {
		w.asked, w.follow = false, false
	}
	w.panes.set(s.Drawer.Open, w.asked, s.Settings.Split)
	if w.follow && s.Drawer.Open && !s.Drawer.Loading && w.dialog == nil {
		w.follow = false
		w.drawer.Focus(w.win.Canvas())
	}
}

// renderTitle names the open conversation, so that task switchers show it.
func (w *Window) renderTitle(d state.Drawer) {
	title := words.App
	if d.Open && !d.Loading {
		title = words.WindowTitle(d.Session.Title)
	}
	if w.win.Title() != title {
		w.win.SetTitle(title)
	}
}

func (w *Window) renderStatus(s state.State) {
	v := status.View{Left: words.IndexStatus(s), Right: words.Totals(s.Status), Controls: s.Controls()}
	switch p := s.Status.Progress; {
	case p.Rebuilding:
		v.Done, v.Total = p.Done, p.Total
	case s.Missing.Left > 0:
		v.Done, v.Total = s.Missing.Of-s.Missing.Left, s.Missing.Of
	}
	if s.Phase != state.PhaseReady {
		// Nothing is indexed, so there is nothing to count.
		v = status.View{}
	}
	if s.Notice != "" {
		v.Left = []string{s.Notice}
	}
	w.status.Set(v)
}

// countText is the line beside the order. An answer keeps its count until the next one is there; one without rows has a
// page that says so.
func countText(s state.State) string {
	switch {
	case s.Phase != state.PhaseReady || s.Browsing():
		return ""
	case s.Searching && s.Waiting >= state.WaitingText:
		return words.Searching
	case len(s.Rows) == 0 || s.Failure != nil || !s.Answered.Asks():
		return ""
	default:
		return words.Sentences(words.MatchCount(s.Results, s.Answered.Filters.Order), ranked(s), words.Dropped(s.Results.Dropped))
	}
}

func ranked(s state.State) string {
	if s.Answered.Filters.Order != data.OrderBest {
		return ""
	}
	return words.Ranked(s.Results)
}

func (w *Window) pagePressed(a pages.Act) {
	switch a {
	case pages.MakeIndex:
		w.act.MakeIndex()
	case pages.ChooseFolder:
		w.guarded(w.askFolder)
	case pages.TrySample:
		w.act.TrySample()
	case pages.WhatIsRead:
		w.guarded(w.showWhatIsRead)
	case pages.ClearFilters:
		w.act.ClearFilters()
	case pages.SearchTips:
		w.guarded(w.showTips)
	case pages.Retry:
		w.act.Retry()
	case pages.ShowFile:
		if f := w.shown.Failure; f != nil {
			w.act.ShowFile(f.Path)
		}
	case pages.SearchAll:
		w.lookAs(state.Sight{})
	case pages.CopyDetails:
		if f := w.shown.Failure; f != nil {
			w.copy(words.FailureDetails(*f), words.DetailsCopied)
		}
	}
}

func (w *Window) bannerPressed(n notice) {
	switch n.act {
	case bannerLeaveSample:
		w.act.LeaveSample()
	case bannerRetry:
		w.act.Retry()
	case bannerContinue:
		w.act.Continue()
	case bannerDetails:
		w.guarded(func() { w.showFault(n) })
	case bannerAllDetails:
		w.guarded(w.showFaults)
	case bannerRules:
		w.guarded(w.showRules)
	}
}

// faultOf finds what is known about a store.
func faultOf(s state.State, path string) (data.StoreStatus, bool) {
	for _, group := range [][]data.StoreStatus{s.Status.Stores, s.Results.Faults} {
		for _, st := range group {
			if st.Store.Path == path {
				return st, true
			}
		}
	}
	return data.StoreStatus{}, false
}
