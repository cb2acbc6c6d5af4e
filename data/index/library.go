package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"github.com/gofrs/flock"

	"github.com/wordwake/wordwake/data/sqlitedb"
)

// DefaultReaders is how many views may look at the library at once in one process: a search, a page of the drawer, the
// status, and one to spare.
const DefaultReaders = 4

// Params is what a Library needs. Dir is required.
type Params struct {
	// Dir is the library folder. It is made for its owner only if it is missing.
	Dir string
	// RuleStamp and RuleVersion name the redaction rules of what is written from now on, until SetRules names others.
	RuleStamp   string
	RuleVersion int
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log is where events of the file layout go; nil means nowhere.
	Log *slog.Logger
}

// Library is the library folder, open for views and for one Writer at a time over all processes. It is safe for use by
// several goroutines.
type Library struct {
	params Params
	folder folder
	log    *slog.Logger
	rules  atomic.Pointer[Rules]

	mu     sync.Mutex
	open   *opened
	aside  string
	closed bool
	// suspect is a file that was found damaged and in which no damage was seen when it was checked.
	suspect string
}

// opened is one index file with its readers. It is closed when the library has moved on and the last view has ended.
type opened struct {
	library    *Library
	name, path string
	info       os.FileInfo
	db         *sql.DB
	lock       *flock.Flock
	refs       int // guarded by Library.mu

	// views bounds the views: one connection more than they can take is there for preparing statements.
	views chan struct{}

	mu    sync.Mutex
	stmts map[string]*sql.Stmt

	stores storeRows
}

// errClosed is given by a Library after Close.
var errClosed = errors.New("library is closed")

// Open opens the library in p.Dir and begins one where there is none. What lies there and is not ours, or is damaged, is
// renamed aside first; LibraryStatus.Aside tells where it went. A library of a newer version gives data.ErrStoreNewer and
// stays untouched. Errors are *Error.
func Open(ctx context.Context, p Params) (*Library, error) {
	if p.Dir == "" {
		return nil, &Error{Op: "open", Err: errors.New("no folder given")}
	}
	dir, err := filepath.Abs(p.Dir)
	if err != nil {
		return nil, wrap("open", p.Dir, err)
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Log == nil {
		p.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	l := &Library{params: p, folder: folder{dir: dir, now: p.Now}, log: p.Log.With("system", "index")}
	l.SetRules(Rules{Stamp: p.RuleStamp, Version: p.RuleVersion})
	o, err := l.acquire(ctx)
	if err != nil {
		return nil, err
	}
	l.release(ctx, o)
	return l, nil
}

// Close ends the library. Views that are under way end first for themselves; new ones give an error.
func (l *Library) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil
	}
	l.closed = true
	o := l.open
	l.open = nil
	if o == nil {
		return nil
	}
	_, err := o.drop()
	return err
}

// acquire gives the file that the pointer names now; release gives it back.
func (l *Library) acquire(ctx context.Context) (*opened, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.closed {
		return nil, wrap("open", l.folder.dir, errClosed)
	}
	name, ok, err := l.folder.current()
	if err == nil && ok && l.open != nil && l.open.name == name && l.open.still() {
		l.open.refs++
		return l.open, nil
	}
	o, err := l.openCurrent(ctx)
	if err != nil {
		return nil, wrap("open", l.folder.dir, err)
	}
	old := l.open
	o.refs = 2 // the library's own and the caller's
	l.open = o
	if old != nil {
		l.dropLocked(ctx, old)
	}
	return o, nil
}

func (l *Library) release(ctx context.Context, o *opened) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.dropLocked(ctx, o)
}

// dropLocked gives one reference back. With the last one to a file that the library has moved on from, that file goes: nobody
// else may be left to take it away.
func (l *Library) dropLocked(ctx context.Context, o *opened) {
	closed, err := o.drop()
	if err != nil {
		l.log.Warn("could not close an index file", "file", o.name, "error", err)
	}
	if closed && l.open != nil && o != l.open {
		l.sweepSoon(ctx)
	}
}

// drop gives one reference back and closes the file with the last one. Library.mu is held.
func (o *opened) drop() (closed bool, err error) {
	o.refs--
	if o.refs > 0 {
		return false, nil
	}
	err = o.db.Close()
	unlock(o.lock)
	return true, err
}

// openCurrent settles which file is the library, holds its shared lock and opens its readers. The lock is taken under the
// layout lock, so that nobody deletes the file in between.
func (l *Library) openCurrent(ctx context.Context) (*opened, error) {
	if err := l.folder.make(); err != nil {
		return nil, err
	}
	layout, err := l.folder.lockLayout(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock(layout)
	name, err := l.settle(ctx)
	if err != nil {
		return nil, err
	}
	o, err := l.hold(ctx, name)
	if err != nil {
		return nil, err
	}
	l.sweep(ctx, name)
	l.folder.keepPrivate()
	return o, nil
}

// hold takes the shared lock of an index file and opens it for reading.
func (l *Library) hold(ctx context.Context, name string) (*opened, error) {
	path := l.folder.path(name)
	lock := newLock(path + lockSuffix)
	if _, err := lock.TryRLockContext(ctx, lockPause); err != nil {
		return nil, err
	}
	db, err := sqlitedb.OpenOwnReader(ctx, path, DefaultReaders+1)
	if err != nil {
		unlock(lock)
		return nil, err
	}
	info, err := os.Stat(path)
	if err != nil {
		unlock(lock)
		return nil, errors.Join(err, db.Close())
	}
	return &opened{
		library: l, name: name, path: path, info: info, db: db, lock: lock, refs: 1,
		views: make(chan struct{}, DefaultReaders), stmts: map[string]*sql.Stmt{},
	}, nil
}

// statement prepares a query once for a file. Only constant queries and their fixed variants come here.
func (o *opened) statement(ctx context.Context, query string) (*sql.Stmt, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if stmt := o.stmts[query]; stmt != nil {
		return stmt, nil
	}
	stmt, err := o.db.PrepareContext(ctx, query)
	if err != nil {
		return nil, err
	}
	o.stmts[query] = stmt
	return stmt, nil
}

// still tells whether the file that is open is the one that lies in its place: a person may have deleted it, or put a backup there.
func (o *opened) still() bool {
	info, err := os.Stat(o.path)
	return err == nil && os.SameFile(info, o.info)
}

// Dir is the library folder.
func (l *Library) Dir() string { return l.folder.dir }

// size sums the files that belong to an index file.
func size(path string) int64 {
	var sum int64
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(path + suffix); err == nil {
			sum += info.Size()
		}
	}
	return sum
}

// walSize is how large the WAL of an index file is now.
func walSize(path string) int64 {
	info, err := os.Stat(path + "-wal")
	if err != nil {
		return 0
	}
	return info.Size()
}

func (l *Library) putAside(name string) error {
	target, err := l.folder.setAside(name)
	if err != nil {
		return fmt.Errorf("set %s aside: %w", name, err)
	}
	l.aside = target
	l.log.Warn("set a file aside that is not a sound library", "file", name)
	return nil
}
