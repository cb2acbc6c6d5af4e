package drawer

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/theme"
	"github.com/wordwake/wordwake/views/words"
)

var (
	day = time.Date(2026, 7, 14, 9, 0, 0, 0, time.UTC)
	now = day.Add(12 * time.Hour)
)

// acts records what the drawer asked for.
type acts struct{ log []string }

func (a *acts) note(format string, args ...any) { a.log = append(a.log, fmt.Sprintf(format, args...)) }

func (a *acts) take() []string {
	log := a.log
	a.log = nil
	return log
}

// TestMain makes one app for all tests: each new one reads the fonts again.
func TestMain(m *testing.M) {
	test.NewApp().Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	os.Exit(m.Run())
}

func opened(t *testing.T, size fyne.Size) (*Drawer, *acts, fyne.Window) {
	t.Helper()
	a := &acts{}
	d := New(Actions{
		Close:         func() { a.note("close") },
		NextInSession: func(delta int) { a.note("match %+d", delta) },
		More:          func(before bool) { a.note("more %v", before) },
		ShowWhole:     func(r state.MessageRef) { a.note("whole %s", r.ID) },
		ShowHidden:    func(r state.MessageRef) { a.note("show %s", r.ID) },
		HideAgain:     func() { a.note("hide") },
		Copy:          func(text, notice string) { a.note("copy %s: %s", text, notice) },
		Typed:         func(r rune) { a.note("typed %c", r) },
		Key:           func(e *fyne.KeyEvent) bool { a.note("key %s", e.Name); return true },
	})
	win := test.NewTempWindow(t, d.Object())
	win.SetPadded(false)
	win.Resize(size)
	return d, a, win
}

// message makes the nth message; each has a text of its own that wraps.
func message(n int) data.Message {
	m := data.Message{
		ID: fmt.Sprint("m", n), Session: "s1", Seq: int64(n), Role: data.RoleUser, At: day.Add(time.Duration(n) * time.Minute),
		Text: fmt.Sprintf("number %d ", n) + strings.Repeat("words that wrap ", 12+n%7),
	}
	if n%2 == 1 {
		m.Role = data.RoleAssistant
	}
	return m
}

// talkOf is a conversation of the messages in [from, to).
func talkOf(from, to int) state.Drawer {
	s := state.Drawer{
		Open: true, Current: -1,
		Session: data.Session{ID: "s1", Key: "agent:main:main", Agent: "main", Title: "Fix the nightly backup", Kind: data.KindMain, StartedAt: day, UpdatedAt: now},
	}
	for n := from; n < to; n++ {
		s.Messages = append(s.Messages, message(n))
	}
	return s
}

func ref(n int) state.MessageRef { return state.MessageRef{Session: "s1", ID: fmt.Sprint("m", n)} }

// anchored stands on a message as the only match.
func anchored(s state.Drawer, n int) state.Drawer {
	s.Hits, s.Current, s.Anchor = []state.MessageRef{ref(n)}, 0, ref(n)
	s.AnchorCount++
	return s
}

// placeOf is the middle of a message in the view, in units from its top.
func placeOf(t *testing.T, d *Drawer, n int) float32 {
	t.Helper()
	c := d.talk.column
	i := c.index(c.byRef[ref(n)])
	if i < 0 {
		t.Fatalf("message %d is not there", n)
	}
	top := c.tops[i] + c.cards[i].headingHeight()
	return (top+c.tops[i+1])/2 - d.talk.scroll.Offset.Y
}

func near(a, b float32) bool { return a-b < 1.5 && b-a < 1.5 }

func inTheMiddle(t *testing.T, d *Drawer, n int) {
	t.Helper()
	if got, want := placeOf(t, d, n), d.talk.scroll.Size().Height/2; !near(got, want) {
		t.Errorf("message %d is at %v, the middle is %v", n, got, want)
	}
}

func TestTheAnchorIsInTheMiddle(t *testing.T) {
	d, _, win := opened(t, fyne.NewSize(600, 500))
	d.Set(anchored(talkOf(0, 51), 25), now)
	inTheMiddle(t, d, 25)

	t.Run("after the width changed", func(t *testing.T) {
		win.Resize(fyne.NewSize(330, 420))
		inTheMiddle(t, d, 25)
		win.Resize(fyne.NewSize(900, 600))
		inTheMiddle(t, d, 25)
	})
	t.Run("after the text grew", func(t *testing.T) {
		settings := fyne.CurrentApp().Settings()
		defer settings.SetTheme(settings.Theme())
		settings.SetTheme(theme.New(state.Settings{TextPercent: 150}))
		d.Object().Refresh()
		inTheMiddle(t, d, 25)
	})
	t.Run("after earlier messages came", func(t *testing.T) {
		s := anchored(talkOf(-50, 51), 25)
		d.Set(s, now)
		inTheMiddle(t, d, 25)
	})
}

