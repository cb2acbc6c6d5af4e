// Package drawer is the pane that shows a conversation around a hit: its head with the steps between matches, its messages
// with everything searched marked, and a row for copying. It lays out only the messages in sight, keeps what the person
// reads in its place while pages are added, and never reads or changes anything itself: acts go out through Actions.
package drawer

import (
	"slices"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/tips"
	"github.com/wordwake/wordwake/views/words"
)

// Actions are what the person does in the drawer. Those that are nil do nothing.
type Actions struct {
	// Close asks to close the drawer.
	Close func()
	// NextInSession asks for the next match of this session, or the previous one for -1.
	NextInSession func(delta int)
	// More asks for a further page, before or after the messages that are shown. It is asked once for each edge.
	More func(before bool)
	// ShowWhole asks to show a long message whole.
	ShowWhole func(state.MessageRef)
	// ShowHidden asks to show a message with what is hidden in it, HideAgain to end that.
	ShowHidden func(state.MessageRef)
	HideAgain  func()
	// Copy puts text on the clipboard and tells the person notice.
	Copy func(text, notice string)
	// Typed gets letters; they belong to the search field.
	Typed func(rune)
	// Key gets keys that the drawer has no use for and tells whether it had.
	Key func(*fyne.KeyEvent) bool
	// Shortcut gets shortcuts that the drawer has no use for and tells whether it had.
	Shortcut func(fyne.Shortcut) bool
}

// Drawer is the pane. Make one with New; use it on the UI goroutine only.
type Drawer struct {
	act  Actions
	head *head
	talk *talk
	foot *foot
	tips *tips.Layer
	root *fyne.Container

	state state.Drawer
	now   time.Time
	shown bool
}

// New makes a drawer that shows nothing.
func New(act Actions) *Drawer {
	d := &Drawer{act: act.filled()}
	d.tips = tips.New()
	d.head, d.talk, d.foot = newHead(d), newTalk(d), newFoot(d)
	body := container.New(panes{}, d.head.root, d.talk.root, d.foot.root)
	d.root = container.NewStack(newGround(theme.ColorSurface), body, d.tips)
	return d
}

// filled puts functions that do nothing in the place of missing ones.
func (a Actions) filled() Actions {
	if a.Close == nil {
		a.Close = func() {}
	}
	if a.Shortcut == nil {
		a.Shortcut = func(fyne.Shortcut) bool { return false }
	}
	if a.NextInSession == nil {
		a.NextInSession = func(int) {}
	}
	if a.More == nil {
		a.More = func(bool) {}
	}
	if a.ShowWhole == nil {
		a.ShowWhole = func(state.MessageRef) {}
	}
	if a.ShowHidden == nil {
		a.ShowHidden = func(state.MessageRef) {}
	}
	if a.HideAgain == nil {
		a.HideAgain = func() {}
	}
	if a.Copy == nil {
		a.Copy = func(string, string) {}
	}
	if a.Typed == nil {
		a.Typed = func(rune) {}
	}
	if a.Key == nil {
		a.Key = func(*fyne.KeyEvent) bool { return false }
	}
	return a
}

// Object is what to lay out.
func (d *Drawer) Object() fyne.CanvasObject { return d.root }

// Set shows a conversation as seen from now. It costs little when nothing changed, and changes only the messages that did.
func (d *Drawer) Set(s state.Drawer, now time.Time) {
	if d.shown && unchanged(d.state, s) && words.Day(d.now, now) == words.Today {
		return
	}
	d.state, d.now, d.shown = s, now, true
	d.tips.Clear()
	d.head.set(s, now)
	d.talk.set(s, now)
	d.foot.set(s)
}

// Focus moves the keyboard to the messages.
func (d *Drawer) Focus(c fyne.Canvas) { c.Focus(d.talk.column) }

// FocusedMessage is the message that the keyboard is on, else the current hit. It is false when there is neither.
func (d *Drawer) FocusedMessage() (data.Message, bool) {
	if card := d.talk.column.chosen(); card != nil {
		return card.entry.message, true
	}
	return data.Message{}, false
}

// copyMessage copies what FocusedMessage gives. The text is the redacted one, also while hidden text is shown.
func (d *Drawer) copyMessage() {
	if m, ok := d.FocusedMessage(); ok {
		d.act.Copy(m.Text, words.MessageCopied)
	}
}

func (d *Drawer) copyKey() {
	if d.state.Session.Key != "" {
		d.act.Copy(string(d.state.Session.Key), words.KeyCopied)
	}
}

// unchanged compares two states without looking into the messages: the app replaces the list when it changes.
func unchanged(a, b state.Drawer) bool {
	return samePlain(a, b) && a.Session == b.Session &&
		sameSlice(a.Messages, b.Messages) && sameSlice(a.Marks, b.Marks) && sameSlice(a.Windows, b.Windows) &&
		slices.Equal(a.Hits, b.Hits) && len(a.Whole) == len(b.Whole)
}

// samePlain compares what is no list.
func samePlain(a, b state.Drawer) bool {
	type plain struct {
		open, loading, more                       bool
		failure                                   *state.Failure
		before, after, anchors, current, unlisted int
		anchor                                    state.MessageRef
		shown                                     state.Shown
	}
	of := func(s state.Drawer) plain {
		return plain{s.Open, s.Loading, s.LoadingMore, s.Failure, s.Before, s.After, s.AnchorCount, s.Current, s.Unlisted, s.Anchor, s.Shown}
	}
	return of(a) == of(b)
}

func sameSlice[T any](a, b []T) bool {
	return len(a) == len(b) && (len(a) == 0 || &a[0] == &b[0])
}
