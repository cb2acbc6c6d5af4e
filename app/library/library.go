package library

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/engine"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/reconcile"
)

// pointerFile names the index in use, in the library's folder.
const pointerFile = "current"

// Params say which histories and which library are meant. Folder is required.
type Params struct {
	// Folder is where the library is or will be.
	Folder string
	// States are canonical state directories; given, nothing else is looked at and nothing else is searched.
	States []string
	// Extra are state directories beside those that are discovered; without effect when States are given.
	Extra []string
	// Copies is where private copies of histories are made; empty means the folder "copies" in that of the program's data.
	Copies string
	// Sample stands for the built-in history instead of any on this computer.
	Sample bool
	// Home and Getenv tell where histories are by default; nil and empty mean those of this process.
	Home   string
	Getenv func(string) string
	// Now, Local and Log default to the clock, the time zone of this computer, and no log.
	Now   func() time.Time
	Local *time.Location
	Log   *slog.Logger
}

// Library is the open library with all that works on it. It is safe for use by several goroutines.
type Library struct {
	Sources    *Sources
	Index      *index.Library
	Reconciler *reconcile.Reconciler
	Engine     *engine.Engine
	Redactor   data.Redactor

	states   []string
	settings settingsReader
	rules    *rules
	runs     maskedRuns
	now      func() time.Time

	mu sync.Mutex
	// stores are the paths that may be searched, once known; nil and known means all.
	stores []string
	known  bool
	last   reconcile.Outcome
	// behind is true while the library may lack messages: until a first pass has ended, and when one left something undone.
	behind bool
}

// Exists tells whether a library was made in folder. It says nothing about how complete it is.
func Exists(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, pointerFile))
	return !errors.Is(err, fs.ErrNotExist)
}

// Open opens the library, and makes an empty one where there is none. No history is read yet, only the configurations that say
// what is secret.
func Open(ctx context.Context, p Params) (*Library, error) {
	if p.Folder == "" {
		return nil, errors.New("open library: no folder given")
	}
	p = p.withDefaults()
	l := &Library{Sources: NewSources(p), states: p.States, settings: newSettings(p), now: p.Now, behind: true}
	if err := l.begin(ctx, p); err != nil {
		return nil, err // says itself that the library could not be opened
	}
	if err := l.assemble(p); err != nil {
		return nil, errors.Join(fmt.Errorf("open library: %w", err), l.Index.Close())
	}
	return l, nil
}

// begin opens the index by the rules of the configurations that are known so far. A new one is to begin with all of them, so that
// it need not be made again at once.
func (l *Library) begin(ctx context.Context, p Params) (err error) {
	states := slices.Clone(p.States)
	if !Exists(p.Folder) && states == nil {
		stores, _ := l.Sources.Find(ctx) // the pass tells of problems
		states = statesOf(stores)
	}
	if l.rules, err = openRules(ctx, p, l.settings); err != nil {
		return err
	}
	l.Redactor = l.rules
	l.rules.refresh(ctx, states)
	l.Index, err = index.Open(ctx, index.Params{
		Dir: p.Folder, RuleStamp: l.rules.Stamp(), RuleVersion: l.rules.Version(), Now: p.Now, Log: p.Log,
	})
	if err != nil {
		return err
	}
	l.rules.changed = l.Index.SetRules
	l.Index.SetRules(l.rules.now.Load().names)
	l.follow(ctx, nil)
	l.Sources.found = l.follow
	return nil
}

func (l *Library) assemble(p Params) (err error) {
	l.Reconciler, err = reconcile.New(reconcile.Params{
		Library: l.Index, Finder: l.Sources, Open: l.Sources.open, Redactor: l.Redactor, Now: p.Now, Log: p.Log,
	})
	if err != nil {
		return err
	}
	l.Engine, err = engine.New(engine.Params{Library: l.Index, Redactor: l.Redactor, Now: p.Now})
	return err
}

// Close closes the library. No call may be under way.
func (l *Library) Close() error { return l.Index.Close() }

// view looks at one state of the library, by the present rules whatever it was made by.
func (l *Library) view(ctx context.Context, do func(*index.View) error) error {
	return l.Index.View(ctx, func(v *index.View) error {
		if err := v.Redact(ctx, l.Redactor); err != nil {
			return err
		}
		return do(v)
	})
}
