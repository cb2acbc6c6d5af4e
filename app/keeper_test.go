package app

import (
	"context"
	"errors"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// fakeShelf is a library whose passes last as long as the test says.
type fakeShelf struct {
	mu sync.Mutex
	// lasts is how long a full pass or a rebuild takes; others are over at once.
	lasts     time.Duration
	progress  data.Progress
	outcome   reconcile.Outcome
	err       error
	elsewhere bool
	// passes are the options of all passes, and statuses counts the looks at the stores.
	passes   []reconcile.Options
	ended    []error
	statuses int
}

func (f *fakeShelf) Pass(ctx context.Context, o reconcile.Options, tell func(data.Progress)) (reconcile.Outcome, error) {
	f.mu.Lock()
	f.passes = append(f.passes, o)
	lasts, p, err := f.lasts, f.progress, f.err
	f.mu.Unlock()
	if o.Only || o.Budget > 0 {
		lasts = 0
	}
	p.Running, p.Rebuilding = true, o.Rebuild || p.Rebuilding
	for began := time.Now(); time.Since(began) < lasts && ctx.Err() == nil; {
		if p.Paused = o.Pause.On(); p.Paused {
			tell(p)
			if o.Pause.Wait(ctx) != nil {
				break
			}
		}
		tell(p)
		select {
		case <-ctx.Done():
		case <-time.After(250 * time.Millisecond):
		}
	}
	if ctx.Err() != nil {
		err = ctx.Err()
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.ended = append(f.ended, err)
	return f.outcome, err
}

func (f *fakeShelf) Status(context.Context) (data.Status, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.statuses++
	return f.outcome.Status, nil
}

func (f *fakeShelf) Elsewhere() (data.Progress, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return data.Progress{Running: true, Elsewhere: true, Rebuilding: true, Done: 1, Total: 9}, f.elsewhere
}

func (f *fakeShelf) set(change func(*fakeShelf)) {
	f.mu.Lock()
	defer f.mu.Unlock()
	change(f)
}

// pass gives the options of a pass, and how it ended if it has.
func (f *fakeShelf) pass(i int) (reconcile.Options, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if i < len(f.ended) {
		return f.passes[i], f.ended[i]
	}
	return f.passes[i], nil
}

// kinds tells what each pass was for.
func (f *fakeShelf) kinds() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	var kinds []string
	for _, o := range f.passes {
		switch {
		case o.Rebuild:
			kinds = append(kinds, "rebuild")
		case o.Only:
			kinds = append(kinds, "only")
		case o.Budget > 0:
			kinds = append(kinds, "small")
		default:
			kinds = append(kinds, "full")
		}
	}
	return kinds
}

// kept is a keeper over a fake library, with all that it told.
type kept struct {
	*keeper
	*fakeShelf
	t     *testing.T
	mu    sync.Mutex
	heard []message
}

// keep runs a test in a world of its own, where time passes when all wait.
func keep(t *testing.T, test func(*kept)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		k := &kept{fakeShelf: &fakeShelf{}, t: t}
		k.outcome.Status.Library = data.LibraryStatus{Path: "/library", Messages: 1}
		k.keeper = openKeeper(t.Context(), k.fakeShelf, func([]data.StoreStatus) {}, func(m message) {
			k.mu.Lock()
			defer k.mu.Unlock()
			k.heard = append(k.heard, m)
		})
		defer k.keeper.close()
		test(k)
	})
}

// after lets time pass.
func (k *kept) after(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func (k *kept) want(kinds ...string) {
	k.t.Helper()
	synctest.Wait()
	if diff := cmp.Diff(kinds, k.kinds()); diff != "" {
		k.t.Errorf("passes (-want +got):\n%s", diff)
	}
}

// told gives the messages of one type.
func told[T any](k *kept) []T {
	synctest.Wait()
	k.mu.Lock()
	defer k.mu.Unlock()
	var list []T
	for _, m := range k.heard {
		if m, ok := m.(T); ok {
			list = append(list, m)
		}
	}
	return list
}

var talk = reconcile.Looked{Store: "/store", Key: "agent:main:main"}

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

func TestARebuildIsPausedAndGoesOn(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts, k.fakeShelf.progress = 10*time.Second, data.Progress{Messages: 7}
		k.rebuild([]string{"work"})
		k.after(time.Second)
		k.holdUp(state.HoldPaused)
		k.after(time.Hour)
		k.hint()
		k.want("rebuild")
		if paused := told[state.Progressed](k); !paused[len(paused)-1].Progress.Paused {
			t.Error("the pause is not told")
		}
		k.holdUp(state.HoldNone)
		k.after(time.Minute)
		k.want("rebuild", "full")
		if o, err := k.pass(0); !slices.Equal(o.Agents, []string{"work"}) || err != nil {
			t.Errorf("agents %v, end %v", o.Agents, err)
		}
		if made := told[state.IndexMade](k); len(made) > 0 {
			t.Errorf("a time with a pause in it, and of one agent, was taken for an example: %v", made)
		}
	})
}

