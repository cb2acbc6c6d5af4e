package watcher

import (
	"context"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// listener is the state of the goroutine that gives the hints.
type listener struct {
	w      *Watcher
	pace   pace
	events <-chan fsnotify.Event
	faults <-chan error
	// lost is true after events were lost, until all was compared: until a Watch that was called after the hint of it, of which
	// hinted is the number of the last call before.
	lost, told bool
	hinted     int
	// poll and less are those of the setter.
	poll, less bool
	slow       bool
}

func (w *Watcher) listen(ctx context.Context) {
	defer close(w.listened)
	l := &listener{w: w, pace: newPace(w.params, time.Now())}
	l.take()
	l.settle(time.Now())
	timer := time.NewTimer(time.Until(l.pace.due()))
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			l.drain()
			return
		case event, open := <-l.events:
			l.event(event, open)
		case _, open := <-l.faults:
			l.fault(open)
		case <-w.wake:
			l.take()
		case <-timer.C:
		}
		l.settle(time.Now())
		timer.Reset(time.Until(l.pace.due()))
	}
}

// drain takes what the system still tells, so that it can answer the setter, until that has ended.
func (l *listener) drain() {
	for {
		select {
		case <-l.w.set:
			return
		case _, open := <-l.events:
			if !open {
				l.events = nil
			}
		case _, open := <-l.faults:
			if !open {
				l.faults = nil
			}
		}
	}
}

// settle says what is to be said by now.
func (l *listener) settle(now time.Time) {
	slow := l.less || l.lost
	l.pace.polls = slow || l.poll
	if slow != l.slow {
		l.slow = slow
		if l.w.params.Slow != nil {
			l.w.params.Slow(slow)
		}
	}
	if now.Before(l.pace.due()) {
		return
	}
	l.pace.tell(now)
	if l.lost && !l.told {
		l.w.mu.Lock()
		l.told, l.hinted = true, l.w.asked
		l.w.mu.Unlock()
	}
	l.w.params.Hint()
}

// take takes over what the setter found.
func (l *listener) take() {
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	found := l.w.found
	l.w.found.news = false
	if l.w.source != nil {
		l.events, l.faults = l.w.source.happenings(), l.w.source.faults()
	}
	l.poll, l.less = found.poll, found.less
	if l.lost && l.told && found.asked > l.hinted {
		l.lost = false
	}
	if found.news {
		l.pace.change(time.Now())
	}
}

// event notes what the system tells. If it ends to tell, the next Watch tries to begin anew.
func (l *listener) event(e fsnotify.Event, open bool) {
	if !open {
		l.ended()
		return
	}
	if l.w.matters(e) {
		l.pace.change(time.Now())
	}
}

// fault notes that the system could not tell all, such as too many events at once: whatever was lost, comparing finds it.
// Whether a directory is still watched may have been lost, too, so all are asked for again.
func (l *listener) fault(open bool) {
	if !open {
		l.ended()
		return
	}
	l.w.mu.Lock()
	for _, s := range l.w.sights {
		s.lost = true
	}
	l.w.mu.Unlock()
	l.lost, l.told = true, false
	l.pace.change(time.Now())
}

func (l *listener) ended() {
	l.events, l.faults = nil, nil
	l.w.mu.Lock()
	defer l.w.mu.Unlock()
	if l.w.source == nil {
		return
	}
	_ = l.w.source.Close() // it has ended
	l.w.source, l.w.found.less, l.less = nil, true, true
	for _, s := range l.w.sights {
		s.held = false
	}
	l.pace.change(time.Now())
}

// matters tells whether something may have changed for those who look. What happens when somebody only reads does not. Of
// directories that go or get another name, and of those in them, it notes that the system may not tell of them any longer.
func (w *Watcher) matters(e fsnotify.Event) bool {
	op := e.Op &^ fsnotify.Chmod
	if op == 0 || strings.HasSuffix(e.Name, sharedMemory) {
		return false
	}
	name := filepath.Clean(e.Name)
	w.mu.Lock()
	defer w.mu.Unlock()
	if op&(fsnotify.Remove|fsnotify.Rename) != 0 && w.lose(name) {
		return true
	}
	if s := w.sights[key(filepath.Dir(name))]; s != nil {
		return s.tells(filepath.Base(name), op)
	}
	// An event of a directory itself says nothing that those of its names do not. Any other comes under a name that we do
	// not have: Linux tells of a directory that is mounted twice under the name that was watched first.
	return w.sights[key(name)] == nil
}

// lose notes that a directory and those in it may be watched no longer. It is false if none was.
func (w *Watcher) lose(dir string) (any bool) {
	dir = key(dir)
	for path, s := range w.sights {
		if path == dir || strings.HasPrefix(path, dir+string(filepath.Separator)) {
			s.lost, any = true, true
		}
	}
	return any
}
