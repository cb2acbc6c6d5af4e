package views

import (
	"testing"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
)

const ctrl = fyne.KeyModifierShortcutDefault

func TestTheKeyboardWalksFromTheFieldToTheHit(t *testing.T) {
	b := newBench(t)
	s := found()
	b.Render(s)
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Fatal("the window does not begin in the search field")
	}
	b.key(fyne.KeyDown, fyne.KeyDown, fyne.KeyDown, fyne.KeyUp)
	b.want("highlight s", "highlight h0", "highlight h1", "highlight h0")
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Error("moving the highlight took the keyboard from the field")
	}
	b.key(fyne.KeyReturn)
	b.want("open h0 true")
	b.Render(opened())
	if f := b.win.Canvas().Focused(); f == b.bar.Field() || f == nil {
		t.Errorf("the keyboard stayed in %T", f)
	}
}

func TestEscapeGoesBackStepByStep(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.key(fyne.KeyDown, fyne.KeyReturn)
	b.Render(opened())
	b.log = nil
	b.key(fyne.KeyEscape)
	b.want("close")
	b.Render(found())
	if b.win.Canvas().Focused() != b.list {
		t.Fatal("closing the conversation does not lead to the list")
	}
	b.key(fyne.KeyEscape)
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Fatal("the list does not lead to the field")
	}
	b.key(fyne.KeyEscape)
	b.want("query ")
	b.key(fyne.KeyEscape)
	b.want()
}

func TestLettersGoToTheField(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.focus(b.list)
	b.typeText("s")
	b.want("query backups")
	b.win.Canvas().Unfocus()
	b.typeText("x")
	b.want("query backupsx")
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Error("the field does not have the keyboard")
	}
}

func TestKeysOfTheList(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.focus(b.list)
	b.key(fyne.KeyEnd, fyne.KeyHome, fyne.KeyLeft)
	b.want("highlight h2", "highlight s", "fold s true")
	b.key(fyne.KeySpace)
	b.want("open s true")
}

func TestStepsWorkEverywhere(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	for _, f := range []func(){
		func() { b.focus(b.bar.Field()) },
		func() { b.focus(b.list) },
		func() { b.focus(b.gear) },
		func() { b.win.Canvas().Unfocus() },
	} {
		f()
		b.key(fyne.KeyF4, fyne.KeyF5)
		b.shortcut(fyne.KeyG, ctrl|fyne.KeyModifierShift)
		b.shortcut(fyne.KeyDown, fyne.KeyModifierAlt)
		b.want("next match 1", "check", "next match -1", "next in session 1")
	}
}

func TestShortcutsThatTheMenuDoesNotShowWorkInTheField(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.shortcut(fyne.KeyK, ctrl)
	b.typeText("x")
	b.want("query x")
	b.shortcut(fyne.KeyEqual, ctrl)
	b.want("settings")
	if b.settings[0].TextPercent != 110 {
		t.Errorf("text size: got %d", b.settings[0].TextPercent)
	}
}

func TestStatesOnTheirWayDoNotUndoTyping(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Query = ""
	b.Render(s)
	b.typeText("abc")
	s.Query = "a"
	b.Render(s)
	if got := b.bar.Text(); got != "abc" {
		t.Errorf("a late state put %q into the field", got)
	}
	s.Query = "abc"
	b.Render(s)
	s.Query = ""
	b.Render(s)
	if got := b.bar.Text(); got != "" {
		t.Errorf("the field does not follow the state: %q", got)
	}
}

func TestRenderingTheSameAgainBuildsNothing(t *testing.T) {
	b := newBench(t)
	s := opened()
	s.Status.Progress = data.Progress{Running: true, Done: 1, Total: 90}
	s.Missing = state.Missing{Left: 89, Of: 90}
	b.Render(s)
	menu := b.win.MainMenu()
	before := test.WidgetRenderer(b.list)
	drawn := b.banners.drawn
	b.Render(s)
	if b.banners.drawn != drawn || b.win.MainMenu() != menu || test.WidgetRenderer(b.list) != before {
		t.Error("something was built again")
	}
	kept := b.banners.root.Objects[0]
	s.Missing.Left = 88
	b.Render(s)
	if b.banners.root.Objects[0] != kept {
		t.Error("progress took the banner and its buttons away")
	}
}

