package app

import (
	"runtime/debug"
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// restAfter is how long after the last work the window gives back the memory that it needed for it: soon, and once more when
// the connections to the library that nobody uses are closed and the drawn texts are forgotten, which takes a minute.
var restAfter = [...]time.Duration{10 * time.Second, 80 * time.Second}

// rest gives memory back once nothing has been done for a while. A window is open all day; what one search or one pass took
// would be its own until the evening. It belongs to the loop and runs no clock while nothing happens.
type rest struct {
	timers [len(restAfter)]*time.Timer
	done   func()
}

// worked notes that something was done that takes memory.
func (r *rest) worked() {
	for i, after := range restAfter {
		if r.timers[i] == nil {
			r.timers[i] = time.AfterFunc(after, r.done)
		} else {
			r.timers[i].Reset(after)
		}
	}
}

func (r *rest) stop() {
	for _, timer := range r.timers {
		if timer != nil {
			timer.Stop()
		}
	}
}

// takesMemory tells whether something was done for this event that is worth a rest. A comparison that found nothing is not.
func takesMemory(e state.Event) bool {
	switch e.(type) {
	case state.Answered, state.SessionWidened, state.PageRead, state.Progressed, state.RecentListed,
		state.HiddenRead, state.SecretsListed:
		return true
	default:
		return false
	}
}

// giveBack is called beside the loop.
func giveBack() {
	sqlitedb.ReleaseMemory()
	debug.FreeOSMemory()
}
