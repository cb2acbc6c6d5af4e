package state_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

var now = time.Date(2026, 7, 14, 21, 31, 0, 0, time.UTC)

func session(n int) data.Session {
	return data.Session{
		Store: data.Store{Agent: "main", Path: "/store"}, Agent: "main", Key: data.SessionKey(fmt.Sprintf("agent:main:s%d", n)),
		ID: data.SessionID(fmt.Sprintf("w%d", n)), Title: fmt.Sprintf("Talk %d", n), UpdatedAt: now.Add(-time.Duration(n) * 24 * time.Hour),
	}
}

// group has hits m0, m1, ... newest first, as an answer brings them.
func group(n, hits, more int) data.Group {
	g := data.Group{Session: session(n), More: more}
	for i := range hits {
		g.Hits = append(g.Hits, data.Hit{MessageID: fmt.Sprintf("m%d", i), SessionID: g.Session.ID, At: now.Add(-time.Duration(i) * time.Minute)})
	}
	return g
}

// after replays events on a fresh state.
func after(events ...state.Event) state.State {
	s := state.State{Now: now, Wide: true}
	for _, e := range events {
		s = state.Reduce(s, e)
	}
	return s
}

func answered(text string, groups ...data.Group) state.Event {
	return state.Answered{Question: state.Question{Text: text}, Results: data.Results{Groups: groups}}
}

func hitRow(g data.Group, i int) state.RowID { return state.HitRow(g, i) }

func rowKinds(s state.State) string {
	var kinds string
	for _, r := range s.Rows {
		kinds += string("-dshmnx"[r.Kind])
	}
	return kinds
}

func TestTheListShows(t *testing.T) {
	big := group(1, 5, 4)
	for _, c := range []struct {
		name string
		s    state.State
		want string
	}{
		{"nothing at the start", after(), ""},
		{"recent sessions under their days while nothing is typed", after(state.RecentListed{Sessions: []data.Session{session(0), session(1), session(1)}}), "dsdss"},
		{"recent sessions until the first answer is there", after(state.RecentListed{Sessions: []data.Session{session(0)}}, state.QueryTyped{Text: "a"}), "ds"},
		{"nothing beside a first search that failed", after(state.RecentListed{Sessions: []data.Session{session(0)}}, state.QueryTyped{Text: "a"}, state.Answered{Question: state.Question{Text: "a"}, Failure: &state.Failure{}}), ""},
		{"three hits of a session and the rest as one row", after(state.QueryTyped{Text: "a"}, answered("a", big)), "shhhm"},
		{"all known hits of an expanded session", after(state.QueryTyped{Text: "a"}, answered("a", big), state.Opened{Row: "m:" + state.SessionRow(big.Session)}), "shhhhhm"},
		{"no hits of a folded session", after(state.QueryTyped{Text: "a"}, answered("a", big), state.Folded{Row: state.SessionRow(big.Session), Folded: true}), "s"},
		{"old results while the next answer is awaited", after(state.QueryTyped{Text: "a"}, answered("a", big), state.QueryTyped{Text: "ab"}), "shhhm"},
		{"recent sessions again when the field is emptied", after(state.RecentListed{Sessions: []data.Session{session(0)}}, state.QueryTyped{Text: "a"}, answered("a", big), state.QueryTyped{Text: " "}), "ds"},
		{"what is left out by default, under a line that says there is nothing else", after(state.QueryTyped{Text: "a"}, state.Answered{Question: state.Question{Text: "a"}, Results: data.Results{Hidden: data.HiddenKinds{Automated: 4, Rewound: 1}}}), "nxx"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := rowKinds(c.s); got != c.want {
				t.Errorf("rows %q, want %q", got, c.want)
			}
		})
	}
}

func TestHitsOfAGroupReadLikeTheTalk(t *testing.T) {
	s := after(state.QueryTyped{Text: "a"}, answered("a", group(1, 5, 0)))
	var order []int
	for _, r := range s.Rows {
		if r.Kind == state.RowHit {
			order = append(order, r.Hit)
		}
	}
	if diff := cmp.Diff([]int{2, 1, 0}, order); diff != "" {
		t.Errorf("the three newest hits, oldest first (-want +got):\n%s", diff)
	}
}

