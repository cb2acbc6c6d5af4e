package reconcile

import (
	"context"
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// maxLooks is how many stores are looked at at once.
	maxLooks = 8
	// lookTimeout is how long a file system may take to answer: a disk that sleeps, a share that is gone.
	lookTimeout = 3 * time.Second
)

// look is a store as the file system shows it.
type look struct {
	store  data.Store
	source data.Source
	stamp  data.Stamp
	fresh  bool
	err    error
	// gone is true if the store's file is gone though the place where it was is there.
	gone bool
	// have is what the library knows of it.
	have index.StoreRow
	// was is the path by which the library knows it, if that is another one that leads to the same file.
	was string
	// doubled is true for a store in the library that another path leads to, which the library has as well. It is gone.
	doubled bool
}

// looker is what a Finder may do besides: tell the state directories into which it looked. Stores that the library knows
// from there, and that were not found, are gone.
type looker interface {
	Looked() []string
}

// survey finds the stores and looks at each without opening it.
func (r *Reconciler) survey(ctx context.Context, agents []string) ([]look, error) {
	found, _ := r.params.Finder.Find(ctx)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	rows, err := r.params.Library.Stores(ctx)
	if err != nil {
		return nil, err
	}
	looks := r.inReach(ctx, found, rows)
	if len(agents) > 0 {
		looks = slices.DeleteFunc(looks, func(l look) bool { return !slices.Contains(agents, l.store.Agent) })
	}
	r.lookAtAll(ctx, looks)
	return looks, ctx.Err()
}

// lookAtAll looks at several stores at once.
func (r *Reconciler) lookAtAll(ctx context.Context, looks []look) {
	var group errgroup.Group
	group.SetLimit(maxLooks)
	for i := range looks {
		if looks[i].doubled {
			continue
		}
		group.Go(func() error {
			have, was := looks[i].have, looks[i].was
			looks[i] = r.look(ctx, looks[i].store)
			looks[i].have, looks[i].was = have, was
			return nil
		})
	}
	_ = group.Wait() // looks carry their own errors
}

// inReach joins the found stores with those that the library knows from the same places, or by another path.
func (r *Reconciler) inReach(ctx context.Context, found []data.Store, rows []index.StoreRow) []look {
	places := r.places()
	var looks []look
	at := map[string]int{}
	for _, store := range found {
		if _, seen := at[store.Path]; seen {
			continue
		}
		at[store.Path] = len(looks)
		places[store.State] = true
		looks = append(looks, look{store: store})
	}
	var others []index.StoreRow
	for _, row := range rows {
		if i, is := at[row.Store.Path]; is {
			looks[i].have = row
		} else {
			others = append(others, row)
		}
	}
	names := r.otherNames(ctx, others, looks)
	for i, row := range others {
		n, again := at[names[i]]
		switch {
		case again && looks[n].have.Store.Path == "":
			looks[n].have, looks[n].was = row, row.Store.Path
		case again:
			looks = append(looks, look{store: row.Store, have: row, gone: true, doubled: true})
		case row.Store.State != "" && places[row.Store.State]:
			looks = append(looks, look{store: row.Store, have: row})
		}
	}
	return looks
}

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

// look asks the file system about one store. A file system that does not answer is not asked again until it did.
func (r *Reconciler) look(ctx context.Context, store data.Store) look {
	l := look{store: store, source: r.params.Open(store)}
	if !r.beginLook(store.Path) {
		l.err = noAnswer(store)
		return l
	}
	answer := make(chan look, 1)
	go func() {
		l.stamp, l.fresh, l.err = l.source.Stamp(ctx)
		l.gone = errors.Is(l.err, fs.ErrNotExist) && homeIsThere(store)
		r.endLook(store.Path)
		answer <- l
	}()
	timer := time.NewTimer(lookTimeout)
	defer timer.Stop()
	select {
	case l := <-answer:
		return l
	case <-timer.C:
		return look{store: store, source: r.params.Open(store), err: noAnswer(store)}
	case <-ctx.Done():
		return look{store: store, source: r.params.Open(store), err: ctx.Err()}
	}
}

func (r *Reconciler) beginLook(path string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.asleep[path] {
		return false
	}
	r.asleep[path] = true
	return true
}

func (r *Reconciler) endLook(path string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.asleep, path)
}

func noAnswer(store data.Store) error {
	return &data.StoreError{
		Op: "look", Agent: store.Agent, Path: store.Path, Err: data.ErrStoreBusy,
		Hint: "The disk that holds this history does not answer. Check that it is connected.",
	}
}

// due tells whether there may be something to do for the store.
func (l look) due(force bool) bool {
	switch {
	case l.gone:
		return l.have.Store.Path != ""
	case l.err != nil:
		return false
	default:
		return force || l.fresh || l.stamp != l.have.Stamp || l.have.Store != l.store
	}
}

// fault makes the status of a store that could not be read.
func fault(l look, err error) data.StoreStatus {
	s := l.status()
	s.State = data.StateOf(err)
	var known *data.StoreError
	if errors.As(err, &known) {
		s.Detail = known.Hint
	}
	if s.Detail == "" {
		s.Detail = "This history cannot be read."
	}
	if s.State == data.StoreMissing {
		s.Detail = "The folder of this history is not there now. What was read of it stays searchable."
	}
	return s
}

// deleted is the status of a store that is gone, as long as the library has it.
func deleted(l look) data.StoreStatus {
	s := l.status()
	s.State, s.Indexed = data.StoreMissing, 0
	s.Detail = "The file of this history was deleted. What was read of it leaves the index with the next pass."
	return s
}

// status is what the library knows of the store.
func (l look) status() data.StoreStatus {
	s := data.StoreStatus{
		Store: l.store, State: data.StoreReady, Generation: l.have.Generation, Sessions: l.have.Sessions,
		Messages: l.have.Messages, Indexed: l.have.Sessions, Unreadable: l.have.Unreadable,
	}
	if l.have.Fault == data.StoreReady {
		s.Detail = l.have.Detail // of sessions that cannot be read
	}
	return s
}
