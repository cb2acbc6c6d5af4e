package sqlitedb

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"slices"
	"syscall"
	"time"

	"github.com/mattn/go-sqlite3"
)

// Pragmas of our own databases: one writer beside readers, durable enough for something that can be made again, nothing
// deleted stays readable on the disk.
const (
	// KiB, negative by SQLite's convention. A reader needs little: what it reads again lies in the cache of the system. There are
	// several, and a window that was searched for a day would hold all of them full. A writer goes on to other pages all the time:
	// with 32 MB it took a fifth longer than with 8 MB, in which its largest transactions fit.
	ownCacheSize   = "-8000"
	ownBusyTimeout = "5000"
)

// readerIdle is how long a connection is kept that nobody uses.
const readerIdle = time.Minute

// OpenOwnWriter opens our database at path for reading and writing, on one connection that begins its transactions
// IMMEDIATE. A missing file is created.
func OpenOwnWriter(ctx context.Context, path string) (*sql.DB, error) {
	options := ownOptions()
	options.Set("mode", "rwc")
	options.Set("_txlock", "immediate")
	options.Set("_journal_mode", "WAL")
	options.Set("_synchronous", "NORMAL")
	options.Set("_secure_delete", "true")
	return open(ctx, path, options)
}

// OpenOwnReader opens our database at path for reading, on up to conns connections.
func OpenOwnReader(ctx context.Context, path string, conns int) (*sql.DB, error) {
	options := ownOptions()
	options.Set("mode", "ro")
	options.Set("_query_only", "1")
	db, err := open(ctx, path, options)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(conns)
	db.SetMaxIdleConns(conns)
	db.SetConnMaxIdleTime(readerIdle)
	return db, nil
}

func ownOptions() url.Values {
	options := url.Values{}
	options.Set("_busy_timeout", ownBusyTimeout)
	options.Set("_cache_size", ownCacheSize)
	options.Set("_foreign_keys", "1")
	return options
}

// IsFull tells whether a write failed because the disk, or the quota, is full, or the file may not be larger. SQLite calls only
// a part of this full, and the rest, also when it makes a -shm, an error of the disk.
func IsFull(err error) bool {
	var lite sqlite3.Error
	if errors.As(err, &lite) {
		return lite.Code == sqlite3.ErrFull || lite.Code == sqlite3.ErrIoErr && slices.Contains(full, lite.SystemErrno)
	}
	return slices.ContainsFunc(full, func(errno syscall.Errno) bool { return errors.Is(err, errno) })
}

var full = []syscall.Errno{syscall.ENOSPC, syscall.EDQUOT, syscall.EFBIG}
