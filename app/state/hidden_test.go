package state_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// secretive is an open conversation of three messages, of which the second holds something hidden.
func secretive() state.State {
	g := group(1, 2, 0)
	s := after(state.QueryTyped{Text: "a"}, answered("a", g), state.Opened{Row: hitRow(g, 0)})
	p := page(s, 0, 3)
	p.Page.Messages[1].Text, p.Page.Messages[1].Hidden = "it is ***", []data.Hidden{{Span: data.Span{Start: 6, End: 9}, Kind: "password"}}
	return state.Reduce(s, p)
}

func refIn(s state.State, i int) state.MessageRef {
	m := s.Drawer.Messages[i]
	return state.MessageRef{Session: m.Session, ID: m.ID}
}

func shown(s state.State) state.State {
	s = state.Reduce(s, state.HiddenAsked{Message: refIn(s, 1)})
	return state.Reduce(s, state.HiddenRead{Number: s.Drawer.Shown.Number, Text: "it is zebra"})
}

func TestHiddenTextIsAskedForByThePlaceOfItsMessage(t *testing.T) {
	s := secretive()
	m := s.Drawer.Messages[1]
	s = state.Reduce(s, state.HiddenAsked{Message: refIn(s, 1)})
	want := data.RevealRequest{Store: s.Drawer.Session.Store, Session: m.Session, Message: m.ID, Seq: m.Seq}
	if diff := cmp.Diff(want, s.Drawer.Shown.Request); diff != "" || !s.Drawer.Shown.Loading {
		t.Errorf("loading %v, request (-want +got):\n%s", s.Drawer.Shown.Loading, diff)
	}
}

func TestNothingIsAskedForWhereNothingIsHidden(t *testing.T) {
	s := secretive()
	for name, ref := range map[string]state.MessageRef{"a plain message": refIn(s, 0), "one that is not there": {Session: "w9", ID: "x"}} {
		if got := state.Reduce(s, state.HiddenAsked{Message: ref}); got.Drawer.Shown.Active() {
			t.Errorf("%s: its text is asked for", name)
		}
	}
}

func TestHiddenTextIsForgotten(t *testing.T) {
	first := shown(secretive())
	if first.Drawer.Shown.Text != "it is zebra" {
		t.Fatalf("shown %+v", first.Drawer.Shown)
	}
	changed := func(s state.State) state.State {
		s = state.Reduce(s, state.HistoryChanged{})
		p := page(s, 0, 3)
		p.Page.Messages[1].Text = "it was another one"
		return state.Reduce(s, p)
	}
	gone := func(s state.State) state.State {
		s = state.Reduce(s, state.HistoryChanged{})
		return state.Reduce(s, page(s, 2, 3))
	}
	other := group(2, 1, 0)
	elsewhere := func(s state.State) state.State {
		return state.Reduce(state.Reduce(s, answered("a", other)), state.Opened{Row: hitRow(other, 0)})
	}
	reduce := func(e state.Event) func(state.State) state.State {
		return func(s state.State) state.State { return state.Reduce(s, e) }
	}
	for name, leave := range map[string]func(state.State) state.State{
		"when the person hides it again":     reduce(state.HiddenAgain{}),
		"when the drawer closes":             reduce(state.DrawerClosed{}),
		"when another library is shown":      reduce(state.LibraryChosen{}),
		"when another session is opened":     elsewhere,
		"when its message reads differently": changed,
		"when its message is gone":           gone,
	} {
		t.Run(name, func(t *testing.T) {
			s := leave(first)
			if got := s.Drawer.Shown; got.Active() || got.Text != "" || got.Number == first.Drawer.Shown.Number {
				t.Errorf("still there: %+v", got)
			}
			late := state.Reduce(s, state.HiddenRead{Number: first.Drawer.Shown.Number, Text: "it is zebra"})
			if late.Drawer.Shown.Text != "" {
				t.Error("a late answer shows it again")
			}
		})
	}
}

func TestHiddenTextStaysWhenTheTalkIsReadAgain(t *testing.T) {
	s := shown(secretive())
	messages := s.Drawer.Messages
	s = state.Reduce(s, state.HistoryChanged{})
	p := page(s, 0, 4)
	copy(p.Page.Messages, messages)
	if s = state.Reduce(s, p); s.Drawer.Shown.Text != "it is zebra" {
		t.Errorf("shown %+v", s.Drawer.Shown)
	}
}

func TestOfTwoRequestsForHiddenTextTheNewerOneIsAnswered(t *testing.T) {
	first := state.Reduce(secretive(), state.HiddenAsked{Message: refIn(secretive(), 1)})
	second := state.Reduce(first, state.HiddenAsked{Message: refIn(first, 1)})
	s := state.Reduce(second, state.HiddenRead{Number: first.Drawer.Shown.Number, Text: "it is zebra"})
	if !s.Drawer.Shown.Loading || s.Drawer.Shown.Text != "" {
		t.Errorf("shown %+v", s.Drawer.Shown)
	}
}