func TestAStaleAnswerIsDropped(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []state.Event
	}{
		{"to an older text", []state.Event{state.QueryTyped{Text: "ab"}, answered("a", group(1, 1, 0))}},
		{"to other filters", []state.Event{state.QueryTyped{Text: "a"}, state.FiltersChosen{Filters: state.Filters{Role: data.RoleUser}}, answered("a", group(1, 1, 0))}},
		{"to an emptied field", []state.Event{state.QueryTyped{Text: "a"}, state.QueryTyped{Text: ""}, answered("", group(1, 1, 0))}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s := after(c.events...); len(s.Results.Groups) != 0 {
				t.Errorf("an answer %s is shown", c.name)
			}
		})
	}
}

func TestAFailedSearchKeepsTheOldResultsAndSaysSo(t *testing.T) {
	s := after(state.QueryTyped{Text: "a"}, answered("a", group(1, 1, 0)),
		state.QueryTyped{Text: "b"}, state.Answered{Question: state.Question{Text: "b"}, Failure: &state.Failure{State: data.StoreBusy}})
	if s.Failure == nil || s.Searching || len(s.Results.Groups) != 1 {
		t.Errorf("failure %v, searching %v, %d groups; want the failure beside the old results", s.Failure, s.Searching, len(s.Results.Groups))
	}
}

func TestTheHighlightStays(t *testing.T) {
	g := group(1, 3, 0)
	typed := []state.Event{state.QueryTyped{Text: "a"}, answered("a", g), state.Highlighted{Row: hitRow(g, 1)}}
	for _, c := range []struct {
		name string
		next state.Event
		want state.RowID
	}{
		{"on its hit when a refreshed answer brings more", answered("a", group(2, 1, 0), g), hitRow(g, 1)},
		{"on its session when that is folded", state.Folded{Row: state.SessionRow(g.Session), Folded: true}, state.SessionRow(g.Session)},
		{"nowhere when its session is gone", answered("a", group(2, 1, 0)), ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s := after(append(typed[:3:3], c.next)...); s.Highlight != c.want {
				t.Errorf("highlight %q, want %q", s.Highlight, c.want)
			}
		})
	}
}

func TestOpeningAHitAsksForTheTalkAroundIt(t *testing.T) {
	g := group(1, 3, 0)
	s := after(state.QueryTyped{Text: "tide"}, answered("tide", g), state.Opened{Row: hitRow(g, 1)})
	want := data.PageRequest{Store: "/store", Key: "agent:main:s1", At: "m1", AtSession: "w1", Before: 25, After: 25, Mark: "tide"}
	if diff := cmp.Diff(want, s.Drawer.Wanted.Request); diff != "" {
		t.Errorf("request (-want +got):\n%s", diff)
	}
	if !s.Drawer.Loading || s.Drawer.Current != 1 || len(s.Drawer.Hits) != 3 {
		t.Errorf("loading %v, match %d of %d; want loading, the second of three", s.Drawer.Loading, s.Drawer.Current, len(s.Drawer.Hits))
	}
}

// page answers the request of s with messages that count up from first.
func page(s state.State, first, count int) state.PageRead {
	p := data.Page{Session: s.Drawer.Session, Before: first, After: 3}
	for i := range count {
		p.Messages = append(p.Messages, data.Message{ID: fmt.Sprintf("m%d", first+i), Session: s.Drawer.Session.ID, Seq: int64(first + i)})
	}
	return state.PageRead{Number: s.Drawer.Wanted.Number, Page: p}
}

