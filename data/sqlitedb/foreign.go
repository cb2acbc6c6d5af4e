package sqlitedb

import (
	"context"
	"database/sql"
	"fmt"
	"net/url"
	"path/filepath"
	"strings"
	"time"
)

// ForeignMode says how another program's database is opened.
type ForeignMode uint8

const (
	// ForeignLive reads a database that may be written meanwhile. It leaves nothing behind only if -wal and -shm already exist,
	// or if the database does not use a WAL.
	ForeignLive ForeignMode = iota
	// ForeignAtRest reads a database that nobody has open and that has no -wal. It takes no lock and creates no file; the
	// caller checks afterwards that the file did not change.
	ForeignAtRest
	// ForeignCopy reads a private copy of ours. Unlike the others it may write to the file: a transaction that was cut off is
	// rolled back first, as its own program would do.
	ForeignCopy
)

// DefaultBusyTimeout is how long a read of another program's database waits for a lock before it gives data.ErrStoreBusy.
const DefaultBusyTimeout = 2 * time.Second

// foreignCacheSize is how much of another program's database is held in memory while it is open, in KiB, negative by SQLite's
// convention. It is read through once, mostly in order; the 2 MB that SQLite would take for that anew each time cost a third
// of a listing, and the system holds the pages anyway.
const foreignCacheSize = "-500"

// OpenForeign opens another program's database for reading, on one connection. Writing is refused by the open mode and by
// query_only; functions hidden in its schema are not trusted.
func OpenForeign(ctx context.Context, path string, mode ForeignMode) (*sql.DB, error) {
	options := url.Values{}
	options.Set("mode", "ro")
	options.Set("_query_only", "1")
	options.Set("_busy_timeout", fmt.Sprint(DefaultBusyTimeout.Milliseconds()))
	options.Set("_cache_size", foreignCacheSize)
	switch mode {
	case ForeignAtRest:
		options.Set("immutable", "1")
	case ForeignCopy:
		options.Set("mode", "rw")
		options.Set("_synchronous", "OFF") // nobody needs it after a crash
	}
	db, err := openOnce(ctx, path, options)
	if err != nil {
		return nil, err
	}
	if _, err := db.ExecContext(ctx, "PRAGMA trusted_schema=OFF"); err != nil {
		_ = db.Close()
		return nil, Translate(err)
	}
	return db, nil
}

// open connects once, so that a file that is no database is found now and not at the first query.
func open(ctx context.Context, path string, options url.Values) (*sql.DB, error) {
	db, err := sql.Open("sqlite3", uri(path)+"?"+options.Encode())
	if err != nil {
		return nil, Translate(err)
	}
	return connected(ctx, db)
}

// connected makes the one connection of a database.
func connected(ctx context.Context, db *sql.DB) (*sql.DB, error) {
	db.SetMaxOpenConns(1)
	err := db.PingContext(ctx)
	if err == nil {
		var schema int
		err = db.QueryRowContext(ctx, "PRAGMA schema_version").Scan(&schema)
	}
	if err != nil {
		_ = db.Close()
		return nil, Translate(err)
	}
	return db, nil
}

// uri writes a path so that SQLite reads it back unchanged: '?', '#' and '%' have a meaning in its URIs.
func uri(path string) string {
	slashed := filepath.ToSlash(path)
	if len(slashed) > 1 && slashed[1] == ':' { // a drive letter
		slashed = "/" + slashed
	}
	return "file:" + strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(slashed)
}
