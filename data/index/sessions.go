package index

import (
	"context"
	"database/sql"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// SessionFilter says which sessions are meant. The zero value means all that are shown by default and have messages.
type SessionFilter struct {
	Agents []string
	// Stores narrows to stores with these canonical paths; nil means all, empty means none.
	Stores  []string
	Include data.Include
	// Key is exact; empty means any.
	Key data.SessionKey
	// WithEmpty also gives sessions without messages.
	WithEmpty bool
	// Limit is the largest number of sessions; 0 means all.
	Limit int
}

// SessionRow is a session with its number in this view.
type SessionRow struct {
	Row RowID
	data.Session
}

const selectSessions = `SELECT s.id, t.path, t.agent, t.state_dir, t.kind, s.key, s.session_id, a.name, s.title, s.kind,
	s.parent, s.spawned_by, s.child_of, s.owner, s.linked_until, s.started_at, s.updated_at, s.archived, s.superseded, s.messages
	FROM sessions AS s
	JOIN stores AS t ON t.id = s.store
	JOIN agents AS a ON a.id = s.agent
	WHERE s.phase = 1`

// Sessions lists sessions, those with the newest activity first.
func (v *View) Sessions(ctx context.Context, f SessionFilter) ([]SessionRow, error) {
	where, args, err := v.conditions(ctx, f)
	if err != nil {
		return nil, err
	}
	where += newestFirst
	if f.Limit > 0 {
		where += "\n\tLIMIT ?"
		args = append(args, f.Limit)
	}
	return v.sessions(ctx, selectSessions+where, args)
}

func (v *View) sessions(ctx context.Context, query string, args []any) ([]SessionRow, error) {
	var list []SessionRow
	err := v.each(ctx, query, args, func(rows *sql.Rows) error {
		row, err := scanSession(rows)
		v.session(&row.Session)
		list = append(list, row)
		return err
	})
	return list, err
}

const newestFirst = "\n\tORDER BY s.updated_at DESC, s.started_at DESC, s.id DESC"

// conditions are the optional clauses of a filter, from a fixed list, without order and limit.
func (v *View) conditions(ctx context.Context, f SessionFilter) (string, []any, error) {
	var b strings.Builder
	var args []any
	add := func(clause string, values ...any) {
		b.WriteString("\n\tAND " + clause)
		args = append(args, values...)
	}
	if f.Key != "" {
		clause, arg, err := v.ofKey(ctx, f.Key)
		if err != nil {
			return "", nil, err
		}
		add(clause, arg)
	}
	if len(f.Agents) > 0 {
		ids, err := v.numbered(ctx, selectAgentNames, f.Agents)
		if err != nil {
			return "", nil, err
		}
		add("s.agent IN (SELECT value FROM json_each(?))", jsonList(ids))
	}
	if f.Stores != nil {
		ids, err := v.numbered(ctx, selectStorePaths, f.Stores)
		if err != nil {
			return "", nil, err
		}
		add("s.store IN (SELECT value FROM json_each(?))", jsonList(ids))
	}
	if !f.Include.Archived {
		add("s.archived = 0")
	}
	if !f.Include.Rewound {
		add("s.superseded = 0")
	}
	for _, class := range leftOut(f.Include) {
		add("s.class <> ?", int(class))
	}
	if !f.WithEmpty {
		add("s.messages > 0")
	}
	return b.String(), args, nil
}

func scanSession(rows *sql.Rows) (SessionRow, error) {
	var r SessionRow
	var linked, started, updated int64
	err := rows.Scan(&r.Row, &r.Store.Path, &r.Store.Agent, &r.Store.State, &r.Store.Kind, &r.Key, &r.ID, &r.Agent, &r.Title, &r.Kind,
		&r.Parent, &r.SpawnedBy, &r.ChildOf, &r.Owner, &linked, &started, &updated, &r.Archived, &r.Superseded, &r.Messages)
	r.LinkedUntil, r.StartedAt, r.UpdatedAt = moment(linked), moment(started), moment(updated)
	return r, err
}

// sessionsOf loads the sessions of some matches.
func (v *View) sessionsOf(ctx context.Context, picked []candidate) (map[RowID]data.Session, error) {
	known := map[RowID]bool{}
	var ids []RowID
	for _, c := range picked {
		if !known[c.session] {
			known[c.session] = true
			ids = append(ids, c.session)
		}
	}
	return v.SessionsByRow(ctx, ids)
}

// SessionsByRow loads some sessions by the numbers that this view gave.
func (v *View) SessionsByRow(ctx context.Context, ids []RowID) (map[RowID]data.Session, error) {
	sessions := make(map[RowID]data.Session, len(ids))
	query := selectSessions + "\n\tAND s.id IN (SELECT value FROM json_each(?))"
	err := v.each(ctx, query, []any{jsonList(ids)}, func(rows *sql.Rows) error {
		row, err := scanSession(rows)
		v.session(&row.Session)
		sessions[row.Row] = row.Session
		return err
	})
	return sessions, err
}
