package watcher

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
	"github.com/google/go-cmp/cmp"
)

// record notes what a Watcher says, with the time since the start.
type record struct {
	start time.Time
	said  []string
}

func (r *record) say(what string) {
	r.said = append(r.said, fmt.Sprint(what, " ", time.Since(r.start)))
}

func (r *record) params() Params {
	return Params{Hint: func() { r.say("hint") }, Slow: func(slow bool) { r.say(fmt.Sprint("slow ", slow)) }}
}

// watched runs a test of a Watcher on fake sources with a fake clock, and compares what the Watcher says with want.
func watched(t *testing.T, sources []*fake, do func(w *Watcher), want ...string) {
	t.Helper()
	watchedAtMost(t, 0, sources, do, want...)
}

func watchedAtMost(t *testing.T, most int, sources []*fake, do func(w *Watcher), want ...string) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		for _, f := range sources {
			if f != nil {
				f.events, f.errs = make(chan fsnotify.Event), make(chan error) // they belong to this clock
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		defer cancel()
		r := &record{start: time.Now()}
		p := r.params()
		p.Most = most
		w := opening(t, ctx, p, sources...)
		do(w)
		synctest.Wait()
		if err := w.Close(); err != nil {
			t.Error(err)
		}
		if diff := cmp.Diff(want, r.said); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// wait lets the clock go on.
func wait(d time.Duration) {
	time.Sleep(d)
	synctest.Wait()
}

func watch(w *Watcher, places ...Place) {
	w.Watch(places)
	synctest.Wait()
}

func dirs(t *testing.T, n int) (places []Place) {
	t.Helper()
	base := canonicalTemp(t)
	for i := range n {
		dir := filepath.Join(base, fmt.Sprint(i))
		(&eye{t: t}).mkdir(dir)
		places = append(places, Place{Dir: dir, Writes: i%2 == 1})
	}
	return places
}

const many = 1 << 20

func TestWithoutChangesThereIsASweep(t *testing.T) {
	places := dirs(t, 1)
	watched(t, []*fake{newFake(many, nil)}, func(w *Watcher) {
		watch(w, places...)
		wait(125 * time.Second)
	}, "hint 50ms", "hint 1m0.05s", "hint 2m0.05s")
}

func TestChangesComeAtAPace(t *testing.T) {
	places, f := dirs(t, 2), newFake(many, nil)
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		for range 25 {
			f.events <- fsnotify.Event{Name: filepath.Join(places[1].Dir, "x"), Op: fsnotify.Write}
			wait(130 * time.Millisecond)
		}
		wait(10 * time.Second)
	}, "hint 50ms", "hint 10.05s", "hint 11.13s", "hint 12.17s", "hint 13.21s")
}

func TestWhatIsOnAnotherComputerIsPolled(t *testing.T) {
	f, far := newFake(many, nil), Place{Dir: "/net/far", Poll: true}
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, far)
		wait(11 * time.Second)
		if len(f.added) > 0 {
			t.Errorf("it was touched: %v", f.added)
		}
		watch(w)
		wait(30 * time.Second)
	}, "hint 5s", "hint 10s")
}

func TestASystemThatTellsNothingIsPolledUntilItDoes(t *testing.T) {
	places := dirs(t, 2)
	watched(t, []*fake{nil, nil, newFake(many, nil)}, func(w *Watcher) {
		watch(w, places...)
		wait(11 * time.Second)
		watch(w, places...)
		wait(61 * time.Second)
	}, "slow true 0s", "hint 5s", "hint 10s", "slow false 11s", "hint 11.25s", "hint 1m11.25s")
}

func TestALimitOfTheSystemMakesItPolledUntilThereIsRoom(t *testing.T) {
	places, f := dirs(t, 5), newFake(3, fmt.Errorf("inotify: %w", syscall.ENOSPC))
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		for _, i := range []int{1, 3} {
			if f.added[places[i].Dir] != 1 {
				t.Errorf("the directory %d, whose content matters, is not watched", i)
			}
		}
		watch(w, places...)
		wait(6 * time.Second)
		f.room = many
		watch(w, places...)
		watch(w, places...)
		wait(10 * time.Second)
	}, "slow true 0s", "hint 50ms", "hint 5.05s", "slow false 6s", "hint 6.25s")
}

func TestNoMoreThanTheMostAreWatched(t *testing.T) {
	places, f := dirs(t, 6), newFake(many, nil)
	watchedAtMost(t, 4, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		watch(w, places...)
		if len(f.added) != 4 {
			t.Errorf("%d are watched", len(f.added))
		}
		watch(w, places[3:]...) // and the one that they are in
		wait(time.Second)
		if len(f.added) != 4 {
			t.Errorf("then %d are watched", len(f.added))
		}
	}, "slow true 0s", "slow false 0s", "hint 50ms")
}

func TestADirectoryThatMayNotBeListedIsPolledOnlyIfItsContentMatters(t *testing.T) {
	places := dirs(t, 2)
	watched(t, []*fake{newFake(1, syscall.EACCES)}, func(w *Watcher) { // the base of both takes the one
		watch(w, Place{Dir: places[0].Dir}, Place{Dir: filepath.Dir(places[0].Dir)})
		wait(10 * time.Second)
	}, "hint 50ms")
	watched(t, []*fake{newFake(0, syscall.EACCES)}, func(w *Watcher) {
		watch(w, places[1])
		wait(6 * time.Second)
	}, "slow true 0s", "hint 5s")
}

