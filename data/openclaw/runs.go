package openclaw

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/wordwake/wordwake/data"
)

// maxRuns bounds how many of the newest runs are read. OpenClaw takes them out of its registry once they are delivered.
const maxRuns = 10_000

// errRuns says that the registry keeps runs otherwise than any release that was looked at.
var errRuns = fmt.Errorf("%w: the table of sub-agent runs has other columns", data.ErrStoreNewer)

// loadRuns reads the sub-agent runs of a shared state database, the newest first. It is opened as carefully as a store. No table
// of them is none.
func loadRuns(ctx context.Context, path, temp string) ([]data.Run, error) {
	opened, err := openStore(ctx, path, temp)
	if err != nil {
		return nil, err
	}
	defer func() { _ = opened.Close() }()
	query, err := runsQuery(ctx, opened.db)
	if err != nil || query == "" {
		return nil, err
	}
	rows, err := opened.db.QueryContext(ctx, query, maxRuns)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	var runs []data.Run
	for rows.Next() {
		run, err := scanRun(rows)
		if err != nil {
			return nil, err
		}
		runs = append(runs, run)
	}
	return runs, errors.Join(rows.Err(), opened.unchanged())
}

// runsQuery asks for the runs in the columns that this registry has; empty if it has no table of them. When a run ended stands in
// a column, or in the JSON beside it, where the newest releases keep it one level deeper.
func runsQuery(ctx context.Context, db *sql.DB) (string, error) {
	has, err := columnsOf(ctx, db)
	if err != nil || len(has) == 0 {
		return "", err
	}
	if !has["child_session_key"] || !has["created_at"] || !has["requester_session_key"] {
		return "", errRuns
	}
	controller, ended := "NULL", "NULL"
	if has["controller_session_key"] {
		controller = "controller_session_key"
	}
	if has["payload_json"] {
		ended = `CASE WHEN json_valid(payload_json) THEN
    coalesce(json_extract(payload_json, '$.execution.endedAt'), json_extract(payload_json, '$.endedAt')) END`
	}
	if has["ended_at"] {
		ended = "coalesce(ended_at, " + ended + ")"
	}
	return fmt.Sprintf(`
SELECT coalesce(child_session_key, ''), coalesce(%s, ''), coalesce(requester_session_key, ''),
  CAST(coalesce(created_at, 0) AS INTEGER), CAST(coalesce(%s, 0) AS INTEGER)
FROM subagent_runs
ORDER BY created_at DESC, rowid DESC
LIMIT ?`, controller, ended), nil
}

func columnsOf(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM pragma_table_info('subagent_runs')`)
	if err != nil {
		return nil, err
	}
	defer func() { _ = rows.Close() }()
	has := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		has[name] = true
	}
	return has, rows.Err()
}

func scanRun(rows *sql.Rows) (data.Run, error) {
	var run data.Run
	var created, ended int64
	err := rows.Scan(&run.Child, &run.Controller, &run.Requester, &created, &ended)
	run.Created = time.UnixMilli(created).UTC()
	if ended > 0 {
		run.Ended = time.UnixMilli(ended).UTC()
	}
	return run, err
}
