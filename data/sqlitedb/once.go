package sqlitedb

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"fmt"
	"net/url"
	"os"
	"sync/atomic"

	"github.com/mattn/go-sqlite3"

	"github.com/wordwake/wordwake/data"
)

// once makes a single connection. database/sql would silently make another one in the place of one that was lost, and what
// was found out about the files before the first would not hold for it.
type once struct {
	driver *sqlite3.SQLiteDriver
	path   string
	name   string
	used   atomic.Bool
}

// Connect gives the connection, the first time.
func (o *once) Connect(context.Context) (driver.Conn, error) {
	if o.used.Swap(true) {
		return nil, fmt.Errorf("%w: the connection was lost", data.ErrStoreBusy)
	}
	if err := NotEmpty(o.path); err != nil { // opening already reads
		return nil, err
	}
	return o.driver.Open(o.name)
}

// Driver is SQLite.
func (o *once) Driver() driver.Driver { return o.driver }

// openOnce opens another program's database so that SQLite removes nothing that lies beside it.
func openOnce(ctx context.Context, path string, options url.Values) (*sql.DB, error) {
	connector := &once{driver: &sqlite3.SQLiteDriver{ConnectHook: keepWAL}, path: path, name: uri(path) + "?" + options.Encode()}
	return connected(ctx, sql.OpenDB(connector))
}

// keepWAL has the -wal stay when the last connection is closed. Unix refuses a connection that only reads the lock that
// deleting takes; Windows does not.
func keepWAL(c *sqlite3.SQLiteConn) error {
	return c.SetFileControlInt("main", sqlite3.SQLITE_FCNTL_PERSIST_WAL, 1)
}

// NoPages tells whether SQLite takes a file of that many bytes for one without pages; it does so also with a single byte.
func NoPages(size int64) bool { return size <= 1 }

// NotEmpty refuses a file without pages: SQLite takes a -wal or a journal beside one for litter and deletes it, even where
// it may only read.
func NotEmpty(path string) error {
	info, err := os.Stat(path)
	if err == nil && NoPages(info.Size()) {
		err = fmt.Errorf("%w: the file is empty", data.ErrStoreCorrupt)
	}
	return err
}
