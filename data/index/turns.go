package index

import (
	"context"
	"time"

	"github.com/gofrs/flock"

	"github.com/wordwake/wordwake/data"
)

// lockPoll is how often a waiting writer tries again.
const lockPoll = 100 * time.Millisecond

// lockGrace is how long even an impatient writer tries: a look at the lock may hold it for a moment.
const lockGrace = 60 * time.Millisecond

// lockWriting waits for the turn of a writer.
func (l *Library) lockWriting(ctx context.Context, p WriteParams) (*flock.Flock, error) {
	if err := l.folder.make(); err != nil {
		return nil, err
	}
	lock := newLock(l.folder.path(reconcileLock))
	began := time.Now()
	pause := lockGrace / 3
	for {
		got, err := lock.TryLock()
		if err != nil {
			unlock(lock)
			return nil, err
		}
		if got {
			return lock, nil
		}
		waited := time.Since(began)
		if p.Wait >= 0 && waited > p.Wait && waited > lockGrace {
			unlock(lock)
			return nil, data.ErrLibraryLocked
		}
		if p.Waiting != nil {
			p.Waiting()
		}
		select {
		case <-ctx.Done():
			unlock(lock)
			return nil, ctx.Err()
		case <-time.After(pause):
		}
		pause = min(2*pause, lockPoll)
	}
}
