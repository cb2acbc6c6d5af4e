package state_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// pending is a status of one store of which so many sessions are indexed and so many are not.
func pending(indexed, left int) data.Status {
	s := data.StoreStatus{Store: data.Store{Agent: "main", Path: "/store"}, State: data.StoreReady, Sessions: indexed, Indexed: indexed}
	if left > 0 {
		s.State = data.StoreIndexing
	}
	return data.Status{Stores: []data.StoreStatus{s}, Pending: left, Indexing: left > 0}
}

func progress(done, total int) state.Event {
	return state.Progressed{Progress: data.Progress{Running: true, Done: done, Total: total}}
}

func TestHowMuchIsMissing(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []state.Event
		want   state.Missing
	}{
		{"is not known at the start", nil, state.Missing{}},
		{"is what the status says", []state.Event{state.StatusTold{Status: pending(27, 1473)}}, state.Missing{Left: 1473, Of: 1500}},
		{"is not a number that belongs to no store", []state.Event{state.Compared{Status: data.Status{Pending: 1, Indexing: true}}}, state.Missing{}},
		{"shrinks with the progress", []state.Event{state.StatusTold{Status: pending(27, 1473)}, progress(100, 1473)}, state.Missing{Left: 1373, Of: 1500}},
		{"stays while sessions are listed", []state.Event{state.StatusTold{Status: pending(27, 1473)}, progress(0, 0)}, state.Missing{Left: 1473, Of: 1500}},
		{"goes on where it was after a pass gave way", []state.Event{state.StatusTold{Status: pending(0, 1500)}, progress(500, 1500), progress(0, 1000)}, state.Missing{Left: 1000, Of: 1500}},
		{"is known while a pass stands still", []state.Event{state.StatusTold{Status: pending(0, 1500)}, progress(500, 1500), progress(500, 500)}, state.Missing{Left: 1000, Of: 1500}},
		{"shrinks with what was done before it stood still", []state.Event{
			progress(500, 1500), state.Progressed{Progress: data.Progress{Running: true, Paused: true, Done: 510, Total: 510}}, progress(510, 510),
		}, state.Missing{Left: 990, Of: 1000}},
		{"grows with what appears", []state.Event{state.Compared{Status: pending(10, 0)}, progress(0, 40)}, state.Missing{Left: 40, Of: 40}},
		{"is nothing once all was compared", []state.Event{state.StatusTold{Status: pending(0, 9)}, progress(8, 9), state.Compared{Status: pending(9, 0)}}, state.Missing{Of: 9}},
		{"is what was left undone", []state.Event{progress(8, 9), state.Compared{Status: pending(8, 1)}}, state.Missing{Left: 1, Of: 9}},
		{"is nothing while a complete index is made again", []state.Event{
			state.Compared{Status: pending(9, 0)}, state.Progressed{Progress: data.Progress{Running: true, Rebuilding: true, Done: 2, Total: 9}},
		}, state.Missing{Of: 9}},
		{"stays known when a pass fails", []state.Event{state.StatusTold{Status: pending(0, 9)}, progress(3, 9), state.LibraryFailed{Failure: &state.Failure{}}}, state.Missing{Left: 6, Of: 9}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, after(c.events...).Missing); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNothingIsComplete(t *testing.T) {
	for _, c := range []struct {
		name   string
		events []state.Event
		want   bool
	}{
		{"before the first comparison has ended", []state.Event{state.StatusTold{Status: pending(9, 0)}}, false},
		{"nor when it failed", []state.Event{state.StatusTold{Status: pending(9, 0)}, state.LibraryFailed{Failure: &state.Failure{}}}, false},
		{"but afterwards", []state.Event{state.Compared{Status: pending(9, 0)}}, true},
		{"and not of another library", []state.Event{state.Compared{Status: pending(9, 0)}, state.LibraryChosen{}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := after(c.events...).Compared; got != c.want {
				t.Errorf("compared %v, want %v", got, c.want)
			}
		})
	}
}

func TestAPassEndsWithItsProgress(t *testing.T) {
	for name, end := range map[string]state.Event{
		"compared": state.Compared{Status: pending(9, 0)},
		"failed":   state.LibraryFailed{Failure: &state.Failure{}},
		"nothing":  state.Progressed{},
	} {
		s := after(progress(1, 9), state.Dismissed{Banner: state.BannerIndexing}, end)
		if s.Status.Progress.Running || s.Dismissed[state.BannerIndexing] {
			t.Errorf("%s: progress %+v, banner dismissed %v", name, s.Status.Progress, s.Dismissed[state.BannerIndexing])
		}
	}
}

func TestTheButtonsBesideTheProgress(t *testing.T) {
	rebuild := func(p data.Progress) state.Event {
		p.Running, p.Rebuilding = true, true
		return state.Progressed{Progress: p}
	}
	first := []state.Event{state.StatusTold{Status: pending(0, 9)}, progress(1, 9)}
	paused, stopped := state.HeldUp{Hold: state.HoldPaused}, state.HeldUp{Hold: state.HoldStopped}
	for _, c := range []struct {
		name   string
		events []state.Event
		want   state.Controls
	}{
		{"none at rest", []state.Event{state.Compared{Status: pending(9, 0)}}, state.Controls{}},
		{"none while nothing is known to be missing", []state.Event{progress(0, 0)}, state.Controls{}},
		{"pause and cancel during a first index", first, state.Controls{Pause: true, Cancel: true}},
		{"pause and cancel during a rebuild", []state.Event{rebuild(data.Progress{})}, state.Controls{Pause: true, Cancel: true}},
		{"none for a rebuild by another process", []state.Event{rebuild(data.Progress{Elsewhere: true})}, state.Controls{}},
		{"continue and cancel of a paused one", append(first[:2:2], paused), state.Controls{Continue: true, Cancel: true}},
		{"also when no pass stands still for it", append(first[:2:2], paused, state.Compared{Status: pending(1, 8)}), state.Controls{Continue: true, Cancel: true}},
		{"continue of a stopped one", append(first[:2:2], stopped), state.Controls{Continue: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			if diff := cmp.Diff(c.want, after(c.events...).Controls()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestAStoreIsBehind(t *testing.T) {
	store := data.Store{Agent: "main", Path: "/store"}
	for _, c := range []struct {
		name   string
		events []state.Event
		want   bool
	}{
		{"before the first comparison", nil, true},
		{"while a pass is at work", []state.Event{state.Compared{Status: pending(9, 0)}, progress(0, 3)}, true},
		{"when sessions of it are left", []state.Event{state.Compared{Status: pending(8, 1)}}, true},
		{"not when all is there", []state.Event{state.Compared{Status: pending(9, 0)}}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := after(c.events...).Behind(store); got != c.want {
				t.Errorf("behind %v, want %v", got, c.want)
			}
		})
	}
}

func TestSlowWatchingIsSaidUntilItEnds(t *testing.T) {
	if s := after(state.WatchingSlowly{Slow: true}); !s.WatchingSlowly {
		t.Error("it is not said")
	}
	if s := after(state.WatchingSlowly{Slow: true}, state.WatchingSlowly{}); s.WatchingSlowly {
		t.Error("it is said for ever")
	}
	if s := after(state.WatchingSlowly{Slow: true}, state.LibraryChosen{}); s.WatchingSlowly {
		t.Error("it is said of a library whose watcher has not said so")
	}
}

func TestHowTheIndexWasMadeIsRememberedButNotOfTheSample(t *testing.T) {
	made := state.Made{Took: time.Minute, Messages: 20_000}
	if s := after(state.IndexMade{Made: made}, state.LibraryChosen{}); s.LastMade != made {
		t.Errorf("got %+v", s.LastMade)
	}
	if s := after(state.Started{Phase: state.PhaseReady, Sample: true}, state.IndexMade{Made: made}); s.LastMade != (state.Made{}) {
		t.Errorf("the sample was taken for an example: %+v", s.LastMade)
	}
}
