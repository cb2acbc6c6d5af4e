package openclaw_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// hugeStore has one session with more text than a reader with small limits holds.
func hugeStore(t *testing.T, g datatest.Generation) *datatest.Store {
	t.Helper()
	texts := make([]string, 38)
	for i := range texts {
		texts[i] = fmt.Sprint(i, " ", strings.Repeat("x", 2000*(i%2)), ".")
	}
	return datatest.NewState(t).Agent("main", g).Session("agent:main:a", "a1", datatest.Talk(texts...))
}

// openSmall opens a store with small limits.
func openSmall(t *testing.T, store data.Store) data.Reader {
	t.Helper()
	r, err := openclaw.WithSmallLimits(openclaw.NewSource(store)).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	return r
}

func TestATranscriptThatIsTooLargeToBeHeldIsReadTwice(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V19, datatest.V23} {
		store := hugeStore(t, g)
		for _, live := range []bool{false, true} {
			if live {
				store.Hold()
			}
			want, _ := messages(t, open(t, store.Ref()), "a1")
			got, report := messages(t, openSmall(t, store.Ref()), "a1")
			if len(got) != 38 || report.Unreadable != 0 {
				t.Errorf("version %d, live %v: %d messages, %+v", g, live, len(got), report)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("version %d, live %v (-held +read twice):\n%s", g, live, diff)
			}
		}
	}
}

// meanwhile reads a1 of a store with small limits, and changes the store once when the first message is handed out.
func meanwhile(t *testing.T, r data.Reader, change func()) ([]data.Message, error) {
	t.Helper()
	var got []data.Message
	_, err := r.Messages(t.Context(), "a1", data.Reading{Message: func(m data.Message) error {
		if len(got) == 0 {
			change()
		}
		got = append(got, m)
		return nil
	}})
	return got, err
}

func TestOnlyARewritingOfATranscriptDropsWhatWasRead(t *testing.T) {
	more := datatest.More("n", "m37", datatest.Start, "more")
	for _, g := range []datatest.Generation{datatest.V8, datatest.V11, datatest.V19, datatest.V23} {
		for _, c := range []struct {
			name    string
			change  func(s *datatest.Store)
			dropped bool
		}{
			{"something is appended", func(s *datatest.Store) { s.Append("a1", more...) }, false},
			{"another session is rewritten", func(s *datatest.Store) { s.Rewrite("b1", datatest.Talk("b, again")...) }, false},
			{"it becomes shorter", func(s *datatest.Store) { s.Rewrite("a1", datatest.Talk("short")...) }, true},
			{"it becomes longer and begins anew", func(s *datatest.Store) {
				s.Rewrite("a1", datatest.Talk(strings.Split(strings.Repeat("other,", 60), ",")...)...)
			}, true},
			{"it goes", func(s *datatest.Store) { s.Delete("agent:main:a") }, true},
		} {
			t.Run(fmt.Sprint("version ", g, ": ", c.name), func(t *testing.T) {
				store := hugeStore(t, g).Session("agent:main:b", "b1", datatest.Talk("b"))
				store.Hold()
				want, _ := messages(t, open(t, store.Ref()), "a1")
				r := openSmall(t, store.Ref())
				before := byID(sessions(t, r))["a1"]
				got, err := meanwhile(t, r, func() { c.change(store) })
				var fault *data.StoreError
				if c.dropped != errors.Is(err, data.ErrStoreChanged) || c.dropped != errors.As(err, &fault) {
					t.Fatalf("got %v", err)
				}
				if diff := cmp.Diff(want, got); !c.dropped && diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if err := r.Unchanged(); err != nil || len(said(t, r, "b1")) != 1 {
					t.Errorf("the rest of the pass: %v", err)
				}
				after := byID(sessions(t, r))["a1"]
				if changed := c.name[:3] != "ano"; changed != (before.Fingerprint != after.Fingerprint) {
					t.Errorf("the fingerprint changed: %v", !changed)
				}
			})
		}
	}
}

// A row that OpenClaw rewrites in place between two transactions would make a text that nobody ever saw.
func TestRowsThatChangeBetweenTwoTransactionsAreNoticed(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V19} {
		store := hugeStore(t, g)
		store.Hold()
		for _, c := range []struct {
			name    string
			change  func()
			dropped bool
		}{
			{"an append", func() { store.Append("a1", datatest.More("n", "m37", datatest.Start, "more")...) }, false},
			{"another row", func() {
				store.Exec(`UPDATE transcript_events SET event_json = replace(event_json, '0 .', '0 !') WHERE session_id = 'a1' AND seq = 1`)
				if g < datatest.V14 {
					store.Exec(`UPDATE sessions SET transcript_updated_at = transcript_updated_at + 1`)
				} else {
					store.Exec(`UPDATE transcript_rewrite_watermarks SET generation = lower(hex(randomblob(16)))`)
				}
			}, true},
		} {
			r := openSmall(t, store.Ref())
			count := len(said(t, open(t, store.Ref()), "a1"))
			got, err := openclaw.CollectWhile(t.Context(), r, "a1", c.change)
			if errors.Is(err, data.ErrStoreChanged) != c.dropped || (err == nil && got != count+1) {
				t.Errorf("version %d, %s: %d events of %d, %v", g, c.name, got, count+1, err)
			}
		}
	}
}

// A gateway that never stops writing must not keep its session from being read.
func TestASessionThatGrowsAllTheTimeIsRead(t *testing.T) {
	store := hugeStore(t, datatest.V19)
	store.Hold()
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			default:
				store.Append("a1", datatest.More(fmt.Sprint("n", n, "-"), "m37", datatest.Start, "more")...)
			}
		}
	}()
	for range 5 {
		if got := said(t, openSmall(t, store.Ref()), "a1"); len(got) < 38 {
			t.Errorf("%d messages", len(got))
		}
	}
	close(stop)
	<-stopped
}

// The made stores hold the branch vectors; what is expected are OpenClaw's own rows in the same file.
func TestMadeStoresGiveWhatOpenClawIndexed(t *testing.T) {
	for name, want := range map[string][3]int{"v19": {1, 42, 38}, "v23": {1, 42, 38}, "wal-only": {1, 1, 1}} {
		dir := datatest.Made(t, name)
		before := listing(t, dir)
		stores := find(t, dir)
		listed, trusted := 0, 0
		for _, store := range stores {
			n, m := compareStore(t, store)
			listed, trusted = listed+n, trusted+m
		}
		if got := [3]int{len(stores), listed, trusted}; got != want {
			t.Errorf("%s: stores, sessions, compared: %v, want %v", name, got, want)
		}
		if diff := cmp.Diff(before, listing(t, dir)); diff != "" {
			t.Errorf("%s: files (-before +after):\n%s", name, diff)
		}
	}
}

func TestRealColdTranscriptsSayTheSameAsBefore(t *testing.T) {
	warm := find(t, datatest.Real(t, "2026.9.6/cold/2-one-restored"))
	cold := find(t, datatest.Real(t, "2026.9.6/cold/1-cold"))
	before, after := open(t, warm[0]), open(t, cold[0])
	archived := 0
	for _, s := range sessions(t, after) {
		if !s.Archived {
			continue
		}
		archived++
		want, _ := messages(t, before, s.ID)
		got, report := messages(t, after, s.ID)
		if len(got) == 0 || report.Unreadable > 0 {
			t.Errorf("%s: %d messages, %+v", s.Key, len(got), report)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-restored +cold):\n%s", s.Key, diff)
		}
	}
	if archived != 7 { // six cold ones and one that the person archived
		t.Errorf("%d cold sessions", archived)
	}
}
