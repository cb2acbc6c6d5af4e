package index

import (
	"context"
	"database/sql"
	"encoding/json"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// maxTags bounds how many session tokens go into one MATCH; beyond it sessions are told by their rows.
const maxTags = 256

// scope is a filter in the terms of the tables. Tokens are intersected inside MATCH; clauses look at the rows.
type scope struct {
	// text is the expression that was asked for, over the text alone; empty if any text will do, and then all is not.
	text string
	// all holds groups of tokens, of each of which one is required; none holds tokens that are not allowed.
	all  [][]string
	none []string
	// clauses are constant conditions on m, a row of messages, each with its arguments.
	clauses []string
	args    []any
	// since and until bound the time in milliseconds, both inclusive.
	since, until int64
	// empty is true if nothing can match.
	empty bool
}

// with and without give a narrower scope and leave this one as it is.
func (s scope) with(tokens ...string) scope {
	s.all = append(s.all[:len(s.all):len(s.all)], tokens)
	return s
}

func (s scope) without(tokens ...string) scope {
	s.none = append(s.none[:len(s.none):len(s.none)], tokens...)
	return s
}

func (s scope) where(clause string, args ...any) scope {
	s.clauses = append(s.clauses[:len(s.clauses):len(s.clauses)], clause)
	s.args = append(s.args[:len(s.args):len(s.args)], args...)
	return s
}

// match is the whole FTS5 expression.
func (s scope) match() string {
	var parts []string
	if s.text != "" {
		parts = append(parts, "{text} : ("+s.text+")")
	}
	for _, group := range s.all {
		parts = append(parts, "{tags} : ("+strings.Join(group, " OR ")+")")
	}
	all := strings.Join(parts, " AND ")
	if len(s.none) == 0 {
		return all
	}
	return "(" + all + ") NOT {tags} : (" + strings.Join(s.none, " OR ") + ")"
}

// conditions are the clauses as SQL.
func (s scope) conditions() string {
	var b strings.Builder
	for _, clause := range s.clauses {
		b.WriteString(" AND " + clause)
	}
	return b.String()
}

// low and high bound the row numbers.
func (s scope) low() int64  { return firstOf(dayOf(s.since)) }
func (s scope) high() int64 { return lastOf(dayOf(s.until)) }

// The clauses on the session of a row.
const (
	clauseLive        = "m.session IN (SELECT id FROM sessions WHERE phase = 1)"
	clauseArchived    = "m.session IN (SELECT id FROM sessions WHERE archived = 1)"
	clauseNotArchived = "m.session NOT IN (SELECT id FROM sessions WHERE archived = 1)"
	clauseSessions    = "m.session IN (SELECT value FROM json_each(?))"
	clauseNotSessions = "m.session NOT IN (SELECT value FROM json_each(?))"
	clauseAgentsAlso  = `(m.session IN (SELECT id FROM sessions WHERE agent IN (SELECT value FROM json_each(?)))
	OR m.session IN (SELECT value FROM json_each(?)))`
)

// scopeOf translates a filter, but for what Include leaves out: that is counted for itself.
func (v *View) scopeOf(ctx context.Context, f Filter) (scope, error) {
	s := scope{text: strings.TrimSpace(f.Match), since: milli(f.Since), until: maxMilli}
	if !f.Until.IsZero() {
		s.until = milli(f.Until)
	}
	if f.Hidden {
		s = s.with(hiddenTag)
	}
	for _, hash := range f.Hashes {
		s = s.with(hashTag(hash))
	}
	if s.text == "" && len(s.all) == 0 || s.since > s.until {
		s.empty = true
		return s, nil
	}
	if f.Role != data.RoleAny {
		s = s.with(roleTag(f.Role))
	}
	s, err := v.withAgents(ctx, s, f.Agents, f.Also)
	if err != nil {
		return s, err
	}
	if f.Stores != nil {
		if s, err = v.withStores(ctx, s, f.Stores); err != nil {
			return s, err
		}
	}
	s = narrowSessions(s, f.Sessions)
	return v.seen(withoutSessions(s, f.Without)), nil
}

// The names of agents and stores, with their numbers.
const (
	selectAgentNames = "SELECT id, name FROM agents"
	selectStorePaths = "SELECT id, path FROM stores"
)

// numbered gives the numbers of those rows whose name is asked for. Names are compared here, byte by byte: a path need not be
// UTF-8, and would not survive a list in JSON.
func (v *View) numbered(ctx context.Context, query string, names []string) ([]int64, error) {
	asked := make(map[string]bool, len(names))
	for _, name := range names {
		asked[name] = true
	}
	numbers := []int64{}
	err := v.each(ctx, query, nil, func(rows *sql.Rows) error {
		var id int64
		var name string
		err := rows.Scan(&id, &name)
		if asked[name] {
			numbers = append(numbers, id)
		}
		return err
	})
	return numbers, err
}

// withStores narrows to some stores; unknown ones match nothing.
func (v *View) withStores(ctx context.Context, s scope, paths []string) (scope, error) {
	ids, err := v.numbered(ctx, selectStorePaths, paths)
	if len(ids) == 0 || err != nil {
		s.empty = true
		return s, err
	}
	return s.with(tags(ids, storeTag)...), nil
}

// withAgents narrows to some agents, none of which is all, and some sessions besides.
func (v *View) withAgents(ctx context.Context, s scope, agents []string, also []RowID) (scope, error) {
	if len(agents) == 0 {
		return s, nil
	}
	ids, err := v.numbered(ctx, selectAgentNames, agents)
	switch {
	case len(ids)+len(also) == 0 || err != nil:
		s.empty = true
		return s, err
	case len(also) > maxTags:
		return s.where(clauseAgentsAlso, jsonList(ids), jsonList(also)), nil
	default:
		return s.with(append(tags(ids, agentTag), sessionTags(also)...)...), nil
	}
}

// withoutSessions leaves these sessions out.
func withoutSessions(s scope, sessions []RowID) scope {
	if len(sessions) <= maxTags {
		return s.without(sessionTags(sessions)...)
	}
	return s.where(clauseNotSessions, jsonList(sessions))
}

// narrowSessions narrows to these sessions, by token where they are few.
func narrowSessions(s scope, sessions []RowID) scope {
	switch {
	case sessions == nil:
		return s
	case len(sessions) == 0:
		s.empty = true
		return s
	case len(sessions) <= maxTags:
		return s.with(sessionTags(sessions)...)
	default:
		return s.where(clauseSessions, jsonList(sessions))
	}
}

// seen leaves out the rows of sessions that are not live.
func (v *View) seen(s scope) scope {
	if len(v.unseen) <= maxTags {
		return s.without(sessionTags(v.unseen)...)
	}
	return s.where(clauseLive)
}

// archived splits a scope into the part that is not archived, and the part that is. The latter is empty if nothing is.
func (v *View) archived(ctx context.Context, s scope) (plain, archived scope, err error) {
	ids, err := v.ids(ctx, "SELECT id FROM sessions WHERE archived = 1 LIMIT ?", maxTags+1)
	if err != nil {
		return s, s, err
	}
	switch {
	case len(ids) == 0:
		archived = s
		archived.empty = true
		return s, archived, nil
	case len(ids) <= maxTags:
		named := sessionTags(ids)
		return s.without(named...), s.with(named...), nil
	default:
		return s.where(clauseNotArchived), s.where(clauseArchived), nil
	}
}

func sessionTags(ids []RowID) []string { return tags(ids, sessionTag) }

func tags[T RowID | int64](ids []T, tag func(T) string) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = tag(id)
	}
	return list
}

// jsonList writes a list of numbers for json_each. Texts do not go through JSON: what is not UTF-8 would not come back.
func jsonList[T RowID | int64](values []T) string {
	if values == nil {
		return "[]"
	}
	list, err := json.Marshal(values)
	if err != nil {
		return "[]"
	}
	return string(list)
}

// leftOut lists the classes that are left out by default and not asked for.
func leftOut(include data.Include) []data.Class {
	var classes []data.Class
	if !include.Automated {
		classes = append(classes, data.ClassAutomated)
	}
	if !include.Subagents {
		classes = append(classes, data.ClassSubagent)
	}
	if !include.Rewound {
		classes = append(classes, data.ClassRewound)
	}
	return classes
}
