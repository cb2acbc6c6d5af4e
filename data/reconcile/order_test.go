package reconcile

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// placed lists what the library holds, each message with its window and whether it counts as rewound.
func (b *bench) placed(t *testing.T) map[string][]string {
	t.Helper()
	places := map[string][]string{}
	err := b.library.View(t.Context(), func(v *index.View) error {
		found, err := v.Find(t.Context(), index.FindRequest{Limit: 500, Filter: index.Filter{
			Match: "apple", Include: data.Everything(),
		}})
		for _, row := range found.Rows {
			place := fmt.Sprint(found.Sessions[row.Session].ID, " ", row.Message.Rewound)
			places[row.Message.Text] = append(places[row.Message.Text], place)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, list := range places {
		slices.Sort(list)
	}
	return places
}

func TestMessagesStayWhenTheOrderOfTwoWindowsTurnsRound(t *testing.T) {
	for name, turn := range map[string]func(old, fresh *fakeSession){
		"because the newer one lost its copies and its start": func(old, fresh *fakeSession) {
			fresh.messages = fresh.messages[1:2]
			fresh.StartedAt = old.StartedAt.Add(-time.Hour)
			old.Superseded = false
		},
		"because the older one is superseded no more": func(old, fresh *fakeSession) {
			old.Superseded, fresh.Superseded = false, true
		},
		"because the older one starts later": func(old, fresh *fakeSession) {
			old.Superseded = false
			old.StartedAt = fresh.StartedAt.Add(time.Hour)
		},
		"because the newer one moved to another key": func(_, fresh *fakeSession) {
			fresh.Key += ":else"
		},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			store, old, fresh := rewound(w)
			b := newBench(t, w)
			b.pass(t, Options{})
			turn(old, fresh)
			old.touch()
			fresh.touch()
			store.stamp++
			if out := b.pass(t, Options{}); out.Pending != 0 {
				t.Errorf("%d pending", out.Pending)
			}
			anew := newBench(t, w)
			anew.pass(t, Options{})
			if diff := cmp.Diff(anew.placed(t), b.placed(t)); diff != "" {
				t.Error("unlike a library made anew:", diff)
			}
		})
	}
}

// shuffle changes a window in one of the ways in which a store may change it between two passes.
func shuffle(r *rand.Rand, s *fakeSession, all []data.Message) {
	switch r.Intn(4) {
	case 0:
		s.Superseded = !s.Superseded
	case 1:
		s.StartedAt = start.Add(time.Duration(r.Intn(6)) * time.Hour)
	case 2:
		from := r.Intn(len(all))
		s.messages = append([]data.Message(nil), all[from:from+r.Intn(len(all)-from+1)]...)
	default:
		s.Key = data.SessionKey(fmt.Sprint("agent:alpha:", r.Intn(2)))
	}
	s.touch()
}

func TestWhateverHappensToWindowsTheLibraryIsAsIfMadeAnew(t *testing.T) {
	var all []data.Message
	for i := range 6 {
		all = append(all, data.Message{
			ID: fmt.Sprint("m", i), Seq: int64(i + 1), Role: data.RoleUser, Text: fmt.Sprint("apple ", i), At: start.Add(time.Duration(i) * time.Minute),
		})
	}
	for seed := range 5 {
		r := rand.New(rand.NewSource(int64(seed)))
		w := newWorld(t)
		store := w.add("alpha")
		for i := range 3 {
			store.session(fmt.Sprint("w", i)).messages = all[:i+1]
		}
		b := newBench(t, w)
		b.pass(t, Options{})
		for round := range 5 {
			for range 1 + r.Intn(3) {
				shuffle(r, store.sessions[r.Intn(3)], all)
			}
			store.stamp++
			out := b.pass(t, Options{})
			anew := newBench(t, w)
			anew.pass(t, Options{})
			if diff := cmp.Diff(anew.placed(t), b.placed(t)); diff != "" || out.Pending != 0 {
				t.Fatalf("seed %d, round %d, %d pending: %s", seed, round, out.Pending, diff)
			}
		}
	}
}

func TestWindowsThatStartAtOnceComeInTheOrderOfTheirStore(t *testing.T) {
	for name, at := range map[string]time.Time{"at once": start, "before the older ones": start.Add(-time.Hour), "before time began": start.AddDate(-90, 0, 0)} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			store := w.add("alpha")
			oldest := store.session("z", "apple one", "apple two")
			copyOf(store, oldest, "y", 2).StartedAt = at
			newest := copyOf(store, oldest, "x", 1)
			newest.StartedAt = at
			b := newBench(t, w)
			for range 2 {
				b.pass(t, Options{})
				want := map[string][]string{"apple one": {"x false"}, "apple two": {"y false"}}
				if diff := cmp.Diff(want, b.placed(t)); diff != "" {
					t.Error(diff)
				}
				w.counts()
				store.stamp++
			}
			if out := b.pass(t, Options{Force: true}); out.Changed {
				t.Error("what had not changed was written again")
			}
		})
	}
}
