package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/gofrs/flock"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// BatchRows is about how many rows go into one transaction. Smaller ones cost time, larger ones keep others waiting.
const BatchRows = 2000

// maxBatchBytes bounds the texts that wait for being written.
const maxBatchBytes = 8 << 20

// walPages is up to how many pages the WAL grows before a commit moves them into the main file: 32 MB. SQLite's own 4 MB
// is less than two batches, so that a long pass would write and sync the inner pages of the index over and over.
const walPages = 8000

// WriteParams is what a Writer needs. Redact is required.
type WriteParams struct {
	// Redact masks the texts of some messages in place and sets their Hidden.
	Redact func(ctx context.Context, messages []data.Message) error
	// Wait is how long to wait while another writer is at work; below 0 means as long as ctx lasts.
	Wait time.Duration
	// Waiting is called a few times per second while waiting; it may be nil.
	Waiting func()
}

// Writer changes the library. There is one at a time over all processes. What it does becomes visible with Commit. It is
// for one goroutine, and is closed as soon as a pass ends.
type Writer struct {
	library *Library
	params  WriteParams
	// cleanup outlives the context of the pass, so that a cancelled pass still puts things in order.
	cleanup context.Context
	lock    *flock.Flock
	file    *opened
	fresh   bool
	db      *sql.DB
	conn    *sql.Conn
	stmts   map[string]*sql.Stmt
	inTx    bool
	check   func() error

	inserts []*pending
	deletes []int64
	bytes   int
	next    map[int64]int64
	agents  map[string]int64
	stores  map[string]int64
	done    Done
	// compacted is done.Inserted when the pieces of the index were joined last.
	compacted int
}

// Done counts what a Writer did, for progress and for tests of how much work a pass makes.
type Done struct {
	// Inserted and Deleted count message rows, Sessions those written or taken away, Commits transactions.
	Inserted, Deleted, Sessions, Commits int
	// Read counts message rows that were looked at, whole or by their ids, to find out what differs.
	Read int
}

// Add sums what two writers did.
func (d Done) Add(o Done) Done {
	return Done{
		Inserted: d.Inserted + o.Inserted, Deleted: d.Deleted + o.Deleted, Sessions: d.Sessions + o.Sessions,
		Commits: d.Commits + o.Commits, Read: d.Read + o.Read,
	}
}

// Write begins to change the library. data.ErrLibraryLocked means that another writer was at work for all of p.Wait.
func (l *Library) Write(ctx context.Context, p WriteParams) (*Writer, error) {
	return l.write(ctx, p, false)
}

// Rebuild begins to write a new index file beside the library, which answers meanwhile. Switch makes the new one the
// library; Close without Switch deletes it.
func (l *Library) Rebuild(ctx context.Context, p WriteParams) (*Writer, error) {
	return l.write(ctx, p, true)
}

