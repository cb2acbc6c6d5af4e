package openclaw

import (
	"context"
	"database/sql"
	"fmt"
	"maps"

	"github.com/wordwake/wordwake/data"
)

// newestGeneration is the newest schema version that was checked. A higher number is no fault as long as the tables and
// columns that are needed are there.
const newestGeneration = 23

// firstGeneration is the first schema version that keeps sessions in SQLite.
const firstGeneration = 8

// schema is what a store has, by table and column: the number alone does not tell.
type schema struct {
	generation int
	tables     map[string]map[string]bool
}

const readGeneration = `PRAGMA user_version`

const readColumns = `
SELECT t.name, c.name
FROM sqlite_schema AS t
JOIN pragma_table_info(t.name) AS c
WHERE t.type = 'table'
AND t.name IN (
  'transcript_events', 'session_nodes', 'session_windows', 'sessions', 'session_entries', 'session_routes',
  'transcript_rewrite_watermarks', 'session_transcript_cold_archives', 'session_transcript_archives',
  'session_key_contract')`

func readSchema(ctx context.Context, db *sql.DB) (schema, error) {
	s := schema{tables: map[string]map[string]bool{}}
	if err := db.QueryRowContext(ctx, readGeneration).Scan(&s.generation); err != nil {
		return s, err
	}
	rows, err := db.QueryContext(ctx, readColumns)
	if err != nil {
		return s, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var table, column string
		if err := rows.Scan(&table, &column); err != nil {
			return s, err
		}
		if s.tables[table] == nil {
			s.tables[table] = map[string]bool{}
		}
		s.tables[table][column] = true
	}
	return s, rows.Err()
}

// same reports whether two stores have the same tables and columns.
func (s schema) same(other schema) bool {
	return s.generation == other.generation && maps.EqualFunc(s.tables, other.tables, maps.Equal)
}

func (s schema) has(table string, columns ...string) bool {
	known, ok := s.tables[table]
	for _, column := range columns {
		ok = ok && known[column]
	}
	return ok
}

// events reports whether transcripts can be read at all.
func (s schema) events() bool {
	return s.has("transcript_events", "session_id", "seq", "event_json", "created_at")
}

// nodes reports the layout of version 14 and later; windows need no node to be read.
func (s schema) nodes() bool {
	return s.has("session_windows", "session_id", "session_key", "created_at", "updated_at")
}

// flat reports the layout of versions 8 to 13.
func (s schema) flat() bool {
	return s.has("sessions", "session_id", "session_key", "created_at", "updated_at") &&
		s.has("session_entries", "session_key", "session_id", "entry_json", "updated_at")
}

// watermarks reports whether every rewriting of a transcript gives it a new generation.
func (s schema) watermarks() bool {
	return s.has("transcript_rewrite_watermarks", "session_id", "generation")
}

func (s schema) packed() bool {
	return s.has("transcript_events", "event_zstd", "event_utf8_bytes", "navigation_json")
}

func (s schema) cold() bool {
	return s.has("session_transcript_cold_archives", "session_id", "generation", "archive_name", "archive_sha256",
		"event_count", "archive_bytes", "storage", "archive_blob")
}

func (s schema) resetArchives() bool {
	return s.has("session_transcript_archives", "session_id", "generation", "session_key", "reason", "encoding",
		"archive_blob", "archive_sha256", "created_at")
}

// check tells a store that can be read, or that simply has no sessions yet, from one that is newer or broken.
func (s schema) check() error {
	switch {
	case s.events() && (s.nodes() || s.flat()):
		return nil
	case len(s.tables) == 0 && s.generation <= newestGeneration:
		return nil
	case s.generation > newestGeneration:
		return fmt.Errorf("%w: version %d", data.ErrStoreNewer, s.generation)
	case s.generation < firstGeneration:
		return nil
	default:
		return fmt.Errorf("%w: version %d lacks tables", data.ErrStoreCorrupt, s.generation)
	}
}

// column writes a column that may be missing in this store.
func (s schema) column(alias, table, name string) string {
	if s.has(table, name) {
		return alias + "." + name
	}
	return "NULL"
}
