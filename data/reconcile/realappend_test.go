package reconcile_test

import (
	"context"
	"fmt"
	"math/rand"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
)

// shown lists all that a library shows: each session, and each of its messages.
func shown(t *testing.T, l *index.Library) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	err := l.View(t.Context(), func(v *index.View) error {
		rows, err := v.Sessions(t.Context(), index.SessionFilter{Include: data.Everything(), WithEmpty: true})
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

// follows counts the readings that went on where the last one had stopped, of a source that is kept.
type follows struct {
	data.Source
	counted *int
}

type followsReader struct {
	data.Reader
	counted *int
}

func (f follows) Open(ctx context.Context) (data.Reader, error) {
	r, err := f.Source.Open(ctx)
	return followsReader{r, f.counted}, err
}

func (f followsReader) Messages(ctx context.Context, id data.SessionID, r data.Reading) (data.ReadReport, error) {
	report, err := f.Reader.Messages(ctx, id, r)
	if report.Followed {
		*f.counted++
	}
	return report, err
}

// folded counts the sessions of which messages are held by a later window of their key.
func folded(t *testing.T, l *index.Library, store data.Store) int {
	t.Helper()
	n := 0
	err := l.View(t.Context(), func(v *index.View) error {
		known, err := v.Known(t.Context(), store)
		for _, k := range known {
			if k.Folded > 0 {
				n++
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestWhateverHappensToRealStoresIsShownAsIfReadAnew(t *testing.T) {
	for _, generation := range datatest.Generations {
		t.Run(fmt.Sprint("generation ", generation), func(t *testing.T) {
			state := datatest.NewState(t)
			h := newHistory(rand.New(rand.NewSource(int64(generation))), state.Agent("main", generation), generation)
			defer h.store.Hold()()
			followed, foldedAtOnce := 0, 0
			l, reconciler := setup(t, state.Dir, func(s data.Source) data.Source { return follows{s, &followed} })
			pass(t, reconciler)
			for round := range 25 {
				h.goOn()
				pass(t, reconciler)
				anew, again := setup(t, state.Dir)
				pass(t, again)
				if diff := cmp.Diff(shown(t, anew), shown(t, l)); diff != "" {
					t.Fatalf("round %d, after %v: unlike a library made anew: %s", round, h.did, diff)
				}
				if a, b := unreadable(t, anew), unreadable(t, l); a != b {
					t.Fatalf("round %d, after %v: %d events unreadable, want %d", round, h.did, b, a)
				}
				foldedAtOnce = max(foldedAtOnce, folded(t, l, h.store.Ref()))
			}
			noCopies(t, l)
			if followed < 15 || foldedAtOnce == 0 || h.times["rewound"] == 0 {
				t.Errorf("followed %d times, %d windows folded at once, of all that happened: %v", followed, foldedAtOnce, h.times)
			}
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
	if n := total(t, l, "apple", data.Everything()); n < 10 {
		t.Errorf("found %d", n)
	}
}