func TestPagesJoinAtTheEdgeTheyWereAskedFor(t *testing.T) {
	g := group(1, 1, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	s = state.Reduce(s, page(s, 10, 2))
	s = state.Reduce(s, state.MoreWanted{Before: true})
	if c := s.Drawer.Wanted.Request.Cursor; c == nil || c.Seq != 10 || s.Drawer.Wanted.Request.Before != data.PageMessages {
		t.Fatalf("asked for %+v, want a page before message 10", s.Drawer.Wanted.Request)
	}
	s = state.Reduce(s, page(s, 8, 2))
	s = state.Reduce(s, state.MoreWanted{})
	s = state.Reduce(s, page(s, 12, 1))
	var seqs []int64
	for _, m := range s.Drawer.Messages {
		seqs = append(seqs, m.Seq)
	}
	if diff := cmp.Diff([]int64{8, 9, 10, 11, 12}, seqs); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
	if s.Drawer.Before != 8 || s.Drawer.After != 3 {
		t.Errorf("%d before and %d after, want 8 and 3", s.Drawer.Before, s.Drawer.After)
	}
}

func TestTheDrawerFollowsTheWordsAndTheLibrary(t *testing.T) {
	g := group(1, 1, 0)
	open := func() state.State {
		s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
		return state.Reduce(s, page(s, 10, 2))
	}
	for _, c := range []struct {
		name string
		next []state.Event
		mark string
	}{
		{"to the marks of other words", []state.Event{state.QueryTyped{Text: "b"}, answered("b", g)}, "b"},
		{"to no marks when the field is emptied", []state.Event{state.QueryTyped{Text: ""}}, ""},
		{"to what was said since", []state.Event{state.HistoryChanged{}}, "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := open()
			before := s.Drawer
			for _, e := range c.next {
				s = state.Reduce(s, e)
			}
			want := data.PageRequest{Store: "/store", Key: "agent:main:s1", Cursor: &data.Cursor{Session: "w1", Seq: 9}, After: 2, Mark: c.mark}
			if diff := cmp.Diff(want, s.Drawer.Wanted.Request); diff != "" {
				t.Errorf("request (-want +got):\n%s", diff)
			}
			s = state.Reduce(s, page(s, 10, 3))
			if len(s.Drawer.Messages) != 3 || s.Drawer.AnchorCount != before.AnchorCount {
				t.Errorf("%d messages, and the view moved %d times", len(s.Drawer.Messages), s.Drawer.AnchorCount-before.AnchorCount)
			}
		})
	}
}

