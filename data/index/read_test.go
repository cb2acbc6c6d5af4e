package index

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func view(t testing.TB, l *Library, do func(*View) error) {
	t.Helper()
	if err := l.View(t.Context(), do); err != nil {
		t.Fatal(err)
	}
}

func ids(rows []SessionRow) []string {
	list := []string{}
	for _, row := range rows {
		list = append(list, string(row.ID))
	}
	return list
}

func TestSessionsAreListedByFilter(t *testing.T) {
	l := library(t)
	w := writer(t, l)
	late := session("beta", "late")
	late.UpdatedAt = start.Add(time.Hour)
	put(t, w, late, talk("something"))
	put(t, w, session("beta", "empty"), nil)
	everything := data.Everything()
	for name, test := range map[string]struct {
		filter SessionFilter
		want   []string
	}{
		"by default":      {SessionFilter{}, []string{"late", "two", "one"}},
		"everything":      {SessionFilter{Include: everything, WithEmpty: true}, []string{"late", "empty", "two", "old", "sub", "cron", "one"}},
		"of one agent":    {SessionFilter{Agents: []string{"alpha"}}, []string{"one"}},
		"of one store":    {SessionFilter{Stores: []string{storeOf("beta").Path}}, []string{"late", "two"}},
		"of no store":     {SessionFilter{Stores: []string{}}, []string{}},
		"of one key":      {SessionFilter{Key: "agent:beta:two"}, []string{"two"}},
		"at most some":    {SessionFilter{Limit: 2}, []string{"late", "two"}},
		"with automated":  {SessionFilter{Include: data.Include{Automated: true}}, []string{"late", "two", "cron", "one"}},
		"with sub-agents": {SessionFilter{Include: data.Include{Subagents: true}}, []string{"late", "two", "sub", "one"}},
	} {
		t.Run(name, func(t *testing.T) {
			view(t, l, func(v *View) error {
				rows, err := v.Sessions(t.Context(), test.filter)
				if diff := cmp.Diff(test.want, ids(rows)); diff != "" {
					t.Error(diff)
				}
				return err
			})
		})
	}
}

func TestASessionComesBackAsItWasWritten(t *testing.T) {
	l := open(t, t.TempDir())
	want := session("alpha", "one")
	want.ChildOf, want.Owner, want.LinkedUntil = "agent:alpha:fork", "agent:alpha:owner", start.Add(time.Hour)
	want.Title, want.Kind, want.Parent, want.SpawnedBy = "A title", data.KindSubagent, "agent:alpha:main", "agent:alpha:main"
	want.Archived, want.Superseded, want.UpdatedAt = true, true, start.Add(time.Second)
	put(t, writer(t, l), want, talk("apple"))
	want.Messages = 1
	view(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{Include: data.Include{Archived: true, Subagents: true, Rewound: true}})
		if diff := cmp.Diff([]SessionRow{{Row: rows[0].Row, Session: want}}, rows); diff != "" {
			t.Error(diff)
		}
		return err
	})
}

