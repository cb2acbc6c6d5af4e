package views

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/driver/desktop"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

var now = time.Date(2026, 7, 15, 21, 31, 0, 0, time.UTC)

// bench is a window without a display that notes what it reports.
type bench struct {
	*Window
	t        *testing.T
	log      []string
	filters  []state.Filters
	settings []state.Settings
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{t: t}
	b.Window = New(test.NewTempApp(t), b.actions(), nil)
	t.Cleanup(b.win.Close)
	b.Show()
	return b
}

func (b *bench) say(format string, v ...any) { b.log = append(b.log, fmt.Sprintf(format, v...)) }

func (b *bench) plain(name string) func() { return func() { b.say("%s", name) } }

func (b *bench) actions() Actions {
	return Actions{
		Query:         func(text string) { b.say("query %s", text) },
		Filter:        func(f state.Filters) { b.say("filter"); b.filters = append(b.filters, f) },
		ClearFilters:  b.plain("clear filters"),
		Highlight:     func(id state.RowID) { b.say("highlight %s", id) },
		Open:          func(id state.RowID, focus bool) { b.say("open %s %v", id, focus) },
		Fold:          func(id state.RowID, folded bool) { b.say("fold %s %v", id, folded) },
		NextMatch:     func(delta int) { b.say("next match %d", delta) },
		NextInSession: func(delta int) { b.say("next in session %d", delta) },
		CloseDrawer:   b.plain("close"),
		MoreMessages:  func(bool) {},
		ShowWhole:     func(state.MessageRef) {},
		ShowHidden:    func(m state.MessageRef) { b.say("show hidden %s", m.ID) },
		HideAgain:     b.plain("hide again"),
		ListSecrets:   b.plain("list secrets"),
		CloseSecrets:  b.plain("close secrets"),
		OpenSecret:    func(p data.SecretPlace) { b.say("open secret %s", p.Newest.ID) },
		SaveSecrets: func(path string, s data.Secrets) {
			b.say("save %d in %s", len(s.Places), path)
		},
		Notice:       func(notice string) { b.say("%s", notice) },
		CheckNow:     b.plain("check"),
		Retry:        b.plain("retry"),
		MakeIndex:    b.plain("make index"),
		RebuildIndex: func(agents []string) { b.say("rebuild %v", agents) },
		Pause:        b.plain("pause"),
		Continue:     b.plain("continue"),
		CancelIndex:  b.plain("cancel index"),
		TrySample:    b.plain("sample"),
		LeaveSample:  b.plain("leave sample"),
		ChooseFolder: func(path string) { b.say("folder %s", path) },
		ShowFile:     func(path string) { b.say("show %s", path) },
		Resized:      func(wide bool) {},
		Dismiss:      func(name string) { b.say("dismiss %s", name) },
		Settings:     func(s state.Settings) { b.say("settings"); b.settings = append(b.settings, s) },
		Quit:         b.plain("quit"),
	}
}

// key types keys into whatever has the keyboard, as the driver does.
func (b *bench) key(names ...fyne.KeyName) {
	for _, k := range names {
		e := &fyne.KeyEvent{Name: k}
		if f := b.win.Canvas().Focused(); f != nil {
			f.TypedKey(e)
		} else {
			b.win.Canvas().OnTypedKey()(e)
		}
	}
}

func (b *bench) typeText(s string) {
	for _, r := range s {
		if f := b.win.Canvas().Focused(); f != nil {
			f.TypedRune(r)
		} else {
			b.win.Canvas().OnTypedRune()(r)
		}
	}
}

// shortcut presses a key with modifiers, as the driver does: the menu first, then the focused widget, then the window.
func (b *bench) shortcut(key fyne.KeyName, mod fyne.KeyModifier) {
	s := &desktop.CustomShortcut{KeyName: key, Modifier: mod}
	for _, m := range b.win.MainMenu().Items {
		for _, i := range m.Items {
			if i.Shortcut != nil && i.Shortcut.ShortcutName() == s.ShortcutName() {
				i.Action()
				return
			}
		}
	}
	if f, ok := b.win.Canvas().Focused().(fyne.Shortcutable); ok {
		f.TypedShortcut(s)
		return
	}
	b.win.Canvas().(fyne.Shortcutable).TypedShortcut(s)
}

func (b *bench) want(log ...string) {
	b.t.Helper()
	if diff := cmp.Diff(log, b.log); diff != "" {
		b.t.Error(diff)
	}
	b.log = nil
}

// found is a state with one session of three hits.
func found() state.State {
	g := data.Group{Session: data.Session{
		ID: "s1", Key: "agent:main:main", Agent: "main", Title: "Fix the nightly backup", UpdatedAt: now.AddDate(0, 0, -1),
	}}
	s := state.State{
		Phase: state.PhaseReady, Now: now, Query: "backup", Answered: state.Question{Text: "backup"},
		Agents: []state.Agent{{ID: "main", Sessions: 412}},
	}
	for i := range 3 {
		g.Hits = append(g.Hits, data.Hit{
			MessageID: fmt.Sprint("m", i), SessionID: "s1", Role: data.RoleUser, At: now.AddDate(0, 0, -1),
			Excerpt: data.Excerpt{Text: "the backup of the laptop", Marks: []data.Span{{Start: 4, End: 10}}},
		})
	}
	s.Results = data.Results{Query: "backup", Groups: []data.Group{g}, Total: 3}
	s.Rows = []state.Row{{ID: "s", Kind: state.RowSession, Group: g, Open: true}}
	for i := range g.Hits {
		s.Rows = append(s.Rows, state.Row{ID: state.RowID(fmt.Sprint("h", i)), Kind: state.RowHit, Group: g, Hit: i})
	}
	s.Status.Library = data.LibraryStatus{Sessions: 412, Messages: 18204}
	s.Status.Checked = now
	s.Compared = true
	return s
}

// opened is found with the conversation of its session in the drawer.
func opened() state.State {
	s := found()
	g := s.Rows[0].Group
	ref := state.MessageRef{Session: "s1", ID: "m1"}
	s.Highlight = "h1"
	s.Drawer = state.Drawer{
		Open: true, Session: g.Session, Hits: []state.MessageRef{ref}, Anchor: ref, AnchorCount: 1,
		Messages: []data.Message{{ID: "m1", Session: "s1", Role: data.RoleUser, At: now, Text: "the backup of the laptop, whole"}},
		Marks:    [][]data.Span{nil},
	}
	return s
}
