package watcher

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

// patience is how long the tests wait for a hint that is to come.
const patience = 20 * time.Second

func at(ms int) time.Time {
	return time.Date(2026, 7, 14, 21, 0, 0, 0, time.UTC).Add(time.Duration(ms) * time.Millisecond)
}

func TestHintsKeepTheirPace(t *testing.T) {
	for _, c := range []struct {
		name    string
		told    int // milliseconds; 0 is never
		changes []int
		want    int
	}{
		{"the first change is told soon", 0, []int{5000}, 5050},
		{"a change after a long rest is told soon", 1000, []int{5000}, 5050},
		{"further changes wait for a pause", 4900, []int{5000, 5100, 5200}, 5450},
		{"changes without a pause wait no longer than the longest", 4900, []int{5000, 5200, 5400, 5600, 5800, 6000}, 6000},
	} {
		t.Run(c.name, func(t *testing.T) {
			p := newPace(Params{})
			if c.told > 0 {
				p.told = at(c.told)
			}
			for _, change := range c.changes {
				p.change(at(change))
			}
			if due, any := p.due(); !any || !due.Equal(at(c.want)) {
				t.Errorf("due at %v, %v; want %v", due, any, at(c.want))
			}
		})
	}
}

func TestNothingIsDueAfterItWasTold(t *testing.T) {
	p := newPace(Params{})
	p.change(at(0))
	p.tell(at(50))
	if due, any := p.due(); any {
		t.Errorf("due at %v, want nothing", due)
	}
}

func TestWhatTellsNothingIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		name  string
		event fsnotify.Event
		want  bool
	}{
		{"a written -wal tells", fsnotify.Event{Name: "/a/openclaw-agent.sqlite-wal", Op: fsnotify.Write}, true},
		{"a removed database tells", fsnotify.Event{Name: "/a/openclaw-agent.sqlite", Op: fsnotify.Remove}, true},
		{"shared memory tells nothing", fsnotify.Event{Name: "/a/openclaw-agent.sqlite-shm", Op: fsnotify.Write}, false},
		{"changed rights tell nothing", fsnotify.Event{Name: "/a/openclaw-agent.sqlite-wal", Op: fsnotify.Chmod}, false},
		{"rights beside content tell", fsnotify.Event{Name: "/a/x", Op: fsnotify.Chmod | fsnotify.Write}, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := tells(c.event); got != c.want {
				t.Errorf("tells %v, want %v", got, c.want)
			}
		})
	}
}

// open watches dir and gives the hints.
func open(t *testing.T, dir string) (*Watcher, <-chan struct{}) {
	t.Helper()
	hints := make(chan struct{}, 100)
	w, err := Open(t.Context(), Params{Hint: func() { hints <- struct{}{} }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	if err := w.Watch([]string{dir}); err != nil {
		t.Fatal(err)
	}
	return w, hints
}

func expect(t *testing.T, what string, hints <-chan struct{}) {
	t.Helper()
	select {
	case <-hints:
	case <-time.After(patience):
		t.Fatalf("no hint after %s", what)
	}
}

func write(t *testing.T, path string) {
	t.Helper()
	if err := os.WriteFile(path, []byte("x"), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestChangesAreTold(t *testing.T) {
	dir := t.TempDir()
	_, hints := open(t, dir)
	write(t, filepath.Join(dir, "new"))
	expect(t, "a new file", hints)
	write(t, filepath.Join(dir, "temp"))
	if err := os.Rename(filepath.Join(dir, "temp"), filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	expect(t, "a file put in the place of another", hints)
	if err := os.Remove(filepath.Join(dir, "new")); err != nil {
		t.Fatal(err)
	}
	expect(t, "a removed file", hints)
}

func TestADirectoryThatIsNotThereYetIsTold(t *testing.T) {
	base := t.TempDir()
	deep := filepath.Join(base, "agents", "main", "agent")
	w, hints := open(t, deep)
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	expect(t, "a new directory", hints)
	if err := w.Watch([]string{deep}); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(deep, "store"))
	expect(t, "a file in the new directory", hints)
}

func TestAReplacedDirectoryIsWatchedAgain(t *testing.T) {
	base := t.TempDir()
	dir := filepath.Join(base, "agent")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	w, hints := open(t, dir)
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	expect(t, "a renamed directory", hints)
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := w.Watch([]string{dir}); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "store"))
	expect(t, "a file in the directory that took its place", hints)
}

func TestAClosedWatcherIsSilent(t *testing.T) {
	dir := t.TempDir()
	w, hints := open(t, dir)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(dir, "new"))
	if len(hints) > 0 {
		t.Error("a hint came after Close")
	}
}
