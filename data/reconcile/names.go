package reconcile

import (
	"context"
	"slices"
	"sync"

	"github.com/wordwake/wordwake/data"
)

// maxNames is how many keys are remembered; beyond it all are forgotten.
const maxNames = 100_000

// names masks session keys. People and channels make them of what they have at hand, so that a secret may stand in one. They are
// few and asked for again and again, so that each is looked at once.
type names struct {
	redactor data.Redactor

	mu sync.Mutex
	// stamp names the rules that masked was made by.
	stamp  string
	masked map[data.SessionKey]data.SessionKey
}

// of gives a key as the library holds it.
func (n *names) of(key data.SessionKey) data.SessionKey {
	if key == "" {
		return ""
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	if stamp := n.redactor.Stamp(); n.masked == nil || stamp != n.stamp || len(n.masked) >= maxNames {
		n.stamp, n.masked = stamp, map[data.SessionKey]data.SessionKey{}
	}
	masked, known := n.masked[key]
	if !known {
		masked = n.redactor.Key(key)
		n.masked[key] = masked
	}
	return masked
}

// sessions lists the sessions of a store, with the keys that the library holds.
func (r *Reconciler) sessions(ctx context.Context, from data.Reader) ([]data.SourceSession, error) {
	sessions, err := from.Sessions(ctx)
	ours := false
	for i := range sessions {
		masked := r.names.in(sessions[i].Session)
		if masked == sessions[i].Session {
			continue
		}
		if !ours { // the list may be the reader's
			sessions, ours = slices.Clone(sessions), true
		}
		sessions[i].Session = masked
	}
	return sessions, err
}

// in gives a session with its keys masked.
func (n *names) in(s data.Session) data.Session {
	for _, key := range keysOf(&s) {
		*key = n.of(*key)
	}
	return s
}

// keysOf lists all keys that a session names.
func keysOf(s *data.Session) []*data.SessionKey {
	return []*data.SessionKey{&s.Key, &s.Parent, &s.SpawnedBy, &s.ChildOf, &s.Owner}
}
