package engine_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

const talkKey data.SessionKey = "agent:main:talk"

// window makes one window of the conversation talkKey.
func window(name string, hour int) data.Session {
	s := session("main", name, hour)
	s.Key, s.Title = talkKey, "Title of "+name
	return s
}

// conversation has three windows: one of five messages, one that the third rewound and that kept two of its own, and the
// third of four.
func conversation(t *testing.T) library {
	l := open(t)
	first, rewound, last := window("a", 0), window("b", 1), window("c", 2)
	rewound.Superseded = true
	l.put(t, last, say(last, "tide c0", "c1", "c2 secret tide", "c3"))
	l.put(t, first, say(first, "a0", "a1", "tide a2", "a3", "a4"))
	l.put(t, rewound, say(rewound, "b0", "tide b1"))
	other := session("main", "other", 0)
	l.put(t, other, say(other, "tide of another key"))
	return l
}

func texts(page data.Page) []string {
	list := []string{}
	for _, m := range page.Messages {
		list = append(list, m.Text)
	}
	return list
}

func cursor(id data.SessionID, seq int64) *data.Cursor { return &data.Cursor{Session: id, Seq: seq} }

func TestPage(t *testing.T) {
	l := conversation(t)
	cases := []struct {
		name          string
		request       data.PageRequest
		want          []string
		before, after int
	}{
		{"without a wish everything", data.PageRequest{}, []string{"a0", "a1", "tide a2", "a3", "a4", "tide c0", "c1", "c2 *** tide", "c3"}, 0, 0},
		{"with what was rewound", data.PageRequest{Rewound: true, At: "a-4", Before: 1, After: 3}, []string{"a3", "a4", "b0", "tide b1", "tide c0"}, 3, 3},
		{"one window", data.PageRequest{ID: "c"}, []string{"tide c0", "c1", "c2 *** tide", "c3"}, 0, 0},
		{"around a message", data.PageRequest{At: "a-2", Before: 1, After: 1}, []string{"a1", "tide a2", "a3"}, 1, 5},
		{"around a message of a named window", data.PageRequest{At: "c-1", AtSession: "c", Before: 1, After: 1}, []string{"tide c0", "c1", "c2 *** tide"}, 5, 1},
		{"a wrongly named window does not hinder", data.PageRequest{At: "c-1", AtSession: "gone", After: 1}, []string{"c1", "c2 *** tide"}, 6, 1},
		{"a message alone", data.PageRequest{At: "a-0"}, []string{"a0"}, 0, 8},
		{"over the edge of a window", data.PageRequest{At: "c-0", Before: 2, After: 1}, []string{"a3", "a4", "tide c0", "c1"}, 3, 2},
		{"at the start", data.PageRequest{At: "a-0", Before: 3, After: 1}, []string{"a0", "a1"}, 0, 7},
		{"at the end", data.PageRequest{At: "c-3", Before: 1, After: 3}, []string{"c2 *** tide", "c3"}, 7, 0},
		{"a rewound message brings the rewound ones", data.PageRequest{At: "b-1", Before: 1, After: 1}, []string{"b0", "tide b1", "tide c0"}, 5, 3},
		{"from the start", data.PageRequest{After: 2}, []string{"a0", "a1"}, 0, 7},
		{"from the end", data.PageRequest{Before: 2}, []string{"c2 *** tide", "c3"}, 7, 0},
		{"before a cursor", data.PageRequest{Cursor: cursor("c", 1), Before: 3}, []string{"a3", "a4", "tide c0"}, 3, 3},
		{"after a cursor", data.PageRequest{Cursor: cursor("a", 3), After: 3}, []string{"a4", "tide c0", "c1"}, 4, 2},
		{"before the first message", data.PageRequest{Cursor: cursor("a", 0), Before: 3}, []string{}, 0, 8},
		{"before the second message", data.PageRequest{Cursor: cursor("a", 1), Before: 3}, []string{"a0"}, 0, 8},
		{"after the last message", data.PageRequest{Cursor: cursor("c", 3), After: 3}, []string{}, 8, 0},
		{"before the end of a window", data.PageRequest{Cursor: cursor("a", math.MaxInt64), Before: 1}, []string{"a4"}, 4, 4},
		{"after the end of a window", data.PageRequest{Cursor: cursor("a", math.MaxInt64), After: 1}, []string{"tide c0"}, 5, 3},
		{"at a cursor that no message has", data.PageRequest{Cursor: cursor("a", 70), Before: 1, After: 1}, []string{"a4", "tide c0"}, 4, 3},
		{"both ways over a cursor", data.PageRequest{Cursor: cursor("a", 4), Before: 1, After: 1}, []string{"a3", "a4", "tide c0"}, 3, 3},
		{"negative numbers are none", data.PageRequest{At: "a-0", Before: -3, After: -1}, []string{"a0"}, 0, 8},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			c.request.Key = talkKey
			page, err := l.Page(t.Context(), c.request)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, texts(page)); diff != "" {
				t.Errorf("messages (-want +got):\n%s", diff)
			}
			if page.Before != c.before || page.After != c.after {
				t.Errorf("%d before and %d after, want %d and %d", page.Before, page.After, c.before, c.after)
			}
		})
	}
}

func TestAPageDescribesItsConversation(t *testing.T) {
	page, err := conversation(t).Page(t.Context(), data.PageRequest{Key: talkKey, Before: 1})
	if err != nil {
		t.Fatal(err)
	}
	if page.Session.ID != "c" || page.Session.Title != "Title of c" {
		t.Errorf("session %+v", page.Session)
	}
	want := []data.Window{
		{ID: "a", StartedAt: window("a", 0).StartedAt},
		{ID: "b", StartedAt: window("b", 1).StartedAt, Superseded: true},
		{ID: "c", StartedAt: window("c", 2).StartedAt},
	}
	if diff := cmp.Diff(want, page.Windows); diff != "" {
		t.Errorf("windows (-want +got):\n%s", diff)
	}
}

