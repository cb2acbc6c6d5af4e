package datatest

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Node is what a store knows of a session besides its events. The zero value is a plain session.
type Node struct {
	Label, DisplayName string
	// SpawnedBy and Parent are session keys.
	SpawnedBy, Parent string
	// Previous is the session id that this window follows.
	Previous string
	ChatType string
	Archived bool
	// Created is when the window was made; zero means Start.
	Created time.Time
	// Entry are further fields of the session entry.
	Entry Fields
	// NoNode leaves out everything but the window.
	NoNode bool
	// Past keeps the window that is current.
	Past bool
}

// Session adds a window with its events. The window becomes the current one of its key.
func (s *Store) Session(key, id string, events []Event, node ...Node) *Store {
	s.t.Helper()
	var n Node
	if len(node) > 0 {
		n = node[0]
	}
	s.atomically(func(tx execer) error {
		if err := s.window(tx, key, id, n); err != nil {
			return err
		}
		return s.events(tx, id, 0, events)
	})
	return s
}

func (s *Store) window(tx execer, key, id string, n Node) error {
	created := n.Created
	if created.IsZero() {
		created = Start
	}
	entry := Fields{"sessionId": id, "updatedAt": created.UnixMilli(), "skillsSnapshot": Fields{"prompt": ""}}
	for field, value := range map[string]string{"label": n.Label, "displayName": n.DisplayName, "spawnedBy": n.SpawnedBy, "parentSessionKey": n.Parent, "previousSessionId": n.Previous} {
		if value != "" {
			entry[field] = value
		}
	}
	for field, value := range n.Entry {
		entry[field] = value
	}
	raw, err := json.Marshal(entry)
	if err != nil {
		return err
	}
	if s.generation < V14 {
		return s.flatWindow(tx, key, id, n, created, raw)
	}
	return s.nodeWindow(tx, key, id, n, created, raw)
}

func (s *Store) nodeWindow(tx execer, key, id string, n Node, created time.Time, entry []byte) error {
	at := created.UnixMilli()
	var archived any
	if n.Archived {
		archived = at
	}
	node := `INSERT INTO session_nodes (session_key, current_session_id, entry_json, updated_at, created_at, parent_session_key, spawned_by, label, display_name, archived_at)
VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
ON CONFLICT (session_key) DO `
	if n.Past {
		node += `NOTHING`
	} else {
		node += `UPDATE SET current_session_id = excluded.current_session_id, entry_json = excluded.entry_json, updated_at = excluded.updated_at,
label = excluded.label, display_name = excluded.display_name, archived_at = excluded.archived_at`
	}
	if !n.NoNode {
		if _, err := tx.Exec(node, key, id, string(entry), at, at, null(n.Parent), null(n.SpawnedBy), null(n.Label), null(n.DisplayName), archived); err != nil {
			return err
		}
	}
	_, err := tx.Exec(`INSERT INTO session_windows (session_id, session_key, previous_session_id, created_at, updated_at, transcript_updated_at, chat_type, spawned_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, id, key, null(n.Previous), at, at, at, null(n.ChatType), null(n.SpawnedBy))
	if err != nil {
		return err
	}
	_, err = tx.Exec(`INSERT INTO transcript_rewrite_watermarks (session_id, generation, updated_at) VALUES (?, ?, ?)`, id, hexName(id, 0), at)
	return err
}

func (s *Store) flatWindow(tx execer, key, id string, n Node, created time.Time, entry []byte) error {
	at := created.UnixMilli()
	_, err := tx.Exec(`INSERT INTO sessions (session_id, session_key, created_at, updated_at, transcript_updated_at, chat_type, parent_session_key, spawned_by)
VALUES (?, ?, ?, ?, ?, ?, ?, ?)`, id, key, at, at, at, null(n.ChatType), null(n.Parent), null(n.SpawnedBy))
	if err != nil || n.NoNode || n.Past {
		return err
	}
	_, err = tx.Exec(`INSERT INTO session_entries (session_key, session_id, entry_json, updated_at) VALUES (?, ?, ?, ?)
ON CONFLICT (session_key) DO UPDATE SET session_id = excluded.session_id, entry_json = excluded.entry_json, updated_at = excluded.updated_at`, key, id, string(entry), at)
	return err
}

// Append adds events to a transcript, as OpenClaw does while it talks.
func (s *Store) Append(id string, events ...Event) *Store {
	s.t.Helper()
	s.atomically(func(tx execer) error {
		var last sql.NullInt64
		if err := tx.QueryRow(`SELECT max(seq) FROM transcript_events WHERE session_id = ?`, id).Scan(&last); err != nil {
			return err
		}
		from := 0
		if last.Valid {
			from = int(last.Int64) + 1
		}
		if err := s.events(tx, id, from, events); err != nil {
			return err
		}
		return s.touch(tx, id)
	})
	return s
}

// Rewrite replaces all events of a transcript and gives it a new generation.
func (s *Store) Rewrite(id string, events ...Event) *Store {
	s.t.Helper()
	s.atomically(func(tx execer) error {
		if _, err := tx.Exec(`DELETE FROM transcript_events WHERE session_id = ?`, id); err != nil {
			return err
		}
		if s.generation >= V14 {
			if _, err := tx.Exec(`UPDATE transcript_rewrite_watermarks SET generation = lower(hex(randomblob(16))) WHERE session_id = ?`, id); err != nil {
				return err
			}
		}
		if err := s.events(tx, id, 0, events); err != nil {
			return err
		}
		return s.touch(tx, id)
	})
	return s
}

// Delete removes a session key with all its windows.
func (s *Store) Delete(key string) *Store {
	s.t.Helper()
	table := "session_nodes"
	if s.generation < V14 {
		table = "sessions"
	}
	s.with(func(db execer) error {
		for _, statement := range []string{`PRAGMA foreign_keys=ON`, `DELETE FROM ` + table + ` WHERE session_key = '` + strings.ReplaceAll(key, "'", "''") + `'`, `PRAGMA foreign_keys=OFF`} {
			if _, err := db.Exec(statement); err != nil {
				return err
			}
		}
		return nil
	})
	return s
}