func TestWhatWentBeforeItWasWatchedMakesNothingSlow(t *testing.T) {
	places := dirs(t, 2)
	watched(t, []*fake{newFake(0, syscall.ENOENT)}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
	})
}

func TestLostEventsArePolledForUntilAllWasCompared(t *testing.T) {
	places, f := dirs(t, 2), newFake(many, nil)
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		wait(2 * time.Second)
		f.errs <- fsnotify.ErrEventOverflow
		synctest.Wait()
		watch(w, places...) // of a comparison from before
		wait(11 * time.Second)
		watch(w, places...)
		wait(20 * time.Second)
	}, "hint 50ms", "slow true 2s", "hint 2.05s", "hint 7.05s", "hint 12.05s", "slow false 13s")
}

func TestAfterLostEventsDirectoriesAreAskedForAgain(t *testing.T) {
	places, f := dirs(t, 2), newFake(many, nil)
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		f.errs <- fsnotify.ErrEventOverflow
		synctest.Wait()
		clear(f.added) // as if they had been removed and made again meanwhile
		wait(time.Second)
		watch(w, places...)
		if len(f.added) != 3 {
			t.Errorf("asked for %v", f.added)
		}
	}, "hint 50ms", "slow true 10s", "hint 10s", "slow false 11s")
}

func TestASourceThatEndsIsPolledAndReplaced(t *testing.T) {
	places, first, second := dirs(t, 2), newFake(many, nil), newFake(many, nil)
	watched(t, []*fake{first, nil, second}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		first.end()
		wait(7 * time.Second)
		watch(w, places...)
		watch(w, places...)
		wait(100 * time.Millisecond)
		second.events <- fsnotify.Event{Name: filepath.Join(places[1].Dir, "x"), Op: fsnotify.Write}
		wait(time.Second)
	}, "hint 50ms", "slow true 10s", "hint 10s", "hint 15s", "slow false 17s", "hint 17.05s", "hint 17.35s")
}

func TestASourceThatEndsWhileItIsAskedHoldsNothing(t *testing.T) {
	places, first, second := dirs(t, 2), newFake(many, nil), newFake(many, nil)
	first.during = func() {
		first.end()
		time.Sleep(time.Second)
	}
	watched(t, []*fake{first, second}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		watch(w, places...)
		if len(second.added) != 3 { // and the one that they are in
			t.Errorf("the second is asked for %v", second.added)
		}
	}, "slow true 0s", "hint 50ms", "hint 3.05s", "hint 8.05s", "slow false 10s")
}

func TestADirectoryThatIsAnotherOneIsAskedForAgainThoughNothingWasTold(t *testing.T) {
	places, f := dirs(t, 2), newFake(many, nil)
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		(&eye{t: t}).do(os.Rename(places[1].Dir, places[1].Dir+".old"), os.Mkdir(places[1].Dir, 0o700))
		f.added[places[1].Dir] = 7 // so that asking again shows
		watch(w, places...)
		if f.added[places[1].Dir] != 1 || f.added[places[0].Dir] != 1 {
			t.Errorf("asked for %v", f.added)
		}
		wait(10 * time.Second)
	}, "hint 50ms", "hint 10.05s")
}

func TestTwoHundredAgentsFitIntoWhatIsWatched(t *testing.T) {
	places, f := []Place{}, newFake(many, nil)
	base := canonicalTemp(t)
	for i := range 200 {
		agent := filepath.Join(base, "agents", fmt.Sprint(i))
		for _, dir := range []string{filepath.Join(agent, "agent"), filepath.Join(agent, "sessions", "cold")} {
			(&eye{t: t}).mkdir(dir)
			places = append(places, Place{Dir: dir, Writes: true})
		}
		places = append(places, Place{Dir: agent})
	}
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		asked := make(map[string]int, len(f.added))
		for dir := range f.added {
			asked[dir] = 1
		}
		watch(w, places...)
		if diff := cmp.Diff(asked, f.added); diff != "" {
			t.Errorf("the second time it is asked for more: %s", diff)
		}
		wait(time.Second)
	}, "hint 50ms")
}

func TestAnUnknownNameOfAnEventCounts(t *testing.T) {
	places, f := dirs(t, 2), newFake(many, nil)
	watched(t, []*fake{f}, func(w *Watcher) {
		watch(w, places...)
		wait(10 * time.Second)
		f.events <- fsnotify.Event{Name: "/mounted/twice/x", Op: fsnotify.Write}
		wait(10 * time.Second)
		f.events <- fsnotify.Event{Name: places[0].Dir, Op: fsnotify.Write} // says nothing that its names do not
		wait(10 * time.Second)
	}, "hint 50ms", "hint 10.05s")
}

func TestWhereWatchingIsCostlyTheOthersAreAskedForTheirTime(t *testing.T) {
	e := openEye(t, true)
	home, agent, _ := e.home()
	e.watch(usual(home)...)
	e.told("places are new")
	var watched []string
	for _, s := range e.w.sights {
		if s.held {
			watched = append(watched, s.dir)
		}
	}
	slices.Sort(watched)
	want := []string{filepath.Join(home, ".openclaw"), agent, filepath.Join(home, "disk", "far", "agent"), e.marks}
	slices.Sort(want)
	if diff := cmp.Diff(want, watched); diff != "" {
		t.Errorf("watched (-want +got):\n%s", diff)
	}
	e.watch(usual(home)...)
	e.silent("nothing is new")
	e.mkdir(filepath.Join(home, ".openclaw", "agents", "new"))
	e.told("an agent is new")
	e.write(filepath.Join(agent, store+"-wal"))
	e.told("a store is written")
}
