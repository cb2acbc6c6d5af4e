package app

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/watcher"
)

const (
	// followedTalks and followedMessages are the size of the history that is followed.
	followedTalks, followedMessages = 1000, 20
	// appends is how many messages are added, appendPause how long after the one before was found: as in a talk, and longer
	// than the watcher's longest wait, so that each is the first of its burst.
	appends     = 50
	appendPause = 1200 * time.Millisecond
	// appendPatience is how long a message may take to be found before the measurement is given up.
	appendPatience = time.Minute
)

// follower follows one live store the way the window does: a hint of the watcher, a pass, the query again.
type follower struct {
	store   *datatest.Store
	library *library.Library
	hints   chan struct{}
	added   int
}

func newFollower(tb testing.TB, talks, messages int) *follower {
	tb.Helper()
	state := datatest.NewState(tb)
	f := &follower{hints: make(chan struct{}, 1)}
	f.store = state.Agent("main", datatest.V23).Fill(talks, messages, func(s, m int) string { return fmt.Sprint("talk ", s, " goes on about ", m) })
	f.store.Hold()
	var err error
	f.library, err = library.Open(tb.Context(), library.Params{
		Folder: filepath.Join(tb.TempDir(), "library"), States: []string{state.Dir}, Home: tb.TempDir(),
		Copies: filepath.Join(tb.TempDir(), "copies"), Getenv: func(string) string { return "" },
	})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = f.library.Close() })
	f.pass(tb)
	eyes, err := watcher.Open(tb.Context(), watcher.Params{Hint: f.hint})
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = eyes.Close() })
	eyes.Watch(placesOf(f.library.Sources))
	return f
}

// hint never waits: one hint that waits says as much as many.
func (f *follower) hint() {
	select {
	case f.hints <- struct{}{}:
	default:
	}
}

func (f *follower) pass(tb testing.TB) {
	tb.Helper()
	if _, err := f.library.Pass(tb.Context(), reconcile.Options{}, nil); err != nil {
		tb.Fatal(err)
	}
}

// add appends a message with a word of its own to one of the talks.
func (f *follower) add() (word string) {
	f.added++
	word = fmt.Sprintf("heron%dheron", f.added)
	id := fmt.Sprint("bulk-", f.added%7)
	f.store.Append(id, datatest.Say(fmt.Sprint("added-", f.added), "", "user", "now about the "+word, time.Now()))
	return word
}

// follow waits for hints until a word is found.
func (f *follower) follow(tb testing.TB, word string) {
	tb.Helper()
	ctx, cancel := context.WithTimeout(tb.Context(), appendPatience)
	defer cancel()
	for {
		select {
		case <-f.hints:
		case <-ctx.Done():
			tb.Fatalf("%q was not found within %v", word, appendPatience)
		}
		f.pass(tb)
		results, err := f.library.Search(tb.Context(), data.Query{Text: word})
		if err != nil {
			tb.Fatal(err)
		}
		if results.Total == 1 {
			return
		}
	}
}

// TestAMessageThatIsAppendedIsFoundByTheWatchersHint guards what BenchmarkAppend measures.
func TestAMessageThatIsAppendedIsFoundByTheWatchersHint(t *testing.T) {
	f := newFollower(t, 3, 2)
	f.follow(t, f.add())
	f.follow(t, f.add())
}

// BenchmarkAppend measures how long after its writing a message can be found.
func BenchmarkAppend(b *testing.B) {
	f := newFollower(b, followedTalks, followedMessages)
	var times []time.Duration
	for b.Loop() {
		for range appends {
			time.Sleep(appendPause)
			word := f.add()
			written := time.Now()
			f.follow(b, word)
			times = append(times, time.Since(written))
		}
	}
	slices.Sort(times)
	b.ReportMetric(float64(times[len(times)/2].Microseconds())/1000, "median-ms")
	b.ReportMetric(float64(times[len(times)*95/100].Microseconds())/1000, "p95-ms")
}
