package datatest

import (
	"fmt"
	"time"
)

// Flood adds sessions with so many messages that making each event here would take longer than what is tested: SQLite writes
// them, in one transaction. Session n has the id <prefix><n> and the key agent:<agent>:<id>; its messages are <id>-m0, <id>-m1
// and so on, a second apart, and say "<prefix> <n> <m>", which the tokenizer cuts into three words.
func (s *Store) Flood(prefix string, sessions, messages int) *Store {
	s.t.Helper()
	s.atomically(func(tx execer) error {
		for n := range sessions {
			id := fmt.Sprint(prefix, n)
			start := Start.Add(time.Duration(n) * time.Minute)
			if err := s.window(tx, "agent:"+s.Agent+":"+id, id, Node{Created: start}); err != nil {
				return err
			}
			if err := s.flood(tx, id, fmt.Sprint(prefix, " ", n), start, messages); err != nil {
				return err
			}
		}
		return nil
	})
	return s
}

func (s *Store) flood(tx execer, id, words string, start time.Time, messages int) error {
	const event = `
WITH RECURSIVE turn(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM turn WHERE m + 1 < ?4),
event(m, at, json) AS (
  SELECT m, ?3 + m, json_object(
    'type', 'message', 'id', ?1 || '-m' || m, 'parentId', iif(m = 0, NULL, ?1 || '-m' || (m - 1)),
    'timestamp', strftime('%Y-%m-%dT%H:%M:%S.000Z', ?3 + m, 'unixepoch'),
    'message', json_object('role', iif(m % 2 = 0, 'user', 'assistant'),
      'content', json_array(json_object('type', 'text', 'text', ?2 || ' ' || m))))
  FROM turn
)
INSERT INTO transcript_events `
	rows := `(session_id, seq, created_at, event_json) SELECT ?1, m, at * 1000, json FROM event`
	if s.generation >= V23 {
		rows = `(session_id, seq, created_at, event_json, event_utf8_bytes) SELECT ?1, m, at * 1000, json, octet_length(json) FROM event`
	}
	_, err := tx.Exec(event+rows, id, words, start.Unix(), messages)
	return err
}
