package index

import (
	"context"
	"database/sql"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// Redact has all texts, titles and session keys that this view gives from now on masked by r, if the library was made by other rules
// than the present ones. Until it is made anew it holds what newer rules hide. Keys that are asked for are those that it gives.
func (v *View) Redact(ctx context.Context, r data.Redactor) error {
	values, err := meta(ctx, v.tx)
	if err != nil {
		return v.fail(ctx, err)
	}
	if !madeBy(values).by(*v.file.library.rules.Load()) {
		v.again = r
	}
	return nil
}

// mask masks a message that was read. What was hidden before stays marked where it still stands.
func (v *View) mask(m *data.Message) {
	if v.again == nil {
		return
	}
	text, hidden := v.again.Redact(m.Text)
	m.Text, m.Hidden = text, data.MergeHidden(m.Text, m.Hidden, text, hidden)
}

// title masks a title that was read.
func (v *View) title(title string) string {
	if v.again == nil || title == "" {
		return title
	}
	masked, _ := v.again.Redact(title)
	return masked
}

// session masks the names of a session that was read.
func (v *View) session(s *data.Session) {
	if v.again == nil {
		return
	}
	s.Title = v.title(s.Title)
	for _, key := range []*data.SessionKey{&s.Key, &s.Parent, &s.SpawnedBy, &s.ChildOf, &s.Owner} {
		*key = v.key(*key)
	}
}

// key masks a session key.
func (v *View) key(key data.SessionKey) data.SessionKey {
	if v.again == nil || key == "" {
		return key
	}
	return v.again.Key(key)
}

// masks tells whether something in a key is hidden, or may be, so that the library may hold it as it was before. There is no mask without
// one of these signs; a short one alone need not be reported as hidden, since stars stand in other texts as well.
func (v *View) masks(key data.SessionKey) bool {
	if v.again == nil {
		return false
	}
	masked := string(v.key(key))
	return strings.Contains(masked, "***") || strings.Contains(masked, "…")
}

// ofKey is the clause for the sessions of a key, with its argument. One in which something is hidden may be that of others as they are
// held: each is masked then, to compare.
func (v *View) ofKey(ctx context.Context, key data.SessionKey) (string, any, error) {
	if !v.masks(key) {
		return "s.key = ?", string(key), nil
	}
	masked := v.key(key)
	var ids []RowID
	err := v.each(ctx, "SELECT id, key FROM sessions WHERE phase = 1", nil, func(rows *sql.Rows) error {
		var id RowID
		var held data.SessionKey
		err := rows.Scan(&id, &held)
		if err == nil && v.key(held) == masked {
			ids = append(ids, id)
		}
		return err
	})
	return "s.id IN (SELECT value FROM json_each(?))", jsonList(ids), err
}