func TestACancelledRebuildLeavesNothingToBeDone(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts = time.Hour
		k.rebuild(nil)
		k.after(time.Second)
		if hold := k.cancel(); hold != state.HoldNone {
			t.Errorf("hold %v after a cancelled rebuild", hold)
		}
		k.want("rebuild")
		if notices := told[noticed](k); len(notices) != 1 {
			t.Errorf("told %v", notices)
		}
		k.set(func(f *fakeShelf) { f.lasts = 0 })
		k.check()
		k.want("rebuild", "full")
	})
}

func TestACancelledRebuildIsNotBegunAgainWhenItWaits(t *testing.T) {
	keep(t, func(k *kept) {
		k.lasts = time.Hour
		k.check()
		k.after(time.Second)
		k.rebuild(nil)
		k.cancel()
		k.set(func(f *fakeShelf) { f.lasts = 0 })
		k.after(time.Second)
		if slices.Contains(k.kinds(), "rebuild") {
			t.Errorf("passes %v", k.kinds())
		}
	})
}

func TestAFirstIndexThatIsStoppedGoesOnOnlyWhenTold(t *testing.T) {
	for name, hold := range map[string]func(*kept){
		"cancelled": func(k *kept) { k.cancel() },
		"paused":    func(k *kept) { k.holdUp(state.HoldPaused); k.after(time.Second) },
	} {
		t.Run(name, func(t *testing.T) {
			keep(t, func(k *kept) {
				k.lasts = time.Hour
				k.outcome.Status.Pending = 90
				k.lookAt(talk, false)
				k.check()
				k.after(time.Second)
				hold(k)
				k.hint()
				k.after(time.Minute)
				if slices.Contains(k.kinds()[1:], "full") || !slices.Contains(k.kinds(), "small") {
					t.Errorf("passes %v; want small changes to be brought in, and no more", k.kinds())
				}
				n := len(k.kinds())
				k.holdUp(state.HoldNone)
				k.after(time.Minute)
				if got := k.kinds()[n:]; !slices.Equal(got, []string{"full"}) {
					t.Errorf("then %v", got)
				}
			})
		})
	}
}

func TestAHoldEndsWhenNothingIsLeft(t *testing.T) {
	keep(t, func(k *kept) {
		k.holdUp(state.HoldStopped)
		k.check()
		k.want("small")
		if free := told[letGo](k); len(free) != 1 || k.held() != state.HoldNone {
			t.Errorf("told %v, held %v", free, k.held())
		}
		k.check()
		k.want("small", "full")
	})
}

func TestAHoldThatEndsByItselfDoesNotHideTheNextOne(t *testing.T) {
	keep(t, func(k *kept) {
		k.holdUp(state.HoldStopped)
		k.check()
		k.want("small")
		a := &app{desk: &desk{keeper: k.keeper}}
		a.drawn.stop()
		a.state.Status.Progress, a.state.Missing.Left = data.Progress{Running: true}, 1
		a.do(actPause) // before the loop hears that the hold has ended
		for _, m := range told[letGo](k) {
			a.take(m)
		}
		if a.state.Hold != state.HoldPaused || !a.state.Controls().Continue {
			t.Errorf("the window shows hold %v while the keeper is paused", a.state.Hold)
		}
	})
}

func TestAPassThatStandsStillMakesWayForSmallChanges(t *testing.T) {
	for name, ask := range map[string]func(*kept){
		"that a hint tells of":         func(k *kept) { k.hint() },
		"that a search asks for":       func(k *kept) { k.check() },
		"in a session that is opened":  func(k *kept) { k.lookAt(talk, true) },
		"again and again, all the day": func(k *kept) { k.hint(); k.after(time.Minute); k.hint(); k.after(time.Hour); k.hint() },
	} {
		t.Run(name, func(t *testing.T) {
			keep(t, func(k *kept) {
				k.lasts, k.outcome.Status.Pending = time.Hour, 90
				k.check()
				k.after(time.Second)
				k.holdUp(state.HoldPaused)
				k.after(time.Second)
				k.want("full")
				ask(k)
				k.after(time.Second)
				if got := k.kinds(); !slices.Contains(got, "small") || slices.Contains(got[1:], "full") {
					t.Errorf("passes %v; want small changes to be brought in, and no more", got)
				}
				if k.patience != leastPatience || k.held() != state.HoldPaused {
					t.Errorf("patience %v, held %v", k.patience, k.held())
				}
				n := len(k.kinds())
				k.holdUp(state.HoldNone)
				k.after(time.Second)
				if got := k.kinds()[n:]; !slices.Equal(got, []string{"full"}) {
					t.Errorf("then %v", got)
				}
			})
		})
	}
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
