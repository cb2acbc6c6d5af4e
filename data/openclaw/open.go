package openclaw

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// journalWait is how long a rollback journal is given to vanish: normally it lives as long as one commit.
const journalWait = 500 * time.Millisecond

const (
	// openTries is how often a store is looked at again that changes between the look and the opening.
	openTries = 4
	// lockPause is how long is waited between two tries to lock a store.
	lockPause = 20 * time.Millisecond
)

// errMoved: what lies beside the store changed just before it was opened.
var errMoved = fmt.Errorf("%w: its files come and go", data.ErrStoreBusy)

// opened is a connection to a store, or to a private copy of it.
type opened struct {
	db *sql.DB
	// steady is true if no other program can change what the connection sees.
	steady bool
	// unchanged returns data.ErrStoreChanged if what was read may be worthless.
	unchanged func() error
	closing   func() error
}

func (o *opened) Close() error {
	err := o.db.Close()
	if o.closing != nil {
		err = errors.Join(err, o.closing())
	}
	return err
}

// openStore opens a database without leaving anything beside it. Which way is chosen by what lies there:
// A -wal and -shm: in place, live. B none: in place, as a file at rest. C one of them, D a journal, another machine's disk, or
// a failure of A: a private copy. E a database without WAL: in place, live, since that makes no files.
func openStore(ctx context.Context, path, temp string) (*opened, error) {
	one := guards.of(path)
	err := one.lock(ctx)
	if err != nil {
		return nil, err
	}
	defer one.unlock()
	for range openTries {
		var found *opened
		if found, err = openAs(ctx, one, path, temp); !errors.Is(err, errMoved) {
			return found, err
		}
	}
	return nil, err
}

// openAs chooses the way by what lies there now. errMoved means that it was something else a moment later.
func openAs(ctx context.Context, one *guarded, path, temp string) (*opened, error) {
	files, err := settled(ctx, path)
	if err == nil {
		err = files.filled(time.Now())
	}
	if err != nil {
		return nil, err
	}
	sides := files.wal.exists || files.shm.exists
	switch {
	case files.journal.exists, remote(path):
		return openCopy(ctx, one, path, temp)
	case files.wal.exists && files.shm.exists:
		return openShared(ctx, one, path, temp)
	case sides:
		return openCopy(ctx, one, path, temp)
	}
	rollback, err := rollbackMode(one, path)
	switch {
	case err != nil:
		one.drop()
		return nil, err
	case rollback:
		return openLiveOrCopy(ctx, one, path, temp, files)
	case one.open > 0:
		return nil, fmt.Errorf("%w: files beside it are gone", data.ErrStoreBusy)
	}
	one.drop()
	return openAtRest(ctx, path, files)
}

// openShared opens a store beside which a -wal and a -shm lie, once it is sure that they stay: SQLite would make those that
// are missing, and delete a -wal beside an empty file.
func openShared(ctx context.Context, one *guarded, path, temp string) (*opened, error) {
	files, err := pinned(ctx, one, path)
	if err != nil {
		one.drop()
		return nil, err
	}
	return openLiveOrCopy(ctx, one, path, temp, files)
}

// pinned locks the main file against the removal of what lies beside it, and looks again.
func pinned(ctx context.Context, one *guarded, path string) (beside, error) {
	file, err := one.hold(path)
	if err != nil {
		return beside{}, err
	}
	deadline := time.Now().Add(sqlitedb.DefaultBusyTimeout)
	for {
		locked, err := lockShared(file)
		if err != nil {
			return beside{}, err
		}
		if locked {
			break
		}
		if time.Now().After(deadline) {
			return beside{}, fmt.Errorf("%w: it is locked", data.ErrStoreBusy)
		}
		select {
		case <-ctx.Done():
			return beside{}, ctx.Err()
		case <-time.After(lockPause):
		}
	}
	files, err := lookBeside(path)
	if err != nil {
		return files, err
	}
	info, err := file.Stat()
	if err != nil {
		return files, err
	}
	now, err := os.Stat(path)
	if err != nil {
		return files, err
	}
	if !os.SameFile(info, now) || sqlitedb.NoPages(files.main.size) || !files.wal.exists || !files.shm.exists || files.journal.exists {
		return files, errMoved
	}
	return files, nil
}

// settled looks at the files, and waits a moment for a journal to vanish.
func settled(ctx context.Context, path string) (beside, error) {
	deadline := time.Now().Add(journalWait)
	for {
		files, err := lookBeside(path)
		if err != nil || !files.journal.exists || time.Now().After(deadline) {
			return files, err
		}
		select {
		case <-ctx.Done():
			return files, ctx.Err()
		case <-time.After(journalWait / 20):
		}
	}
}

func openLiveOrCopy(ctx context.Context, one *guarded, path, temp string, files beside) (*opened, error) {
	db, err := sqlitedb.OpenForeign(ctx, path, sqlitedb.ForeignLive)
	if err != nil {
		one.drop()
		if !sqlitedb.NeedsCopy(err) {
			return nil, err
		}
		copied, copyErr := openCopy(ctx, one, path, temp)
		if copyErr != nil && !errors.Is(copyErr, errCopy) && ctx.Err() == nil {
			return nil, err // what kept it from being read in place kept it from being copied
		}
		return copied, copyErr
	}
	one.open++
	return &opened{
		db:        db,
		unchanged: func() error { return sameFile(path, files.main) },
		closing:   func() error { one.release(); return nil },
	}, nil
}

// sameFile finds out that a store was replaced by another file while it was read.
func sameFile(path string, before mark) error {
	now, err := look(path)
	if err != nil {
		return err
	}
	if !now.same(before) {
		return data.ErrStoreChanged
	}
	return nil
}

// openAtRest reads a file that nobody has open. SQLite takes no lock then, so afterwards the files must be as before.
func openAtRest(ctx context.Context, path string, files beside) (*opened, error) {
	db, err := sqlitedb.OpenForeign(ctx, path, sqlitedb.ForeignAtRest)
	if err != nil {
		return nil, err
	}
	unchanged := func() error {
		now, err := lookBeside(path)
		if err != nil {
			return err
		}
		if now != files {
			return data.ErrStoreChanged
		}
		return nil
	}
	return &opened{db: db, steady: true, unchanged: unchanged}, nil
}

// rollbackMode reads the header: versions 1 and 1 mean that the database does not use a WAL.
func rollbackMode(one *guarded, path string) (bool, error) {
	file, err := one.hold(path)
	if err != nil {
		return false, err
	}
	header := make([]byte, 20)
	if _, err := file.ReadAt(header, 0); err != nil {
		if !unreadable(err) {
			err = fmt.Errorf("%w: %w", data.ErrStoreCorrupt, err)
		}
		return false, err
	}
	return header[18] == 1 && header[19] == 1, nil
}
