package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"sort"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// settle finds the file that is the library, or makes one, and leaves the pointer naming it. The layout lock is held.
func (l *Library) settle(ctx context.Context) (string, error) {
	name, ok, err := l.folder.current()
	if err != nil {
		return "", err
	}
	if !ok {
		if err := l.putAside(currentName); err != nil {
			return "", err
		}
	}
	if name != "" {
		usable, err := l.ready(ctx, name)
		if err != nil {
			return "", err
		}
		if usable {
			return name, nil
		}
	}
	name, err = l.adopt(ctx)
	if err == nil && name == "" {
		name, err = l.begin(ctx)
	}
	if err != nil {
		return "", err
	}
	return name, l.folder.setCurrent(name)
}

// ready makes a file usable if it is ours. What is not ours, or is damaged, is set aside.
func (l *Library) ready(ctx context.Context, name string) (bool, error) {
	path := l.folder.path(name)
	state, err := inspect(ctx, path)
	if err != nil {
		return false, err
	}
	switch state {
	case fileOurs:
		return true, nil
	case fileOlder:
		return l.renovate(ctx, name)
	case fileBlank:
		return true, l.fill(ctx, path, true)
	case fileNewer:
		return false, fmt.Errorf("%s has a newer schema: %w", name, data.ErrStoreNewer)
	case fileForeign:
		return false, l.putAside(name)
	default:
		return false, nil
	}
}

// renovate brings a file of an earlier schema to the present one. If its tables are not those of the schema that it names it is
// set aside.
func (l *Library) renovate(ctx context.Context, name string) (bool, error) {
	path := l.folder.path(name)
	err := withWriter(ctx, path, func(db *sql.DB) error { return migrate(ctx, db) })
	if err == nil {
		err = withReader(ctx, path, func(db *sql.DB) error { return probe(ctx, db) })
	}
	if err != nil && damaged(err) && ctx.Err() == nil {
		return false, l.putAside(name)
	}
	return err == nil, err
}

// adopt finds the newest complete index file when no pointer names one, and sets aside what is not ours at such a place.
func (l *Library) adopt(ctx context.Context) (string, error) {
	numbers, err := l.folder.numbers()
	if err != nil {
		return "", err
	}
	sort.Sort(sort.Reverse(sort.IntSlice(numbers)))
	found := ""
	for _, n := range numbers {
		usable, err := l.ready(ctx, nameOf(n))
		if err != nil {
			return "", err
		}
		if !usable || found != "" {
			continue
		}
		complete, err := isComplete(ctx, l.folder.path(nameOf(n)))
		if err != nil {
			return "", err
		}
		if complete {
			found = nameOf(n)
		}
	}
	return found, nil
}

// begin makes a new, empty and complete index file.
func (l *Library) begin(ctx context.Context) (string, error) {
	name, err := l.folder.next()
	if err != nil {
		return "", err
	}
	return name, l.beginFile(ctx, name, true)
}

func (l *Library) beginFile(ctx context.Context, name string, complete bool) error {
	if err := l.folder.create(name); err != nil {
		return err
	}
	return l.fill(ctx, l.folder.path(name), complete)
}

// fill gives an empty file its schema and its meta.
func (l *Library) fill(ctx context.Context, path string, complete bool) error {
	return withWriter(ctx, path, func(db *sql.DB) error {
		if err := migrate(ctx, db); err != nil {
			return err
		}
		return l.writeMeta(ctx, db, complete)
	})
}

func (l *Library) writeMeta(ctx context.Context, db execer, complete bool) error {
	rules := l.rules.Load()
	flag := 0
	if complete {
		flag = 1
	}
	for name, value := range map[string]any{
		metaRuleStamp:   rules.mark(),
		metaRuleVersion: rules.Version,
		metaContent:     contentVersion,
		metaComplete:    flag,
	} {
		if err := setMeta(ctx, db, name, value); err != nil {
			return err
		}
	}
	return nil
}

func isComplete(ctx context.Context, path string) (bool, error) {
	complete := false
	err := withReader(ctx, path, func(db *sql.DB) error {
		values, err := meta(ctx, db)
		complete = values[metaComplete] == "1"
		return err
	})
	return complete, err
}

func withWriter(ctx context.Context, path string, do func(*sql.DB) error) error {
	db, err := sqlitedb.OpenOwnWriter(ctx, path)
	if err != nil {
		return err
	}
	return errors.Join(do(db), db.Close())
}

func withReader(ctx context.Context, path string, do func(*sql.DB) error) error {
	db, err := sqlitedb.OpenOwnReader(ctx, path, 1)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	return do(db)
}

// sweep deletes index files of ours that nobody holds and that are not the library. The layout lock is held. What cannot
// be deleted now is left to a later sweep.
func (l *Library) sweep(ctx context.Context, keep string) {
	numbers, err := l.folder.numbers()
	if err != nil {
		return
	}
	for _, n := range numbers {
		if name := nameOf(n); name != keep && l.discard(ctx, name) {
			l.log.Info("deleted an old index file", "file", name)
		}
	}
}

func (l *Library) discard(ctx context.Context, name string) bool {
	path := l.folder.path(name)
	lock := newLock(path + lockSuffix)
	if got, err := lock.TryLock(); err != nil || !got {
		unlock(lock)
		return false
	}
	state, err := inspect(ctx, path)
	if err != nil || (state != fileOurs && state != fileOlder && state != fileBlank) {
		unlock(lock)
		return false
	}
	for _, suffix := range []string{"", "-wal", "-shm", "-journal"} {
		_ = os.Remove(path + suffix)
	}
	unlock(lock)
	_ = os.Remove(path + lockSuffix)
	return !exists(path)
}

// sweepSoon sweeps unless another process is at the layout for long; that one, or the next one to open the library, sweeps
// then.
func (l *Library) sweepSoon(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sweepWait)
	defer cancel()
	l.sweepNow(ctx)
}

// sweepNow sweeps at once, under the layout lock.
func (l *Library) sweepNow(ctx context.Context) {
	layout, err := l.folder.lockLayout(ctx)
	if err != nil {
		return
	}
	defer unlock(layout)
	if name, ok, err := l.folder.current(); err == nil && ok && name != "" {
		l.sweep(ctx, name)
	}
}
