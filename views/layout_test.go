package views

import (
	"strings"
	"testing"
	"time"

	"fyne.io/fyne/v2"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

func TestTheConversationStandsBesideTheListWhereThereIsRoom(t *testing.T) {
	b := newBench(t)
	b.Render(opened())
	if !b.panes.list.Visible() || !b.panes.drawer.Visible() {
		t.Fatal("both panes are to be seen")
	}
	share := b.panes.list.Size().Width / b.panes.Size().Width
	if share < 0.43 || share > 0.45 {
		t.Errorf("the list has %v of the width", share)
	}
}

func TestInANarrowWindowTheConversationCoversTheListWhenAskedFor(t *testing.T) {
	b := newBench(t)
	b.Render(found())
	b.win.Resize(fyne.NewSize(minWidth, minHeight))
	b.Render(opened())
	if !b.panes.list.Visible() || b.panes.drawer.Visible() {
		t.Fatal("a conversation that nobody asked for covers the list")
	}
	b.Render(found())
	b.key(fyne.KeyDown, fyne.KeyReturn)
	b.Render(opened())
	if b.panes.list.Visible() || !b.panes.drawer.Visible() {
		t.Fatal("the conversation is not seen")
	}
	b.key(fyne.KeyEscape)
	if !b.panes.list.Visible() || b.win.Canvas().Focused() != b.list {
		t.Error("Esc does not lead back to the list")
	}
}

func TestDraggingTheDividerIsRemembered(t *testing.T) {
	b := newBench(t)
	b.Render(opened())
	before := b.panes.list.Size().Width
	b.panes.bar.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: 40}})
	b.Render(opened())
	if got := b.panes.list.Size().Width; got < before+39 || got > before+41 {
		t.Errorf("the list went from %v to %v", before, got)
	}
	b.panes.bar.Dragged(&fyne.DragEvent{Dragged: fyne.Delta{DX: -5000}})
	b.panes.bar.DragEnd()
	if len(b.settings) != 1 || b.panes.list.Size().Width != paneMin {
		t.Errorf("got %+v and a list of %v", b.settings, b.panes.list.Size().Width)
	}
}

func TestEveryStateFitsIntoTheSmallestWindow(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Filters = state.Filters{Agents: []string{"main"}, Time: state.TimeMonth, Role: data.RoleAssistant}
	b.Render(s)
	if min := b.frame.root.MinSize(); min.Width > minWidth || min.Height > minHeight {
		t.Errorf("the window cannot be smaller than %v", min)
	}
	b.win.Resize(fyne.NewSize(minWidth, minHeight))
	if b.row.Count() == "" || b.row.HeightFor(minWidth-24) <= 36 {
		t.Error("the count has no line of its own")
	}
}

func TestBannersSayWhatIsMissing(t *testing.T) {
	s := found()
	s.Failure = &state.Failure{State: data.StoreBusy}
	s.Missing = state.Missing{Left: 349, Of: 412}
	s.Status.Library.Aside = "/x/index-1.db.aside"
	s.Sample = true
	s.Status.Stores = []data.StoreStatus{
		{Store: data.Store{Agent: "work", Path: "/a"}, State: data.StoreBusy},
		{Store: data.Store{Agent: "home", Path: "/b"}, State: data.StoreNoAccess},
		{Store: data.Store{Agent: "main", Path: "/c"}, State: data.StoreReady},
	}
	s.Results.Faults = s.Status.Stores[:1]
	names := func(s state.State) []string {
		var list []string
		for _, n := range notices(s) {
			list = append(list, n.name)
		}
		return list
	}
	if diff := cmp.Diff([]string{"failure:busy", "store:/a:busy", "store:/b:no-access"}, names(s)); diff != "" {
		t.Error(diff)
	}
	s.Dismissed = map[string]bool{"failure:busy": true, "store:/a:busy": true, "store:/b:no-access": true}
	if diff := cmp.Diff([]string{"aside:/x/index-1.db.aside", "indexing", "sample"}, names(s)); diff != "" {
		t.Error(diff)
	}
	s.Rows = nil
	if got := names(s); len(got) != 3 {
		t.Errorf("a failure that has a page has a banner too: %v", got)
	}
}

