package engine_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// at makes messages of a window that say their own minute of the day, a gap of some places apart.
func at(s data.Session, gap int64, minutes ...int) []data.Message {
	messages := make([]data.Message, len(minutes))
	for i, minute := range minutes {
		messages[i] = data.Message{
			ID: fmt.Sprintf("%s-%d", s.ID, i), Session: s.ID, Seq: int64(i) * gap, Role: data.RoleUser + data.Role(i%2),
			Text: fmt.Sprintf("%s %d", s.ID, minute), At: morning.Add(time.Duration(minute) * time.Minute),
		}
	}
	return messages
}

// rewoundTwice is a talk of an hour that was rewound twice, and one in an older window before it. What was kept lies in
// the last window, as the library stores it.
func rewoundTwice(t *testing.T, gap int64) library {
	l := open(t)
	old, one, two, three := window("old", 0), window("one", 1), window("two", 2), window("three", 3)
	one.Superseded, two.Superseded = true, true
	l.put(t, three, at(three, gap, 10, 11, 12, 40, 41))
	l.put(t, two, at(two, gap, 13, 14, 30, 31))
	l.put(t, one, at(one, gap, 15, 16))
	l.put(t, old, at(old, gap, 1, 2))
	return l
}

var inOrder = []string{
	"old 1", "old 2", "three 10", "three 11", "three 12", "two 13", "two 14", "one 15", "one 16", "two 30", "two 31", "three 40", "three 41",
}

func TestWhatARewindAbandonedComesWhereItWasSaid(t *testing.T) {
	for _, gap := range []int64{1, 7} {
		l := rewoundTwice(t, gap)
		page, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, Rewound: true})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inOrder, texts(page)); diff != "" {
			t.Errorf("gap %d (-want +got):\n%s", gap, diff)
		}
		around, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, At: "one-0", Before: 3, After: 3})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(inOrder[4:11], texts(around)); diff != "" || around.Before != 4 || around.After != 2 {
			t.Errorf("gap %d: %d before, %d after, %s", gap, around.Before, around.After, diff)
		}
		kept, err := l.Page(t.Context(), data.PageRequest{Key: talkKey})
		want := []string{"old 1", "old 2", "three 10", "three 11", "three 12", "three 40", "three 41"}
		if diff := cmp.Diff(want, texts(kept)); diff != "" || err != nil {
			t.Errorf("gap %d, kept: %v %s", gap, err, diff)
		}
	}
}

func TestPagesOverARewindMeetEveryMessageOnce(t *testing.T) {
	l := rewoundTwice(t, 3)
	for size := 1; size <= 5; size++ {
		forth, back := data.PageRequest{Key: talkKey, Rewound: true, After: size}, data.PageRequest{Key: talkKey, Rewound: true, Before: size}
		var ahead, behind []string
		for {
			page, err := l.Page(t.Context(), forth)
			if err != nil || page.Before != len(ahead) || page.Before+len(page.Messages)+page.After != len(inOrder) {
				t.Fatalf("%d before, %d after, %v", page.Before, page.After, err)
			}
			if ahead = append(ahead, texts(page)...); page.After == 0 {
				break
			}
			last := page.Messages[len(page.Messages)-1]
			forth.Cursor = cursor(last.Session, last.Seq)
		}
		for {
			page, err := l.Page(t.Context(), back)
			if err != nil || page.After != len(behind) {
				t.Fatalf("%d after, %v", page.After, err)
			}
			if behind = append(texts(page), behind...); page.Before == 0 {
				break
			}
			back.Cursor = cursor(page.Messages[0].Session, page.Messages[0].Seq)
		}
		if !slices.Equal(ahead, inOrder) || !slices.Equal(behind, inOrder) {
			t.Errorf("pages of %d: %v and %v", size, ahead, behind)
		}
	}
}

func TestAPageIsBoundedByItsTexts(t *testing.T) {
	l := rewoundTwice(t, 1)
	r := data.PageRequest{Key: talkKey, Rewound: true, After: 100, Bytes: 11, Uncounted: true}
	var got []string
	for {
		page, err := l.Page(t.Context(), r)
		if err != nil || len(page.Messages) > 3 || page.Before+page.After != 0 {
			t.Fatalf("%v: %v", texts(page), err)
		}
		if len(page.Messages) == 0 {
			break
		}
		got = append(got, texts(page)...)
		last := page.Messages[len(page.Messages)-1]
		r.Cursor = cursor(last.Session, last.Seq)
	}
	if diff := cmp.Diff(inOrder, got); diff != "" {
		t.Error(diff)
	}
}

func TestTheTimesOfAConversationCoverItsMessages(t *testing.T) {
	l := open(t)
	first, last := window("a", 5), window("b", 6)
	l.put(t, first, at(first, 1, 10, 11))    // hours before the store says that it began
	l.put(t, last, at(last, 1, 6*60+5, 900)) // hours after the store says that it changed last
	page, err := l.Page(t.Context(), data.PageRequest{Key: talkKey, After: 1})
	if err != nil {
		t.Fatal(err)
	}
	minute := func(n int) time.Time { return morning.Add(time.Duration(n) * time.Minute) }
	if !page.Session.StartedAt.Equal(minute(10)) || !page.Session.UpdatedAt.Equal(minute(900)) {
		t.Errorf("from %v to %v", page.Session.StartedAt, page.Session.UpdatedAt)
	}
	if !page.Windows[0].StartedAt.Equal(minute(10)) || !page.Windows[1].StartedAt.Equal(last.StartedAt) {
		t.Errorf("windows %+v", page.Windows)
	}
	if page, err = l.Page(t.Context(), data.PageRequest{Key: talkKey, ID: "a"}); err != nil || !page.Session.UpdatedAt.Equal(first.UpdatedAt) {
		t.Errorf("one window: until %v, %v", page.Session.UpdatedAt, err)
	}
}

func TestTheLastPartOfAKeyNamesIt(t *testing.T) {
	l := open(t)
	for i, name := range []string{"domain", "maintenance", "xmain", "main", "topic:main:9"} {
		s := session("main", name, i)
		l.put(t, s, say(s, "hello"))
	}
	for _, asked := range []data.SessionKey{"main", "MAIN", "Agent:Main:MAIN"} {
		if got := nearest(t, l, asked); len(got) < 2 || got[0] != "agent:main:main" {
			t.Errorf("%s: %v", asked, got)
		}
	}
}

// nearest lists the keys that are offered in place of an unknown one.
func nearest(t *testing.T, l library, key data.SessionKey) []data.SessionKey {
	t.Helper()
	_, err := l.Page(t.Context(), data.PageRequest{Key: key})
	var unknown *data.UnknownKeyError
	if !errors.As(err, &unknown) {
		t.Fatalf("%s: %v", key, err)
	}
	return unknown.Nearest
}

func TestAQueryThatIsTooLongIsCutBetweenWordsAndSaysSo(t *testing.T) {
	l := conversation(t)
	long := "tide "
	for len(long) < data.MaxQueryRunes-3 {
		long += "tide "
	}
	results := l.search(t, data.Query{Text: long + "cucumber"})
	if !results.Shortened || results.Total != 4 {
		t.Errorf("shortened %v, total %d", results.Shortened, results.Total)
	}
	if results = l.search(t, data.Query{Text: "tide"}); results.Shortened {
		t.Error("a short query is shortened")
	}
}
