package openclaw

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// owner is a key that claims a session id in the layout of versions 8 to 13.
type owner struct {
	key     data.SessionKey
	updated int64
}

// flatWindows lists the sessions of versions 8 to 13. Which key a session id belongs to is decided as OpenClaw's own step to
// version 14 does: an entry that names it, else a route, else the key in its row; of several the one that the row names, else
// the newest, else the first by name.
func (r *reader) flatWindows(ctx context.Context) ([]*window, error) {
	entries, owners, err := r.flatEntries(ctx)
	if err != nil {
		return nil, err
	}
	routes, err := r.flatRoutes(ctx)
	if err != nil {
		return nil, err
	}
	win := func(column string) string { return r.schema.column("w", "sessions", column) }
	list := fmt.Sprintf(`
SELECT w.session_id, w.session_key, w.created_at, w.updated_at, %s, %s, %s, %s, %s, %s, %s
FROM sessions AS w`,
		win("transcript_updated_at"), win("chat_type"), win("parent_session_key"), win("spawned_by"), win("display_name"), firstEvent, lastEvent)
	var windows []*window
	_, err = r.inPieces(ctx, keyed{list: list, key: "w.session_id"}, func(rows *sql.Rows) (string, error) {
		w, err := scanFlat(rows)
		if err != nil {
			return "", err
		}
		own := chooseOwner(owners[w.id], w.key)
		w.current = own != ""
		w.key = cmp.Or(own, chooseOwner(routes[w.id], w.key), w.key)
		w.adopt(entries[w.key])
		windows = append(windows, w)
		return string(w.id), nil
	})
	return windows, err
}

func scanFlat(rows *sql.Rows) (*window, error) {
	w := &window{}
	var chatType, parent, spawnedBy, display, last sql.NullString
	var first sql.NullInt64
	err := rows.Scan(&w.id, &w.key, &w.created, &w.updated, &w.touched, &chatType, &parent, &spawnedBy, &display, &first, &last)
	w.setEnds(first.Int64, last.String)
	w.chatType, w.parent, w.spawnedBy, w.entry.displayName = chatType.String, parent.String, spawnedBy.String, display.String
	return w, err
}

// adopt takes what the entry of the session's key knows.
func (w *window) adopt(e entry) {
	display := w.entry.displayName
	w.entry = e
	w.entry.displayName = cmp.Or(e.displayName, display)
	w.parent, w.spawnedBy = cmp.Or(e.parent, w.parent), cmp.Or(e.spawnedBy, w.spawnedBy)
	w.forkSource, w.archivedAt = e.forkSource, e.archivedAt
	w.lastActive = max(e.lastActivity, e.lastInteraction)
	if w.current {
		w.previous = data.SessionID(e.previous)
	}
}

func (r *reader) flatEntries(ctx context.Context) (map[data.SessionKey]entry, map[data.SessionID][]owner, error) {
	list := keyed{list: `SELECT session_key, session_id, updated_at, ` + entryColumn("entry_json") + ` FROM session_entries`, key: "session_key"}
	entries, owners := map[data.SessionKey]entry{}, map[data.SessionID][]owner{}
	_, err := r.inPieces(ctx, list, func(rows *sql.Rows) (string, error) {
		var o owner
		var id data.SessionID
		var raw sql.RawBytes
		if err := rows.Scan(&o.key, &id, &o.updated, &raw); err != nil {
			return "", err
		}
		entries[o.key] = readEntry(raw)
		owners[id] = append(owners[id], o)
		return string(o.key), nil
	})
	return entries, owners, err
}

func (r *reader) flatRoutes(ctx context.Context) (map[data.SessionID][]owner, error) {
	if !r.schema.has("session_routes", "session_key", "session_id", "updated_at") {
		return nil, nil
	}
	rows, err := r.opened.db.QueryContext(ctx, `SELECT session_key, session_id, updated_at FROM session_routes`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	routes := map[data.SessionID][]owner{}
	for rows.Next() {
		var o owner
		var id data.SessionID
		if err := rows.Scan(&o.key, &id, &o.updated); err != nil {
			return nil, err
		}
		routes[id] = append(routes[id], o)
	}
	return routes, rows.Err()
}

func chooseOwner(owners []owner, own data.SessionKey) data.SessionKey {
	if len(owners) == 0 {
		return ""
	}
	return slices.MinFunc(owners, func(a, b owner) int {
		if (a.key == own) != (b.key == own) {
			if a.key == own {
				return -1
			}
			return 1
		}
		return cmp.Or(cmp.Compare(b.updated, a.updated), cmp.Compare(a.key, b.key))
	}).key
}
