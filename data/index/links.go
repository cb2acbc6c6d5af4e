package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// LinkFilter says whose sessions are meant.
type LinkFilter struct {
	SessionFilter
	// Of is the session that looks, Folded its key in the case in which keys are compared. Without it only odd keys are meant.
	Of, Folded data.SessionKey
	// Children are keys of sessions that belong to it whatever the stores say.
	Children []data.SessionKey
}

// selectOdd are the sessions whose keys are not simply those of an agent's sessions. The condition is that of the index, word by
// word.
const selectOdd = `SELECT id FROM sessions INDEXED BY sessions_odd
	WHERE (key NOT GLOB 'agent:[^:]*:?*' OR key GLOB '*:incognito-*')`

const selectLinks = `SELECT s.id, a.name, s.key, s.spawned_by, s.child_of, s.owner, s.linked_until
	FROM sessions AS s
	JOIN agents AS a ON a.id = s.agent
	WHERE s.phase = 1 AND `

const (
	clauseAny    = "TRUE"
	clauseOdd    = "s.id IN (" + selectOdd + ")"
	clauseLinked = `(s.key COLLATE NOCASE IN (?1, ?2) OR s.spawned_by COLLATE NOCASE IN (?1, ?2)
	OR s.child_of COLLATE NOCASE IN (?1, ?2) OR s.owner COLLATE NOCASE IN (?1, ?2)
	OR s.key COLLATE NOCASE IN (SELECT value FROM json_each(?3))
	OR ` + clauseOdd + ")"
)

// Links visits the sessions about which it is not enough to know the agent, to tell whether a session sees them: itself, all that
// may belong to it, and those under odd keys. Of each there are those fields alone that decide: Key, Agent, SpawnedBy, ChildOf,
// Owner and LinkedUntil. There may be sessions among them that are none of this. The limit of the filter has no effect.
func (v *View) Links(ctx context.Context, f LinkFilter, visit func(SessionRow)) error {
	children, err := json.Marshal(append([]data.SessionKey{}, f.Children...))
	if err != nil {
		return err
	}
	where, args, err := v.conditions(ctx, f.SessionFilter)
	if err != nil {
		return err
	}
	which := clauseOdd
	switch {
	case v.masks(f.Of) || slices.ContainsFunc(f.Children, v.masks): // they may be held as they were before
		which = clauseAny
	case f.Of != "":
		which, args = clauseLinked, append([]any{string(f.Of), string(f.Folded), string(children)}, args...)
	}
	return v.each(ctx, selectLinks+which+where, args, func(rows *sql.Rows) error {
		var row SessionRow
		var linked int64
		if err := rows.Scan(&row.Row, &row.Agent, &row.Key, &row.SpawnedBy, &row.ChildOf, &row.Owner, &linked); err != nil {
			return err
		}
		row.LinkedUntil = moment(linked)
		v.session(&row.Session)
		visit(row)
		return nil
	})
}

// AgentNames lists the agents that sessions belong to, and those that any belonged to.
func (v *View) AgentNames(ctx context.Context) ([]string, error) {
	var names []string
	err := v.each(ctx, selectAgentNames, nil, func(rows *sql.Rows) error {
		var id int64
		var name string
		err := rows.Scan(&id, &name)
		names = append(names, name)
		return err
	})
	return names, err
}

// StoresIn lists the paths of the stores that lie in a state directory, known by its canonical path.
func (v *View) StoresIn(ctx context.Context, state string) ([]string, error) {
	paths := []string{}
	err := v.each(ctx, "SELECT path, state_dir FROM stores ORDER BY path", nil, func(rows *sql.Rows) error {
		var path, in string
		err := rows.Scan(&path, &in)
		if in == state {
			paths = append(paths, path)
		}
		return err
	})
	return paths, err
}
