package reconcile

import (
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

func contains(text, part string) bool { return strings.Contains(text, part) }

func TestTitles(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("given", "words").Title = "The secret name"
	alpha.session("transcript", "words").title = "From the transcript"
	alpha.session("first", "  How do I   bake the secret pie?\nThanks")
	alpha.session("long", "Please "+strings.Repeat("really ", 30))
	alpha.session("command", "/new", "ok", "Then bake")
	alpha.session("empty")
	b := newBench(t, w)
	b.pass(t, Options{})
	got := map[data.SessionID]string{}
	for id, s := range b.sessions(t) {
		got[id] = s.Title
	}
	long := got["long"]
	delete(got, "long")
	want := map[data.SessionID]string{
		"given": "The *** name", "transcript": "From the transcript", "first": "How do I bake the *** pie? Thanks",
		"command": "Then bake", "empty": "agent:alpha:empty",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if n := len([]rune(long)); n > data.TitleRunes || !strings.HasSuffix(long, "…") {
		t.Errorf("long title %q of %d", long, n)
	}
}

func TestOnlyMetadataThatChangedIsWritten(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	one.Archived, one.Title = true, "Renamed"
	one.touch()
	alpha.stamp++
	b.pass(t, Options{})
	if s := b.sessions(t)["one"]; !s.Archived || s.Title != "Renamed" || s.Messages != 1 {
		t.Errorf("session %+v", s)
	}
}

func TestASessionThatBecomesAutomatedIsLeftOut(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	one.Kind = data.KindCron
	one.touch()
	alpha.stamp++
	b.pass(t, Options{})
	if got := b.findIn(t, plain); len(got) != 0 {
		t.Errorf("found %v", got)
	}
}

func TestSecretsAreMaskedInGrowingSessionsToo(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "a secret apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	one.say("another secret apple")
	alpha.stamp++
	b.pass(t, Options{})
	if diff := cmp.Diff([]string{"another *** apple", "a *** apple"}, b.find(t, "apple")); diff != "" {
		t.Error(diff)
	}
}

func TestProgressIsToldAndEnds(t *testing.T) {
	w := newWorld(t)
	w.add("alpha").session("one", "apple")
	w.add("beta").session("two", "apple")
	b := newBench(t, w)
	now := start
	b.params.Now = func() time.Time { now = now.Add(time.Second); return now }
	var last data.Progress
	seen, highest := 0, 0
	_, err := b.Pass(t.Context(), Options{}, func(p data.Progress) {
		seen++
		highest = max(highest, p.Done)
		last = p
	})
	if err != nil || seen < 3 || highest != 2 || last.Running || last.Total != 2 || last.Messages != 2 {
		t.Errorf("seen %d, highest %d, last %+v, error %v", seen, highest, last, err)
	}
	if _, busy := b.library.Elsewhere(); busy {
		t.Error("the lock is still held")
	}
}

func TestPassesAtOnceDoTheWorkOnce(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	for _, id := range []string{"a", "b", "c", "d"} {
		alpha.session(id, "apple", "pear")
	}
	dir := t.TempDir()
	m := &masker{stamp: "rules-1"}
	var group sync.WaitGroup
	for range 4 {
		b := newBenchAt(t, w, dir, m)
		group.Go(func() {
			if _, err := b.Pass(t.Context(), Options{}, nil); err != nil {
				t.Error(err)
			}
			if got := len(b.find(t, "apple")); got != 4 {
				t.Errorf("found %d", got)
			}
		})
	}
	group.Wait()
	if _, reads := w.counts(); len(reads) != 4 {
		t.Errorf("read %v", reads)
	}
}

func TestStatusSaysWhatIsPendingAndWritesNothing(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple")
	bad := w.add("beta")
	bad.openErr = data.ErrStoreNewer
	b := newBench(t, w)
	before := fileOf(t, b.dir)
	status, err := b.Status(t.Context())
	if err != nil || status.Pending != 1 || !status.Indexing || len(status.Stores) != 2 {
		t.Fatalf("status %+v, error %v", status, err)
	}
	if s := status.Stores[0]; s.State != data.StoreIndexing || s.Indexed != 0 {
		t.Errorf("alpha %+v", s)
	}
	if s := status.Stores[1]; s.State != data.StoreNewer || s.Detail == "" {
		t.Errorf("beta %+v", s)
	}
	if fileOf(t, b.dir) != before {
		t.Error("the library was written")
	}
	b.pass(t, Options{})
	status, err = b.Status(t.Context())
	if err != nil || status.Pending != 0 || status.Indexing || status.Checked.IsZero() || status.Library.Messages != 1 {
		t.Errorf("status %+v, error %v", status, err)
	}
}

func TestADamagedLibraryIsSetAsideAndMadeAgain(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	for i := range 50 {
		alpha.session(strings.Repeat("s", i+1), strings.Repeat("apple pear plum ", 200))
	}
	dir := t.TempDir()
	m := &masker{stamp: "rules-1"}
	b := newBenchAt(t, w, dir, m)
	b.pass(t, Options{})
	path := b.path(t)
	if err := b.library.Close(); err != nil {
		t.Fatal(err)
	}
	scribble(t, path)
	b = newBenchAt(t, w, dir, m)
	b.pass(t, Options{Force: true})
	status, err := b.library.Status(t.Context())
	if err != nil || status.Aside == "" || status.Path == path {
		t.Fatalf("status %+v, error %v", status, err)
	}
	if n := b.count(t, "apple"); n != 50 {
		t.Errorf("found %d", n)
	}
}
