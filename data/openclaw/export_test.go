package openclaw

import (
	"context"
	"database/sql"
	"os"

	"github.com/wordwake/wordwake/data"
)

// WithSmallLimits makes short transcripts as much work for a source as very long ones are for others.
func WithSmallLimits(s *Source) *Source {
	s.limits.rows, s.limits.bytes, s.limits.hold, s.pieces = 4, 3000, 5000, 3
	return s
}

// CollectWhile reads the rows of a session as Messages does, changes the store after the third, and counts them.
func CollectWhile(ctx context.Context, open data.Reader, id data.SessionID, change func()) (int, error) {
	r, seen := open.(*reader), 0
	err := r.growing(ctx, id, r.newExtent(), func(stored) error {
		if seen++; seen == 3 {
			change()
		}
		return nil
	})
	return seen, err
}

// Sealed makes the head of a trail of a session that nobody can tell from one that a reader made.
func Sealed(id data.SessionID, body []byte) []byte { return append(headSum(id, body), body...) }

// What tells where a directory is, and its answers.
type Whereabouts = whereabouts

const (
	HereOnly  = hereOnly
	Elsewhere = elsewhere
	EitherWay = eitherWay
)

// PlacesWhere gives the places of a state directory on a computer whose disks are as where says.
func PlacesWhere(ctx context.Context, state string, where func(dir string) Whereabouts) []Place {
	f := NewFinder(FinderParams{States: []string{state}})
	f.where = func(dir string) (Whereabouts, bool) {
		_, err := os.Stat(dir)
		return where(dir), err == nil
	}
	f.Find(ctx)
	return f.Places()
}

// FullyListed counts the sessions that were read in full by the listings of a source that had a memory.
func FullyListed(s *Source) int { return s.memory.read }

// ListWhile lists the session ids of a store as Sessions does, and changes the store after the third.
func ListWhile(ctx context.Context, open data.Reader, change func()) ([]data.SessionID, error) {
	r := open.(*reader)
	l := &nodes{r: r}
	err := l.list(ctx, r.nodeQuery(false), func(rows *sql.Rows) (string, error) {
		id, err := l.full(rows)
		if len(l.windows) == 3 {
			change()
		}
		return id, err
	})
	var ids []data.SessionID
	for _, w := range l.windows {
		ids = append(ids, w.id)
	}
	return ids, err
}

// SettingsOf takes the settings out of the text of a configuration without includes.
func SettingsOf(raw []byte) (Settings, error) {
	standard, err := standardJSON(raw)
	if err != nil {
		return Settings{}, err
	}
	s, err := parseSettings(standard)
	if err == nil {
		s.Secrets, _ = configSecrets(standard)
	}
	return s, err
}
