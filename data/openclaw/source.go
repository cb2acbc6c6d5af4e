package openclaw

import (
	"context"
	"errors"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Source reads one store. It is safe for use by several goroutines; each Open gives a Reader of its own.
type Source struct {
	store  data.Store
	limits limits
	// pieces is how many sessions one statement lists at most.
	pieces int
	memory memory
	// TempDir is where private copies are made; empty means the system's folder for temporary files. It is set before Open.
	TempDir string
	// Now is the clock by which a stamp is fresh; nil means time.Now.
	Now func() time.Time
}

var _ data.Source = (*Source)(nil)

// NewSource gives the source of a store that a Finder found. One that is kept lists sessions faster than a new one: it remembers
// what it listed last.
func NewSource(store data.Store) *Source {
	return &Source{store: store, limits: usualLimits, pieces: listedAtOnce}
}

// Store is the store that is read.
func (s *Source) Store() data.Store { return s.store }

// Stamp asks the file system about the main file, its -wal, and the folder of the cold archives, which changes when one comes
// or goes; nothing is opened by it but, on Windows, handles. A store that was listed from memory since it changed is fresh once
// more when that is too long ago.
func (s *Source) Stamp(ctx context.Context) (data.Stamp, bool, error) {
	if err := ctx.Err(); err != nil {
		return "", false, err
	}
	stamp, fresh, err := s.stamp()
	return stamp, fresh || s.memory.due(s.now()), fault(s.store, "look", err)
}

func (s *Source) stamp() (data.Stamp, bool, error) {
	return stampOf(s.store.Path, s.now(), coldFolder(s.store.Path))
}

func (s *Source) now() time.Time {
	if s.Now == nil {
		return time.Now()
	}
	return s.Now()
}

// Open begins a pass: it chooses how the files can be read without a trace, and finds out what the schema has.
func (s *Source) Open(ctx context.Context) (data.Reader, error) {
	sweepOnce(s.TempDir)
	file, err := look(s.store.Path)
	if err != nil {
		return nil, fault(s.store, "open", err)
	}
	stamp, fresh, err := s.stamp()
	if fresh || err != nil { // if the store cannot be looked at, opening it tells why
		stamp = ""
	}
	connection, err := openStore(ctx, s.store.Path, s.TempDir)
	if err != nil {
		return nil, fault(s.store, "open", err)
	}
	r := &reader{store: s.store, limits: s.limits, opened: connection, source: s, file: file, stamp: stamp}
	if r.schema, err = readSchema(ctx, connection.db); err == nil {
		err = r.schema.check()
	}
	if err == nil {
		err = r.prepare(ctx)
	}
	if err != nil {
		err = r.cause(err)
		_ = r.Close()
		return nil, fault(s.store, "read the schema", err)
	}
	return r, nil
}

// reader is one pass over a store, for one goroutine.
type reader struct {
	store  data.Store
	limits limits
	source *Source
	// file is what was at the store's place just before it was opened.
	file mark
	// stamp is that of the store just before it was opened; empty if it proves nothing.
	stamp  data.Stamp
	opened *opened
	schema schema
	rows   *statements
	unzip  *unpacker
	// read counts the rows of transcript_events that were read for messages.
	read int64
}

var _ data.Reader = (*reader)(nil)

func (r *reader) Generation() int { return r.schema.generation }

func (r *reader) Unchanged() error {
	return fault(r.store, "read", r.opened.unchanged())
}

func (r *reader) Close() error {
	if r.rows != nil {
		r.rows.close()
	}
	if r.unzip != nil {
		r.unzip.close()
	}
	if err := r.opened.Close(); err != nil {
		return fault(r.store, "close", err)
	}
	return nil
}

// cause is the error of a read: if the store changed under it, that is the cause, whatever SQLite made of it.
func (r *reader) cause(err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	if changed := r.opened.unchanged(); errors.Is(changed, data.ErrStoreChanged) {
		return changed
	}
	return err
}
