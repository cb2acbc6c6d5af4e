package watcher

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// patience is how long the tests wait for a hint that is to come.
const patience = 20 * time.Second

// spied is the real source of events. After the events of a mark it says that the listener is done with all before.
type spied struct {
	source
	events chan fsnotify.Event
	marked chan string
}

// markDir is the name of the directory in which marks are made; nothing in it matters.
const markDir = "marks"

func openSpied() (*spied, error) {
	inner, err := openSystem()
	if err != nil {
		return nil, err
	}
	s := &spied{inner, make(chan fsnotify.Event), make(chan string, 100)}
	go func() {
		defer close(s.events)
		for e := range inner.happenings() {
			s.events <- e
			if filepath.Base(filepath.Dir(e.Name)) == markDir && e.Has(fsnotify.Create) {
				s.events <- fsnotify.Event{Name: e.Name, Op: fsnotify.Chmod} // taken only once the mark is done with
				s.marked <- filepath.Base(e.Name)
			}
		}
	}()
	return s, nil
}

func (s *spied) happenings() <-chan fsnotify.Event { return s.events }

// eye is a Watcher of real directories that tells each change by a hint of its own.
type eye struct {
	t     *testing.T
	w     *Watcher
	spy   *spied
	marks string
	hints chan struct{}
	made  int
}

func openEye(t *testing.T, costly bool) *eye {
	t.Helper()
	e := &eye{t: t, marks: filepath.Join(canonicalTemp(t), markDir), hints: make(chan struct{}, 10000)}
	e.mkdir(e.marks)
	open := func() (source, error) {
		spy, err := openSpied()
		e.spy = spy
		return spy, err
	}
	const once = time.Nanosecond
	p := Params{Hint: func() { e.hints <- struct{}{} }, First: once, Quiet: once, Longest: once}
	w, err := openOn(t.Context(), p, open, costly)
	if err != nil {
		t.Fatal(err)
	}
	e.w = w
	t.Cleanup(func() {
		if err := w.Close(); err != nil {
			t.Error(err)
		}
	})
	return e
}

func canonicalTemp(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// watch has places watched, and returns when they are.
func (e *eye) watch(places ...Place) {
	e.t.Helper()
	e.w.Watch(append(places, Place{Dir: e.marks, Names: []string{"none"}, Writes: true}))
	e.w.mu.Lock()
	asked := e.w.asked
	e.w.mu.Unlock()
	for end := time.Now().Add(patience); ; {
		e.w.mu.Lock()
		done := e.w.found.asked >= asked && !e.w.found.news
		e.w.mu.Unlock()
		if done {
			break
		}
		if time.Now().After(end) {
			e.t.Fatal("the places are not watched")
		}
		runtime.Gosched()
	}
}

// settled waits until all that happened was taken note of, and gives the number of hints of it.
func (e *eye) settled() int {
	e.t.Helper()
	e.made++
	mark := filepath.Join(e.marks, string(rune('a'+e.made)))
	e.mkdir(mark)
	for {
		select {
		case seen := <-e.spy.marked:
			if seen == filepath.Base(mark) {
				n := 0
				for ; len(e.hints) > 0; n++ {
					<-e.hints
				}
				return n
			}
		case <-time.After(patience):
			e.t.Fatal("no event of the mark")
		}
	}
}

// told waits for a hint of what.
func (e *eye) told(what string) {
	e.t.Helper()
	select {
	case <-e.hints:
	case <-time.After(patience):
		e.t.Fatalf("no hint: %s", what)
	}
	e.settled()
}

// silent makes sure that there is no hint of what.
func (e *eye) silent(what string) {
	e.t.Helper()
	if n := e.settled(); n > 0 {
		e.t.Errorf("%d hints: %s", n, what)
	}
}

func (e *eye) do(errs ...error) {
	e.t.Helper()
	if err := errors.Join(errs...); err != nil {
		e.t.Fatal(err)
	}
}

func (e *eye) mkdir(dir string) { e.t.Helper(); e.do(os.MkdirAll(dir, 0o700)) }

func (e *eye) write(path string) {
	e.t.Helper()
	f, err := os.OpenFile(path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	e.do(err)
	_, err = f.WriteString("x")
	e.do(err, f.Close())
}

// fake is a source of events that a test holds in its hands.
type fake struct {
	events chan fsnotify.Event
	errs   chan error
	// room is how many directories it takes; refuse is the error for those that it does not.
	room   int
	refuse error
	added  map[string]int
	ended  bool
	// during is called while a directory is added; may be nil.
	during func()
}

func newFake(room int, refuse error) *fake {
	return &fake{events: make(chan fsnotify.Event), errs: make(chan error), room: room, refuse: refuse, added: map[string]int{}}
}

func (f *fake) Add(dir string) error {
	if f.during != nil {
		f.during()
	}
	if len(f.added) >= f.room && f.added[dir] == 0 {
		return f.refuse
	}
	f.added[dir]++
	return nil
}

func (f *fake) Remove(dir string) error {
	if f.added[dir] == 0 {
		return fsnotify.ErrNonExistentWatch
	}
	delete(f.added, dir)
	return nil
}

// end closes the channels as fsnotify does.
func (f *fake) end() {
	if !f.ended {
		f.ended = true
		close(f.events)
		close(f.errs)
	}
}

func (f *fake) Close() error                      { f.end(); return nil }
func (f *fake) happenings() <-chan fsnotify.Event { return f.events }
func (f *fake) faults() <-chan error              { return f.errs }

// opening opens a Watcher on sources that a test gives, in order; nil is a system without events.
func opening(t *testing.T, ctx context.Context, p Params, sources ...*fake) *Watcher {
	t.Helper()
	open := func() (source, error) {
		if len(sources) == 0 || sources[0] == nil {
			if len(sources) > 0 {
				sources = sources[1:]
			}
			return nil, errors.New("too many open files")
		}
		next := sources[0]
		sources = sources[1:]
		return next, nil
	}
	w, err := openOn(ctx, p, open, false)
	if err != nil {
		t.Fatal(err)
	}
	return w
}
