package app

import (
	"slices"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

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
