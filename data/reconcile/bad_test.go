package reconcile

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
)

func TestASessionThatCannotBeReadDoesNotStopTheOthers(t *testing.T) {
	for name, fault := range map[string]error{
		"because it is damaged": data.ErrStoreCorrupt, "because of a refusal": data.ErrNoAccess, "because of what nobody knows": errors.New("bad row"),
		"because it is not there": data.ErrNotFound,
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			bad := alpha.session("one", "apple")
			bad.err = fault
			alpha.session("two", "apple tree")
			b := newBench(t, w)
			out := b.pass(t, Options{})
			if got := b.find(t, "apple"); len(got) != 1 || out.Pending != 0 || len(out.Faults) != 0 {
				t.Errorf("found %v, outcome %+v", got, out)
			}
			if s := out.Stores[0]; s.State != data.StoreReady || s.Unreadable != 1 || !strings.HasPrefix(s.Detail, "1 session ") {
				t.Errorf("status %+v", s)
			}
			w.counts()
			alpha.sessions[1].say("apple again")
			alpha.stamp++
			out = b.pass(t, Options{})
			if _, reads := w.counts(); len(reads) != 1 || out.Stores[0].Detail == "" {
				t.Errorf("read %v, outcome %+v", reads, out)
			}
			status, err := b.Status(t.Context())
			if err != nil || status.Indexing || status.Stores[0].Detail == "" {
				t.Errorf("status %+v, error %v", status, err)
			}
			bad.err = nil
			bad.touch()
			alpha.stamp++
			out = b.pass(t, Options{})
			if s := out.Stores[0]; len(b.find(t, "apple")) != 3 || s.Unreadable != 0 || s.Detail != "" {
				t.Errorf("after it was mended: %+v", s)
			}
		})
	}
}

func TestWhatWasReadOfASessionStaysWhenItCannotBeReadAnyMore(t *testing.T) {
	for name, test := range map[string]struct {
		change func(*fakeSession)
		long   bool
	}{
		"and nothing else changed":     {func(*fakeSession) {}, false},
		"and its kind changed":         {func(s *fakeSession) { s.Kind = data.KindGroup }, false},
		"and it is superseded now":     {func(s *fakeSession) { s.Superseded = true }, false},
		"and a long one is superseded": {func(s *fakeSession) { s.Superseded = true }, true},
		"and it began at another time": {func(s *fakeSession) { s.StartedAt = start.Add(time.Hour) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			one := alpha.session("one", "apple", "the secret apple")
			two := alpha.session("two", "pear")
			if test.long {
				two = long(alpha, "three")
			}
			b := newBench(t, w)
			held := b.pass(t, Options{}).Stores[0].Messages
			for _, s := range []*fakeSession{one, two} {
				s.err = data.ErrStoreCorrupt
				test.change(s)
				s.touch()
			}
			alpha.stamp++
			for range 2 {
				out := b.pass(t, Options{})
				if out.Pending != 0 || out.Stores[0].Messages != held || len(b.find(t, "apple")) != 2 {
					t.Errorf("outcome %+v", out)
				}
			}
			out := b.pass(t, Options{Rebuild: true})
			if out.Pending != 0 || out.Stores[0].Messages != held || len(b.find(t, "apple")) != 2 {
				t.Errorf("after a rebuild: outcome %+v", out)
			}
		})
	}
}

func TestASessionThatChangesWhileItIsReadIsReadOnceMore(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	alpha.session("two", "apple tree")
	one.err = data.ErrStoreChanged
	reads := 0
	one.before = func(int) {
		if reads++; reads == 2 {
			one.err = nil
		}
	}
	b := newBench(t, w)
	if out := b.pass(t, Options{}); out.Pending != 0 || len(b.find(t, "apple")) != 2 || reads != 2 {
		t.Errorf("read %d times, outcome %+v", reads, out)
	}
}

func TestASessionThatKeepsChangingStaysPending(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	alpha.session("two", "apple tree")
	one.err = data.ErrStoreChanged
	b := newBench(t, w)
	out := b.pass(t, Options{})
	if out.Pending != 1 || len(out.Faults) != 0 || out.Stores[0].State != data.StoreIndexing || len(b.find(t, "apple")) != 1 {
		t.Errorf("outcome %+v", out)
	}
	one.err = nil
	if out = b.pass(t, Options{}); out.Pending != 0 || len(b.find(t, "apple")) != 2 {
		t.Errorf("after it came to rest: outcome %+v", out)
	}
}

func TestReadingIsGivenUpWithTheBudgetThoughNoMessageCame(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	slow := alpha.session("one", "apple")
	slow.before = func(int) { time.Sleep(250 * time.Millisecond) } // as long as it takes to read a long one
	b := newBench(t, w)
	out := b.pass(t, Options{Budget: 100 * time.Millisecond})
	if out.Pending != 1 || len(out.Faults) != 0 {
		t.Errorf("outcome %+v", out)
	}
}
