package app

import (
	"runtime/debug"
	"time"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// restAfter is how long after the last work the window gives back the memory that it needed for it.
const restAfter = 10 * time.Second

// rest gives memory back once nothing has been done for a while. A window is open all day; what one search or one pass took
// would be its own until the evening. It belongs to the loop, runs no clock while nothing happens, and forgets what it was for.
type rest struct {
	after *time.Timer
	done  func()
}

// worked notes that something was done that takes memory.
func (r *rest) worked() {
	if r.after == nil {
		r.after = time.AfterFunc(restAfter, r.done)
		return
	}
	r.after.Reset(restAfter)
}

func (r *rest) stop() {
	if r.after != nil {
		r.after.Stop()
	}
}

// takesMemory tells whether something was done for this event that is worth a rest. A comparison that found nothing is not.
func takesMemory(e state.Event) bool {
	switch e.(type) {
	case state.Answered, state.SessionWidened, state.PageRead, state.Progressed, state.RecentListed:
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
