package app

import (
	"sync"

	"github.com/wordwake/wordwake/app/state"
)

// drawing hands the newest state to the window. However many states come while it is busy, it draws the last.
type drawing struct {
	// post runs a function on the window's goroutine, soon; render draws there.
	post   func(func())
	render func(state.State)

	mu      sync.Mutex
	next    state.State
	waiting bool
	stopped bool
}

// draw asks for s to be drawn. The lock is not held while it posts: once Fyne ends, it runs what is posted at once.
func (d *drawing) draw(s state.State) {
	if d.put(s) {
		d.post(func() { d.render(d.take()) })
	}
}

// put notes the newest state and tells whether somebody has to be sent for it.
func (d *drawing) put(s state.State) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.next = s
	if d.waiting || d.stopped {
		return false
	}
	d.waiting = true
	return true
}

// stop draws nothing any more: the window is about to go.
func (d *drawing) stop() {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.stopped = true
}

// ended tells whether stop was called.
func (d *drawing) ended() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.stopped
}

func (d *drawing) take() state.State {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.waiting = false
	return d.next
}