func TestTheAnchorIsFollowedWhenItComesLater(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	loading := anchored(talkOf(0, 0), 25)
	loading.Loading = true
	d.Set(loading, now)
	loaded := anchored(talkOf(0, 51), 25)
	d.Set(loaded, now)
	inTheMiddle(t, d, 25)
}

func TestEarlierMessagesDoNotMoveWhatIsRead(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 51), 25)
	s.Before = 50
	d.Set(s, now)
	scrollBy(d, -100000)
	if got := a.take(); !slices.Contains(got, "more true") {
		t.Errorf("no earlier page was asked for: %q", got)
	}
	scrollBy(d, -10)
	if got := a.take(); len(got) > 0 {
		t.Errorf("asked again: %q", got)
	}
	before := placeOf(t, d, 1)
	s.Messages, s.Before = append(talkOf(-50, 0).Messages, s.Messages...), 0
	d.Set(s, now)
	if after := placeOf(t, d, 1); !near(before, after) {
		t.Errorf("message 1 moved from %v to %v", before, after)
	}
}

func TestLaterMessagesAreAskedForNearTheEnd(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 51), 25)
	s.After = 20
	d.Set(s, now)
	if got := a.take(); len(got) > 0 {
		t.Errorf("asked in the middle: %q", got)
	}
	scrollBy(d, 100000)
	if got := a.take(); !slices.Equal(got, []string{"more false"}) {
		t.Errorf("got %q", got)
	}
}

// scrollBy scrolls as a wheel does.
func scrollBy(d *Drawer, y float32) {
	d.talk.scroll.Scrolled(&fyne.ScrollEvent{Scrolled: fyne.NewDelta(0, -y)})
}

func TestAFailedPageIsNotAskedForInALoop(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := talkOf(0, 2)
	s.Before = 50
	d.Set(s, now)
	a.take()
	s.Failure = &state.Failure{Agent: "main", State: data.StoreBusy}
	d.Set(s, now)
	if got := a.take(); len(got) > 0 {
		t.Errorf("asked at once again: %q", got)
	}
	if got := d.foot.hint.Shown(); !strings.HasPrefix(got, "Agent “main” cannot") {
		t.Errorf("the failure is not told: %q", got)
	}
}

func TestSetKeepsTheCardsOfMessagesThatStay(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 40), 20)
	d.Set(s, now)
	before := map[state.MessageRef]*card{}
	for r, c := range d.talk.column.byRef {
		before[r] = c
	}
	more := anchored(talkOf(-10, 50), 21)
	more.AnchorCount = 2
	d.Set(more, now)
	for r, c := range before {
		if d.talk.column.byRef[r] != c {
			t.Errorf("the card of %v was made anew", r)
		}
	}
	if len(d.talk.column.cards) != 60 {
		t.Errorf("%d cards", len(d.talk.column.cards))
	}
	if before[ref(20)].entry.hit || !before[ref(21)].entry.hit {
		t.Error("the hit did not move on")
	}
}

func TestSetOfTheSameStateDoesNothing(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 200), 100)
	d.Set(s, now)
	scrollBy(d, 300)
	offset := d.talk.scroll.Offset
	allocs := testing.AllocsPerRun(10, func() { d.Set(s, now.Add(time.Second)) })
	if allocs > 20 {
		t.Errorf("%v allocations", allocs)
	}
	if d.talk.scroll.Offset != offset {
		t.Error("the view moved")
	}
}

func TestOnlyMessagesInSightAreDrawn(t *testing.T) {
	d, _, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 2000), 1000)
	long := &s.Messages[1000]
	long.Text = strings.Repeat("a very long message ", 20000)
	s.Whole = map[state.MessageRef]bool{ref(1000): true}
	d.Set(s, now)
	if n := len(d.talk.column.visible); n == 0 || n > 12 {
		t.Errorf("%d cards are drawn", n)
	}
	texts := 0
	for _, o := range d.talk.column.visible {
		texts += len(test.WidgetRenderer(o.(*card).body).Objects())
	}
	if texts == 0 || texts > 80 {
		t.Errorf("%d texts are drawn", texts)
	}
}

