package index

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func TestASecondWriteOfTheSameWritesNothing(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	messages := talk("apple", "a secret", "pear")
	put(t, w, session("alpha", "one"), messages)
	before := w.Done()
	put(t, w, session("alpha", "one"), messages)
	if got := w.Done(); got.Inserted != before.Inserted || got.Deleted != 0 {
		t.Errorf("done %+v, before %+v", got, before)
	}
}

func TestOnlyWhatDiffersIsWritten(t *testing.T) {
	for name, test := range map[string]struct {
		change            func([]data.Message) []data.Message
		inserted, deleted int
		want              []string
	}{
		"a message more": {
			func(m []data.Message) []data.Message { return append(m, talk("", "", "", "apple 3")[3]) }, 1, 0,
			[]string{"apple 3", "apple ***", "apple 1", "apple 0"},
		},
		"a message less at the end": {
			func(m []data.Message) []data.Message { return m[:2] }, 0, 1, []string{"apple 1", "apple 0"},
		},
		"a message less at the start": {
			func(m []data.Message) []data.Message { return m[1:] }, 0, 1, []string{"apple ***", "apple 1"},
		},
		"another text": {
			func(m []data.Message) []data.Message { m[1].Text = "apple x"; return m }, 1, 1,
			[]string{"apple ***", "apple x", "apple 0"},
		},
		"another time": {
			func(m []data.Message) []data.Message { m[1].At = start.Add(time.Hour); return m }, 1, 1,
			[]string{"apple 1", "apple ***", "apple 0"},
		},
		"another place": {
			func(m []data.Message) []data.Message { m[2].Seq = 99; return m }, 1, 1,
			[]string{"apple ***", "apple 1", "apple 0"},
		},
		"rewound now": {
			func(m []data.Message) []data.Message { m[1].Rewound = true; return m }, 1, 1, []string{"apple ***", "apple 0"},
		},
		"nothing left": {func([]data.Message) []data.Message { return nil }, 0, 3, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple 0", "apple 1", "apple secret"))
			before := w.Done()
			put(t, w, session("alpha", "one"), test.change(talk("apple 0", "apple 1", "apple secret")))
			done := w.Done()
			if in, out := done.Inserted-before.Inserted, done.Deleted-before.Deleted; in != test.inserted || out != test.deleted {
				t.Errorf("inserted %d, deleted %d; want %d, %d", in, out, test.inserted, test.deleted)
			}
			if diff := cmp.Diff(test.want, texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}}))); diff != "" {
				t.Error(diff)
			}
			consistentAfter(t, l, w)
		})
	}
}

func TestMessagesOfOnePlaceAreAllKept(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	messages := talk("apple 0", "apple 1", "apple 2")
	messages[1].Seq = messages[0].Seq
	for range 2 {
		put(t, w, session("alpha", "one"), messages)
		if got := texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}})); len(got) != 3 {
			t.Errorf("found %v", got)
		}
	}
	if got := w.Done(); got.Inserted != 3 {
		t.Errorf("done %+v", got)
	}
	consistentAfter(t, l, w)
}

func TestOddTextIsKeptAndFound(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple \xff\xfe broken", "apple \x00 zero after", "apple 🍎 end"))
	want := []string{"apple 🍎 end", "apple \x00 zero after", "apple \uFFFD broken"}
	if diff := cmp.Diff(want, texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}}))); diff != "" {
		t.Error(diff)
	}
	if got := find(t, l, FindRequest{Filter: Filter{Match: "zero AND after"}}); got.Total != 1 {
		t.Error("what follows a zero byte is not found")
	}
}

func TestRollbackDropsEverything(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	refused := errors.New("refused")
	w.Before(func() error { return refused })
	sw, err := w.Session(t.Context(), SessionParams{Session: session("gamma", "two")})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(sw.Put(t.Context(), talk("apple two"), false), sw.Finish(t.Context(), "two", 0))
	if err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(t.Context()); err != refused {
		t.Errorf("error %v", err)
	}
	w.Before(nil)
	put(t, w, session("gamma", "three"), talk("apple three"))
	want := []string{"apple three", "apple"}
	if diff := cmp.Diff(want, texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}}))); diff != "" {
		t.Error(diff)
	}
	consistentAfter(t, l, w)
}

func TestACancelledWriteLeavesNothingBehind(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	ctx, cancel := context.WithCancel(t.Context())
	sw, err := w.Session(ctx, SessionParams{Session: session("alpha", "two")})
	if err != nil {
		t.Fatal(err)
	}
	err = errors.Join(sw.Put(ctx, talk("apple two"), false), sw.Finish(ctx, "two", 0))
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	if err := w.Commit(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	consistentAfter(t, l, w)
	if got := find(t, l, FindRequest{Filter: Filter{Match: "apple"}}); got.Total != 1 {
		t.Errorf("found %v", texts(got))
	}
}

func TestAStagedSessionIsUnseenUntilTheEnd(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple old"))
	sw, err := w.Session(t.Context(), SessionParams{Session: session("alpha", "one"), Staged: true})
	if err != nil {
		t.Fatal(err)
	}
	messages := make([]data.Message, BatchRows+10)
	for i := range messages {
		messages[i] = data.Message{ID: fmt.Sprint("n", i), Seq: int64(i + 1), Role: data.RoleUser, At: start, Text: "apple new"}
	}
	if err := sw.Put(t.Context(), messages, false); err != nil {
		t.Fatal(err)
	}
	for _, include := range []data.Include{{}, data.Everything()} {
		found := find(t, l, FindRequest{Filter: Filter{Match: "apple", Include: include}})
		if found.Total != 1 || found.Hidden != (data.HiddenKinds{}) || len(found.Rows) != 1 {
			t.Errorf("total %d, hidden %+v", found.Total, found.Hidden)
		}
	}
	if err := sw.Finish(t.Context(), "one", 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(t.Context()); err != nil {
		t.Fatal(err)
	}
	if found := find(t, l, FindRequest{Filter: Filter{Match: "apple"}}); found.Total != len(messages) || found.Rows[0].Message.Text != "apple new" {
		t.Errorf("total %d", found.Total)
	}
	if err := w.Collect(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := w.Tidy(t.Context()); err != nil {
		t.Fatal(err)
	}
	consistentAfter(t, l, w)
}

func TestAnIDThatStandsTwiceIsFoldedByItsText(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	older := session("alpha", "a")
	put(t, w, older, talk("apple one", "apple first"))
	newer := session("alpha", "b")
	newer.Key, newer.StartedAt = older.Key, older.StartedAt.Add(time.Hour)
	messages := talk("apple one", "apple first", "apple mid", "apple again")
	messages[3].ID = messages[1].ID
	put(t, w, newer, messages)
	want := []string{"apple again", "apple mid", "apple first", "apple one"}
	if diff := cmp.Diff(want, texts(find(t, l, FindRequest{Filter: Filter{Match: "apple"}}))); diff != "" {
		t.Error(diff)
	}
	consistentAfter(t, l, w)
}

func TestLongTextsAreComparedAFewAtATime(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	long := strings.Repeat("pear ", storedBytes/5)
	messages := talk("apple "+long, "one", "two "+long, "three")
	put(t, w, session("alpha", "one"), messages)
	messages[3].Text = "apple new"
	put(t, w, session("alpha", "one"), messages)
	if got := w.Done(); got.Inserted != 5 || got.Deleted != 1 {
		t.Errorf("done %+v", got)
	}
	consistentAfter(t, l, w)
}