func TestATalkThatGoesWhileItIsLookedAt(t *testing.T) {
	g := group(1, 1, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	s = state.Reduce(state.Reduce(s, page(s, 10, 2)), state.HistoryChanged{})
	gone := func(s state.State) state.State {
		return state.Reduce(s, state.PageRead{Number: s.Drawer.Wanted.Number, Failure: &state.Failure{Gone: true}})
	}
	s = gone(s)
	want := data.PageRequest{Store: "/store", Key: "agent:main:s1", Before: data.PageMessages, Mark: "a"}
	if diff := cmp.Diff(want, s.Drawer.Wanted.Request); diff != "" || !s.Drawer.Loading {
		t.Errorf("what is left of the talk is not asked for (-want +got):\n%s", diff)
	}
	if rest := state.Reduce(s, page(s, 20, 3)); len(rest.Drawer.Messages) != 3 || rest.Drawer.Failure != nil {
		t.Errorf("of the rest %d messages are shown", len(rest.Drawer.Messages))
	}
	if s = gone(s); len(s.Drawer.Messages) > 0 || s.Drawer.Failure == nil || s.Drawer.Loading {
		t.Errorf("of a talk that is gone %d messages are shown", len(s.Drawer.Messages))
	}
}

func TestAHighlightedHitStaysWhenNewerOnesCome(t *testing.T) {
	g := group(1, 3, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Highlighted{Row: hitRow(g, 2)})
	more := group(1, 3, 0)
	for i := range 3 {
		more.Hits = slices.Insert(more.Hits, 0, data.Hit{MessageID: fmt.Sprintf("new%d", i), SessionID: g.Session.ID, At: now.Add(time.Duration(i) * time.Minute)})
	}
	s = state.Reduce(s, answered("a", more))
	if s.Highlight != hitRow(g, 2) || rowKinds(s) != "shhhhm" {
		t.Errorf("highlight %q in rows %q, want the same hit beside the three newest", s.Highlight, rowKinds(s))
	}
}

func TestAPositionCountsMatchesThatAreNotListed(t *testing.T) {
	g := group(1, 2, 1600)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	if s.Drawer.Unlisted != 1600 || s.Drawer.Current != 1 {
		t.Errorf("match %d after %d that are not listed", s.Drawer.Current, s.Drawer.Unlisted)
	}
}

func TestAPageForAnotherTalkIsDropped(t *testing.T) {
	g := group(1, 2, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	late := page(s, 0, 3)
	s = state.Reduce(s, state.DrawerClosed{})
	s = state.Reduce(s, late)
	if s.Drawer.Open || len(s.Drawer.Messages) != 0 {
		t.Error("a late page opened the closed drawer")
	}
}

func TestSteppingWalksMatches(t *testing.T) {
	a, b := group(1, 2, 0), group(2, 1, 0)
	start := []state.Event{state.QueryTyped{Text: "a"}, answered("a", a, b)}
	for _, c := range []struct {
		name  string
		steps []state.Event
		want  state.RowID
	}{
		{"to the first match from nowhere", []state.Event{state.Stepped{Delta: 1, Across: true}}, hitRow(a, 1)},
		{"to the last match backwards from nowhere", []state.Event{state.Stepped{Delta: -1, Across: true}}, hitRow(b, 0)},
		{"over to the next session", []state.Event{state.Opened{Row: hitRow(a, 0)}, state.Stepped{Delta: 1, Across: true}}, hitRow(b, 0)},
		{"no further than the last", []state.Event{state.Opened{Row: hitRow(b, 0)}, state.Stepped{Delta: 1, Across: true}}, hitRow(b, 0)},
		{"inside the session of the drawer", []state.Event{state.Opened{Row: hitRow(a, 1)}, state.Stepped{Delta: 1}}, hitRow(a, 0)},
		{"not out of the session of the drawer", []state.Event{state.Opened{Row: hitRow(a, 0)}, state.Stepped{Delta: 1}}, hitRow(a, 0)},
	} {
		t.Run(c.name, func(t *testing.T) {
			if s := after(append(start[:2:2], c.steps...)...); s.Highlight != c.want {
				t.Errorf("highlight %q, want %q", s.Highlight, c.want)
			}
		})
	}
}

func TestAHitThatTheHighlightRestsOnOpensBesideTheList(t *testing.T) {
	g := group(1, 2, 0)
	typed := []state.Event{state.QueryTyped{Text: "a"}, answered("a", g), state.Highlighted{Row: hitRow(g, 0)}}
	if s := after(append(typed[:3:3], state.Lingered{Row: hitRow(g, 0)})...); !s.Drawer.Open {
		t.Error("the drawer stays closed")
	}
	if s := after(append(typed[:3:3], state.Resized{Wide: false}, state.Lingered{Row: hitRow(g, 0)})...); s.Drawer.Open {
		t.Error("the drawer covers a list that leaves it no room")
	}
	if s := after(append(typed[:3:3], state.Lingered{Row: hitRow(g, 1)})...); s.Drawer.Open {
		t.Error("the drawer opens for a row that is no longer highlighted")
	}
}

func TestARestingHighlightDoesNotOpenAgainWhatIsOpen(t *testing.T) {
	g := group(1, 2, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	if got := state.Reduce(s, state.Lingered{Row: hitRow(g, 0)}); got.Drawer.AnchorCount != s.Drawer.AnchorCount || got.Drawer.Wanted.Number != s.Drawer.Wanted.Number {
		t.Error("the conversation is read again, or jumps back")
	}
}

func TestTheDrawerStepsThroughTheMatchesOfThePresentAnswer(t *testing.T) {
	g := group(1, 3, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 1)})
	narrower := g
	narrower.Hits = g.Hits[:2]
	for _, c := range []struct {
		name          string
		next          []state.Event
		hits, current int
	}{
		{"fewer in an answer to more words", []state.Event{state.QueryTyped{Text: "ab"}, answered("ab", narrower)}, 2, 0},
		{"none in an answer without the session", []state.Event{state.QueryTyped{Text: "x"}, answered("x", group(2, 1, 0))}, 0, -1},
		{"none when the field is emptied", []state.Event{state.QueryTyped{}}, 0, -1},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := s
			for _, e := range c.next {
				got = state.Reduce(got, e)
			}
			if d := got.Drawer; len(d.Hits) != c.hits || d.Current != c.current {
				t.Errorf("match %d of %d, want %d of %d", d.Current, len(d.Hits), c.current, c.hits)
			}
		})
	}
}

func TestAnExpandedSessionKeepsItsHitsWhenTheAnswerIsRefreshed(t *testing.T) {
	g, wide := group(1, 5, 4), group(1, 9, 0)
	row := state.SessionRow(g.Session)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: "m:" + row})
	if len(s.Unwidened()) != 1 {
		t.Fatal("the further hits are not asked for")
	}
	widened := state.Reduce(s, state.SessionWidened{Question: s.Answered, Group: wide})
	if len(widened.Unwidened()) != 0 || rowKinds(widened) != "shhhhhhhhh" {
		t.Fatalf("rows %q, still asked for %d", rowKinds(widened), len(widened.Unwidened()))
	}
	failed := state.Reduce(s, state.SessionWidened{Question: s.Answered, Group: g, Failure: &state.Failure{}})
	if rowKinds(failed) != "shhhm" || len(failed.Unwidened()) != 0 {
		t.Errorf("rows %q after a failure, want the row that asks again", rowKinds(failed))
	}
	refreshed := state.Reduce(widened, answered("a", g))
	if rowKinds(refreshed) != "shhhhhhhhh" {
		t.Errorf("rows %q after a refresh, want all nine hits", rowKinds(refreshed))
	}
	shrunk := state.Reduce(widened, answered("a", group(1, 2, 0)))
	if rowKinds(shrunk) != "shh" {
		t.Errorf("rows %q, want the two hits that are left", rowKinds(shrunk))
	}
}

