package watcher

import "github.com/fsnotify/fsnotify"

// source is what tells of changes: the system, through fsnotify. Both channels are closed when it ends.
type source interface {
	Add(dir string) error
	Remove(dir string) error
	Close() error
	happenings() <-chan fsnotify.Event
	faults() <-chan error
}

type system struct{ *fsnotify.Watcher }

func openSystem() (source, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	return system{w}, nil
}

func (s system) happenings() <-chan fsnotify.Event { return s.Events }
func (s system) faults() <-chan error              { return s.Errors }
