package views

import (
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/words"
)

// indexing is found while a first index is made.
func indexing() state.State {
	s := found()
	s.Status.Progress = data.Progress{Running: true, Done: 27, Total: 1500}
	s.Missing = state.Missing{Left: 1473, Of: 1500}
	return s
}

// tabTo moves the keyboard to the status bar by the Tab key alone.
func (b *bench) tabTo(label string) {
	b.t.Helper()
	c := b.win.Canvas()
	for range 40 {
		if l, ok := c.Focused().(*keys.Link); ok && l.AccessibilityLabel() == label {
			return
		}
		c.FocusNext()
	}
	b.t.Fatalf("the Tab key does not lead to %q", label)
}

func TestTheStatusBarSaysHowMuchIsMissing(t *testing.T) {
	b := newBench(t)
	b.Render(indexing())
	left, _ := b.status.Texts()
	if !strings.HasPrefix(left, "27 of 1,500 sessions indexed") {
		t.Errorf("the status bar says %q", left)
	}
}

func TestTheButtonsBesideTheProgressWorkByKeyboard(t *testing.T) {
	b := newBench(t)
	s := indexing()
	b.Render(s)
	b.tabTo(words.PauseIndexing)
	b.key(fyne.KeyReturn)
	b.want("pause")
	s.Hold = state.HoldPaused
	b.Render(s)
	b.key(fyne.KeySpace)
	b.want("continue")
	b.tabTo(words.CancelIndexing)
	b.key(fyne.KeyReturn)
	b.want("cancel index")
}

func TestTheIndexingIsHeldByShortcuts(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.shortcut(fyne.KeyP, ctrl)
	b.shortcut(fyne.KeyPeriod, ctrl)
	b.want()
	if !b.menu.hold.Disabled || !b.menu.cancel.Disabled {
		t.Error("the menu offers what has no meaning")
	}
	s := indexing()
	b.Render(s)
	b.shortcut(fyne.KeyP, ctrl)
	b.shortcut(fyne.KeyPeriod, ctrl)
	b.want("pause", "cancel index")
	s.Hold = state.HoldPaused
	b.Render(s)
	b.shortcut(fyne.KeyP, ctrl)
	b.want("continue")
	if b.menu.hold.Label != words.ContinueEntry || b.menu.cancel.Disabled {
		t.Error("the menu does not follow the state")
	}
}

func TestTheKeyboardIsNotLostWithAButton(t *testing.T) {
	b := newBench(t)
	b.Render(indexing())
	b.tabTo(words.PauseIndexing)
	b.Render(found())
	if b.win.Canvas().Focused() != b.bar.Field() {
		t.Errorf("the keyboard is on %T", b.win.Canvas().Focused())
	}
	b.Render(indexing())
	b.tabTo(words.PauseIndexing)
	b.typeText("x")
	b.want("query backupx")
}

func TestTheBannerOfAHeldIndexHasItGoOn(t *testing.T) {
	b := newBench(t)
	s := indexing()
	s.Hold, s.Status.Progress = state.HoldStopped, data.Progress{}
	b.Render(s)
	b.banners.root.Objects[0].(*fyne.Container).Layout.(*bannerLayout).buttons[0].OnTapped()
	b.want("continue")
}

func TestARebuildNeedsNoBannerForNothingIsMissing(t *testing.T) {
	s := found()
	s.Status.Progress = data.Progress{Running: true, Rebuilding: true, Done: 3, Total: 412}
	if got := notices(s); len(got) != 0 {
		t.Errorf("got %v", got)
	}
}

func TestTheIndexIsMadeAgainOnlyWhenConfirmed(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.perform(keys.MakeAgain)
	b.key(fyne.KeyReturn)
	b.want()
	b.perform(keys.MakeAgain)
	b.win.Canvas().FocusNext()
	b.key(fyne.KeyReturn)
	b.want("rebuild []")
}

func TestTheIndexOfOneAgentIsMadeAgain(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Agents = []state.Agent{{ID: "main"}, {ID: "work"}}
	b.Render(s)
	b.perform(keys.MakeAgain)
	c := b.win.Canvas()
	for range 3 {
		if _, ok := c.Focused().(*keys.Select); ok {
			break
		}
		c.FocusNext()
	}
	b.key(fyne.KeyRight, fyne.KeyRight)
	s.Agents = slices.Insert(slices.Clone(s.Agents), 0, state.Agent{ID: "home"})
	b.Render(s)
	c.FocusNext()
	c.FocusNext()
	b.key(fyne.KeyReturn)
	b.want("rebuild [work]")
}

func TestTheSampleIsNotMadeAgain(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Sample = true
	b.Render(s)
	b.perform(keys.MakeAgain)
	if b.dialog != nil {
		t.Error("a question is asked that leads to nothing")
	}
}

func TestTheTimeOfARebuildIsToldForWhatIsChosen(t *testing.T) {
	s := found()
	s.Status.Stores = []data.StoreStatus{{Store: data.Store{Agent: "work"}, Messages: 100}, {Store: data.Store{Agent: "work"}, Messages: 50}}
	if got := messagesOf(s, nil); got != 18204 {
		t.Errorf("all: %d messages", got)
	}
	if got := messagesOf(s, []string{"work"}); got != 150 {
		t.Errorf("one agent: %d messages", got)
	}
	if got := (state.Made{Took: time.Minute, Messages: 100}).Estimate(250); got != 150*time.Second {
		t.Errorf("estimated %v", got)
	}
}
