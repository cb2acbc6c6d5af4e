package openclaw

import (
	"cmp"
	"context"
	"database/sql"
	"fmt"

	"github.com/wordwake/wordwake/data"
)

// nodeQuery lists the windows of version 14 and later in one statement; what this store does not have is NULL.
func (r *reader) nodeQuery() string {
	s := r.schema
	node := func(column string) string { return s.column("n", "session_nodes", column) }
	win := func(column string) string { return s.column("w", "session_windows", column) }
	columns := fmt.Sprintf(`
SELECT w.session_id, w.session_key, w.created_at, w.updated_at,
  %s, %s, %s, %s, %s,
  %s = w.session_id, %s, %s, %s, %s,
  %s, %s, %s, %s, %s,
  %s, %s,`,
		win("transcript_updated_at"), win("previous_session_id"), win("chat_type"), win("parent_session_key"), win("spawned_by"),
		node("current_session_id"), entryColumn(node("entry_json")), node("parent_session_key"), node("spawned_by"), node("fork_source_session_key"),
		node("label"), node("display_name"), node("archived_at"), node("last_activity_at"), node("last_interaction_at"),
		firstEvent, lastEvent)
	joins := ` FROM session_windows AS w`
	if s.has("session_nodes", "session_key") {
		joins += ` LEFT JOIN session_nodes AS n ON n.session_key = w.session_key`
	}
	if s.watermarks() {
		columns += ` g.generation,`
		joins += ` LEFT JOIN transcript_rewrite_watermarks AS g ON g.session_id = w.session_id`
	} else {
		columns += ` NULL,`
	}
	if s.cold() {
		columns += ` c.archive_sha256, c.event_count, CASE WHEN c.storage = 'file' THEN c.archive_name END`
		joins += ` LEFT JOIN session_transcript_cold_archives AS c ON c.session_id = w.session_id`
	} else {
		columns += ` NULL, NULL, NULL`
	}
	return columns + joins
}

func (r *reader) nodeWindows(ctx context.Context) ([]*window, error) {
	rows, err := r.opened.db.QueryContext(ctx, r.nodeQuery())
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var windows []*window
	for rows.Next() {
		w, file, err := scanNode(rows)
		if err != nil {
			return nil, err
		}
		w.coldFile = r.coldMark(file)
		windows = append(windows, w)
	}
	return windows, rows.Err()
}

// scanNode also gives the name of the file with the transcript, if one has it.
func scanNode(rows *sql.Rows) (*window, string, error) {
	w := &window{}
	var previous, chatType, parent, spawnedBy, nodeParent, nodeSpawned, fork, label, display, last, generation, cold, file sql.NullString
	var archived, active, interacted, first, coldEvents sql.NullInt64
	var current sql.NullBool
	var raw sql.RawBytes
	err := rows.Scan(&w.id, &w.key, &w.created, &w.updated,
		&w.touched, &previous, &chatType, &parent, &spawnedBy,
		&current, &raw, &nodeParent, &nodeSpawned, &fork,
		&label, &display, &archived, &active, &interacted,
		&first, &last, &generation, &cold, &coldEvents, &file)
	if err != nil {
		return w, "", err
	}
	w.entry = readEntry(raw)
	w.setEnds(first.Int64, last.String)
	w.previous, w.chatType = data.SessionID(previous.String), chatType.String
	w.current, w.generation, w.coldHash = current.Bool, generation.String, cold.String
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
	return w, file.String, nil
}
