package hits

import (
	"fmt"
	"testing"
	"time"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/container"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/keys"
	"github.com/wordwake/wordwake/views/theme"
)

var now = time.Date(2026, 7, 15, 21, 31, 0, 0, time.UTC)

// bench is a list in a window, with what it reported.
type bench struct {
	list *List
	win  fyne.Window
	log  []string
}

func newBench(t *testing.T, rows []state.Row) *bench {
	t.Helper()
	app := test.NewTempApp(t)
	app.Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
	b := &bench{}
	say := func(format string, v ...any) { b.log = append(b.log, fmt.Sprintf(format, v...)) }
	b.list = New(Actions{
		Highlight: func(id state.RowID) { say("highlight %s", id) },
		Open:      func(id state.RowID, focus bool) { say("open %s %v", id, focus) },
		Fold:      func(id state.RowID, folded bool) { say("fold %s %v", id, folded) },
	}, keys.Nowhere{}, func(f fyne.Focusable) { b.win.Canvas().Focus(f) })
	b.win = test.NewTempWindow(t, container.NewStack(b.list))
	b.win.SetPadded(false)
	b.win.Resize(fyne.NewSize(480, 300))
	b.list.Set(rows, "", now)
	return b
}

func (b *bench) took() []string {
	log := b.log
	b.log = nil
	return log
}

func group(id, title string, hits, more int) data.Group {
	g := data.Group{
		Session: data.Session{ID: data.SessionID(id), Key: data.SessionKey("agent:main:" + id), Agent: "main", Title: title, UpdatedAt: now.AddDate(0, 0, -1)},
		More:    more,
	}
	for i := range hits {
		g.Hits = append(g.Hits, data.Hit{
			MessageID: fmt.Sprintf("%s%d", id, i), Role: data.RoleUser, At: now.AddDate(0, 0, -1).Add(time.Duration(i) * time.Minute),
			Excerpt: data.Excerpt{Text: "the backup of " + title, Marks: []data.Span{{Start: 4, End: 10}}},
		})
	}
	return g
}

func rowsOf(open bool, groups ...data.Group) []state.Row {
	var rows []state.Row
	for _, g := range groups {
		id := state.RowID(g.Session.ID)
		rows = append(rows, state.Row{ID: id, Kind: state.RowSession, Group: g, Open: open})
		if !open {
			continue
		}
		for i := range g.Hits {
			rows = append(rows, state.Row{ID: state.RowID(g.Hits[i].MessageID), Kind: state.RowHit, Group: g, Hit: i})
		}
		if g.More > 0 {
			rows = append(rows, state.Row{ID: "more-" + id, Kind: state.RowMore, Group: g, More: g.More})
		}
	}
	return rows
}

func TestTheListLooksAsDrawn(t *testing.T) {
	rows := rowsOf(true, group("a", "Fix the nightly backup", 2, 9))
	rows = append(rows, state.Row{ID: "left", Kind: state.RowLeftOut, LeftOut: state.LeftOutAutomated, More: 142})
	b := newBench(t, rows)
	b.list.Set(rows, "a0", now)
	test.AssertRendersToMarkup(t, "results.xml", b.win.Canvas())
}

func TestRecentSessionsLookAsDrawn(t *testing.T) {
	s := group("a", "Weekly report draft", 0, 0)
	s.Session.Messages = 1234
	b := newBench(t, []state.Row{
		{ID: "d", Kind: state.RowDay, Day: now.AddDate(0, 0, -1)},
		{ID: "a", Kind: state.RowSession, Group: s, Recent: true},
	})
	test.AssertRendersToMarkup(t, "recent.xml", b.win.Canvas())
}

func TestTheHighlightMovesOverHeadings(t *testing.T) {
	a, c := group("a", "A", 0, 0), group("c", "C", 0, 0)
	b := newBench(t, []state.Row{
		{ID: "d1", Kind: state.RowDay, Day: now},
		{ID: "a", Kind: state.RowSession, Group: a, Recent: true},
		{ID: "d2", Kind: state.RowDay, Day: now},
		{ID: "c", Kind: state.RowSession, Group: c, Recent: true},
	})
	b.list.Step(-1)
	b.list.Step(1)
	b.list.Step(1)
	b.list.Step(1)
	b.list.Step(-1)
	b.list.Step(-1)
	b.list.Last()
	b.list.First()
	want := []string{"highlight a", "highlight c", "highlight a", "highlight c", "highlight a"}
	if diff := cmp.Diff(want, b.took()); diff != "" {
		t.Error(diff)
	}
}

func TestPagesMoveByWhatIsSeen(t *testing.T) {
	b := newBench(t, rowsOf(true, group("a", "A", 40, 0)))
	b.list.First()
	b.list.Page(1)
	b.list.Page(-1)
	b.list.Page(1)
	b.list.Page(1)
	if diff := cmp.Diff([]string{"highlight a", "highlight a4", "highlight a", "highlight a4", "highlight a9"}, b.took()); diff != "" {
		t.Error(diff)
	}
	if b.list.GetScrollOffset() == 0 {
		t.Error("the highlighted row is out of sight")
	}
}

