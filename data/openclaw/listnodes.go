package openclaw

import (
	"cmp"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// nodeJoins names the tables of version 14 and later that a window is listed from: w the window, n its key, g what tells a
// rewriting, c the cold archive. Which of them a store has is in schema.
func (r *reader) nodeJoins() string {
	joins := ` FROM session_windows AS w`
	if r.schema.has("session_nodes", "session_key") {
		joins += ` LEFT JOIN session_nodes AS n ON n.session_key = w.session_key`
	}
	if r.schema.watermarks() {
		joins += ` LEFT JOIN transcript_rewrite_watermarks AS g ON g.session_id = w.session_id`
	}
	if r.schema.cold() {
		joins += ` LEFT JOIN session_transcript_cold_archives AS c ON c.session_id = w.session_id`
	}
	return joins
}

// tokenColumns change with all that is read of a window. Of an entry, which may be long, its length is enough beside the
// times that OpenClaw keeps with it; of a transcript its end beside the mark that moves with each writing.
var tokenColumns = []struct{ alias, table, column string }{
	{"w", "session_windows", "session_key"},
	{"w", "session_windows", "created_at"},
	{"w", "session_windows", "updated_at"},
	{"w", "session_windows", "transcript_updated_at"},
	{"w", "session_windows", "previous_session_id"},
	{"w", "session_windows", "chat_type"},
	{"w", "session_windows", "parent_session_key"},
	{"w", "session_windows", "spawned_by"},
	{"n", "session_nodes", "current_session_id"},
	{"n", "session_nodes", "updated_at"},
	{"n", "session_nodes", "label"},
	{"n", "session_nodes", "display_name"},
	{"n", "session_nodes", "archived_at"},
	{"n", "session_nodes", "last_activity_at"},
	{"n", "session_nodes", "last_interaction_at"},
	{"n", "session_nodes", "parent_session_key"},
	{"n", "session_nodes", "spawned_by"},
	{"n", "session_nodes", "fork_source_session_key"},
	{"n", "session_nodes", "status"},
}

// lastSeq reads how far a transcript goes, out of the index of its primary key alone.
const lastSeq = `(SELECT max(e.seq) FROM transcript_events AS e WHERE e.session_id = w.session_id)`

// nodeToken is one text that differs whenever a window may have to be read in full.
func (r *reader) nodeToken() string {
	parts := []string{lastSeq}
	for _, c := range tokenColumns {
		if r.schema.has(c.table, c.column) {
			parts = append(parts, c.alias+"."+c.column)
		}
	}
	if r.schema.has("session_nodes", "entry_json") {
		parts = append(parts, `octet_length(n.entry_json)`)
	}
	if r.schema.watermarks() {
		parts = append(parts, `g.generation`)
	}
	if r.schema.cold() {
		parts = append(parts, `c.archive_sha256`, `c.storage`)
	}
	return `concat(` + strings.Join(parts, ", '\x1f', ") + `)`
}

func (r *reader) nodeTokens() keyed {
	return keyed{list: `SELECT w.session_id, ` + r.nodeToken() + r.nodeJoins(), key: "w.session_id"}
}

// nodeQuery lists all that is read of windows of version 14 and later, with their tokens if they are wanted; what this store
// does not have is NULL.
func (r *reader) nodeQuery(tokens bool) keyed {
	s := r.schema
	node := func(column string) string { return s.column("n", "session_nodes", column) }
	win := func(column string) string { return s.column("w", "session_windows", column) }
	token, generation, cold := `NULL`, `NULL`, `NULL, NULL, NULL`
	if tokens {
		token = r.nodeToken()
	}
	if s.watermarks() {
		generation = `g.generation`
	}
	if s.cold() {
		cold = `c.archive_sha256, c.event_count, CASE WHEN c.storage = 'file' THEN c.archive_name END`
	}
	columns := fmt.Sprintf(`
SELECT w.session_id, %s, w.session_key, w.created_at, w.updated_at,
  %s, %s, %s, %s, %s,
  %s = w.session_id, %s, %s, %s, %s,
  %s, %s, %s, %s, %s,
  %s, %s, %s, %s`,
		token,
		win("transcript_updated_at"), win("previous_session_id"), win("chat_type"), win("parent_session_key"), win("spawned_by"),
		node("current_session_id"), entryColumn(node("entry_json")), node("parent_session_key"), node("spawned_by"), node("fork_source_session_key"),
		node("label"), node("display_name"), node("archived_at"), node("last_activity_at"), node("last_interaction_at"),
		firstEvent, lastEvent, generation, cold)
	return keyed{list: columns + r.nodeJoins(), key: "w.session_id"}
}

// nodes collects the windows of one listing.
type nodes struct {
	r       *reader
	memory  *memory
	windows []*window
	// changed are those whose token is not the remembered one.
	changed []data.SessionID
}

func (r *reader) nodeWindows(ctx context.Context, m *memory) ([]*window, error) {
	l := &nodes{r: r, memory: m}
	query, visit := r.nodeQuery(m != nil), l.full
	if !m.empty() {
		query, visit = r.nodeTokens(), l.glance
	}
	err := l.list(ctx, query, visit)
	return l.windows, err
}

// list reads the windows in pieces. What moves between two pieces is put right at the end: a window that exists then is never
// missing, so that nobody takes it for deleted.
func (l *nodes) list(ctx context.Context, query keyed, visit func(*sql.Rows) (string, error)) error {
	pieces, err := l.r.inPieces(ctx, query, visit)
	if err == nil {
		err = l.these(ctx, l.changed)
	}
	if err == nil && pieces > 1 {
		err = l.missed(ctx)
	}
	return err
}

// full takes a row of nodeQuery.
func (l *nodes) full(rows *sql.Rows) (string, error) {
	w, token, err := scanNode(rows)
	if err != nil {
		return "", err
	}
	l.memory.count()
	w.token = l.memory.sum(token)
	w.coldFile = l.r.coldMark(w.coldName)
	l.windows = append(l.windows, w)
	return string(w.id), nil
}

// glance takes a row of nodeTokens.
func (l *nodes) glance(rows *sql.Rows) (string, error) {
	var id data.SessionID
	var token sql.RawBytes
	if err := rows.Scan(&id, &token); err != nil {
		return "", err
	}
	w := l.memory.recall(id, token)
	if w == nil {
		l.changed = append(l.changed, id)
		return string(id), nil
	}
	if now := l.r.coldMark(w.coldName); now != w.coldFile {
		w.coldFile, w.headKnown, w.made.known = now, false, false
	}
	l.windows = append(l.windows, w)
	return string(id), nil
}

// theseAtOnce is how many named windows one statement reads.
const theseAtOnce = 200

// these reads some windows in full; those that are gone meanwhile are left out.
func (l *nodes) these(ctx context.Context, ids []data.SessionID) error {
	for some := range slices.Chunk(ids, theseAtOnce) {
		list, err := json.Marshal(some)
		if err != nil {
			return err
		}
		err = l.r.each(ctx, l.r.nodeQuery(l.memory != nil).these(), []any{string(list)}, func(rows *sql.Rows) error {
			_, err := l.full(rows)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

const windowIDs = `SELECT session_id FROM session_windows`

// missed reads the windows that came to lie where the listing had been already, such as restored ones.
func (l *nodes) missed(ctx context.Context) error {
	seen := make(map[data.SessionID]bool, len(l.windows))
	for _, w := range l.windows {
		seen[w.id] = true
	}
	var ids []data.SessionID
	err := l.r.each(ctx, windowIDs, nil, func(rows *sql.Rows) error {
		var id data.SessionID
		err := rows.Scan(&id)
		if !seen[id] {
			ids = append(ids, id)
		}
		return err
	})
	if err != nil {
		return err
	}
	return l.these(ctx, ids)
}

// scanNode also gives the token of the row, which is valid until the next one.
func scanNode(rows *sql.Rows) (*window, []byte, error) {
	w := &window{}
	var previous, chatType, parent, spawnedBy, nodeParent, nodeSpawned, fork, label, display, last, generation, cold, file sql.NullString
	var archived, active, interacted, first, coldEvents sql.NullInt64
	var current sql.NullBool
	var raw, token sql.RawBytes
	err := rows.Scan(&w.id, &token, &w.key, &w.created, &w.updated,
		&w.touched, &previous, &chatType, &parent, &spawnedBy,
		&current, &raw, &nodeParent, &nodeSpawned, &fork,
		&label, &display, &archived, &active, &interacted,
		&first, &last, &generation, &cold, &coldEvents, &file)
	if err != nil {
		return w, nil, err
	}
	w.entry = readEntry(raw)
	w.setEnds(first.Int64, last.String)
	w.previous, w.chatType = data.SessionID(previous.String), chatType.String
	w.current, w.generation, w.coldHash, w.coldName = current.Bool, generation.String, cold.String, file.String
	if w.events == 0 {
		w.events = coldEvents.Int64
	}
	w.archivedAt = cmp.Or(archived.Int64, w.entry.archivedAt)
	w.lastActive = max(active.Int64, interacted.Int64, w.entry.lastActivity, w.entry.lastInteraction)
	w.parent = cmp.Or(nodeParent.String, w.entry.parent, parent.String)
	w.spawnedBy = cmp.Or(nodeSpawned.String, w.entry.spawnedBy, spawnedBy.String)
	w.forkSource = cmp.Or(fork.String, w.entry.forkSource)
	w.entry.label = cmp.Or(label.String, w.entry.label)
	w.entry.displayName = cmp.Or(w.entry.displayName, display.String)
	if w.current && w.previous == "" {
		w.previous = data.SessionID(w.entry.previous)
	}
	return w, token, nil
}
