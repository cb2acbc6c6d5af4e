package index

import (
	"context"
	"database/sql"
	"errors"
	"slices"
	"strconv"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
)

// StoreRow is what the library knows of one store.
type StoreRow struct {
	Store      data.Store
	Stamp      data.Stamp
	Generation int
	// Sessions, Messages and Unreadable are sums over the store's live sessions.
	Sessions, Messages, Unreadable int
	// Checked is when the store was last compared; zero if never.
	Checked time.Time
	// Fault is how the last comparison ended: data.StoreReady or empty if it went well. Detail says why not.
	Fault  data.StoreState
	Detail string
}

// Facts is what the library says of itself, all of one state.
type Facts struct {
	Status data.LibraryStatus
	// Stores are the stores that the library knows, in the order of their paths.
	Stores []StoreRow
	// Checked is when all found stores were last compared with the library; zero if never.
	Checked time.Time
	// Stale is true if the rows were made by other rules, or in another way, than this version's: a rebuild is due.
	Stale bool
	// Untidy is true if there are rows that are not seen: a writer at work has left them there, or one that was cut off.
	Untidy bool
}

// Facts looks at the library once and tells all that it says of itself.
func (l *Library) Facts(ctx context.Context) (Facts, error) {
	var f Facts
	o, err := l.acquire(ctx)
	if err != nil {
		return f, err
	}
	defer l.release(ctx, o)
	err = o.view(ctx, func(v *View) error {
		values, err := meta(ctx, v.tx)
		if err != nil {
			return v.fail(ctx, err)
		}
		made := madeBy(values)
		f.Status.RuleStamp, f.Status.Rules = made.stamp, made.rules
		f.Stale = made.before(*l.rules.Load())
		f.Checked = checkedOf(values)
		f.Untidy = len(v.unseen) > 0
		if err := v.row(ctx, "PRAGMA user_version", nil, &f.Status.Schema); err != nil {
			return err
		}
		f.Stores, err = v.Stores(ctx)
		for _, store := range f.Stores { // each session is in one of them
			f.Status.Sessions += store.Sessions
			f.Status.Messages += store.Messages
		}
		return err
	})
	f.Status.Path = o.path
	f.Status.Bytes = size(o.path)
	f.Status.Open = l.folder.isOpen()
	l.mu.Lock()
	f.Status.Aside = l.aside
	l.mu.Unlock()
	return f, err
}

// Status counts what the library holds.
func (l *Library) Status(ctx context.Context) (data.LibraryStatus, error) {
	f, err := l.Facts(ctx)
	return f.Status, err
}

func checkedOf(values map[string]string) time.Time {
	ms, _ := strconv.ParseInt(values[metaChecked], 10, 64) // what is no number was never written
	return moment(ms)
}

// Stores lists the stores that the library knows, in the order of their paths.
func (l *Library) Stores(ctx context.Context) ([]StoreRow, error) {
	var stores []StoreRow
	err := l.View(ctx, func(v *View) error {
		var err error
		stores, err = v.Stores(ctx)
		return err
	})
	return stores, err
}

// Stores is Library.Stores in this view. The sums go over all sessions, so they are kept as long as nothing was committed.
func (v *View) Stores(ctx context.Context) ([]StoreRow, error) {
	commits, counted, err := v.commits(ctx)
	if err != nil {
		return nil, err
	}
	kept := &v.file.stores
	kept.mu.Lock()
	rows, same := kept.rows, counted && kept.counted && kept.commits == commits
	kept.mu.Unlock()
	if same {
		return slices.Clone(rows), nil
	}
	if rows, err = v.sumStores(ctx); err == nil && counted {
		kept.mu.Lock()
		kept.rows, kept.commits, kept.counted = slices.Clone(rows), commits, true
		kept.mu.Unlock()
	}
	return rows, err
}

// storeRows are what Stores found in the library after so many commits.
type storeRows struct {
	mu      sync.Mutex
	counted bool
	commits int64
	rows    []StoreRow
}

// commits is how many times a writer committed; counted is false for a library whose writers did not count yet.
func (v *View) commits(ctx context.Context) (commits int64, counted bool, err error) {
	err = v.row(ctx, "SELECT value FROM meta WHERE name = ?", []any{metaCommits}, &commits)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, false, nil
	}
	return commits, err == nil, err
}

func (v *View) sumStores(ctx context.Context) ([]StoreRow, error) {
	const query = `SELECT t.path, t.agent, t.state_dir, t.kind, t.stamp, t.generation, t.checked, t.fault, t.detail,
	count(s.id), coalesce(sum(s.messages), 0), coalesce(sum(s.unreadable), 0)
	FROM stores AS t
	LEFT JOIN sessions AS s ON s.store = t.id AND s.phase = 1
	GROUP BY t.id
	ORDER BY t.path`
	var stores []StoreRow
	err := v.each(ctx, query, nil, func(rows *sql.Rows) error {
		var r StoreRow
		var checked int64
		err := rows.Scan(&r.Store.Path, &r.Store.Agent, &r.Store.State, &r.Store.Kind, &r.Stamp, &r.Generation, &checked,
			&r.Fault, &r.Detail, &r.Sessions, &r.Messages, &r.Unreadable)
		r.Checked = moment(checked)
		stores = append(stores, r)
		return err
	})
	return stores, err
}
