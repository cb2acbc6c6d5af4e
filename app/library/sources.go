package library

import (
	"context"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/sample"
)

// Sources are the histories of this run: those that are discovered, those that were named, or the built-in sample.
type Sources struct {
	finders []data.Finder
	looked  func() []string
	places  func() []openclaw.Place
	open    func(data.Store) data.Source
	// found is called at the end of each Find with what it found; nil means nobody.
	found func(ctx context.Context, stores []data.Store)
	// err tells why there is nothing to find at all.
	err error

	mu       sync.Mutex
	problems []error
}

// NewSources tells from p which histories are meant. Nothing is looked at yet.
func NewSources(p Params) *Sources {
	p = p.withDefaults()
	if p.Sample {
		return sampleSources(p)
	}
	main := newFinder(p, p.States)
	s := &Sources{
		finders: []data.Finder{main},
		open:    (&kept{copies: p.Copies}).source,
	}
	finders := []finder{main}
	if p.States == nil && len(p.Extra) > 0 {
		extra := newFinder(p, p.Extra)
		s.finders = append(s.finders, extra)
		finders = append(finders, extra)
	}
	s.looked = func() []string { return each(finders, finder.Looked) }
	s.places = func() []openclaw.Place { return each(finders, finder.Places) }
	return s
}

// each joins what all finders have.
func each[T any](finders []finder, get func(finder) []T) (all []T) {
	for _, f := range finders {
		all = append(all, get(f)...)
	}
	return all
}

func sampleSources(p Params) *Sources {
	s := &Sources{looked: func() []string { return nil }, places: func() []openclaw.Place { return nil }}
	history, err := sample.New(p.Now().In(p.Local))
	if err != nil {
		s.err = err
		return s
	}
	s.finders, s.open = []data.Finder{history}, history.Open
	return s
}

func newFinder(p Params, states []string) finder {
	params := openclaw.FinderParams{States: states, Home: p.Home, Env: p.Getenv, TempDir: p.Copies}
	return finder{openclaw.NewFinder(params), p.Copies}
}

// Find lists the stores, each once, and what could not be looked at, which Problems also tells afterwards. It implements
// data.Finder.
func (s *Sources) Find(ctx context.Context) (stores []data.Store, problems []error) {
	if s.err != nil {
		return nil, []error{s.err}
	}
	seen := map[string]bool{}
	for _, finder := range s.finders {
		found, bad := finder.Find(ctx)
		problems = append(problems, bad...)
		for _, store := range found {
			if !seen[store.Path] {
				seen[store.Path] = true
				stores = append(stores, store)
			}
		}
	}
	s.mu.Lock()
	s.problems = problems
	s.mu.Unlock()
	if s.found != nil {
		s.found(ctx, stores)
	}
	return stores, problems
}

// Looked gives the directories that were looked into, for "nothing found".
func (s *Sources) Looked() []string { return s.looked() }

// Places gives what has to be watched so that no change of a history, and none of which there are, is missed. They are those
// of the last Find, and the disk is not asked. One directory may be in several of them.
func (s *Sources) Places() []openclaw.Place { return s.places() }

// Look opens each store shortly to tell how many sessions it has, for before there is a library. Counts of messages and of
// what is indexed stay 0. Directories that could not be listed are not among them; Problems tells those.
func (s *Sources) Look(ctx context.Context, stores []data.Store) []data.StoreStatus {
	statuses := make([]data.StoreStatus, 0, len(stores))
	for _, store := range stores {
		statuses = append(statuses, s.lookAt(ctx, store))
	}
	return statuses
}

func (s *Sources) lookAt(ctx context.Context, store data.Store) data.StoreStatus {
	status := data.StoreStatus{Store: store, State: data.StoreIndexing}
	reader, err := s.open(store).Open(ctx)
	if err != nil {
		return failed(status, err)
	}
	defer func() { _ = reader.Close() }()
	status.Generation = reader.Generation()
	sessions, err := reader.Sessions(ctx)
	if err != nil {
		return failed(status, err)
	}
	status.Sessions = len(sessions)
	return status
}

func failed(status data.StoreStatus, err error) data.StoreStatus {
	status.State = data.StateOf(err)
	status.Detail = Hint(err)
	return status
}

// within tells whether a store lies in one of the named state directories; with none named all do.
func within(states []string, store data.Store) bool {
	return states == nil || slices.Contains(states, store.State)
}

// withDefaults fills in what this computer says.
func (p Params) withDefaults() Params {
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Getenv == nil {
		p.Getenv = os.Getenv
	}
	if p.Local == nil {
		p.Local = time.Local
	}
	if p.Copies == "" {
		p.Copies = defaultCopies()
	}
	if p.Home == "" {
		p.Home, _ = os.UserHomeDir() // without a home only named directories are found
	}
	return p
}
