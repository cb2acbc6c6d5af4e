package datatest

// Flood adds sessions and messages in such numbers that making each of them here would take longer than what is tested: SQLite
// writes them, in one transaction. Session n has the id <prefix><n> and the key agent:<agent>:<id>, and begins a minute after the
// one before; its messages are <id>-m0, <id>-m1 and so on, a second apart, the user first, and say "<prefix> <n> <m>", which the
// tokenizer cuts into three words. The store is of V14 or later.
func (s *Store) Flood(prefix string, sessions, messages int) *Store {
	s.t.Helper()
	statements := []string{floodNodes, floodWindows, floodWatermarks, floodEvents}
	if s.generation >= V23 {
		statements[3] = floodSizedEvents
	}
	s.atomically(func(tx execer) error {
		for _, statement := range statements {
			if _, err := tx.Exec(floodRows+statement, prefix, s.Agent, Start.Unix(), sessions, messages); err != nil {
				return err
			}
		}
		return nil
	})
	return s
}

// floodRows are the sessions and the turns that the statements below insert. ?1 is the prefix, ?2 the agent, ?3 when the first one
// begins, ?4 and ?5 how many sessions and messages there are.
const floodRows = `
WITH RECURSIVE counted(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM counted WHERE n + 1 < ?4),
session AS (SELECT n, ?1 || n AS id, 'agent:' || ?2 || ':' || ?1 || n AS key, ?3 + 60 * n AS began FROM counted),
turn(m) AS (SELECT 0 UNION ALL SELECT m + 1 FROM turn WHERE m + 1 < ?5),
event AS (
  SELECT id, m, 1000 * (began + m) AS at, json_object(
    'type', 'message', 'id', id || '-m' || m, 'parentId', iif(m = 0, NULL, id || '-m' || (m - 1)),
    'timestamp', strftime('%Y-%m-%dT%H:%M:%S.000Z', began + m, 'unixepoch'),
    'message', json_object('role', iif(m % 2 = 0, 'user', 'assistant'),
      'content', json_array(json_object('type', 'text', 'text', ?1 || ' ' || n || ' ' || m)))) AS json
  FROM session CROSS JOIN turn
)
`

const (
	floodNodes = `INSERT INTO session_nodes (session_key, current_session_id, entry_json, updated_at, created_at)
SELECT key, id, json_object('sessionId', id, 'updatedAt', 1000 * began, 'skillsSnapshot', json_object('prompt', '')), 1000 * began, 1000 * began FROM session`
	floodWindows = `INSERT INTO session_windows (session_id, session_key, created_at, updated_at, transcript_updated_at)
SELECT id, key, 1000 * began, 1000 * began, 1000 * began FROM session`
	floodWatermarks = `INSERT INTO transcript_rewrite_watermarks (session_id, generation, updated_at)
SELECT id, lower(hex(randomblob(16))), 1000 * began FROM session`
	floodEvents      = `INSERT INTO transcript_events (session_id, seq, created_at, event_json) SELECT id, m, at, json FROM event`
	floodSizedEvents = `INSERT INTO transcript_events (session_id, seq, created_at, event_json, event_utf8_bytes) SELECT id, m, at, json, octet_length(json) FROM event`
)