func TestHiddenTextThatCannotBeReadSaysSo(t *testing.T) {
	s := secretive()
	s = state.Reduce(s, state.HiddenAsked{Message: refIn(s, 1)})
	s = state.Reduce(s, state.HiddenRead{Number: s.Drawer.Shown.Number, Failure: &state.Failure{Gone: true}})
	if got := s.Drawer.Shown; got.Failure == nil || got.Loading || got.Text != "" {
		t.Errorf("shown %+v", got)
	}
}

func TestHiddenTextIsSearchedForWithoutWords(t *testing.T) {
	s := after(state.RecentListed{Sessions: []data.Session{session(0)}}, state.FiltersChosen{Filters: state.Filters{Hidden: true}})
	if s.Browsing() || !s.Searching {
		t.Fatalf("browsing %v, searching %v; want a search", s.Browsing(), s.Searching)
	}
	if rowKinds(s) != "ds" {
		t.Errorf("rows %q before the answer, want the recent sessions", rowKinds(s))
	}
	s = state.Reduce(s, state.Answered{Question: s.Question(), Results: data.Results{Groups: []data.Group{group(1, 2, 0)}}})
	if rowKinds(s) != "shh" {
		t.Errorf("rows %q after the answer", rowKinds(s))
	}
	if s = state.Reduce(s, state.FiltersCleared{}); rowKinds(s) != "ds" || !s.Browsing() {
		t.Errorf("rows %q without the filter, want the recent sessions again", rowKinds(s))
	}
}

func TestAQueryOfTheWindow(t *testing.T) {
	q := state.Question{Text: "a", Filters: state.Filters{Hidden: true}}.DataQuery(now)
	if !q.Hidden || !q.Hashed {
		t.Errorf("hidden %v, hashed %v; want both: the window is the owner's", q.Hidden, q.Hashed)
	}
	if q = (state.Question{Text: "a"}).DataQuery(now); q.Hidden || !q.Hashed {
		t.Errorf("hidden %v, hashed %v without the filter", q.Hidden, q.Hashed)
	}
}

func TestASightIsAFilter(t *testing.T) {
	sight := state.Sight{Mode: state.SightTree, Of: "agent:main:s1", Title: "Talk 1"}
	narrow := state.Filters{Sight: sight}
	if !narrow.Narrowed() || narrow.Equal(state.Filters{}) {
		t.Error("it narrows nothing")
	}
	s := after(state.QueryTyped{Text: "a"}, answered("a", group(1, 1, 0)), state.FiltersChosen{Filters: narrow})
	if !s.Searching {
		t.Error("it asks nothing")
	}
	if s = state.Reduce(s, state.FiltersCleared{}); s.Filters.Sight != (state.Sight{}) {
		t.Errorf("cleared, it stays: %+v", s.Filters.Sight)
	}
}

func TestThePageOfSecrets(t *testing.T) {
	place := data.SecretPlace{Kind: "key", Session: session(3), Parts: 2, Newest: data.Message{ID: "m7", Session: "w3", Seq: 7}}
	opened := after(state.SecretsAsked{})
	if !opened.Secrets.Open || !opened.Secrets.Loading {
		t.Fatalf("opened: %+v", opened.Secrets)
	}
	list := state.SecretsListed{Number: opened.Secrets.Number, Secrets: data.Secrets{Places: []data.SecretPlace{place}}}
	listed := state.Reduce(opened, list)
	if listed.Secrets.Loading || !listed.Secrets.Listed || len(listed.Secrets.Secrets.Places) != 1 {
		t.Errorf("listed: %+v", listed.Secrets)
	}
	for name, e := range map[string]state.Event{"asked": state.SecretsAsked{}, "the history": state.HistoryChanged{}} {
		again := state.Reduce(listed, e)
		if !again.Secrets.Loading || len(again.Secrets.Secrets.Places) != 1 {
			t.Errorf("refreshed since %s changed: %+v; want the old list until the new one is there", name, again.Secrets)
		}
		if late := state.Reduce(again, state.SecretsListed{Number: list.Number}); !late.Secrets.Loading {
			t.Error("an answer to an older request counts")
		}
	}
	failed := state.Reduce(opened, state.SecretsListed{Number: opened.Secrets.Number, Failure: &state.Failure{}})
	if failed.Secrets.Failure == nil || failed.Secrets.Listed {
		t.Errorf("failed: %+v", failed.Secrets)
	}
	closed := state.Reduce(opened, state.SecretsClosed{})
	if closed = state.Reduce(closed, list); closed.Secrets.Open || len(closed.Secrets.Secrets.Places) > 0 {
		t.Errorf("closed: %+v", closed.Secrets)
	}
	if s := state.Reduce(closed, state.HistoryChanged{}); s.Secrets.Open {
		t.Error("a change of the history opens the page")
	}
	s := state.Reduce(closed, state.SecretOpened{Place: place})
	want := data.PageRequest{
		Store: "/store", Key: "agent:main:s3", At: "m7", AtSession: "w3", AtSeq: 7, Before: data.DefaultAround, After: data.DefaultAround,
	}
	if diff := cmp.Diff(want, s.Drawer.Wanted.Request); diff != "" || s.Drawer.Anchor.ID != "m7" {
		t.Errorf("the message is not opened (-want +got):\n%s", diff)
	}
}

