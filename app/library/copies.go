package library

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
)

// Private copies of histories hold what the histories hold, also credentials. They lie in a folder of our own that is closed
// to other users, and not among the temporary files of everybody. It is made when the first copy needs it.

func defaultCopies() string { return filepath.Join(config.DataFolder(), "copies") }

// source makes the folder for copies when a copy fails for want of it.
type source struct {
	*openclaw.Source
	copies string
}

// kept gives the same source for the same store each time: it remembers what it listed last.
type kept struct {
	copies  string
	sources sync.Map // data.Store: source
}

func (k *kept) source(store data.Store) data.Source {
	if known, ok := k.sources.Load(store); ok {
		return known.(source)
	}
	s := source{openclaw.NewSource(store), k.copies}
	s.TempDir = k.copies
	known, _ := k.sources.LoadOrStore(store, s)
	return known.(source)
}

// Open implements data.Source.
func (s source) Open(ctx context.Context) (data.Reader, error) {
	reader, err := s.Source.Open(ctx)
	if wants(err) && makeCopies(s.copies) {
		return s.Source.Open(ctx)
	}
	return reader, err
}

// finder does the same for the copy of a registry of agents.
type finder struct {
	*openclaw.Finder
	copies string
}

// Find implements data.Finder.
func (f finder) Find(ctx context.Context) ([]data.Store, []error) {
	stores, problems := f.Finder.Find(ctx)
	for _, problem := range problems {
		if wants(problem) && makeCopies(f.copies) {
			return f.Finder.Find(ctx)
		}
	}
	return stores, problems
}

// wants tells whether a copy may have failed because there is no folder for it: what is missing then lies on our side, so that
// the history itself only counts as busy.
func wants(err error) bool {
	return errors.Is(err, data.ErrStoreBusy) && errors.Is(err, fs.ErrNotExist)
}

// makeCopies makes the folder, and is true if it was not there and is now.
func makeCopies(folder string) bool {
	if _, err := os.Stat(folder); !errors.Is(err, fs.ErrNotExist) {
		return false
	}
	return os.MkdirAll(folder, 0o700) == nil
}
