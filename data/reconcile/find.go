package reconcile

import (
	"context"
	"path/filepath"
	"time"

	"github.com/wordwake/wordwake/data"
)

// looker is what a Finder may do besides: tell the state directories into which it looked. Stores that the library knows
// from there, and that were not found, are gone.
type looker interface {
	Looked() []string
}

// found is what a Finder found, and the directories into which it looked, by all their names.
type found struct {
	stores []data.Store
	places map[string]bool
}

// find looks for the stores. If the file system does not answer, the error says so, and those of last time stand in.
func (r *Reconciler) find(ctx context.Context, limit time.Duration) (found, error) {
	f, ok := ask(ctx, r, "", limit, func() found {
		stores, _ := r.params.Finder.Find(ctx)
		return found{stores, r.places()}
	})
	r.mu.Lock()
	defer r.mu.Unlock()
	switch {
	case ctx.Err() != nil:
		return found{}, ctx.Err()
	case !ok:
		return r.foundLast, &data.StoreError{
			Op: "look for histories", Err: data.ErrStoreBusy,
			Hint: "A disk on which histories may lie does not answer. Check that it is connected. What was read before stays searchable.",
		}
	}
	r.foundLast = f
	return f, nil
}

// notFound is the fault of histories that could not be looked for. Nobody knows whose they are, or where.
func (r *Reconciler) notFound(why error) data.StoreStatus { return fault(look{}, why) }

// places are the directories into which the finder looked, by all their names.
func (r *Reconciler) places() map[string]bool {
	places := map[string]bool{}
	if l, ok := r.params.Finder.(looker); ok {
		for _, dir := range l.Looked() {
			places[dir] = true
			if canonical, err := filepath.EvalSymlinks(dir); err == nil {
				places[canonical] = true
			}
		}
	}
	return places
}

// ask puts a question to a file system and waits for the answer as long as limit. One that did not answer is not asked the same
// again until it did: each question holds a thread for as long as it is open.
func ask[T any](ctx context.Context, r *Reconciler, what string, limit time.Duration, question func() T) (answer T, ok bool) {
	if r.isAsleep(what) {
		return answer, false
	}
	answers := make(chan T, 1)
	answered := false // guarded by r.mu
	go func() {
		a := question()
		r.mu.Lock()
		answered = true
		delete(r.asleep, what)
		r.mu.Unlock()
		answers <- a
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case a := <-answers:
		return a, true
	case <-timer.C:
	case <-ctx.Done():
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if !answered {
		r.asleep[what] = true
	}
	return answer, false
}

func (r *Reconciler) isAsleep(what string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.asleep[what]
}
