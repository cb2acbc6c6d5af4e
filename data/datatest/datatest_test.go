package datatest

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestBuildersMakeStoresThatSQLiteFindsSound(t *testing.T) {
	for _, g := range Generations {
		store := NewState(t).Agent("main", g).
			Session("agent:main:a", "a1", Talk("one", strings.Repeat("long ", 1000))).
			Session("agent:main:b", "b1", Rewind(Talk("one", "two"), "m0", "three"), Node{Label: "B", Archived: true}).
			Append("a1", More("n", "m1", Start, "more")...).
			Rewrite("b1", Talk("new")...).
			Fill(3, 4, func(_, _ int) string { return "text" })
		if g >= V14 {
			store.Flood("sea", 2, 5)
		}
		if g >= V21 {
			store.Cold("b1", true)
		}
		store.Delete("agent:main:bulk-0")
		if _, err := os.Stat(store.Path + "-wal"); err == nil {
			t.Errorf("version %d: a -wal stays", g)
		}
		db := store.open()
		var sound string
		if err := db.QueryRow(`PRAGMA integrity_check`).Scan(&sound); err != nil || sound != "ok" {
			t.Errorf("version %d: %q %v", g, sound, err)
		}
		var bad sql.NullString
		if err := db.QueryRow(`SELECT "table" FROM pragma_foreign_key_check`).Scan(&bad); err == nil {
			t.Errorf("version %d: a foreign key of %s is broken", g, bad.String)
		}
		must(t, db.Close())
	}
}

func TestRealHistoriesAreUnpacked(t *testing.T) {
	for folder, file := range map[string]string{
		"2026.8.2/live":          "expected/rpc-sessions.search.json",
		"2026.9.6/live-wal":      "agents/main/agent/openclaw-agent.sqlite-wal",
		"2026.9.6/cold/1-cold":   "agents/handmade/agent/openclaw-agent.sqlite",
		"2026.8.2/legacy-import": "after-doctor/agents/handmade/agent/openclaw-agent.sqlite",
	} {
		if _, err := os.Stat(filepath.Join(Real(t, folder), file)); err != nil {
			t.Error(err)
		}
	}
	if _, err := os.Stat(filepath.Join(Made(t, "v23"), "agents/main/agent/openclaw-agent.sqlite")); err != nil {
		t.Error(err)
	}
}
