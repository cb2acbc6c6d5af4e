package index

import (
	"context"
	"database/sql"
	"errors"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// Renew sets the library file aside that is open here if it is damaged, and begins a new one. It does nothing to a sound file, until
// it is called for the same file again: then what was found wanting twice is not what is checked.
func (l *Library) Renew(ctx context.Context) error {
	if err := l.renew(ctx); err != nil {
		return wrap("renew", l.folder.dir, err)
	}
	o, err := l.acquire(ctx)
	if err != nil {
		return err
	}
	l.release(ctx, o)
	return nil
}

func (l *Library) renew(ctx context.Context) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	layout, err := l.folder.lockLayout(ctx)
	if err != nil {
		return err
	}
	defer unlock(layout)
	name, ok, err := l.folder.current()
	if err != nil || !ok || name == "" {
		return err // acquire settles it
	}
	if l.open != nil && l.open.name != name { // another process has renewed it, or made it anew
		return nil
	}
	sound, err := isSound(ctx, l.folder.path(name))
	if err != nil {
		return err
	}
	if sound && l.suspect != name {
		l.suspect = name
		return nil
	}
	fresh, err := l.begin(ctx)
	if err != nil {
		return err
	}
	if err := l.folder.setCurrent(fresh); err != nil {
		return err
	}
	if old := l.open; old != nil { // a file that is open cannot be renamed everywhere
		l.open = nil
		l.dropLocked(ctx, old)
	}
	return l.putAside(name)
}

// Aside is the path to which a foreign or damaged file was moved since the library was opened; empty if none.
func (l *Library) Aside() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.aside
}

// isSound reads the whole file. It is for a file that was already found wanting.
func isSound(ctx context.Context, path string) (bool, error) {
	state, err := inspect(ctx, path)
	if err != nil || state != fileOurs {
		return false, err
	}
	sound := false
	err = withReader(ctx, path, func(db *sql.DB) error {
		sound, err = isWhole(ctx, db)
		return err
	})
	if errors.Is(sqlitedb.Translate(err), data.ErrStoreCorrupt) {
		return false, nil
	}
	return sound, err
}

// wants are the rows that none of our transactions leaves: with values of other types, or in one table without the other.
var wants = []string{
	`SELECT 1 FROM messages WHERE typeof(session) <> 'integer' OR typeof(seq) <> 'integer' OR typeof(message_id) <> 'text'
	OR typeof(role) <> 'integer' OR role NOT IN (1, 2) OR typeof(ts) <> 'integer' OR typeof(class) <> 'integer'
	OR class NOT BETWEEN 0 AND 3 OR typeof(hidden) NOT IN ('blob', 'null') OR typeof(text) <> 'text'`,
	`SELECT 1 FROM sessions WHERE typeof(phase) <> 'integer' OR phase NOT IN (0, 1, 2) OR typeof(class) <> 'integer' OR class NOT BETWEEN 0 AND 3
	OR typeof(archived) <> 'integer' OR archived NOT IN (0, 1) OR typeof(superseded) <> 'integer' OR superseded NOT IN (0, 1)
	OR typeof(messages) <> 'integer' OR typeof(unreadable) <> 'integer' OR typeof(events) <> 'integer' OR typeof(started_at) <> 'integer'
	OR typeof(updated_at) <> 'integer'`,
	`SELECT 1 FROM sessions WHERE store NOT IN (SELECT id FROM stores) OR agent NOT IN (SELECT id FROM agents)`,
	`SELECT 1 FROM messages WHERE session NOT IN (SELECT id FROM sessions)`,
	`SELECT 1 FROM messages WHERE id NOT IN (SELECT rowid FROM messages_fts)`,
	`SELECT 1 FROM messages_fts WHERE rowid NOT IN (SELECT id FROM messages)`,
	`SELECT 1 FROM sessions WHERE phase = 1 AND id NOT IN (SELECT rowid FROM titles_fts)`,
	`SELECT 1 FROM sessions WHERE phase = 1 AND messages <> (SELECT count(*) FROM messages WHERE session = sessions.id)`,
}

// isWhole asks SQLite to check the file and its full-text indexes, and looks for rows that we never write.
func isWhole(ctx context.Context, db *sql.DB) (bool, error) {
	var answer string
	if err := db.QueryRowContext(ctx, "PRAGMA integrity_check(1)").Scan(&answer); err != nil || answer != "ok" {
		return false, err
	}
	for _, query := range wants {
		var found bool
		if err := db.QueryRowContext(ctx, "SELECT EXISTS ("+query+")").Scan(&found); err != nil || found {
			return false, err
		}
	}
	return true, nil
}