func TestTitlesAreIndexed(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	s := session("alpha", "one")
	s.Title = "Crème brûlée"
	put(t, w, s, talk("apple"))
	titled := func(match string) []RowID {
		var got []RowID
		view(t, l, func(v *View) (err error) {
			got, err = v.ids(t.Context(), "SELECT rowid FROM titles_fts WHERE titles_fts MATCH ?", match)
			return err
		})
		return got
	}
	if got := titled(`"creme"`); len(got) != 1 {
		t.Errorf("found %v", got)
	}
	s.Title = "Other"
	put(t, w, s, talk("apple"))
	if got := titled(`"creme"`); len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

func TestNamesThatAreNotUTF8AreTold(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	for i, name := range []string{"odd\xff", "odd\xfe", "odd\uFFFD"} {
		s := session(name, fmt.Sprint("s", i))
		s.Store.Path = "/" + name
		put(t, w, s, talk("apple"))
	}
	view(t, l, func(v *View) error {
		found, err := v.Find(t.Context(), FindRequest{Filter: Filter{Match: "apple", Stores: []string{"/odd\xff"}}, Limit: 9})
		if err != nil || found.Total != 1 || found.Sessions[found.Rows[0].Session].Store.Path != "/odd\xff" {
			t.Errorf("by store: found %+v, error %v", found, err)
		}
		found, err = v.Find(t.Context(), FindRequest{Filter: Filter{Match: "apple", Agents: []string{"odd\xfe"}}, Limit: 9})
		if err != nil || found.Total != 1 {
			t.Errorf("by agent: found %+v, error %v", found, err)
		}
		for _, filter := range []SessionFilter{{Stores: []string{"/odd\xff"}}, {Agents: []string{"odd\xff"}}} {
			rows, err := v.Sessions(t.Context(), filter)
			if err != nil || len(rows) != 1 || rows[0].ID != "s0" {
				t.Errorf("sessions %+v, error %v", rows, err)
			}
		}
		return nil
	})
}

func TestMessagesAreReadByRange(t *testing.T) {
	l := open(t, t.TempDir())
	messages := talk("m1", "m2", "m3 secret", "m4", "m5")
	messages[3].Rewound = true
	put(t, writer(t, l), session("alpha", "one"), messages)
	for name, test := range map[string]struct {
		in   MessageRange
		want []string
	}{
		"all":              {MessageRange{}, []string{"m1", "m2", "m3 ***", "m5"}},
		"with the rewound": {MessageRange{Rewound: true}, []string{"m1", "m2", "m3 ***", "m4", "m5"}},
		"from and to":      {MessageRange{From: 2, To: 3}, []string{"m2", "m3 ***"}},
		"descending":       {MessageRange{Descending: true, Limit: 2}, []string{"m5", "m3 ***"}},
		"beyond the end":   {MessageRange{From: 6}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			view(t, l, func(v *View) error {
				rows, err := v.Sessions(t.Context(), SessionFilter{})
				if err != nil {
					return err
				}
				test.in.Session = rows[0].Row
				got, err := v.Messages(t.Context(), test.in)
				list := []string{}
				for _, m := range got {
					list = append(list, m.Text)
				}
				if diff := cmp.Diff(test.want, list); diff != "" {
					t.Error(diff)
				}
				n, countErr := v.CountMessages(t.Context(), rows[0].Row, test.in.From, test.in.To, test.in.Rewound)
				if test.in.Limit == 0 && n != len(got) {
					t.Errorf("counted %d, want %d", n, len(got))
				}
				return errors.Join(err, countErr)
			})
		})
	}
	view(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{})
		if err != nil {
			return err
		}
		got, err := v.Messages(t.Context(), MessageRange{Session: rows[0].Row, From: 3, To: 3})
		want := []data.Message{{
			ID: "m2", Session: "one", Seq: 3, Role: data.RoleUser, At: start.Add(2 * time.Minute), Text: "m3 ***",
			Hidden: []data.Hidden{{Span: data.Span{Start: 3, End: 6}, Kind: "test"}},
		}}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		seq, err2 := v.MessageSeq(t.Context(), rows[0].Row, "m4", 0)
		if seq != 5 {
			t.Errorf("seq %d", seq)
		}
		if _, err := v.MessageSeq(t.Context(), rows[0].Row, "none", 0); !errors.Is(err, data.ErrNotFound) {
			t.Errorf("error %v", err)
		}
		return errors.Join(err, err2)
	})
}