func (l *Library) write(ctx context.Context, p WriteParams, fresh bool) (*Writer, error) {
	if p.Redact == nil {
		return nil, errors.New("write library: no redactor given")
	}
	lock, err := l.lockWriting(ctx, p)
	if err != nil {
		return nil, wrap("lock", l.folder.dir, err)
	}
	w := &Writer{library: l, params: p, cleanup: context.WithoutCancel(ctx), lock: lock, fresh: fresh, stmts: map[string]*sql.Stmt{}}
	w.forget()
	if err := l.refuseRules(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	if err := w.open(ctx); err != nil {
		return nil, errors.Join(wrap("open", l.folder.dir, err), w.Close())
	}
	return w, nil
}

// open opens the file that is to be written: the library, or a new one.
func (w *Writer) open(ctx context.Context) error {
	var err error
	if w.fresh {
		w.file, err = w.library.holdNew(ctx)
	} else {
		w.file, err = w.library.acquire(ctx)
	}
	if err != nil {
		return err
	}
	// SQLite would begin a file anew that lost all that was in it, and wait for our own readers with that.
	if err := sqlitedb.NotEmpty(w.file.path); err != nil {
		return err
	}
	if w.db, err = sqlitedb.OpenOwnWriter(ctx, w.file.path); err != nil {
		return err
	}
	if w.conn, err = w.db.Conn(ctx); err != nil {
		return err
	}
	_, err = w.conn.ExecContext(ctx, fmt.Sprintf("PRAGMA wal_autocheckpoint = %d", walPages))
	return err
}

// holdNew makes an index file that is not complete yet and holds it, so that no sweep takes it.
func (l *Library) holdNew(ctx context.Context) (*opened, error) {
	layout, err := l.folder.lockLayout(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock(layout)
	name, err := l.folder.next()
	if err != nil {
		return nil, err
	}
	if err := l.beginFile(ctx, name, false); err != nil {
		_ = os.Remove(l.folder.path(name))
		return nil, err
	}
	return l.hold(ctx, name)
}

// Done counts what was done so far.
func (w *Writer) Done() Done { return w.done }

// Before sets what is asked before each commit from now on. If it gives an error the transaction is rolled back.
func (w *Writer) Before(check func() error) { w.check = check }

// Full tells whether enough is waiting to be worth a Commit.
func (w *Writer) Full() bool {
	return len(w.inserts)+len(w.deletes) >= BatchRows || w.bytes >= maxBatchBytes
}

// Commit writes what is waiting and makes it visible.
func (w *Writer) Commit(ctx context.Context) error {
	if err := w.commit(ctx); err != nil {
		w.Rollback()
		return w.fail(ctx, "write", err)
	}
	return nil
}

// countCommit lets readers of all processes know that something changed, for the price of one row.
const countCommit = `INSERT INTO meta (name, value) VALUES (?, 1)
	ON CONFLICT (name) DO UPDATE SET value = value + 1`

func (w *Writer) commit(ctx context.Context) error {
	if err := w.flush(ctx); err != nil {
		return err
	}
	if w.check != nil {
		if err := w.check(); err != nil {
			return &callerError{err}
		}
	}
	if !w.inTx {
		return nil
	}
	if err := w.exec(ctx, countCommit, metaCommits); err != nil {
		return err
	}
	if rules := w.library.rules.Load(); rules.Unsure {
		if err := w.exec(ctx, putMeta, metaRuleStamp, rules.mark()); err != nil {
			return err
		}
	}
	if _, err := w.conn.ExecContext(ctx, "COMMIT"); err != nil {
		return err
	}
	w.inTx = false
	w.done.Commits++
	return nil
}

// callerError keeps an error of the caller's function from being taken for one of the library.
type callerError struct{ err error }

func (e *callerError) Error() string { return e.err.Error() }
func (e *callerError) Unwrap() error { return e.err }

// fail makes an *Error of what went wrong in the library and hands the caller's own errors back.
func (w *Writer) fail(ctx context.Context, op string, err error) error {
	var own *callerError
	if errors.As(err, &own) {
		return own.err
	}
	return wrap(op, w.library.folder.dir, ended(ctx, err))
}

// Rollback drops all that was done since the last Commit.
func (w *Writer) Rollback() {
	if w.inTx {
		// An interrupted statement may have rolled back already; the error says only that.
		_, _ = w.conn.ExecContext(w.cleanup, "ROLLBACK")
	}
	w.inTx = false
	w.forget()
}

// forget drops what is known of the state inside the transaction.
func (w *Writer) forget() {
	w.inserts, w.deletes, w.bytes = nil, nil, 0
	w.next = map[int64]int64{}
	w.agents = map[string]int64{}
	w.stores = map[string]int64{}
}

// Close drops what was not committed and lets other writers go on.
func (w *Writer) Close() error {
	var err error
	if w.conn != nil {
		w.Rollback()
		if w.done.Commits > 0 || walSize(w.file.path) > 0 { // the last one may have found a reader in its way
			_ = w.checkpoint(w.cleanup) // for tidiness: what is in the WAL is safe
		}
		for _, stmt := range w.stmts {
			_ = stmt.Close()
		}
		err = w.conn.Close()
		w.conn = nil
	}
	if w.db != nil {
		err = errors.Join(err, w.db.Close())
		w.db = nil
	}
	if w.file != nil {
		w.leave()
		w.file = nil
	}
	if w.lock != nil {
		_ = os.Remove(w.library.folder.path(progressName))
		unlock(w.lock)
		w.lock = nil
	}
	return wrap("close", w.library.folder.dir, err)
}

// leave gives the file back. A new one that was not switched to is deleted now, and else the one that it replaced.
func (w *Writer) leave() {
	w.library.release(w.cleanup, w.file)
	if w.fresh {
		w.library.sweepNow(w.cleanup)
	}
}

// Switch makes the new file of Rebuild the library, for all processes.
func (w *Writer) Switch(ctx context.Context) error {
	if !w.fresh {
		return errors.New("switch library: no new file was begun")
	}
	if err := w.compact(ctx); err != nil {
		w.Rollback()
		return w.fail(ctx, "switch", err)
	}
	if err := w.setMeta(ctx, metaComplete, 1); err != nil {
		return w.fail(ctx, "switch", err)
	}
	if err := w.Commit(ctx); err != nil {
		return err
	}
	if err := w.checkpoint(ctx); err != nil {
		return w.fail(ctx, "switch", err)
	}
	layout, err := w.library.folder.lockLayout(ctx)
	if err != nil {
		return w.fail(ctx, "switch", err)
	}
	err = w.library.folder.setCurrent(w.file.name)
	unlock(layout)
	if err != nil {
		return w.fail(ctx, "switch", err)
	}
	w.library.log.Info("switched to a new index file", "file", w.file.name)
	o, err := w.library.acquire(ctx) // lets go of the old file
	if err != nil {
		return err
	}
	w.library.release(ctx, o)
	return nil
}

// checkpoint moves all into the main file and empties the WAL as far as readers let it: deleted text is not to stay there,
// and the next one to open the file is not to wade through it. It does not wait for readers; a later one does the rest.
func (w *Writer) checkpoint(ctx context.Context) error {
	if _, err := w.conn.ExecContext(ctx, "PRAGMA busy_timeout = 50"); err != nil {
		return err
	}
	var busy, frames, moved int
	err := w.conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &frames, &moved)
	if err != nil {
		err = fmt.Errorf("checkpoint: %w", err)
	}
	_, resetErr := w.conn.ExecContext(w.cleanup, "PRAGMA busy_timeout = 5000")
	return errors.Join(err, resetErr)
}