func TestPagingFromTheEndMeetsEveryMessageOnce(t *testing.T) {
	l := conversation(t)
	whole, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, Rewound: true})
	if err != nil {
		t.Fatal(err)
	}
	for size := 1; size <= 4; size++ {
		r := data.PageRequest{Key: talkKey, Rewound: true, Before: size}
		var got []string
		for {
			page, err := l.Page(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			got = append(texts(page), got...)
			if page.Before == 0 {
				break
			}
			if page.Before+len(got) != len(whole.Messages) {
				t.Fatalf("%d before and %d had of %d", page.Before, len(got), len(whole.Messages))
			}
			r.Cursor = cursor(page.Messages[0].Session, page.Messages[0].Seq)
		}
		if diff := cmp.Diff(texts(whole), got); diff != "" {
			t.Errorf("pages of %d (-want +got):\n%s", size, diff)
		}
	}
}

func TestMarksInAPageSpareMasks(t *testing.T) {
	l := conversation(t)
	page, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, ID: "c", Mark: "TIDE secret"})
	if err != nil {
		t.Fatal(err)
	}
	want := [][]data.Span{{{Start: 0, End: 4}}, nil, {{Start: 7, End: 11}}, nil}
	if diff := cmp.Diff(want, page.Marks); diff != "" {
		t.Errorf("marks (-want +got):\n%s", diff)
	}
	if page, err = l.Page(t.Context(), data.PageRequest{Key: talkKey, Mark: "??"}); err != nil || page.Marks != nil {
		t.Errorf("marks of nothing: %v, %v", page.Marks, err)
	}
}

func TestAnIDThatStandsTwiceIsToldByItsPlace(t *testing.T) {
	l := open(t)
	s := window("a", 0)
	messages := say(s, "one", "first", "mid", "again")
	messages[3].ID = messages[1].ID
	l.put(t, s, messages)
	for seq, want := range map[int64]string{0: "first", messages[1].Seq: "first", messages[3].Seq: "again"} {
		page, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, At: messages[1].ID, AtSeq: seq, Before: 1})
		if err != nil || len(page.Messages) != 2 || page.Messages[1].Text != want {
			t.Errorf("at %d: %v, %v", seq, texts(page), err)
		}
	}
}

func TestAnUnknownWindowOrMessageIsNotFound(t *testing.T) {
	l := conversation(t)
	for _, r := range []data.PageRequest{{ID: "no"}, {At: "no"}, {At: "a-1", ID: "c"}, {Cursor: cursor("no", 1), Before: 1}} {
		r.Key = talkKey
		_, err := l.Page(t.Context(), r)
		var unknown *data.UnknownKeyError
		if !errors.Is(err, data.ErrNotFound) || errors.As(err, &unknown) {
			t.Errorf("%+v: %v", r, err)
		}
	}
}

func TestAnUnknownKeyNamesTheNearest(t *testing.T) {
	l := open(t)
	for i, name := range []string{"telegram:direct:42", "main", "discord:group:9", "dashboard:x1", "telegram:group:7", "cron:1"} {
		s := session("main", name, i)
		l.put(t, s, say(s, "hello"))
	}
	cases := map[data.SessionKey][]data.SessionKey{
		"agent:main:mian":             {"agent:main:main", "agent:main:cron:1"},
		"TELEGRAM":                    {"agent:main:telegram:group:7", "agent:main:telegram:direct:42"},
		"agent:main:telegram:direct:": {"agent:main:telegram:direct:42", "agent:main:telegram:group:7"},
		"":                            {},
	}
	for key, want := range cases {
		_, err := l.Page(t.Context(), data.PageRequest{Key: key})
		var unknown *data.UnknownKeyError
		if !errors.As(err, &unknown) || !errors.Is(err, data.ErrNotFound) || unknown.Key != key {
			t.Fatalf("%q: %v", key, err)
		}
		if len(unknown.Nearest) > 5 {
			t.Errorf("%q: %d keys", key, len(unknown.Nearest))
		}
		if diff := cmp.Diff(want, unknown.Nearest[:min(len(want), len(unknown.Nearest))]); diff != "" {
			t.Errorf("%q (-want +got):\n%s", key, diff)
		}
	}
}

func TestAKeyInSeveralStoresIsAmbiguous(t *testing.T) {
	l := open(t)
	for i, path := range []string{"/b.sqlite", "/a.sqlite"} {
		s := window(fmt.Sprint("w", i), i)
		s.Store.Path = path
		l.put(t, s, say(s, "in "+path))
	}
	_, err := l.Page(t.Context(), data.PageRequest{Key: talkKey})
	var ambiguous *data.AmbiguousError
	if !errors.As(err, &ambiguous) || len(ambiguous.Stores) != 2 || ambiguous.Stores[0].Path != "/a.sqlite" {
		t.Fatalf("got %v", err)
	}
	for _, r := range []data.PageRequest{{Store: "/b.sqlite"}, {Stores: []string{"/b.sqlite"}}, {Store: "/b.sqlite", Stores: []string{"/b.sqlite", "/a.sqlite"}}} {
		r.Key = talkKey
		page, err := l.Page(t.Context(), r)
		if err != nil || page.Session.Store.Path != "/b.sqlite" || len(page.Messages) != 1 {
			t.Errorf("%+v: %+v, %v", r, page, err)
		}
	}
	if _, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, Store: "/b.sqlite", Stores: []string{"/a.sqlite"}}); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a store outside the stores: %v", err)
	}
}
