package app

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

func TestAPassTakesItsStatusWithIt(t *testing.T) {
	keep(t, func(k *kept) {
		k.check()
		synctest.Wait()
		k.check()
		k.want("full", "full")
		if k.statuses != 1 {
			t.Errorf("the stores were looked at %d times beside the passes; want once, before the first one", k.statuses)
		}
		if n := len(told[state.Compared](k)); n != 2 {
			t.Errorf("%d comparisons were told", n)
		}
	})
}

func TestALongPassGivesWayToTheSessionThatIsLookedAt(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts, k.fakeShelf.progress = time.Minute, data.Progress{Done: 5, Total: 90}
		k.lookAt(talk, false)
		k.check()
		k.after(10 * time.Second)
		k.hint()
		k.want("full", "only", "full")
		for i := 1; i < 3; i++ {
			if o, _ := k.pass(i); o.First != talk {
				t.Errorf("pass %d has %v as the session that is looked at", i, o.First)
			}
		}
		if _, err := k.pass(0); !errors.Is(err, context.Canceled) {
			t.Errorf("the first pass ended with %v", err)
		}
		k.after(2 * time.Minute)
		k.want("full", "only", "full")
		if n := len(told[state.Compared](k)); n != 1 {
			t.Errorf("%d comparisons were told; the pass that gave way is none", n)
		}
		if failed := told[state.LibraryFailed](k); len(failed) > 0 {
			t.Errorf("giving way was taken for a failure: %v", failed)
		}
	})
}

func TestAPassDoesNotGiveWay(t *testing.T) {
	for _, c := range []struct {
		name string
		set  func(*kept)
	}{
		{"when nobody looks at a session", func(k *kept) { k.looked = reconcile.Looked{} }},
		{"when it is a rebuild by itself, which would lose all", func(k *kept) { k.fakeShelf.progress.Rebuilding = true }},
		{"when it waits for another process", func(k *kept) { k.fakeShelf.progress.Elsewhere = true }},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep(t, func(k *kept) {
				k.lasts = time.Minute
				k.lookAt(talk, false)
				c.set(k)
				k.check()
				k.after(10 * time.Second)
				k.hint()
				k.want("full")
				k.after(time.Hour)
				k.want("full", "full")
			})
		})
	}
}

func TestAPassThatGivesWayAgainAndAgainStillEnds(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts = 20 * time.Second
		k.lookAt(talk, false)
		k.check()
		for range 200 {
			k.after(time.Second)
			k.hint()
		}
		if n := len(told[state.Compared](k)); n == 0 {
			t.Errorf("under a hint every second no pass came to its end: %v", k.kinds())
		}
		if only := len(k.kinds()) / 3; only > 60 {
			t.Errorf("it gave way about %d times in 200 s", only)
		}
	})
}

func TestOpeningASessionBringsItInIfItsStoreIsBehind(t *testing.T) {
	keep(t, func(k *kept) {
		k.lookAt(talk, false)
		k.want()
		k.lookAt(talk, true)
		k.want("only")
		if o, _ := k.pass(0); o.First != talk {
			t.Errorf("the pass is for %v", o.First)
		}
		k.lookAt(reconcile.Looked{}, true)
		k.want("only")
	})
}

func TestAnIndexThatIsMadeTellsHowLongItTook(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts, k.fakeShelf.progress = 10*time.Second, data.Progress{Messages: 20_000}
		k.rebuild(nil)
		k.after(time.Minute)
		want := []state.IndexMade{{Made: state.Made{Took: 10 * time.Second, Messages: 20_000}}}
		if diff := cmp.Diff(want, told[state.IndexMade](k)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAFirstIndexTellsHowLongItTook(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts, k.fakeShelf.progress = 10*time.Second, data.Progress{Messages: 20_000}
		k.outcome.Status.Library.Messages = 0
		k.check()
		k.after(time.Second)
		k.set(func(f *fakeShelf) { f.outcome.Status.Library.Messages = 20_000 })
		k.after(time.Minute)
		k.check()
		k.after(time.Minute)
		if n := len(told[state.IndexMade](k)); n != 1 {
			t.Errorf("told %d times, want once: a later pass is no example", n)
		}
	})
}

func TestABriefPassIsNotTold(t *testing.T) {
	for _, c := range []struct {
		name     string
		progress data.Progress
		lasts    time.Duration
		want     bool
	}{
		{"a message that is appended", data.Progress{Total: 1}, 300 * time.Millisecond, false},
		{"one long session", data.Progress{Total: 1}, 2 * time.Second, true},
		{"many sessions", data.Progress{Total: 1500}, 300 * time.Millisecond, true},
		{"a rebuild", data.Progress{Rebuilding: true}, 300 * time.Millisecond, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep(t, func(k *kept) {
				k.lasts, k.fakeShelf.progress = c.lasts, c.progress
				k.check()
				k.after(time.Minute)
				if got := len(told[state.Progressed](k)) > 0; got != c.want {
					t.Errorf("told %v, want %v", got, c.want)
				}
			})
		})
	}
}