func TestNoHeightOfAnotherWidthIsLeft(t *testing.T) {
	d, _, win := opened(t, fyne.NewSize(700, 500))
	d.Set(anchored(talkOf(0, 20), 10), now)
	win.Resize(fyne.NewSize(320, 500))
	narrow := slices.Clone(d.talk.column.tops)
	win.Resize(fyne.NewSize(700, 500))
	win.Resize(fyne.NewSize(320, 500))
	if diff := cmp.Diff(narrow, d.talk.column.tops); diff != "" {
		t.Errorf("heights at the same width differ:\n%s", diff)
	}
	for _, o := range d.talk.column.visible {
		c := o.(*card)
		if got, want := c.Size().Height, c.bodyTop()+c.body.MinSize().Height+cardTop; !near(got, want) {
			t.Errorf("a card is %v high, its text needs %v", got, want)
		}
	}
	if got, want := d.talk.scroll.Content.Size().Height, d.talk.column.height(); !near(got, want) {
		t.Errorf("the content is %v high, the messages are %v", got, want)
	}
}

func TestKeys(t *testing.T) {
	tests := map[string]struct {
		keys []fyne.KeyName
		want int
	}{
		"down goes to the next message":          {[]fyne.KeyName{fyne.KeyDown}, 26},
		"up goes to the one before":              {[]fyne.KeyName{fyne.KeyUp, fyne.KeyUp}, 23},
		"home goes to the first":                 {[]fyne.KeyName{fyne.KeyHome}, 0},
		"end goes to the last":                   {[]fyne.KeyName{fyne.KeyEnd}, 50},
		"up stays on the first":                  {[]fyne.KeyName{fyne.KeyHome, fyne.KeyUp}, 0},
		"down stays on the last":                 {[]fyne.KeyName{fyne.KeyEnd, fyne.KeyDown}, 50},
		"many steps end where they should be at": {slices.Repeat([]fyne.KeyName{fyne.KeyDown}, 15), 40},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, _, win := opened(t, fyne.NewSize(600, 500))
			d.Set(anchored(talkOf(0, 51), 25), now)
			d.Focus(win.Canvas())
			for _, k := range tt.keys {
				d.talk.column.TypedKey(&fyne.KeyEvent{Name: k})
			}
			m, ok := d.FocusedMessage()
			if !ok || m.ID != ref(tt.want).ID {
				t.Fatalf("on %q, want %d", m.ID, tt.want)
			}
			if y := placeOf(t, d, tt.want); y < 0 || y > d.talk.scroll.Size().Height {
				t.Errorf("it is out of sight, at %v", y)
			}
			if !d.talk.column.byRef[ref(tt.want)].focused {
				t.Error("it has no ring")
			}
		})
	}
}

func TestPagesTakeTheKeyboardAlong(t *testing.T) {
	d, _, win := opened(t, fyne.NewSize(600, 500))
	d.Set(anchored(talkOf(0, 51), 25), now)
	d.Focus(win.Canvas())
	start := d.talk.scroll.Offset.Y
	d.talk.column.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageDown})
	if got := d.talk.scroll.Offset.Y - start; got < 300 || got > 500 {
		t.Errorf("scrolled by %v", got)
	}
	m, _ := d.FocusedMessage()
	if m.Seq <= 25 {
		t.Errorf("the keyboard stayed on %s", m.ID)
	}
	d.talk.column.TypedKey(&fyne.KeyEvent{Name: fyne.KeyPageUp})
	if got := d.talk.scroll.Offset.Y; !near(got, start) {
		t.Errorf("back at %v, was %v", got, start)
	}
}

