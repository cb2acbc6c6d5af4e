package index

import (
	"errors"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestADeletedSessionIsNeverFound(t *testing.T) {
	for _, c := range []struct {
		name string
		// size is how many messages the library believes that the session has.
		size int
	}{{"a small one", 2}, {"a large one that is taken away in steps", MaxInPlace + 1}} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			doomed := session("alpha", "doomed")
			doomed.Title = "apple title"
			putTraced(t, w, SessionParams{Session: doomed, Fingerprint: "f"}, talk("apple pie", "apple tree"), trace("head", 9))
			put(t, w, session("alpha", "kept"), talk("apple juice"))
			k := knownOf(t, l, "doomed")
			row := k.Row
			k.Session.Messages = c.size
			err := l.View(t.Context(), func(v *View) error {
				if err := errors.Join(w.Delete(t.Context(), k), w.Commit(t.Context())); err != nil {
					return err
				}
				// A view that began before sees all of it still: no half of it is ever seen.
				found, err := v.Find(t.Context(), FindRequest{Filter: Filter{Match: "apple"}, Limit: 10})
				if err == nil && len(found.Rows) != 3 {
					t.Errorf("an older view finds %d", len(found.Rows))
				}
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			unfound(t, l, row)
			if err := w.Collect(t.Context()); err != nil {
				t.Fatal(err)
			}
			unfound(t, l, row)
			if got := parts(t, l); len(got) != 0 {
				t.Errorf("parts %v of its trail are left", got)
			}
			consistentAfter(t, l, w)
		})
	}
}

// unfound looks for a session that is gone in every way in which one can be found.
func unfound(t *testing.T, l *Library, row RowID) {
	t.Helper()
	for _, order := range []data.Order{data.OrderNewest, data.OrderBest} {
		for _, include := range []data.Include{{}, data.Everything()} {
			found := find(t, l, FindRequest{Filter: Filter{Match: "apple", Include: include}, Order: order})
			if len(found.Rows) != 1 || found.Total != 1 || found.Hidden != (data.HiddenKinds{}) {
				t.Errorf("order %v: found %v of %d, hidden %+v", order, texts(found), found.Total, found.Hidden)
			}
		}
	}
	if found := find(t, l, FindRequest{Filter: Filter{Match: "apple", Sessions: []RowID{row}}}); found.Total != 0 {
		t.Errorf("found %d in it", found.Total)
	}
	err := l.View(t.Context(), func(v *View) error {
		sessions, err := v.Sessions(t.Context(), SessionFilter{WithEmpty: true})
		if len(sessions) != 1 {
			t.Errorf("listed %+v", sessions)
		}
		messages, err2 := v.Messages(t.Context(), MessageRange{Session: row, Rewound: true})
		n, err3 := v.CountMessages(t.Context(), row, 0, 0, true)
		if len(messages) != 0 || n != 0 {
			t.Errorf("shown %v, counted %d", messages, n)
		}
		stores, err4 := v.Stores(t.Context())
		if len(stores) != 1 || stores[0].Sessions != 1 || stores[0].Messages != 1 {
			t.Errorf("stores %+v", stores)
		}
		return errors.Join(err, err2, err3, err4)
	})
	if err != nil {
		t.Fatal(err)
	}
}