func TestWhatIsLeftOutIsOneClickAway(t *testing.T) {
	s := after(state.QueryTyped{Text: "a"}, state.Answered{Question: state.Question{Text: "a"}, Results: data.Results{Hidden: data.HiddenKinds{Subagent: 3}}}, state.Opened{Row: "x:2"})
	if !s.Filters.Include.Subagents || !s.Searching {
		t.Errorf("include %+v, searching %v; want sub-agents asked for", s.Filters.Include, s.Searching)
	}
}

func TestTimeFiltersBoundWholeDays(t *testing.T) {
	day := func(d int) time.Time { return time.Date(2026, 7, d, 0, 0, 0, 0, time.UTC) }
	for _, c := range []struct {
		name         string
		filters      state.Filters
		since, until time.Time
	}{
		{"any time is unbounded", state.Filters{}, time.Time{}, time.Time{}},
		{"today begins at midnight", state.Filters{Time: state.TimeToday}, day(14), time.Time{}},
		{"seven days count today", state.Filters{Time: state.TimeWeek}, day(8), time.Time{}},
		{"this year begins with January", state.Filters{Time: state.TimeYear}, time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Time{}},
		{"between includes its last day", state.Filters{Time: state.TimeBetween, Since: day(1), Until: day(3)}, day(1), day(4).Add(-time.Millisecond)},
	} {
		t.Run(c.name, func(t *testing.T) {
			since, until := c.filters.Bounds(now)
			if !since.Equal(c.since) || !until.Equal(c.until) {
				t.Errorf("%v to %v, want %v to %v", since, until, c.since, c.until)
			}
		})
	}
}

func TestAnotherLibraryLeavesNothingOfTheOldInView(t *testing.T) {
	g := group(1, 2, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)}, state.LibraryChosen{})
	if s.Query != "" || len(s.Rows) != 0 || s.Drawer.Open || s.Phase != state.PhaseStarting {
		t.Errorf("query %q, %d rows, drawer %v, phase %v after the change", s.Query, len(s.Rows), s.Drawer.Open, s.Phase)
	}
}

func TestAnAgentIsUnreadableWhenNoneOfItsStoresCanBeRead(t *testing.T) {
	status := func(agent string, s data.StoreState, sessions int) data.StoreStatus {
		return data.StoreStatus{Store: data.Store{Agent: agent}, State: s, Sessions: sessions}
	}
	got := state.AgentsOf([]data.StoreStatus{
		status("work", data.StoreBusy, 0), status("main", data.StoreCorrupt, 0), status("main", data.StoreReady, 3), status("home", data.StoreIndexing, 2),
	})
	want := []state.Agent{{ID: "home", Sessions: 2}, {ID: "main", Sessions: 3}, {ID: "work", Unreadable: true}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestAFailureOfAllStoresTellsOfEach(t *testing.T) {
	broken := []data.StoreStatus{
		{Store: data.Store{Agent: "main"}, State: data.StoreCorrupt}, {Store: data.Store{Agent: "work"}, State: data.StoreNewer},
	}
	s := after(state.Started{Phase: state.PhaseReady}, state.StatusTold{Status: data.Status{Stores: broken}})
	if s.Phase != state.PhaseUnusable || len(s.Failure.Stores) != 2 {
		t.Errorf("phase %v, failure %+v; want a page that tells of both", s.Phase, s.Failure)
	}
	broken[0].State = data.StoreReady
	if s = state.Reduce(s, state.StatusTold{Status: data.Status{Stores: broken}}); s.Phase != state.PhaseReady || s.Failure != nil {
		t.Errorf("phase %v, failure %v; want the list again once a store can be read", s.Phase, s.Failure)
	}
}
