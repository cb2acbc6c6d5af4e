package views

// echo keeps a value that the person changes here and that comes back with a later state. What was sent and has not come
// back yet wins over older states, so that fast typing and fast keys are never undone by a state that is on its way.
type echo[T comparable] struct {
	// sent are the values that have not come back, oldest first; last is the value of the newest state.
	sent []T
	last T
}

// echoes is how many values may be on their way; when more are missing, they are lost and the state is right.
const echoes = 256

// send remembers a value that the person made.
func (e *echo[T]) send(v T) {
	e.sent = append(e.sent, v)
	if len(e.sent) > echoes {
		e.sent = e.sent[1:]
	}
}

// receive takes the value of a state and gives the one to show.
func (e *echo[T]) receive(v T) T {
	changed := v != e.last
	e.last = v
	for i, s := range e.sent {
		if s == v {
			e.sent = e.sent[i+1:]
			return e.newest()
		}
	}
	if changed {
		// The state changed by itself, so what was sent before is out of date.
		e.sent = nil
	}
	return e.newest()
}

func (e *echo[T]) newest() T {
	if len(e.sent) > 0 {
		return e.sent[len(e.sent)-1]
	}
	return e.last
}