func TestActsGoOut(t *testing.T) {
	d, a, win := opened(t, fyne.NewSize(600, 500))
	d.Set(anchored(talkOf(0, 5), 2), now)
	d.Focus(win.Canvas())
	column := d.talk.column
	shortcut := func(k fyne.KeyName, m fyne.KeyModifier) fyne.Shortcut {
		return &desktop.CustomShortcut{KeyName: k, Modifier: m}
	}
	text := message(2).Text
	tests := map[string]struct {
		do   func()
		want string
	}{
		"letters go to the search field": {func() { column.TypedRune('x') }, "typed x"},
		"escape closes":                  {func() { column.TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape}) }, "close"},
		"other keys are handed on":       {func() { column.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF4}) }, "key F4"},
		"alt and down is the next match": {func() { column.TypedShortcut(shortcut(fyne.KeyDown, fyne.KeyModifierAlt)) }, "match +1"},
		"alt and up is the one before":   {func() { column.TypedShortcut(shortcut(fyne.KeyUp, fyne.KeyModifierAlt)) }, "match -1"},
		"ctrl, shift and c copies": {
			func() {
				column.TypedShortcut(shortcut(fyne.KeyC, fyne.KeyModifierShortcutDefault|fyne.KeyModifierShift))
			},
			"copy " + text + ": " + words.MessageCopied,
		},
		"ctrl and c copies":      {func() { column.TypedShortcut(&fyne.ShortcutCopy{}) }, "copy " + text + ": " + words.MessageCopied},
		"the button copies":      {func() { test.Tap(d.foot.copy) }, "copy " + text + ": " + words.MessageCopied},
		"the key is copied":      {func() { test.Tap(d.foot.keys) }, "copy agent:main:main: " + words.KeyCopied},
		"the cross closes":       {func() { test.Tap(d.head.close) }, "close"},
		"a button obeys enter":   {func() { d.head.close.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn}) }, "close"},
		"a button hands keys on": {func() { d.head.close.TypedKey(&fyne.KeyEvent{Name: fyne.KeyF5}) }, "key F5"},
		"letters on a button":    {func() { d.head.close.TypedRune('y') }, "typed y"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			a.take()
			tt.do()
			if got := a.take(); !slices.Equal(got, []string{tt.want}) {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestStepsBetweenMatches(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := talkOf(0, 20)
	s.Hits, s.Current = []state.MessageRef{ref(2), ref(9), ref(12)}, 0
	s.Anchor, s.AnchorCount = ref(2), 1
	d.Set(s, now)
	if got := d.head.position.Shown(); got != "1 of 3" {
		t.Errorf("position %q", got)
	}
	test.Tap(d.head.previous)
	test.Tap(d.head.next)
	if got := a.take(); !slices.Equal(got, []string{"match +1"}) {
		t.Errorf("on the first match: %q", got)
	}
	s.Current, s.Anchor, s.AnchorCount = 2, ref(12), 2
	d.Set(s, now)
	test.Tap(d.head.next)
	test.Tap(d.head.previous)
	if got := a.take(); !slices.Equal(got, []string{"match -1"}) {
		t.Errorf("on the last match: %q", got)
	}
	if m, _ := d.FocusedMessage(); m.ID != "m12" {
		t.Errorf("the keyboard is on %s", m.ID)
	}
}

func TestLongMessagesAreShortened(t *testing.T) {
	d, a, _ := opened(t, fyne.NewSize(600, 500))
	s := anchored(talkOf(0, 1), 0)
	s.Messages[0].Text = strings.Repeat("ä word ", 1000)
	d.Set(s, now)
	c := d.talk.column.byRef[ref(0)]
	if got := c.entry.left; got != 7000-data.DrawerRunes {
		t.Errorf("%d runes are left out", got)
	}
	test.Tap(c.more)
	d.Focus(fyne.CurrentApp().Driver().CanvasForObject(d.Object()))
	d.talk.column.TypedKey(&fyne.KeyEvent{Name: fyne.KeyReturn})
	if got := a.take(); !slices.Equal(got, []string{"whole m0", "whole m0"}) {
		t.Errorf("got %q", got)
	}
	height := d.talk.column.height()
	s.Whole = map[state.MessageRef]bool{ref(0): true}
	d.Set(s, now)
	if c.entry.left != 0 || d.talk.column.height() < height*1.5 {
		t.Errorf("left %d, height %v after %v", c.entry.left, d.talk.column.height(), height)
	}
	test.Tap(d.foot.copy)
	if got := a.take(); len(got) != 1 || !strings.Contains(got[0], s.Messages[0].Text) {
		t.Error("not the whole message is copied")
	}
}

func TestStatesWithoutMessages(t *testing.T) {
	closed, loading, failed, empty := state.Drawer{}, talkOf(0, 0), talkOf(0, 0), talkOf(0, 0)
	loading.Loading = true
	failed.Failure = &state.Failure{Agent: "main", State: data.StoreBusy}
	tests := map[string]struct {
		state state.Drawer
		want  string
	}{
		"closed":  {closed, words.NoSession},
		"loading": {loading, words.ReadingTalk},
		"failed":  {failed, "Agent “main” cannot be read now. OpenClaw is busy. The next check tries again."},
		"empty":   {empty, words.NoMessages},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			d, _, win := opened(t, fyne.NewSize(600, 500))
			d.Set(tt.state, now)
			if got := strings.Join(strings.Fields(d.talk.note.Shown()), " "); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
			d.Focus(win.Canvas())
			for _, k := range []fyne.KeyName{fyne.KeyDown, fyne.KeyUp, fyne.KeyHome, fyne.KeyEnd, fyne.KeyPageDown, fyne.KeyPageUp, fyne.KeyReturn} {
				d.talk.column.TypedKey(&fyne.KeyEvent{Name: k})
			}
			if _, ok := d.FocusedMessage(); ok {
				t.Error("a message has the keyboard")
			}
		})
	}
}

func TestMarkup(t *testing.T) {
	d, _, win := opened(t, fyne.NewSize(420, 260))
	s := anchored(talkOf(0, 2), 1)
	s.Messages[0].Text, s.Messages[1].Text = "skip node_modules?", "Done: the backup skips it"
	s.Marks = [][]data.Span{nil, {{Start: 10, End: 16}}}
	d.Set(s, now)
	test.AssertRendersToMarkup(t, "drawer.xml", win.Canvas())
}
