package engine

import (
	"context"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/visibility"
)

// talkKey tells conversations apart: two stores may hold the same session key.
type talkKey struct {
	store string
	key   data.SessionKey
}

// Recent implements data.Historian. Of several windows of one conversation the one with the newest activity is listed. A
// limit of 0 means data.RecentSessions. With a time, a conversation counts as active from the start of one of its windows to
// the last change of that.
func (e *Engine) Recent(ctx context.Context, r data.RecentRequest) ([]data.Session, error) {
	want := r.Limit
	if want <= 0 {
		want = data.RecentSessions
	}
	want = min(want, data.MaxCount)
	var sessions []data.Session
	scope := visibility.New(r.Scope)
	err := e.view(ctx, func(v *index.View) error {
		within := index.Filter{Stores: r.Stores}
		if err := narrowStores(ctx, v, scope, &within); err != nil {
			return err
		}
		filter := index.SessionFilter{Agents: r.Agents, Stores: within.Stores, Include: r.Include}
		// Most conversations have one window, so that twice as many rows nearly always hold enough of them.
		for filter.Limit = 2 * want; ; filter.Limit *= 4 {
			rows, err := v.Sessions(ctx, filter)
			if err != nil {
				return err
			}
			sessions = talks(rows, r, scope, want)
			if len(sessions) == want || len(rows) < filter.Limit || over(rows[len(rows)-1], r.Since) {
				return nil
			}
		}
	})
	return sessions, err
}

// over tells whether a session was not active any more at a time.
func over(row index.SessionRow, since time.Time) bool { return row.UpdatedAt.Before(since) }

// talks keeps the first row of each conversation that was active at the time asked for and is seen, up to most.
func talks(rows []index.SessionRow, r data.RecentRequest, scope visibility.Scope, most int) []data.Session {
	var sessions []data.Session
	seen := map[talkKey]bool{}
	for _, row := range rows {
		key := talkKey{row.Store.Path, row.Key}
		if seen[key] || over(row, r.Since) || !r.Until.IsZero() && row.StartedAt.After(r.Until) ||
			!scope.Allows(visibility.SubjectOf(row.Session)) {
			continue
		}
		if len(sessions) == most {
			break
		}
		seen[key] = true
		sessions = append(sessions, row.Session)
	}
	return sessions
}
