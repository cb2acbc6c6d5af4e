package filters

import (
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

type bench struct {
	row     *Row
	win     fyne.Window
	got     []state.Filters
	cleared int
	sights  int
}

func newBench(t *testing.T, f state.Filters) *bench {
	t.Helper()
	test.NewTempApp(t).Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	b := &bench{}
	b.row = New(Actions{
		Change: func(f state.Filters) { b.got = append(b.got, f) },
		Clear:  func() { b.cleared++ },
		AskDays: func(_, _ time.Time, done func(since, until time.Time)) {
			done(time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 7, 14, 0, 0, 0, 0, time.UTC))
		},
		AskSight: func() { b.sights++ },
	}, keys.Nowhere{})
	b.win = test.NewTempWindow(t, b.row.Object())
	b.win.SetPadded(false)
	b.win.Resize(fyne.NewSize(760, 60))
	b.row.Set(f, []state.Agent{{ID: "home", Sessions: 1}, {ID: "main", Sessions: 214}}, "6 matches in 3 sessions")
	return b
}

func TestAChoiceReportsTheFilters(t *testing.T) {
	main := state.Filters{Agents: []string{"main"}}
	as := state.Sight{Mode: state.SightTree, Of: "agent:main:main", Title: "Backup"}
	for _, tt := range []struct {
		name  string
		from  state.Filters
		menu  Menu
		label string
		want  state.Filters
	}{
		{"an agent narrows to that agent", state.Filters{}, Agents, "main   214 sessions", main},
		{"the chosen agent again is everyone", main, Agents, "main   214 sessions", state.Filters{}},
		{"the last of all agents is everyone", main, Agents, "home   1 session", state.Filters{}},
		{"everyone", main, Agents, "Everything (all agents)", state.Filters{}},
		{"a time", state.Filters{}, Time, "Last 7 days", state.Filters{Time: state.TimeWeek}},
		{"two days", state.Filters{}, Time, "Between…", state.Filters{
			Time: state.TimeBetween, Since: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC), Until: time.Date(2026, 7, 14, 0, 0, 0, 0, time.UTC),
		}},
		{"a side", state.Filters{}, Who, "Only you", state.Filters{Role: data.RoleUser}},
		{"hidden text", state.Filters{}, Who, "Contains hidden text", state.Filters{Hidden: true}},
		{"hidden text or not", state.Filters{Hidden: true}, Who, "Contains hidden text", state.Filters{}},
		{"everything, also what a session would not see", state.Filters{Sight: as}, Agents, "Everything (all agents)", state.Filters{}},
		{"an order", state.Filters{}, Order, "Best match", state.Filters{Order: data.OrderBest}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			b := newBench(t, tt.from)
			for _, i := range b.row.menu(tt.menu).Items {
				if i.Label == tt.label {
					i.Action()
				}
			}
			if diff := cmp.Diff([]state.Filters{tt.want}, b.got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestTheChoiceThatHoldsHasACheckMark(t *testing.T) {
	b := newBench(t, state.Filters{Agents: []string{"main"}, Role: data.RoleAssistant})
	var checked []string
	for m := range menus {
		for _, i := range b.row.menu(m).Items {
			if i.Checked {
				checked = append(checked, i.Label)
			}
		}
	}
	if diff := cmp.Diff([]string{"main   214 sessions", "Any time", "Only agent", "Newest first"}, checked); diff != "" {
		t.Error(diff)
	}
}

func TestAChoiceThatHoldsAlreadyReportsNothing(t *testing.T) {
	b := newBench(t, state.Filters{})
	b.row.menu(Who).Items[0].Action()
	if len(b.got) > 0 {
		t.Errorf("got %+v", b.got)
	}
}

func TestTheRowLooksAsDrawn(t *testing.T) {
	b := newBench(t, state.Filters{Agents: []string{"main"}})
	test.AssertRendersToMarkup(t, "row.xml", b.win.Canvas())
}

func TestClearShowsOnlyWhenNarrowed(t *testing.T) {
	b := newBench(t, state.Filters{Order: data.OrderBest})
	if b.row.clear.Visible() {
		t.Error("the order counts as a filter")
	}
	b.row.Set(state.Filters{Time: state.TimeToday}, nil, "")
	if !b.row.clear.Visible() {
		t.Error("there is no way back")
	}
	test.Tap(b.row.clear)
	if b.cleared != 1 {
		t.Errorf("cleared %d times", b.cleared)
	}
}

func TestAMenuOpensByKeyAndGivesTheKeyboardBack(t *testing.T) {
	b := newBench(t, state.Filters{})
	c := b.win.Canvas()
	c.Focus(b.row.pills[Who])
	b.row.pills[Who].TypedKey(&fyne.KeyEvent{Name: fyne.KeyDown})
	if c.Overlays().Top() == nil {
		t.Fatal("no menu")
	}
	b.row.Open(Order)
	if len(c.Overlays().List()) != 1 {
		t.Error("two menus are open")
	}
	c.Focused().TypedKey(&fyne.KeyEvent{Name: fyne.KeyEscape})
	if c.Overlays().Top() != nil || c.Focused() != b.row.pills[Who] {
		t.Error("the keyboard is not where it was")
	}
}

func TestACountWithoutRoomIsCutAtItsSentence(t *testing.T) {
	test.NewTempApp(t)
	long := "200 newest matches shown. Narrow the search to see older ones."
	first := fyne.MeasureText("200 newest matches shown", 11, fyne.TextStyle{}).Width
	for _, tt := range []struct {
		width float32
		want  string
	}{{1000, long}, {first + 1, "200 newest matches shown"}, {10, ""}} {
		if got := fit(long, tt.width, 11); got != tt.want {
			t.Errorf("at %v: got %q, want %q", tt.width, got, tt.want)
		}
	}
}