func TestAnswersAreRefreshed(t *testing.T) {
	for _, c := range []struct {
		name string
		act  func(*kept)
		want int
	}{
		{"not when nothing changed", func(k *kept) { k.check() }, 0},
		{"when a pass changed something", func(k *kept) {
			k.set(func(f *fakeShelf) { f.outcome.Changed = true })
			k.check()
		}, 1},
		{"when another process did", func(k *kept) {
			k.check()
			synctest.Wait()
			k.set(func(f *fakeShelf) { f.outcome.Status.Library.Messages++ })
			k.check()
		}, 1},
		{"after a pass that failed half way", func(k *kept) {
			k.set(func(f *fakeShelf) {
				f.progress, f.err, f.lasts = data.Progress{Done: 3}, errors.New("disk full"), time.Second
			})
			k.check()
			k.after(2 * time.Second)
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep(t, func(k *kept) {
				c.act(k)
				if got := len(told[changed](k)); got != c.want {
					t.Errorf("%d refreshes, want %d", got, c.want)
				}
			})
		})
	}
}

func TestTheWorkOfAnotherProcessIsShownUntilItEnds(t *testing.T) {
	keep(t, func(k *kept) {
		k.elsewhere = true
		k.check()
		k.after(5 * time.Second)
		shown := told[state.Progressed](k)
		if len(shown) < 3 || !shown[0].Progress.Elsewhere {
			t.Fatalf("shown %v", shown)
		}
		k.set(func(f *fakeShelf) { f.elsewhere = false })
		k.after(2 * time.Second)
		shown = told[state.Progressed](k)
		if shown[len(shown)-1].Progress.Running {
			t.Error("it is shown for ever")
		}
		k.want("full", "full")
		n := len(shown)
		k.after(time.Hour)
		if len(told[state.Progressed](k)) != n {
			t.Error("a keeper at rest goes on looking")
		}
	})
}

func TestAFailedPassSaysSo(t *testing.T) {
	keep(t, func(k *kept) {
		k.fakeShelf.err = errors.New("disk full")
		k.check()
		if failed := told[state.LibraryFailed](k); len(failed) != 1 || failed[0].Failure == nil {
			t.Errorf("told %v", failed)
		}
		if n := len(told[state.Compared](k)); n > 0 {
			t.Error("a failed comparison was told as one")
		}
	})
}

func TestARebuildThatIsAskedForDuringAnother(t *testing.T) {
	for _, c := range []struct {
		name   string
		first  func(*kept)
		second []string
		want   [][]string
	}{
		{"is that of all already", func(k *kept) { k.rebuild(nil) }, []string{"work"}, [][]string{nil}},
		{"is the same already", func(k *kept) { k.rebuild([]string{"work"}) }, []string{"work"}, [][]string{{"work"}}},
		{"is of another agent", func(k *kept) { k.rebuild([]string{"work"}) }, []string{"main"}, [][]string{{"work"}, {"main"}}},
		{"is of all", func(k *kept) { k.rebuild([]string{"work"}) }, nil, [][]string{{"work"}, nil}},
		{"is asked for after that was cancelled", func(k *kept) { k.rebuild(nil); k.after(time.Second); k.cancel() }, nil, [][]string{nil, nil}},
		{"and waits with a third", func(k *kept) {
			k.rebuild([]string{"work"})
			k.after(time.Second)
			k.rebuild([]string{"main"})
		}, []string{"home", "main"}, [][]string{{"work"}, {"home", "main"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			keep(t, func(k *kept) {
				k.lasts = time.Minute
				c.first(k)
				if c.name != "is asked for after that was cancelled" {
					k.after(time.Second)
				}
				k.rebuild(c.second)
				k.after(time.Hour)
				var got [][]string
				for i := range k.kinds() {
					o, _ := k.pass(i)
					got = append(got, o.Agents)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("rebuilds (-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestARebuildAfterAChangeOfTheRulesIsNotBegunAgainWhenAskedFor(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts, k.fakeShelf.progress.Rebuilding = time.Minute, true
		k.check()
		k.after(time.Second)
		k.rebuild(nil)
		k.after(time.Hour)
		if len(k.kinds()) != 1 {
			t.Errorf("passes %v", k.kinds())
		}
	})
}
