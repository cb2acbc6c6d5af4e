package openclaw

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

const (
	copyPrefix = "wordwake-copy-"
	copyLock   = "lock"
	// copyTries is how often a copy is begun again because the store changed under it.
	copyTries = 3
	// walHeader is the part of a WAL that changes when it begins anew.
	walHeader = 32
)

// errCopy: the store can be read, but on our side there is no room or no right for a private copy of it.
var errCopy = errors.New("private copy cannot be made")

// ours marks an error as one of the copy and not of the store. It counts as busy: the store is sound, and trying again
// later helps.
func ours(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%w: %w: %w", data.ErrStoreBusy, errCopy, err)
}

// openCopy reads a private copy of a store. It holds credentials as the store does: the folder is for its owner only, and
// goes with the connection.
func openCopy(ctx context.Context, one *guarded, path, temp string) (*opened, error) {
	if one.open > 0 {
		return nil, fmt.Errorf("%w: another reading of it has not ended", data.ErrStoreBusy)
	}
	folder, release, err := copyFolder(temp)
	if err != nil {
		return nil, err
	}
	db, err := copyAndOpen(ctx, path, filepath.Join(folder, "store.sqlite"))
	if err != nil {
		return nil, errors.Join(err, release())
	}
	return &opened{db: db, steady: true, unchanged: func() error { return nil }, closing: release}, nil
}

func copyAndOpen(ctx context.Context, path, to string) (*sql.DB, error) {
	if err := copyStore(ctx, path, to); err != nil {
		return nil, err
	}
	db, err := sqlitedb.OpenForeign(ctx, to, sqlitedb.ForeignCopy)
	if sqlitedb.IsFull(err) { // it writes: a -shm, and what a transaction that was cut off had changed
		err = ours(err)
	}
	return db, err
}

// copyFolder makes a locked folder; the lock tells a sweep that it is in use.
func copyFolder(temp string) (folder string, release func() error, err error) {
	if temp == "" {
		temp = os.TempDir()
	}
	folder, err = os.MkdirTemp(temp, copyPrefix)
	if err != nil {
		return "", nil, ours(err)
	}
	lock := flock.New(filepath.Join(folder, copyLock), flock.SetPermissions(0o600))
	if _, err := lock.TryLock(); err != nil {
		return "", nil, ours(errors.Join(err, lock.Close(), os.RemoveAll(folder)))
	}
	return folder, func() error {
		return errors.Join(lock.Close(), os.RemoveAll(folder))
	}, nil
}

// copyStore copies the main file, then the -wal, and takes the copy only if the main file and the head of the -wal stayed
// the same meanwhile. What is appended to the -wal during the copy is harmless: frames carry checksums.
func copyStore(ctx context.Context, path, to string) error {
	for range copyTries {
		before, err := lookBeside(path)
		if err == nil {
			err = before.filled(time.Now())
		}
		if err != nil {
			return err
		}
		head, err := headOf(path + "-wal")
		if err != nil {
			return err
		}
		for _, suffix := range []string{"", "-wal", "-journal"} {
			if err := copyFile(ctx, path+suffix, to+suffix); err != nil {
				return err
			}
		}
		after, err := lookBeside(path)
		if err != nil {
			return err
		}
		headAfter, err := headOf(path + "-wal")
		if err != nil {
			return err
		}
		if before.main == after.main && before.journal == after.journal && bytes.Equal(head, headAfter) {
			return nil
		}
	}
	return fmt.Errorf("%w: it kept changing while it was copied", data.ErrStoreBusy)
}

func headOf(path string) ([]byte, error) {
	file, err := os.Open(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, walHeader)
	n, err := io.ReadFull(file, head)
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return nil, err
	}
	return head[:n], nil
}

// copyFile copies one file; where there is none, there is none in the copy.
func copyFile(ctx context.Context, from, to string) error {
	source, err := os.Open(from)
	if errors.Is(err, os.ErrNotExist) {
		if err := os.Remove(to); err != nil && !errors.Is(err, os.ErrNotExist) {
			return ours(err)
		}
		return nil
	}
	if err != nil {
		return err
	}
	defer func() { _ = source.Close() }()
	target, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY|os.O_TRUNC, 0o600)
	if err != nil {
		return ours(err)
	}
	reading := contextReader{ctx: ctx, from: source}
	_, err = io.Copy(target, &reading)
	if err != nil && reading.err == nil {
		err = ours(err)
	}
	return errors.Join(err, ours(target.Close()))
}

// contextReader stops a long copy when its context ends. err tells an error of reading from one of writing.
type contextReader struct {
	ctx  context.Context //nolint:containedctx // lives as long as one io.Copy
	from io.Reader
	err  error
}

func (r *contextReader) Read(p []byte) (n int, err error) {
	if err = r.ctx.Err(); err == nil {
		n, err = r.from.Read(p)
	}
	if !errors.Is(err, io.EOF) {
		r.err = err
	}
	return n, err
}
