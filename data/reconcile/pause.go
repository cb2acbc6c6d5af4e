package reconcile

import (
	"context"
	"sync"
)

// Pause holds passes up. The zero value is off. It is safe for use by several goroutines.
type Pause struct {
	mu sync.Mutex
	// off is closed when the pause ends; nil while there is none.
	off chan struct{}
}

// Set turns the pause on or off.
func (p *Pause) Set(on bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case on && p.off == nil:
		p.off = make(chan struct{})
	case !on && p.off != nil:
		close(p.off)
		p.off = nil
	}
}

// On tells whether passes are held up now. A nil Pause never does.
func (p *Pause) On() bool { return p.ending() != nil }

// Wait waits until the pause is off, or ctx ends.
func (p *Pause) Wait(ctx context.Context) error {
	off := p.ending()
	if off == nil {
		return ctx.Err()
	}
	select {
	case <-off:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (p *Pause) ending() <-chan struct{} {
	if p == nil {
		return nil
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.off
}
