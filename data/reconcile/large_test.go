package reconcile

import (
	"context"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// long makes a transcript that does not fit into one transaction.
func long(store *fakeStore, id string) *fakeSession {
	texts := make([]string, index.MaxInPlace+500)
	for i := range texts {
		texts[i] = fmt.Sprint("grain ", i)
	}
	return store.session(id, texts...)
}

func TestALargeSessionAppearsAtOnce(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	big := long(alpha, "big")
	alpha.session("small", "apple")
	b := newBench(t, w)
	most := 0
	big.before = func(i int) {
		if i%500 == 499 {
			if n := b.count(t, "grain"); n > most {
				most = n
			}
		}
	}
	b.pass(t, Options{})
	if most != 0 {
		t.Errorf("%d messages were seen before the end", most)
	}
	if n := b.count(t, "grain"); n != len(big.messages) {
		t.Errorf("found %d of %d", n, len(big.messages))
	}
	if s := b.sessions(t)["big"]; s.Messages != len(big.messages) {
		t.Errorf("session %+v", s)
	}
}

func TestALargeSessionGrowsInPlace(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	big := long(alpha, "big")
	b := newBench(t, w)
	b.pass(t, Options{})
	big.say("the last straw")
	alpha.stamp++
	b.pass(t, Options{})
	if n := b.count(t, "straw"); n != 1 {
		t.Errorf("found %d", n)
	}
}

func TestALargeSessionThatChangesWhollyIsReplacedAtOnce(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	big := long(alpha, "big")
	b := newBench(t, w)
	b.pass(t, Options{})
	for i := range big.messages {
		big.messages[i].Text = fmt.Sprint("chaff ", i)
	}
	big.touch()
	alpha.stamp++
	big.before = func(i int) {
		if i%1000 == 999 && b.count(t, "grain") != len(big.messages) {
			t.Errorf("the old messages are not whole at %d", i)
			big.before = nil
		}
	}
	b.pass(t, Options{})
	if b.count(t, "grain") != 0 || b.count(t, "chaff") != len(big.messages) {
		t.Errorf("grain %d, chaff %d", b.count(t, "grain"), b.count(t, "chaff"))
	}
	if facts, err := b.library.Facts(t.Context()); err != nil || facts.Untidy {
		t.Errorf("untidy %v %v", facts.Untidy, err)
	}
}

func TestALargeSessionThatIsGoneVanishes(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	long(alpha, "big")
	alpha.session("small", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	alpha.sessions = alpha.sessions[1:]
	alpha.stamp++
	b.pass(t, Options{})
	if n := b.count(t, "grain"); n != 0 || len(b.find(t, "apple")) != 1 {
		t.Errorf("found %d", n)
	}
}

func TestAPassThatIsCutOffLeavesAConsistentLibrary(t *testing.T) {
	for _, at := range []int{1, 700, 2600, index.MaxInPlace + 499} {
		t.Run(fmt.Sprint("at message ", at), func(t *testing.T) {
			w := newWorld(t)
			alpha := w.add("alpha")
			alpha.session("small", "apple")
			big := long(alpha, "big")
			dir := t.TempDir()
			b := newBenchAt(t, w, dir, &masker{stamp: "rules-1"})
			ctx, cancel := context.WithCancel(t.Context())
			big.before = func(i int) {
				if i == at {
					cancel()
				}
			}
			if _, err := b.Pass(ctx, Options{}, nil); !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v", err)
			}
			if err := b.library.Close(); err != nil {
				t.Fatal(err)
			}
			big.before = nil
			b = newBenchAt(t, w, dir, b.masker)
			if n := b.count(t, "grain"); n != 0 {
				t.Errorf("half a session is seen: %d", n)
			}
			b.agree(t)
			if out := b.pass(t, Options{}); out.Pending != 0 {
				t.Errorf("outcome %+v", out)
			}
			if n := b.count(t, "grain"); n != len(big.messages) {
				t.Errorf("found %d of %d", n, len(big.messages))
			}
			if facts, err := b.library.Facts(t.Context()); err != nil || facts.Untidy {
				t.Errorf("untidy %v %v", facts.Untidy, err)
			}
			b.agree(t)
		})
	}
}

// agree checks that the index holds the rows beside it and no others.
func (b *bench) agree(t *testing.T) {
	t.Helper()
	db, err := sqlitedb.OpenOwnReader(t.Context(), b.path(t), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	var rows, indexed, both int
	const query = `SELECT (SELECT count(*) FROM messages), (SELECT count(*) FROM messages_fts),
	(SELECT count(*) FROM messages WHERE id IN (SELECT rowid FROM messages_fts))`
	if err := db.QueryRowContext(t.Context(), query).Scan(&rows, &indexed, &both); err != nil {
		t.Fatal(err)
	}
	if rows != indexed || rows != both {
		t.Errorf("%d rows, %d in the index, %d in both", rows, indexed, both)
	}
}

func TestRebuildMakesANewFileAndKeepsTheOldOneUntilThen(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	one := alpha.session("one", "apple")
	b := newBench(t, w)
	b.pass(t, Options{})
	old := b.path(t)
	one.before = func(int) {
		if got := b.find(t, "apple"); len(got) != 1 {
			t.Errorf("while it is made anew: %v", got)
		}
	}
	out := b.pass(t, Options{Rebuild: true})
	if !out.Changed || len(b.find(t, "apple")) != 1 || b.path(t) == old {
		t.Errorf("outcome %+v, path %s", out, b.path(t))
	}
	if files := fileOf(t, b.dir); cmp.Equal(files, "") || contains(files, "index-1.db") {
		t.Errorf("files:\n%s", files)
	}
}

func TestARebuildThatIsCutOffLeavesTheOldLibrary(t *testing.T) {
	w := newWorld(t)
	one := w.add("alpha").session("one", "apple", "pear")
	b := newBench(t, w)
	b.pass(t, Options{})
	old := b.path(t)
	ctx, cancel := context.WithCancel(t.Context())
	one.before = func(i int) {
		if i == 1 {
			cancel()
		}
	}
	if _, err := b.Pass(ctx, Options{Rebuild: true}, nil); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if b.path(t) != old || len(b.find(t, "apple")) != 1 {
		t.Errorf("path %s", b.path(t))
	}
	if files := fileOf(t, b.dir); contains(files, "index-2.db") {
		t.Errorf("files:\n%s", files)
	}
}

func TestOtherRulesMakeTheLibraryAnew(t *testing.T) {
	w := newWorld(t)
	alpha := w.add("alpha")
	alpha.session("one", "apple key").title = "about the key"
	lost := w.add("beta")
	lost.session("two", "secret pear and a key here")
	dir := t.TempDir()
	b := newBenchAt(t, w, dir, &masker{words: []string{"secret"}, stamp: "rules-1"})
	b.pass(t, Options{})
	if err := b.library.Close(); err != nil {
		t.Fatal(err)
	}

	lost.stampErr = data.ErrNoAccess // its text is redacted again from the library
	b = newBenchAt(t, w, dir, &masker{words: []string{"secret", "key"}, stamp: "rules-2"})
	out := b.pass(t, Options{Budget: 1e9, MaxEvents: 2000})
	if out.Pending != 0 || len(out.Faults) != 1 {
		t.Errorf("outcome %+v", out)
	}
	if got := b.find(t, "key"); len(got) != 0 {
		t.Errorf("found %v", got)
	}
	var hidden []data.Hidden
	err := b.library.View(t.Context(), func(v *index.View) error {
		found, err := v.Find(t.Context(), index.FindRequest{Filter: index.Filter{Match: "pear"}, Limit: 1})
		hidden = found.Rows[0].Message.Hidden
		return err
	})
	want := []data.Hidden{{Span: data.Span{Start: 0, End: 3}, Kind: "test"}, {Span: data.Span{Start: 15, End: 18}, Kind: "test"}}
	if diff := cmp.Diff(want, hidden); err != nil || diff != "" {
		t.Error(err, diff)
	}
	if s := b.sessions(t)["one"]; s.Title != "about the ***" {
		t.Errorf("title %q", s.Title)
	}
}

func (b *bench) path(t *testing.T) string {
	t.Helper()
	status, err := b.library.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status.Path
}
