package watcher

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// sharedMemory is the end of the name of a file that changes whenever SQLite reads: it tells nothing.
const sharedMemory = "-shm"

// Params are the needs of a Watcher. Hint is required; the paces default to those of this package.
type Params struct {
	// Hint is called from the Watcher's goroutine when something may have changed, one call at a time. It must return at once.
	Hint                  func()
	First, Quiet, Longest time.Duration
}

// Watcher watches directories, not what lies in their subdirectories. Its methods may be called from any goroutine.
type Watcher struct {
	hint   func()
	pace   pace
	events *fsnotify.Watcher
	stop   context.CancelFunc
	done   chan struct{}
}

// Open starts a Watcher that watches nothing yet. An error means that this system gives no events.
func Open(ctx context.Context, p Params) (*Watcher, error) {
	if p.Hint == nil {
		return nil, errors.New("open watcher: a receiver of hints is needed")
	}
	events, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("open watcher: %w", err)
	}
	ctx, stop := context.WithCancel(ctx)
	w := &Watcher{hint: p.Hint, pace: newPace(p), events: events, stop: stop, done: make(chan struct{})}
	go w.loop(ctx)
	return w, nil
}

// Close ends the watching and waits. No hint comes afterwards.
func (w *Watcher) Close() error {
	w.stop()
	<-w.done
	return w.events.Close()
}

// Watch replaces the watched directories. In the place of one that is not there the nearest directory above it is watched, so
// that its appearance is told. The error names what cannot be watched; the rest is.
func (w *Watcher) Watch(dirs []string) error {
	targets := map[string]bool{}
	for _, dir := range dirs {
		targets[nearest(filepath.Clean(dir))] = true
	}
	for _, held := range w.events.WatchList() {
		if !targets[held] {
			_ = w.events.Remove(held) // it may be gone by itself
		}
	}
	var failed []error
	for dir := range targets {
		if err := w.events.Add(dir); err != nil {
			failed = append(failed, fmt.Errorf("watch %q: %w", dir, err))
		}
	}
	return errors.Join(failed...)
}

// nearest is dir, or the nearest directory above it that is there.
func nearest(dir string) string {
	for {
		_, err := os.Stat(dir)
		parent := filepath.Dir(dir)
		if err == nil || parent == dir {
			return dir
		}
		dir = parent
	}
}

func (w *Watcher) loop(ctx context.Context) {
	defer close(w.done)
	timer := time.NewTimer(time.Hour)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case event, open := <-w.events.Events:
			if !open {
				return
			}
			if tells(event) {
				w.pace.change(time.Now())
			}
		case <-w.events.Errors: // such as too many events at once: whatever was lost, comparing finds it
			w.pace.change(time.Now())
		case now := <-timer.C:
			if due, any := w.pace.due(); any && !now.Before(due) {
				w.pace.tell(now)
				w.hint()
			}
		}
		if due, any := w.pace.due(); any {
			timer.Reset(time.Until(due))
		}
	}
}

// tells leaves out what happens when somebody only reads.
func tells(e fsnotify.Event) bool {
	return e.Op != fsnotify.Chmod && !strings.HasSuffix(e.Name, sharedMemory)
}