func TestFoldingFromAHitGoesToItsSession(t *testing.T) {
	b := newBench(t, rowsOf(true, group("a", "A", 2, 0)))
	b.list.Set(b.list.rows, "a1", now)
	b.list.Fold(true)
	if diff := cmp.Diff([]string{"highlight a", "fold a true"}, b.took()); diff != "" {
		t.Error(diff)
	}
	b.list.Fold(false)
	if diff := cmp.Diff([]string{"highlight a0"}, b.took()); diff != "" {
		t.Errorf("unfolding what is open goes to its first hit: %s", diff)
	}
}

func TestOpeningWithoutAHighlightTakesTheFirstRow(t *testing.T) {
	b := newBench(t, rowsOf(true, group("a", "A", 1, 0)))
	b.list.OpenHighlighted(true)
	if diff := cmp.Diff([]string{"highlight a", "open a true"}, b.took()); diff != "" {
		t.Error(diff)
	}
	empty := newBench(t, nil)
	empty.list.OpenHighlighted(true)
	empty.list.Step(1)
	empty.list.Last()
	if len(empty.took()) > 0 {
		t.Error("an empty list opened something")
	}
}

func TestClicks(t *testing.T) {
	b := newBench(t, rowsOf(true, group("a", "A", 1, 0)))
	click := func(row int) {
		test.TapCanvas(b.win.Canvas(), fyne.NewPos(100, float32(row)*b.list.pitch()+20))
	}
	click(1)
	click(1)
	click(0)
	want := []string{"highlight a0", "open a0 false", "open a0 false", "highlight a", "fold a true"}
	if diff := cmp.Diff(want, b.took()); diff != "" {
		t.Error(diff)
	}
	if b.win.Canvas().Focused() != b.list {
		t.Error("a click does not bring the keyboard to the list")
	}
}

func TestAClickBetweenTwoRowsCountsForTheNearerOne(t *testing.T) {
	b := newBench(t, rowsOf(true, group("a", "A", 3, 0)))
	border := 2 * b.list.pitch()
	for _, y := range []float32{border - 3.5, border - 1, border + 20*b.list.pitch()} {
		test.TapCanvas(b.win.Canvas(), fyne.NewPos(100, y))
	}
	want := []string{"highlight a0", "open a0 false", "highlight a1", "open a1 false"}
	if diff := cmp.Diff(want, b.took()); diff != "" {
		t.Error(diff)
	}
}

func TestRowsThatArriveAboveKeepTheView(t *testing.T) {
	old := rowsOf(true, group("a", "A", 30, 0))
	b := newBench(t, old)
	b.list.ScrollToOffset(10 * b.list.pitch())
	top := b.list.held()
	b.list.Set(append(rowsOf(true, group("n", "New", 2, 0)), old...), "", now)
	if got := b.list.held(); got != top {
		t.Errorf("the view moved from %v to %v", top, got)
	}
	b.list.Set(rowsOf(true, group("x", "Other", 30, 0)), "", now)
	if got := b.list.GetScrollOffset(); got != 0 {
		t.Errorf("another answer starts at %v", got)
	}
	b.list.ScrollToOffset(10 * b.list.pitch())
	b.list.Set(rowsOf(true, group("y", "Short", 1, 0)), "", now)
	if got := b.list.GetScrollOffset(); got != 0 {
		t.Errorf("a short answer starts at %v", got)
	}
}

func TestSettingTheSameDrawsNothing(t *testing.T) {
	groups := func() []state.Row { return rowsOf(true, group("a", "A", 3, 2)) }
	b := newBench(t, groups())
	made := 0
	create := b.list.CreateItem
	b.list.CreateItem = func() fyne.CanvasObject {
		made++
		return create()
	}
	b.list.Set(groups(), "", now.Add(time.Minute))
	if made != 0 {
		t.Error("the list was drawn again")
	}
	b.list.Set(groups(), "", now.AddDate(0, 0, 1))
	if made == 0 {
		t.Error("the list does not follow the day")
	}
}

func TestElide(t *testing.T) {
	test.NewTempApp(t)
	full := fyne.MeasureText("a long title", 13, fyne.TextStyle{}).Width
	for _, tt := range []struct {
		name  string
		width float32
		want  string
	}{
		{"fits", full, "a long title"},
		{"has no room", 0, "…"},
	} {
		if got := elide("a long title", tt.width, 13, fyne.TextStyle{}); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	if got := elide("a long title", full-1, 13, fyne.TextStyle{}); len(got) >= len("a long title…") || fyne.MeasureText(got, 13, fyne.TextStyle{}).Width >= full {
		t.Errorf("got %q", got)
	}
}
