package reconcile

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// Params is what a Reconciler needs. Library, Finder, Open and Redactor are required.
type Params struct {
	Library  *index.Library
	Finder   data.Finder
	Open     func(data.Store) data.Source
	Redactor data.Redactor
	// Now is the clock; nil means time.Now.
	Now func() time.Time
	// Log is where a line for each pass goes; nil means nowhere.
	Log *slog.Logger
}

// maxRenewals is how often a pass begins again because the library is damaged: once after a check that saw nothing, and once with
// a new file.
const maxRenewals = 2

// Reconciler runs passes. It is safe for use by several goroutines; passes wait for each other.
type Reconciler struct {
	params Params
	log    *slog.Logger
	names  *names

	mu      sync.Mutex
	checked time.Time
	// asleep are the questions that a file system has not answered in time, nor since.
	asleep map[string]bool
	// foundLast is what the finder found last, fared how each store fared when it was looked at last. whole is true if the last
	// pass over all stores has ended well.
	foundLast found
	fared     map[string]kept
	whole     bool
}

// Options says how much a pass may do. The zero value does everything that is due.
type Options struct {
	// Agents narrows to stores that these agents own; empty means all.
	Agents []string
	// Rebuild makes the library anew, beside the old one.
	Rebuild bool
	// Budget is how long the pass may take, waiting included; 0 means no limit.
	Budget time.Duration
	// MaxEvents and MaxBytes bound how much is read; 0 means no limit. What lies beyond is left pending.
	MaxEvents int64
	MaxBytes  int64
	// Force compares every session, also of stores that look unchanged.
	Force bool
	// First is the session that somebody looks at: it is brought in before all others.
	First Looked
	// Only leaves all but First alone. Of a store that the library knows nothing else is looked at then, and it does not lose
	// its rows if it seems to be gone.
	Only bool
	// Pause holds the pass up while it is on; nil means that it is never held up.
	Pause *Pause
}

// Looked names a session that somebody looks at, by its key and the canonical path of its store. An empty path means any store,
// an empty key no session.
type Looked struct {
	Store string
	Key   data.SessionKey
}

// bounded tells whether the pass may leave work undone.
func (o Options) bounded() bool { return o.Budget > 0 || o.MaxEvents > 0 || o.MaxBytes > 0 }

// Outcome is what a pass came to.
type Outcome struct {
	// Changed is true if anything that can be searched or listed changed.
	Changed bool
	// Pending counts the sessions that are known to be out of date still.
	Pending int
	// Faults lists the stores that could not be read, Stores all that were looked for.
	Faults []data.StoreStatus
	Stores []data.StoreStatus
	// Status is the whole state of things after the pass, as Reconciler.Status tells it, without asking the stores again.
	Status data.Status
	// Checked is when the stores were compared.
	Checked time.Time
	// Rows counts the rows of stores that were read for messages, Done what was done in the library.
	Rows int64
	Done index.Done
}

// New makes a Reconciler. It reads nothing yet.
func New(p Params) (*Reconciler, error) {
	if p.Library == nil || p.Finder == nil || p.Open == nil || p.Redactor == nil {
		return nil, errors.New("reconcile: library, finder, open and redactor are required")
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Log == nil {
		p.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return &Reconciler{
		params: p, log: p.Log.With("system", "reconcile"), names: &names{redactor: p.Redactor},
		asleep: map[string]bool{}, fared: map[string]kept{},
	}, nil
}

// Pass compares the stores with the library and brings it up to date as far as o allows. It calls progress, which may be
// nil, a few times per second from the goroutine of the caller. While another process is at work it waits, up to the
// budget, and then gives data.ErrLibraryLocked with what is known so far. Faults of stores are in the Outcome; an error
// means that the library failed or ctx ended. What was committed before an error stays.
func (r *Reconciler) Pass(ctx context.Context, o Options, progress func(data.Progress)) (Outcome, error) {
	p := r.newPass(o, progress)
	out, err := p.run(ctx)
	for n := 0; index.IsDamaged(err) && n < maxRenewals; n++ {
		if err := r.params.Library.Renew(ctx); err != nil {
			return out, err
		}
		p = r.newPass(o, progress)
		out, err = p.run(ctx)
	}
	if err == nil && !p.narrowed() {
		r.mu.Lock()
		r.checked = out.Checked
		r.mu.Unlock()
	}
	return out, err
}