func TestManyFaultsShareABanner(t *testing.T) {
	b := newBench(t)
	s := found()
	for _, agent := range []string{"a", "b", "c", "d"} {
		s.Status.Stores = append(s.Status.Stores, data.StoreStatus{
			Store: data.Store{Agent: agent, Path: "/" + agent}, State: data.StoreNewer, Detail: "It is newer.",
		})
	}
	b.Render(s)
	list := notices(s)
	if len(list) != 2 || list[1].text.Title != "3 more histories cannot be read now." {
		t.Fatalf("got %+v", list)
	}
	b.bannerPressed(list[1])
	details := b.dialog
	if details == nil {
		t.Fatal("its button tells nothing more")
	}
	details.close()
	s.Dismissed = map[string]bool{list[1].name: true}
	if got := notices(s); len(got) != 1 {
		t.Errorf("hidden, it stays: %+v", got)
	}
	s.Status.Stores[3].State = data.StoreCorrupt
	if got := notices(s); len(got) != 2 {
		t.Errorf("a fault of another kind is not told: %+v", got)
	}
}

func TestRulesThatDoNotWorkAndAnOpenFolderAreTold(t *testing.T) {
	b := newBench(t)
	s := found()
	if got := notices(s); len(got) != 0 {
		t.Fatalf("nothing is wrong, but %+v is told", got)
	}
	s.Status.RuleProblems = []string{"Pattern 2 cannot be read."}
	s.Status.Library.Path, s.Status.Library.Open = "/shared/index", true
	b.Render(s)
	list := notices(s)
	if len(list) != 2 || list[0].text != words.RulesFault || !strings.Contains(list[1].text.String(), "/shared/index") {
		t.Fatalf("got %+v", list)
	}
	b.bannerPressed(list[0])
	if b.dialog == nil {
		t.Fatal("its button tells nothing more")
	}
	b.dialog.close()
	s.Dismissed = map[string]bool{list[0].name: true}
	s.Status.Library.Open = false
	if got := notices(s); len(got) != 0 {
		t.Errorf("hidden, it stays: %+v", got)
	}
	s.Status.RuleProblems = append(s.Status.RuleProblems, "Pattern 3 takes too long.")
	if got := notices(s); len(got) != 1 {
		t.Errorf("another rule that does not work is not told: %+v", got)
	}
}

func TestBannersReportTheirButtons(t *testing.T) {
	b := newBench(t)
	s := found()
	s.Sample = true
	b.Render(s)
	b.banners.root.Objects[0].(*fyne.Container).Layout.(*bannerLayout).buttons[0].OnTapped()
	b.banners.root.Objects[0].(*fyne.Container).Layout.(*bannerLayout).buttons[1].OnTapped()
	b.want("leave sample", "dismiss sample")
}

func TestDaysAreRead(t *testing.T) {
	for _, tt := range []struct {
		name, first, last, problem string
	}{
		{"both", "2026-07-01", " 2026-07-14 ", ""},
		{"only the first", "2026-07-01", "", ""},
		{"only the last", "", "2026-07-14", ""},
		{"one day", "2026-07-14", "2026-07-14", ""},
		{"none", "", " ", "Write at least one of the two days."},
		{"swapped", "2026-07-14", "2026-07-01", "The last day is before the first."},
		{"no such month", "2026-13-01", "", "Write a day as year-month-day, such as 2026-07-14."},
		{"another way of writing", "", "14.7.2026", "Write a day as year-month-day, such as 2026-07-14."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if _, _, got := days(tt.first, tt.last, time.UTC); got != tt.problem {
				t.Errorf("got %q, want %q", got, tt.problem)
			}
		})
	}
}

func TestCountText(t *testing.T) {
	s := found()
	for _, tt := range []struct {
		name string
		edit func(*state.State)
		want string
	}{
		{"an answer", func(*state.State) {}, "3 matches in 1 session"},
		{"an answer that is being replaced", func(s *state.State) { s.Searching, s.Waiting = true, state.WaitingLine }, "3 matches in 1 session"},
		{"a slow search", func(s *state.State) { s.Searching, s.Waiting = true, state.WaitingText }, "Searching…"},
		{"nothing typed", func(s *state.State) { s.Query = " " }, ""},
		{"dropped words", func(s *state.State) { s.Results.Dropped = []string{"…"} }, "3 matches in 1 session. Left out, nothing to search in it: “…”"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			c := s
			tt.edit(&c)
			if got := countText(c); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestEcho(t *testing.T) {
	var e echo[string]
	e.send("a")
	e.send("ab")
	for _, step := range []struct{ state, want string }{
		{"", "ab"}, {"a", "ab"}, {"a", "ab"}, {"ab", "ab"}, {"ab", "ab"}, {"", ""},
	} {
		if got := e.receive(step.state); got != step.want {
			t.Errorf("after %q: got %q, want %q", step.state, got, step.want)
		}
	}
	e.send("x")
	if got := e.receive("by itself"); got != "by itself" {
		t.Errorf("a change of the state's own is overruled by %q", got)
	}
}
