package app

import (
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/reconcile"
)

// check has the stores compared with the library beside whatever else goes on.
func (a *app) check(always bool) {
	if a.desk == nil {
		return
	}
	if always || time.Since(a.state.Status.Checked) > checkEvery {
		a.desk.keeper.check()
	}
}

// makeAgain has the index of these agents made again; none means all. Whatever held up the indexing ends with that.
func (a *app) makeAgain(agents []string) {
	if a.desk == nil {
		return
	}
	a.desk.keeper.rebuild(agents)
	a.reduce(state.HeldUp{Hold: state.HoldNone})
}

// control pauses the indexing, has it go on, or cancels it, as far as that has a meaning now.
func (a *app) control(what act) {
	can := a.state.Controls()
	switch {
	case a.desk == nil:
	case what == actPause && can.Pause:
		a.desk.keeper.holdUp(state.HoldPaused)
		a.reduce(state.HeldUp{Hold: state.HoldPaused})
	case what == actContinue && can.Continue:
		a.desk.keeper.holdUp(state.HoldNone)
		a.reduce(state.HeldUp{Hold: state.HoldNone})
	case what == actCancel && can.Cancel:
		a.reduce(state.HeldUp{Hold: a.desk.keeper.cancel()})
	}
}

// lookedAt is the session in the drawer.
func lookedAt(d state.Drawer) reconcile.Looked {
	if !d.Open {
		return reconcile.Looked{}
	}
	return reconcile.Looked{Store: d.Session.Store.Path, Key: d.Session.Key}
}
