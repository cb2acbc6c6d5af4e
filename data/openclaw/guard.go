package openclaw

import (
	"context"
	"os"
	"sync"
)

// guard counts this process's own connections to each store. Closing any descriptor of a file drops all locks that the
// process holds on it (POSIX), so a store's files are opened directly only while no connection of ours is open.
type guard struct {
	mu    sync.Mutex
	paths map[string]*guarded
}

// guarded belongs to whoever has put something into turn: a mutex whose wait can be given up, since a private copy may
// take long.
type guarded struct {
	turn chan struct{}
	open int
	file *os.File // the main file, while connections are open
}

var guards = guard{paths: map[string]*guarded{}}

func (g *guard) of(path string) *guarded {
	g.mu.Lock()
	defer g.mu.Unlock()
	one := g.paths[path]
	if one == nil {
		one = &guarded{turn: make(chan struct{}, 1)}
		g.paths[path] = one
	}
	return one
}

// lock waits until nobody else opens the store or counts its connections.
func (g *guarded) lock(ctx context.Context) error {
	select {
	case g.turn <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (g *guarded) unlock() { <-g.turn }

// release is called when a connection to the store itself was closed. While one is open no copy is made, so that nobody
// has the lock for long.
func (g *guarded) release() {
	g.turn <- struct{}{}
	g.open--
	g.drop()
	g.unlock()
}

// hold gives the main file, opened for reading. It stays open until drop, since closing it would drop locks.
func (g *guarded) hold(path string) (*os.File, error) {
	if g.file != nil {
		return g.file, nil
	}
	file, err := os.Open(path)
	if err == nil {
		g.file = file
	}
	return file, err
}

// drop closes the main file, unless a connection is open.
func (g *guarded) drop() {
	if g.open == 0 && g.file != nil {
		_ = g.file.Close()
		g.file = nil
	}
}