// crowd makes one long session and several short ones over several days, all of which match.
func crowd(t *testing.T, big, small int) *Library {
	t.Helper()
	l := open(t, t.TempDir())
	w := writer(t, l)
	texts := make([]string, big)
	for i := range texts {
		texts[i] = fmt.Sprint("apple big ", i)
	}
	messages := talk(texts...)
	for i := range messages {
		messages[i].At = start.Add(time.Duration(i) * time.Second)
	}
	sw, err := w.Session(t.Context(), SessionParams{Session: session("alpha", "big"), Staged: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sw.Put(t.Context(), messages, true), sw.Finish(t.Context(), "big", 0), w.Commit(t.Context())); err != nil {
		t.Fatal(err)
	}
	for i := range small {
		messages := talk("apple small", "apple small")
		for k := range messages {
			messages[k].At = start.Add(-time.Duration(i+1) * 24 * time.Hour).Add(time.Duration(k) * time.Second)
		}
		put(t, w, session("alpha", fmt.Sprint("small", i)), messages)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return l
}

func perSession(found Found) map[data.SessionID]int {
	counts := map[data.SessionID]int{}
	for _, row := range found.Rows {
		counts[row.Message.Session]++
	}
	return counts
}

func TestCapsGoOnToOlderRows(t *testing.T) {
	for name, size := range map[string]int{"a large session": 3000, "a day too large to be sorted here": maxDayRows + 3000} {
		l := crowd(t, size, 5)
		for _, order := range []data.Order{data.OrderNewest, data.OrderBest} {
			t.Run(fmt.Sprint(name, " ", order), func(t *testing.T) {
				if order == data.OrderBest && size > RankedMatches-10 {
					return // the short sessions lie beyond what is ranked
				}
				found := find(t, l, FindRequest{Filter: Filter{Match: "apple"}, Limit: 12, PerSession: 3, Order: order})
				want := map[data.SessionID]int{"big": 3, "small0": 2, "small1": 2, "small2": 2, "small3": 2, "small4": 1}
				got := perSession(found)
				if order == data.OrderBest {
					if got["big"] > 3 || len(found.Rows) != 12 {
						t.Errorf("got %v", got)
					}
				} else if diff := cmp.Diff(want, got); diff != "" {
					t.Error(diff)
				}
				if !found.Limited || found.Total != min(size+10, data.MaxCount) {
					t.Errorf("total %d", found.Total)
				}
				for row, n := range found.More {
					if found.Sessions[row].ID == "big" && n != size-got["big"] {
						t.Errorf("more %d", n)
					}
				}
			})
		}
		t.Run(name+" with few sessions", func(t *testing.T) {
			found := find(t, l, FindRequest{Filter: Filter{Match: "apple"}, Limit: 12, PerSession: 3, MaxSessions: 2})
			if diff := cmp.Diff(map[data.SessionID]int{"big": 3, "small0": 2}, perSession(found)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAHugeDayIsSortedByTime(t *testing.T) {
	size := maxDayRows + 500
	found := find(t, crowd(t, size, 1), FindRequest{Filter: Filter{Match: "apple"}, Limit: 30})
	for i, row := range found.Rows {
		if want := fmt.Sprint("apple big ", size-1-i); row.Message.Text != want {
			t.Fatalf("row %d: %q, want %q", i, row.Message.Text, want)
		}
	}
}

func TestBestSaysHowManyWereRanked(t *testing.T) {
	found := find(t, crowd(t, RankedMatches+100, 1), FindRequest{Filter: Filter{Match: "apple"}, Limit: 5, Order: data.OrderBest})
	if found.Ranked != RankedMatches || len(found.Rows) != 5 {
		t.Errorf("ranked %d, rows %d", found.Ranked, len(found.Rows))
	}
	found = find(t, crowd(t, RankedMatches-2, 1), FindRequest{Filter: Filter{Match: "apple"}, Limit: 5, Order: data.OrderBest})
	if found.Ranked != 0 {
		t.Errorf("ranked %d", found.Ranked)
	}
}

func TestManyArchivedSessionsAreLeftOutAndCounted(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	for i := range maxTags + 20 {
		s := session("alpha", fmt.Sprint("old", i))
		s.Archived = true
		sw, err := w.Session(t.Context(), SessionParams{Session: s})
		if err != nil {
			t.Fatal(err)
		}
		if err := errors.Join(sw.Put(t.Context(), talk("apple"), false), sw.Finish(t.Context(), "t", 0)); err != nil {
			t.Fatal(err)
		}
	}
	put(t, w, session("alpha", "one"), talk("apple", "apple"))
	var sessions []RowID
	view(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{Include: data.Include{Archived: true}})
		for _, row := range rows {
			sessions = append(sessions, row.Row)
		}
		return err
	})
	for name, narrowed := range map[string][]RowID{"of all": nil, "of a long list": sessions} {
		t.Run(name, func(t *testing.T) {
			found := find(t, l, FindRequest{Filter: Filter{Match: "apple", Sessions: narrowed}})
			if found.Total != 2 || found.Hidden.Archived != maxTags+20 {
				t.Errorf("total %d, archived %d", found.Total, found.Hidden.Archived)
			}
			found = find(t, l, FindRequest{Filter: Filter{Match: "apple", Sessions: narrowed, Include: data.Include{Archived: true}}, Order: data.OrderBest})
			if found.Total != maxTags+22 || found.Hidden.Archived != 0 {
				t.Errorf("total %d, archived %d", found.Total, found.Hidden.Archived)
			}
		})
	}
}

func TestWhatIsLeftOutCountsOnce(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	s := session("alpha", "one")
	s.Kind, s.Archived = data.KindCron, true
	messages := talk("apple", "apple", "apple")
	messages[0].Rewound = true
	put(t, w, s, messages)
	found := find(t, l, FindRequest{Filter: Filter{Match: "apple"}})
	if diff := cmp.Diff(data.HiddenKinds{Automated: 2, Rewound: 1}, found.Hidden); diff != "" {
		t.Error(diff)
	}
	found = find(t, l, FindRequest{Filter: Filter{Match: "apple", Include: data.Include{Automated: true}}})
	if diff := cmp.Diff(data.HiddenKinds{Archived: 2, Rewound: 1}, found.Hidden); diff != "" {
		t.Error(diff)
	}
}

func TestAMessageWhoseIDStandsTwiceIsToldByItsPlace(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	messages := talk("one", "first", "mid", "again")
	messages[3].ID = messages[1].ID
	put(t, w, session("alpha", "one"), messages)
	view(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{})
		if err != nil {
			return err
		}
		for likely, want := range map[int64]int64{0: 2, 2: 2, 4: 4, 3: 2} {
			seq, err := v.MessageSeq(t.Context(), rows[0].Row, messages[1].ID, likely)
			if err != nil || seq != want {
				t.Errorf("likely %d: got %d, want %d; %v", likely, seq, want, err)
			}
		}
		return nil
	})
}

func TestARangeEndsWithItsBytes(t *testing.T) {
	l := open(t, t.TempDir())
	put(t, writer(t, l), session("alpha", "one"), talk("12345", "12345", "12345"))
	view(t, l, func(v *View) error {
		rows, err := v.Sessions(t.Context(), SessionFilter{})
		if err != nil {
			return err
		}
		for most, want := range map[int]int{0: 3, 1: 1, 5: 1, 6: 2, 100: 3} {
			got, err := v.Messages(t.Context(), MessageRange{Session: rows[0].Row, Bytes: most})
			if err != nil || len(got) != want {
				t.Errorf("%d bytes: %d messages, %v", most, len(got), err)
			}
		}
		return nil
	})
}
