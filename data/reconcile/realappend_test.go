package reconcile_test

import (
	"fmt"
	"math/rand"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
)

// shown lists all that a library shows: each session, and each of its messages.
func shown(t *testing.T, l *index.Library) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := l.View(t.Context(), func(v *index.View) error {
		rows, err := v.Sessions(t.Context(), index.SessionFilter{Include: everything, WithEmpty: true})
		if err != nil {
			return err
		}
		for _, row := range rows {
			s := row.Session
			name := fmt.Sprint(s.ID)
			all[name] = []string{fmt.Sprint(s.Key, s.Title, s.Kind, s.Superseded, s.Archived, s.Messages, s.StartedAt, s.UpdatedAt)}
			messages, err := v.Messages(t.Context(), index.MessageRange{Session: row.Row, Rewound: true})
			if err != nil {
				return err
			}
			for _, m := range messages {
				all[name] = append(all[name], fmt.Sprint(m.Seq, m.ID, m.Role, m.At, m.Rewound, m.Text))
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// talker writes into one transcript of a real store.
type talker struct {
	id   string
	ids  []string
	last string
}

// says appends a few events: something said, a step back to an earlier message, an event without a place in the tree.
func (w *talker) says(r *rand.Rand, store *datatest.Store) {
	var events []datatest.Event
	for range 1 + r.Intn(3) {
		id := fmt.Sprintf("%s-%d", w.id, len(w.ids))
		switch n := r.Intn(10); {
		case n < 7 || len(w.ids) == 0:
			role := []string{"user", "assistant"}[r.Intn(2)]
			events = append(events, datatest.Say(id, w.last, role, fmt.Sprint("apple ", id, " ", r.Intn(100)), datatest.Start.Add(time.Duration(len(w.ids))*time.Second)))
			w.last = id
		case n < 9:
			w.last = w.ids[r.Intn(len(w.ids))]
			events = append(events, datatest.Leaf(id, w.last, w.last))
		default:
			events = append(events, datatest.Event(`{"type":"message","id":`)) // cut off
		}
		w.ids = append(w.ids, id)
	}
	store.Append(w.id, events...)
}

func TestWhatIsAppendedToRealStoresIsShownAsIfReadAnew(t *testing.T) {
	for _, generation := range datatest.Generations {
		t.Run(fmt.Sprint("generation ", generation), func(t *testing.T) {
			r := rand.New(rand.NewSource(int64(generation)))
			state := datatest.NewState(t)
			store := state.Agent("main", generation)
			release := store.Hold()
			defer release()
			talkers := []*talker{{id: "s1"}, {id: "s2"}, {id: "s3"}}
			for i, w := range talkers {
				store.Session(fmt.Sprint("agent:main:k", i), w.id, []datatest.Event{datatest.Header(w.id)})
			}
			l, reconciler := setup(t, state.Dir)
			pass(t, reconciler)
			for round := range 12 {
				for range 1 + r.Intn(3) {
					talkers[r.Intn(len(talkers))].says(r, store)
				}
				if round%5 == 4 { // one is written anew
					w := talkers[r.Intn(len(talkers))]
					*w = talker{id: w.id}
					store.Rewrite(w.id, datatest.Header(w.id))
				}
				pass(t, reconciler)
				anew, again := setup(t, state.Dir)
				pass(t, again)
				if diff := cmp.Diff(shown(t, anew), shown(t, l)); diff != "" {
					t.Fatalf("round %d: unlike a library made anew: %s", round, diff)
				}
				if a, b := unreadable(t, anew), unreadable(t, l); a != b {
					t.Fatalf("round %d: %d events unreadable, want %d", round, b, a)
				}
			}
			noCopies(t, l)
		})
	}
}

func unreadable(t *testing.T, l *index.Library) int {
	t.Helper()
	rows, err := l.Stores(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, row := range rows {
		n += row.Unreadable
	}
	return n
}

// An old store does not tell of a rewriting. A row that went, and that no sample of the trail is of, is only missed when the
// branch goes back to it.
func TestARowThatWentFromAnOldStoreDoesNotStandInTheWayForEver(t *testing.T) {
	state := datatest.NewState(t)
	store := state.Agent("main", datatest.V8)
	defer store.Hold()()
	texts := make([]string, 40)
	for i := range texts {
		texts[i] = fmt.Sprint("apple ", i)
	}
	store.Session("agent:main:main", "s1", append(datatest.Talk(texts...), datatest.Leaf("l0", "m39", "m5")))
	store.Append("s1", datatest.More("n", "l0", datatest.Start, "pear")...)
	l, r := setup(t, state.Dir)
	pass(t, r)
	store.Exec(`DELETE FROM transcript_events WHERE session_id = 's1' AND seq = 21`)
	store.Append("s1", datatest.Leaf("l1", "n0", "m39"))
	pass(t, r)
	anew, again := setup(t, state.Dir)
	pass(t, again)
	if diff := cmp.Diff(shown(t, anew), shown(t, l)); diff != "" {
		t.Errorf("unlike a library made anew: %s", diff)
	}
	if n := total(t, l, "apple", everything); n < 10 {
		t.Errorf("found %d", n)
	}
}