func TestWhatOneSessionMaySeeIsNotShownAsWhatAnotherMay(t *testing.T) {
	sight := state.Sight{Mode: state.SightSelf, Of: "agent:main:s1", Title: "Talk 1"}
	narrow := state.FiltersChosen{Filters: state.Filters{Sight: sight}}
	unknown := &state.Failure{Settings: true, Path: "/home/openclaw.json"}
	recent := state.RecentListed{Sessions: []data.Session{session(0)}}
	seen := state.RecentListed{Sessions: []data.Session{session(0)}, Sight: sight}
	typed, found := state.QueryTyped{Text: "a"}, answered("a", group(1, 2, 0))
	narrowly := state.Question{Text: "a", Filters: state.Filters{Sight: sight}}
	failed := state.Answered{Question: narrowly, Failure: &state.Failure{}}
	shown := state.Answered{Question: narrowly, Results: data.Results{Groups: []data.Group{group(1, 2, 0)}}}
	broken, blind := state.Answered{Question: narrowly, Failure: unknown}, state.RecentListed{Sight: sight, Failure: unknown}
	for name, c := range map[string]struct {
		events []state.Event
		rows   string
		failed bool
	}{
		"while the answer is awaited":             {[]state.Event{recent, typed, found, narrow}, "", false},
		"when the search fails":                   {[]state.Event{recent, typed, found, narrow, failed}, "", true},
		"when the settings break":                 {[]state.Event{seen, narrow, typed, shown, broken}, "", true},
		"while recent sessions are awaited":       {[]state.Event{recent, narrow}, "", false},
		"when recent ones of another sight come":  {[]state.Event{narrow, recent}, "", false},
		"when it is not known what it may see":    {[]state.Event{recent, narrow, blind}, "", true},
		"but its own recent sessions are":         {[]state.Event{recent, narrow, seen}, "ds", false},
		"and are again when the settings are fit": {[]state.Event{narrow, blind, seen}, "ds", false},
		"and the owner's are without a sight":     {[]state.Event{narrow, blind, state.FiltersCleared{}, recent}, "ds", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := after(c.events...)
			if rowKinds(s) != c.rows || (s.Failure != nil) != c.failed || s.Trouble != nil {
				t.Errorf("rows %q, failure %v, trouble %v; want %q, %v", rowKinds(s), s.Failure, s.Trouble, c.rows, c.failed)
			}
		})
	}
}

func TestThePlaceThatIsOpenedIsTheHighlightedOne(t *testing.T) {
	g := group(1, 2, 0)
	listed := after(state.QueryTyped{Text: "a"}, answered("a", g, group(2, 1, 0)), state.Highlighted{Row: state.SessionRow(session(2))})
	place := func(n int, id string) data.SecretPlace {
		return data.SecretPlace{Session: session(n), Newest: data.Message{ID: id, Session: session(n).ID}}
	}
	for name, c := range map[string]struct {
		place data.SecretPlace
		want  state.RowID
	}{
		"a match that is listed":           {place(1, "m1"), hitRow(g, 1)},
		"another message of a session":     {place(1, "m7"), state.SessionRow(session(1))},
		"a session that is not among them": {place(3, "m1"), ""},
	} {
		if s := state.Reduce(listed, state.SecretOpened{Place: c.place}); s.Highlight != c.want {
			t.Errorf("%s: %q is highlighted, want %q", name, s.Highlight, c.want)
		}
	}
}

func TestWhatCameOfSavingGoesWithThePage(t *testing.T) {
	s := after(state.SecretsAsked{}, state.ListSaveEnded{Fault: state.SaveExists}, state.ListSaveEnded{Path: "/x"})
	if diff := cmp.Diff(state.ListSave{Ended: 2, Path: "/x"}, s.Secrets.Save); diff != "" {
		t.Error(diff)
	}
	if s = state.Reduce(s, state.SecretsClosed{}); s.Secrets.Save != (state.ListSave{}) {
		t.Errorf("closed: %+v", s.Secrets.Save)
	}
}
