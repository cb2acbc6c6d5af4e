package views

import (
	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// menu is the menu bar. It carries every action with its shortcut: menu shortcuts are the only ones that act while the
// search field has the keyboard.
type menu struct {
	w   *Window
	bar *fyne.MainMenu

	sample, clear, rebuild *fyne.MenuItem
	hold, cancel, secrets  *fyne.MenuItem
	reveal, copyShown      *fyne.MenuItem
	onlyHidden             *fyne.MenuItem
	looks                  map[state.Appearance]*fyne.MenuItem
	kinds                  map[state.LeftOut]*fyne.MenuItem
	shown                  menuState
}

// menuState is what the check marks and the enabled entries depend on.
type menuState struct {
	sample, narrowed, ready bool
	open, revealed, hidden  bool
	look                    state.Appearance
	include                 data.Include
	controls                state.Controls
}

func newMenu(w *Window) *menu {
	m := &menu{w: w}
	m.bar = fyne.NewMainMenu(m.file(), m.edit(), m.view(), m.help())
	m.mark(menuState{})
	return m
}

// entry is a menu entry that does what a shortcut does.
func (m *menu) entry(label string, c keys.Command) *fyne.MenuItem {
	i := fyne.NewMenuItem(label, func() { m.w.perform(c) })
	i.Shortcut = keys.Shortcut(c)
	return i
}

func (m *menu) file() *fyne.Menu {
	m.rebuild = m.entry(words.MakeIndexAgain, keys.MakeAgain)
	m.hold = m.entry(words.PauseEntry, keys.PauseIndex)
	m.cancel = m.entry(words.CancelEntry, keys.CancelIndex)
	m.secrets = m.entry(words.SecretsEntry, keys.Secrets)
	m.sample = fyne.NewMenuItem(words.TrySampleEntry, func() {
		if m.shown.sample {
			m.w.perform(keys.LeaveSample)
		} else {
			m.w.perform(keys.TrySample)
		}
	})
	quit := m.entry(words.Quit, keys.Quit)
	quit.IsQuit = true
	return fyne.NewMenu(
		words.MenuFile,
		m.entry(words.CheckForChanges, keys.CheckNow),
		m.rebuild,
		m.hold,
		m.cancel,
		fyne.NewMenuItemSeparator(),
		m.secrets,
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(words.ChooseFolder, func() { m.w.guarded(m.w.askFolder) }),
		m.sample,
		fyne.NewMenuItemSeparator(),
		m.entry(words.SettingsEntry, keys.Settings),
		fyne.NewMenuItemSeparator(),
		quit,
	)
}

func (m *menu) edit() *fyne.Menu {
	m.clear = m.entry(words.ClearFilters, keys.ClearFilters)
	m.reveal = m.entry(words.ShowHidden, keys.ShowHidden)
	m.copyShown = m.entry(words.CopyShown, keys.CopyShown)
	return fyne.NewMenu(
		words.MenuEdit,
		m.entry(words.Find, keys.Find),
		fyne.NewMenuItemSeparator(),
		m.entry(words.CopyMessage, keys.CopyMessage),
		m.entry(words.CopySessionKey, keys.CopyKey),
		fyne.NewMenuItemSeparator(),
		m.reveal,
		m.copyShown,
		fyne.NewMenuItemSeparator(),
		m.clear,
	)
}

func (m *menu) view() *fyne.Menu {
	m.onlyHidden = m.entry(words.OnlyHidden, keys.OnlyHidden)
	items := []*fyne.MenuItem{
		m.entry(words.ChooseAgents, keys.AgentMenu),
		m.entry(words.ChooseTime, keys.TimeMenu),
		m.entry(words.ChooseWho, keys.WhoMenu),
		m.entry(words.ChooseOrder, keys.OrderMenu),
		m.onlyHidden,
		m.entry(words.SightEntry, keys.Sight),
		fyne.NewMenuItemSeparator(),
		m.entry(words.NextMatch, keys.NextMatch),
		m.entry(words.PreviousMatch, keys.PreviousMatch),
		m.entry(words.NextInSession, keys.NextInSession),
		m.entry(words.PreviousInSession, keys.PreviousInSession),
		fyne.NewMenuItemSeparator(),
	}
	items = append(items, m.kindItems()...)
	items = append(
		items, fyne.NewMenuItemSeparator(),
		m.entry(words.TextLarger, keys.Larger),
		m.entry(words.TextSmaller, keys.Smaller),
		m.entry(words.TextNormal, keys.NormalSize),
		fyne.NewMenuItemSeparator(),
	)
	return fyne.NewMenu(words.MenuView, append(items, m.lookItems()...)...)
}

// kindItems include what is left out by default.
func (m *menu) kindItems() []*fyne.MenuItem {
	m.kinds = map[state.LeftOut]*fyne.MenuItem{}
	var items []*fyne.MenuItem
	for _, k := range leftOuts {
		i := fyne.NewMenuItem(words.LeftOutShown(k), func() {
			m.w.guarded(func() {
				m.w.include(func(in *data.Include) { *included(in, k) = !*included(in, k) })
			})
		})
		m.kinds[k] = i
		items = append(items, i)
	}
	return items
}

func (m *menu) lookItems() []*fyne.MenuItem {
	m.looks = map[state.Appearance]*fyne.MenuItem{}
	var items []*fyne.MenuItem
	for _, a := range appearances {
		i := fyne.NewMenuItem(appearanceName(a), func() { m.w.guarded(func() { m.w.setAppearance(a) }) })
		m.looks[a] = i
		items = append(items, i)
	}
	return items
}

func (m *menu) help() *fyne.Menu {
	return fyne.NewMenu(
		words.MenuHelp,
		m.entry(words.ShortcutsEntry, keys.Shortcuts),
		m.entry(words.SearchTips, keys.Help),
		fyne.NewMenuItem(words.WhatIsRead, func() { m.w.guarded(m.w.showWhatIsRead) }),
		fyne.NewMenuItemSeparator(),
		fyne.NewMenuItem(words.About, func() { m.w.guarded(m.w.showAbout) }),
	)
}

// set brings check marks up to date. The bar is made anew for that, so it happens only when one changed.
func (m *menu) set(s state.State) {
	next := menuState{
		sample: s.Sample, narrowed: s.Filters.Narrowed(), ready: s.Phase == state.PhaseReady,
		look: s.Settings.Appearance, include: s.Filters.Include, controls: s.Controls(),
		open: s.Drawer.Open, revealed: s.Drawer.Shown.Active() && s.Drawer.Shown.Failure == nil, hidden: s.Filters.Hidden,
	}
	if next == m.shown {
		return
	}
	m.mark(next)
	m.w.win.SetMainMenu(m.bar)
}

func (m *menu) mark(s menuState) {
	m.shown = s
	m.sample.Label = words.TrySampleEntry
	if s.sample {
		m.sample.Label = words.LeaveSample
	}
	m.clear.Disabled = !s.narrowed
	m.rebuild.Disabled = !s.ready || s.sample
	m.hold.Label = words.PauseEntry
	if s.controls.Continue {
		m.hold.Label = words.ContinueEntry
	}
	m.hold.Disabled = !s.controls.Pause && !s.controls.Continue
	m.cancel.Disabled = !s.controls.Cancel
	m.secrets.Disabled = !s.ready
	m.reveal.Label = words.ShowHidden
	if s.revealed {
		m.reveal.Label = words.HideAgain
	}
	m.reveal.Disabled, m.copyShown.Disabled = !s.open, !s.revealed
	m.onlyHidden.Checked = s.hidden
	for a, i := range m.looks {
		i.Checked = a == s.look
	}
	for k, i := range m.kinds {
		i.Checked = *included(&s.include, k)
	}
}

// leftOuts are the kinds that are left out by default, as the menu lists them.
var leftOuts = []state.LeftOut{state.LeftOutArchived, state.LeftOutAutomated, state.LeftOutSubagents, state.LeftOutRewound}

func included(in *data.Include, k state.LeftOut) *bool {
	switch k {
	case state.LeftOutAutomated:
		return &in.Automated
	case state.LeftOutSubagents:
		return &in.Subagents
	case state.LeftOutArchived:
		return &in.Archived
	default:
		return &in.Rewound
	}
}

var appearances = []state.Appearance{state.AppearanceSystem, state.AppearanceLight, state.AppearanceDark}

func appearanceName(a state.Appearance) string {
	switch a {
	case state.AppearanceLight:
		return words.Light
	case state.AppearanceDark:
		return words.Dark
	default:
		return words.FollowSystem
	}
}

func (w *Window) setAppearance(a state.Appearance) {
	s := w.shown.Settings
	s.Appearance = a
	w.act.Settings(s)
}

// guarded does something unless a dialog is open.
func (w *Window) guarded(do func()) {
	if w.dialog == nil {
		do()
	}
}
