package index

import (
	"context"
	"database/sql"
	"embed"
	"fmt"
	"io/fs"
	"sort"
	"strconv"
	"strings"
)

//go:embed migrations/*.sql
var migrationFiles embed.FS

const (
	// applicationID marks a database as ours: "WdWk" in ASCII.
	applicationID = 0x5764576B
	// contentVersion counts the ways in which rows are made of messages. Another one calls for a rebuild.
	contentVersion = 2
)

// The phases of a session's rows.
const (
	phaseBuilding = 0
	phaseLive     = 1
	phaseDead     = 2
)

// migration is one step of the schema: the file NNNN_name.sql, whose number is the user_version it leads to.
type migration struct {
	version int
	sql     string
}

// migrations lists the steps in order. The files are our own constants; one with a bad name is an error at once.
func migrations() ([]migration, error) {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return nil, fmt.Errorf("list migrations: %w", err)
	}
	sort.Strings(names)
	steps := make([]migration, 0, len(names))
	for _, name := range names {
		number, _, _ := strings.Cut(strings.TrimPrefix(name, "migrations/"), "_")
		version, err := strconv.Atoi(number)
		if err != nil {
			return nil, fmt.Errorf("number of migration %q: %w", name, err)
		}
		text, err := migrationFiles.ReadFile(name)
		if err != nil {
			return nil, fmt.Errorf("read migration %q: %w", name, err)
		}
		steps = append(steps, migration{version: version, sql: string(text)})
	}
	return steps, nil
}

// schemaVersion is the newest user_version that this version knows.
func schemaVersion() (int, error) {
	steps, err := migrations()
	if err != nil || len(steps) == 0 {
		return 0, err
	}
	return steps[len(steps)-1].version, nil
}

// migrate brings db to the newest schema, each step in a transaction of its own, and marks the file as ours in the first.
func migrate(ctx context.Context, db *sql.DB) error {
	steps, err := migrations()
	if err != nil {
		return err
	}
	var have int
	if err := db.QueryRowContext(ctx, "PRAGMA user_version").Scan(&have); err != nil {
		return fmt.Errorf("read schema version: %w", err)
	}
	for _, step := range steps {
		if step.version <= have {
			continue
		}
		if err := apply(ctx, db, step); err != nil {
			return fmt.Errorf("migrate to schema %d: %w", step.version, err)
		}
	}
	return nil
}

func apply(ctx context.Context, db *sql.DB, step migration) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	script := step.sql + fmt.Sprintf("\nPRAGMA application_id = %d;\nPRAGMA user_version = %d;", applicationID, step.version)
	if _, err := tx.ExecContext(ctx, script); err != nil {
		return err
	}
	return tx.Commit()
}

// The names in table meta.
const (
	metaRuleStamp   = "rule_stamp"
	metaRuleVersion = "rule_version"
	metaContent     = "content_version"
	metaComplete    = "complete"
	metaChecked     = "checked"
	metaUntidy      = "untidy"
	metaTidied      = "tidied"
	metaCommits     = "commits"
)

const putMeta = `INSERT INTO meta (name, value) VALUES (?, ?)
	ON CONFLICT (name) DO UPDATE SET value = excluded.value`

// setMeta writes one value of table meta.
func setMeta(ctx context.Context, db execer, name string, value any) error {
	_, err := db.ExecContext(ctx, putMeta, name, value)
	if err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

// meta reads table meta as text.
func meta(ctx context.Context, db querier) (map[string]string, error) {
	rows, err := db.QueryContext(ctx, "SELECT name, CAST(value AS TEXT) FROM meta")
	if err != nil {
		return nil, fmt.Errorf("read meta: %w", err)
	}
	defer func() { _ = rows.Close() }()
	values := map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, fmt.Errorf("read meta: %w", err)
		}
		values[name] = value
	}
	return values, rows.Err()
}

// execer and querier are what *sql.DB and *sql.Tx have in common.
type execer interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
}

type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
	QueryRowContext(ctx context.Context, query string, args ...any) *sql.Row
}
