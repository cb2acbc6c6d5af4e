package single

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// ErrRaised says that another window has the library and came to the front.
var ErrRaised = errors.New("another window of this library is open")

// ErrSilent says that another window has the library and does not answer.
var ErrSilent = errors.New("another window of this library is open and does not answer")

// DefaultWait is how long the other window may take to come to the front. One that is well does so at once.
const DefaultWait = 2 * time.Second

// The mode of the folder and the files: whoever may talk to the window is its owner.
const (
	folderMode = 0o700
	fileMode   = 0o600
)

// Params are the needs of Claim. Folder is required.
type Params struct {
	// Folder is that of the library. It is made if it is missing.
	Folder string
	// Runtime is a folder of this user for sockets, used where the path in Folder would be too long for one.
	Runtime string
	// Wait bounds how long the other window may take to answer; 0 means DefaultWait.
	Wait time.Duration
}

// Guard is held by the window of a library. A nil Guard is one that could not be had; its methods do nothing.
type Guard struct {
	lock     *flock.Flock
	listener net.Listener
	wait     time.Duration
	stop     context.CancelFunc
	calls    sync.WaitGroup
	closing  sync.Once
	closed   error
}

// Claim makes this process the one with the window of a library. ErrRaised and ErrSilent mean that another process is; any
// other error means that there is no guard here, such as in a folder that may not be written.
func Claim(ctx context.Context, p Params) (*Guard, error) {
	if p.Wait == 0 {
		p.Wait = DefaultWait
	}
	place, err := placeOf(p)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(place.socket), folderMode); err != nil {
		return nil, fmt.Errorf("make the folder of the window's socket: %w", err)
	}
	lock := flock.New(place.lock, flock.SetPermissions(fileMode))
	if err := place.take(ctx, lock, p.Wait); err != nil {
		return nil, err
	}
	listener, err := listen(ctx, place.socket)
	if err != nil {
		return nil, errors.Join(err, lock.Close())
	}
	return &Guard{lock: lock, listener: listener, wait: p.Wait}, nil
}

// take takes the lock, or has the window that holds it come to the front. A window that is about to open its socket, or about to
// end, answers nothing: both are tried until one succeeds or the time is over.
func (p place) take(ctx context.Context, lock *flock.Flock, wait time.Duration) error {
	within, stop := context.WithTimeout(ctx, wait)
	defer stop()
	for {
		first, err := lock.TryLock()
		switch {
		case err != nil:
			return fmt.Errorf("lock %s: %w", filepath.Base(p.lock), err)
		case first:
			return nil
		case askAt(within, p.socket):
			return ErrRaised
		}
		select {
		case <-within.Done():
			return errors.Join(ErrSilent, ctx.Err())
		case <-time.After(retryPause):
		}
	}
}

// listen opens the socket. Only the holder of the lock comes here, so that a socket which is there is left over from a process
// that was killed.
func listen(ctx context.Context, socket string) (net.Listener, error) {
	if err := os.Remove(socket); err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, fmt.Errorf("remove a stale socket: %w", err)
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "unix", socket)
	if err != nil {
		return nil, fmt.Errorf("open the window's socket: %w", err)
	}
	if err := os.Chmod(socket, fileMode); err != nil {
		return nil, errors.Join(fmt.Errorf("protect the window's socket: %w", err), listener.Close())
	}
	return listener, nil
}

// Serve answers other windows from now on. bring has the window come to the front and returns when it has; those who come
// before Serve is called wait for it. Serve returns at once.
func (g *Guard) Serve(ctx context.Context, bring func(context.Context) error) {
	if g == nil {
		return
	}
	ctx, g.stop = context.WithCancel(ctx)
	g.calls.Go(func() { g.accept(ctx, bring) })
}

// Close ends the guard and waits: from then on the next window is the first. It may be called again.
func (g *Guard) Close() error {
	if g == nil {
		return nil
	}
	g.closing.Do(func() {
		if g.stop != nil {
			g.stop()
		}
		g.closed = g.listener.Close()
		g.calls.Wait()
		g.closed = errors.Join(g.closed, g.lock.Close())
	})
	return g.closed
}