func (s *Store) touch(tx execer, id string) error {
	_, err := tx.Exec(`UPDATE `+s.windows()+` SET transcript_updated_at = coalesce(transcript_updated_at, 0) + 1, updated_at = updated_at + 1 WHERE session_id = ?`, id)
	return err
}

func (s *Store) windows() string {
	if s.generation < V14 {
		return "sessions"
	}
	return "session_windows"
}

func (s *Store) events(tx execer, id string, from int, events []Event) error {
	columns, values := `session_id, seq, created_at, event_json`, `?, ?, ?, ?`
	if s.generation >= V23 {
		columns, values = columns+`, event_zstd, event_utf8_bytes, navigation_json`, values+`, ?, ?, ?`
	}
	insert, err := tx.Prepare(`INSERT INTO transcript_events (` + columns + `) VALUES (` + values + `)`)
	if err != nil {
		return err
	}
	defer func() { _ = insert.Close() }()
	for n, event := range events {
		seq := from + n
		args := []any{id, seq, createdOf(event, seq), string(event)}
		if s.generation >= V23 {
			args = append(args[:3], pack(event)...)
		}
		if _, err := insert.Exec(args...); err != nil {
			return fmt.Errorf("event %d: %w", seq, err)
		}
	}
	return nil
}

// createdOf is the time of an event in milliseconds, else a second per place.
func createdOf(event Event, seq int) int64 {
	var has struct {
		Timestamp any `json:"timestamp"`
	}
	_ = json.Unmarshal([]byte(event), &has)
	switch at := has.Timestamp.(type) {
	case string:
		if parsed, err := time.Parse(time.RFC3339, at); err == nil {
			return parsed.UnixMilli()
		}
	case float64:
		return int64(at)
	}
	return Start.UnixMilli() + int64(seq)*1000
}

func null(s string) any {
	if s == "" {
		return nil
	}
	return s
}
