package index

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// putHidden writes a session whose texts are redacted already: "***" is hidden, and has the hash that is given for it, in order.
func putHidden(t *testing.T, w *Writer, s data.Session, hashes []uint64, texts ...string) {
	t.Helper()
	messages := talk(texts...)
	for i := range messages {
		m := &messages[i]
		for at := 0; ; {
			next := strings.Index(m.Text[at:], "***")
			if next < 0 {
				break
			}
			h := data.Hidden{Span: data.Span{Start: at + next, End: at + next + 3}, Kind: "key"}
			h.Hash, hashes = hashes[0], hashes[1:]
			m.Hidden = append(m.Hidden, h)
			at = h.End
		}
	}
	sw, err := w.Session(t.Context(), SessionParams{Session: s, Fingerprint: "f"})
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(sw.Put(t.Context(), messages, true), sw.Finish(t.Context(), "title", 0), w.Commit(t.Context())); err != nil {
		t.Fatal(err)
	}
}

// leaks holds three messages with hidden parts in two sessions, and others.
func leaks(t *testing.T) *Library {
	t.Helper()
	l := open(t, t.TempDir())
	w := writer(t, l)
	putHidden(t, w, session("alpha", "one"), []uint64{11, 12, 11}, "apple *** pie", "no fruit", "*** and *** here")
	cron := session("beta", "two")
	cron.Kind = data.KindCron
	putHidden(t, w, cron, []uint64{0}, "apple", "apple ***")
	return l
}

func TestMessagesWithHiddenPartsAreFound(t *testing.T) {
	l := leaks(t)
	all := data.Include{Automated: true}
	for name, test := range map[string]struct {
		filter Filter
		want   []string
	}{
		"all of them":                       {Filter{Hidden: true, Include: all}, []string{"*** and *** here", "apple ***", "apple *** pie"}},
		"those that are shown":              {Filter{Hidden: true}, []string{"*** and *** here", "apple *** pie"}},
		"with a word":                       {Filter{Hidden: true, Match: `"apple"`, Include: all}, []string{"apple ***", "apple *** pie"}},
		"of one agent":                      {Filter{Hidden: true, Agents: []string{"beta"}, Include: all}, []string{"apple ***"}},
		"that held a token":                 {Filter{Hashes: []uint64{11}}, []string{"*** and *** here", "apple *** pie"}},
		"that held two tokens":              {Filter{Hashes: []uint64{11, 12}}, []string{"*** and *** here"}},
		"that held a token, with a word":    {Filter{Hashes: []uint64{11}, Match: `"apple"`}, []string{"apple *** pie"}},
		"that held a token nobody ever saw": {Filter{Hashes: []uint64{13}}, []string{}},
		"nothing, where nothing is asked":   {Filter{Include: all}, []string{}},
	} {
		t.Run(name, func(t *testing.T) {
			for _, order := range []data.Order{data.OrderNewest, data.OrderBest} {
				got := find(t, l, FindRequest{Filter: test.filter, Order: order})
				if order == data.OrderNewest || test.filter.Match == "" {
					if diff := cmp.Diff(test.want, texts(got)); diff != "" {
						t.Errorf("order %v: %s", order, diff)
					}
				}
				if got.Total != len(test.want) {
					t.Errorf("order %v: total %d", order, got.Total)
				}
			}
		})
	}
}

func TestALargeNumberOfHiddenPartsIsFoundLikeAnyOther(t *testing.T) {
	l := open(t, t.TempDir())
	many := make([]string, fewMatches+50)
	for i := range many {
		many[i] = "tide ***"
	}
	putHidden(t, writer(t, l), session("alpha", "one"), make([]uint64, len(many)), many...)
	for _, order := range []data.Order{data.OrderNewest, data.OrderBest} {
		found := find(t, l, FindRequest{Filter: Filter{Hidden: true}, Order: order, Limit: 3})
		if found.Total != len(many) || len(found.Rows) != 3 || found.Rows[0].Message.ID != "m549" || !found.Limited {
			t.Errorf("order %v: total %d, rows %d", order, found.Total, len(found.Rows))
		}
	}
}

func TestATokenThatTurnsIntoAnotherWithTheSameMaskIsWrittenAnew(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	putHidden(t, w, session("alpha", "one"), []uint64{11}, "apple ***")
	putHidden(t, w, session("alpha", "one"), []uint64{12}, "apple ***")
	for hash, want := range map[uint64]int{11: 0, 12: 1} {
		if got := find(t, l, FindRequest{Filter: Filter{Hashes: []uint64{hash}}}); got.Total != want {
			t.Errorf("hash %d: %d", hash, got.Total)
		}
	}
	before := w.Done()
	putHidden(t, w, session("alpha", "one"), []uint64{12}, "apple ***")
	if after := w.Done(); after.Inserted != before.Inserted {
		t.Error("a message that did not change was written")
	}
	consistent(t, l)
}

func TestHiddenPartsAreGoneThroughNewestFirst(t *testing.T) {
	l := leaks(t)
	var got []string
	each := func(ctx context.Context, agents, stores []string, take func(RowID, *data.Message) error) error {
		return l.View(ctx, func(v *View) error { return v.EachHidden(ctx, agents, stores, take) })
	}
	note := func(_ RowID, m *data.Message) error {
		got = append(got, m.Text)
		return nil
	}
	if err := each(t.Context(), nil, nil, note); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"*** and *** here", "apple ***", "apple *** pie"}, got); diff != "" {
		t.Error(diff)
	}
	got = nil
	if err := each(t.Context(), []string{"alpha"}, []string{storeOf("beta").Path}, note); err != nil || len(got) > 0 {
		t.Errorf("%v of an agent that has none there, %v", got, err)
	}
	enough := errors.New("enough")
	if err := each(t.Context(), nil, nil, func(RowID, *data.Message) error { return enough }); !errors.Is(err, enough) {
		t.Errorf("error %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	err := each(ctx, nil, nil, func(RowID, *data.Message) error { cancel(); return ctx.Err() })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
}

func TestAHashIsHeldAsLongAsAMessageHasIt(t *testing.T) {
	l := leaks(t)
	for hash, want := range map[uint64]bool{11: true, 12: true, 13: false} {
		err := l.View(t.Context(), func(v *View) error {
			held, err := v.HoldsHash(t.Context(), hash)
			if held != want {
				t.Errorf("hash %d: %v", hash, held)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}
