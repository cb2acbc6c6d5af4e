package index

import (
	"database/sql"
	"testing"
)

func TestALibraryWhoseSchemaIsDamagedIsSetAside(t *testing.T) {
	for name, script := range map[string]string{
		"a table is missing":                   "DROP TABLE messages",
		"the index of texts is missing":        "DROP TABLE messages_fts",
		"the index of titles is missing":       "DROP TABLE titles_fts",
		"a part of an index is missing":        "DROP TABLE messages_fts_idx",
		"the stores are missing":               "DROP TABLE stores",
		"the trails are missing":               "DROP TABLE trails",
		"the agents are missing":               "DROP TABLE agents",
		"the meta is missing":                  "DROP TABLE meta",
		"a column is missing":                  "ALTER TABLE sessions DROP COLUMN spawned_by",
		"the index of odd keys is missing":     "DROP INDEX sessions_odd",
		"a column has another name":            "ALTER TABLE messages RENAME COLUMN hidden TO shown",
		"the schema has no number":             "PRAGMA user_version = 0",
		"there is no number, and not all else": "PRAGMA user_version = 0; DROP TABLE meta",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l := open(t, dir)
			w := writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple"))
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			file := current(t, l)
			if err := l.Close(); err != nil {
				t.Fatal(err)
			}
			db, err := sql.Open("sqlite3", file)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := db.Exec("PRAGMA writable_schema = ON; " + script); err != nil {
				t.Fatal(err)
			}
			if err := db.Close(); err != nil {
				t.Fatal(err)
			}
			l = open(t, dir)
			status, err := l.Status(t.Context())
			if err != nil || status.Aside == "" || !exists(status.Aside) || status.Messages != 0 {
				t.Fatalf("status %+v, error %v", status, err)
			}
			w = writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple"))
			consistentAfter(t, l, w)
		})
	}
}