func TestPagesTakeTheWindow(t *testing.T) {
	b := newBench(t)
	b.Render(state.State{Phase: state.PhaseNothingFound, Now: now})
	if b.bar.Object().Visible() || !b.page.Object().Visible() {
		t.Fatal("the page is not shown alone")
	}
	b.typeText("x")
	b.shortcut(fyne.KeyF, ctrl)
	b.key(fyne.KeyReturn)
	b.want("sample")
	b.Render(found())
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Error("the keyboard does not begin in the field")
	}
}

func TestTheKeyboardStartsOnTheButtonOfEachPage(t *testing.T) {
	b := newBench(t)
	b.Render(state.State{Phase: state.PhaseStarting})
	b.Render(state.State{Phase: state.PhaseFirstRun})
	b.key(fyne.KeyReturn)
	b.want("make index")
	b.log = nil
	b.Render(state.State{Phase: state.PhaseNothingFound})
	b.key(fyne.KeyReturn)
	b.want("sample")
}

func TestTheGearSaysWhatItIs(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.gear.MouseIn(&desktop.MouseEvent{})
	if got := b.tips.Text(); got != "Settings" {
		t.Errorf("under the pointer: got %q", got)
	}
	b.gear.MouseOut()
	b.focus(b.gear)
	if got := b.tips.Text(); got != "Settings" {
		t.Errorf("with the keyboard: got %q", got)
	}
	b.key(fyne.KeyReturn)
	if got := b.tips.Text(); got != "" {
		t.Errorf("the tip %q lies over the settings", got)
	}
}

func TestDialogsCloseOnEscapeAndGiveTheKeyboardBack(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	c := b.win.Canvas()
	for name, open := range map[string]func(){
		"again":     b.askRebuild,
		"sight":     b.askSight,
		"settings":  b.showSettings,
		"shortcuts": b.showShortcuts,
		"folder":    b.askFolder,
		"tips":      b.showTips,
		"read":      b.showWhatIsRead,
		"about":     b.showAbout,
	} {
		open()
		if c.Overlays().Top() == nil {
			t.Fatalf("%s: nothing is shown", name)
		}
		b.shortcut(fyne.KeyR, ctrl)
		b.want()
		b.key(fyne.KeyEscape)
		if c.Overlays().Top() != nil || b.dialog != nil || c.Focused() != b.bar.Field() {
			t.Errorf("%s: not closed, or the keyboard is lost", name)
		}
	}
}

func TestAFolderIsTyped(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.askFolder()
	b.key(fyne.KeyReturn)
	b.typeText(" ~/x ")
	b.key(fyne.KeyReturn)
	b.want("folder ~/x")
}

func TestCopying(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Highlight = "h1"
	b.Render(s)
	b.shortcut(fyne.KeyC, ctrl|fyne.KeyModifierShift)
	if got := b.app.Clipboard().Content(); got != "the backup of the laptop" {
		t.Errorf("message: got %q", got)
	}
	b.perform(keys.CopyKey)
	if got := b.app.Clipboard().Content(); got != "agent:main:main" {
		t.Errorf("key: got %q", got)
	}
	b.want("Message copied", "Session key copied")
}

func TestTheMenuShowsWhatHolds(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Settings.Appearance = state.AppearanceDark
	s.Filters.Include.Rewound = true
	s.Sample = true
	b.Render(s)
	var checked []string
	for _, i := range b.win.MainMenu().Items[2].Items {
		if i.Checked {
			checked = append(checked, i.Label)
		}
	}
	if diff := cmp.Diff([]string{"Include messages left behind by going back", "Dark"}, checked); diff != "" {
		t.Error(diff)
	}
	if b.menu.sample.Label != "Leave the sample" || !b.menu.clear.Disabled {
		t.Error("the menu does not follow the state")
	}
	b.menu.kinds[state.LeftOutAutomated].Action()
	if got := b.filters[0].Include; got != (data.Include{Rewound: true, Automated: true}) {
		t.Errorf("got %+v", got)
	}
}
