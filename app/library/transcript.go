package library

import (
	"context"
	"fmt"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// Transcript opens one session in its store and hands it to use, with its secrets: what use takes from it is redacted before
// it goes anywhere. use may be called again, and then begins anew, if the store changed meanwhile. ErrNotFound means that the
// session is gone.
func (l *Library) Transcript(ctx context.Context, store data.Store, id data.SessionID, use func(data.RawTranscript) error) error {
	return l.reading(ctx, store, func(reader data.Reader) error {
		raw, ok := reader.(data.RawReader)
		if !ok {
			return fmt.Errorf("transcripts of %s: %w", store.Kind, data.ErrNotFound)
		}
		transcript, err := raw.Raw(ctx, id)
		if err != nil {
			return err
		}
		return use(transcript)
	})
}

// Sessions lists the sessions that a filter means, those with the newest activity first, within the named state directories.
// Their titles are masked by the present rules, whatever the library was made by.
func (l *Library) Sessions(ctx context.Context, f index.SessionFilter) (sessions []data.Session, err error) {
	if f.Stores, err = l.narrow(ctx, f.Stores); err != nil {
		return nil, err
	}
	err = l.Mending(ctx, func() error {
		return l.view(ctx, func(v *index.View) error {
			rows, err := v.Sessions(ctx, f)
			sessions = make([]data.Session, 0, len(rows))
			for _, row := range rows {
				sessions = append(sessions, row.Session)
			}
			return err
		})
	})
	return sessions, err
}

// Lacks tells what may be missing from the histories of some agents, none named meaning all: whether the library is still being
// brought up to date, and which stores the last pass could not read.
func (l *Library) Lacks(agents ...string) (indexing bool, faults []data.StoreStatus) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.behind, about(l.last.Faults, agents, nil)
}
