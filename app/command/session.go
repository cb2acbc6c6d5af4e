package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// nothingError means that there is nothing to search at all.
type nothingError struct {
	looked []string
	// faults are the stores that are there and could not be read.
	faults []data.StoreStatus
}

func (e *nothingError) Error() string {
	if len(e.faults) > 0 {
		return "no history could be read"
	}
	return "no OpenClaw history was found"
}

// asker is an open library that was brought up to date as far as it goes before a question.
type asker struct {
	*library.Library
	// tell says what was set aside.
	tell    func()
	outcome reconcile.Outcome
	// elsewhere is true if another process was still at it when the time to wait was over.
	elsewhere bool
	// stuck is true if the library cannot be written, so that no command brings it up to date.
	stuck bool
	// owners are the agents whose stores were looked for.
	owners []string
}

// params gives what the flags say about where things are.
func (w world) params(c *common) (library.Params, error) {
	paths, err := config.Locate(c.folders(), w.getenv)
	if err != nil {
		return library.Params{}, err
	}
	p := library.Params{
		Folder: paths.Library, States: paths.States, Copies: paths.Copies, Sample: w.sample, Getenv: w.getenv, Now: w.now, Local: w.local,
	}
	if p.States == nil {
		// Both faces of the program look into the same folders, or each would take the other's histories for gone.
		p.Extra = config.ChosenFolders(paths.Preferences)
	}
	return p, nil
}

// open opens the library. What had to make room for it is told now, and tell says so of what had to since.
func (w world) open(ctx context.Context, p library.Params) (lib *library.Library, tell func(), err error) {
	lib, err = library.Open(ctx, p)
	if err != nil {
		return nil, nil, err
	}
	told := ""
	tell = func() {
		if aside := lib.Index.Aside(); aside != told {
			told = aside
			w.say("A file in the place of the index was damaged or not ours. It was moved to " + aside)
		}
	}
	tell()
	return lib, tell, nil
}

// Close tells what was found damaged meanwhile, and closes the library.
func (a *asker) Close() error {
	a.tell()
	return a.Library.Close()
}

// ask opens the library and brings small changes in. Without a library it makes one first: all of it, or with --json as much
// as the budget of a search allows. With wait it always ends up to date. The session first, if it names one, is brought in before
// all others.
func (w world) ask(ctx context.Context, c *common, wait bool, first reconcile.Looked) (*asker, error) {
	p, err := w.params(c)
	if err != nil {
		return nil, err
	}
	fresh := !library.Exists(p.Folder)
	if fresh {
		if err := w.mustFind(ctx, p); err != nil {
			return nil, err
		}
	}
	lib, tell, err := w.open(ctx, p)
	if err != nil {
		return nil, err
	}
	options := library.CatchUp()
	switch {
	case wait || fresh && !c.json:
		options = reconcile.Options{}
	case fresh:
		options = reconcile.Options{Budget: data.CatchUpBudget}
	}
	options.First = first
	a := &asker{Library: lib, tell: tell}
	began := w.now()
	if err := w.catchUp(ctx, c, a, options); err != nil {
		return nil, errors.Join(err, a.Close())
	}
	if rest := options.Budget - w.now().Sub(began); options.MaxEvents > 0 && rest > leastRest {
		if err := w.goOn(ctx, a, reconcile.Options{Budget: rest, First: first}); err != nil {
			return nil, errors.Join(err, a.Close())
		}
	}
	for _, store := range a.outcome.Stores {
		if store.Store.Agent != "" {
			a.owners = append(a.owners, store.Store.Agent)
		}
	}
	slices.Sort(a.owners)
	a.owners = slices.Compact(a.owners)
	return a, nil
}

// leastRest is how much of the budget of a search must be left for going on with what was too much for catching up.
const leastRest = 200 * time.Millisecond

// goOn spends what is left of the budget on a backlog, so that each search leaves less of it.
func (w world) goOn(ctx context.Context, a *asker, rest reconcile.Options) error {
	if a.outcome.Pending == 0 || a.elsewhere {
		return nil
	}
	outcome, err := a.Pass(ctx, rest, nil)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if a.elsewhere = errors.Is(err, data.ErrLibraryLocked); err == nil {
		a.outcome = outcome
	}
	return nil // the library as it was is answer enough
}

// mustFind keeps a search on a computer without any history from leaving an empty library behind.
func (w world) mustFind(ctx context.Context, p library.Params) error {
	sources := library.NewSources(p)
	stores, _ := sources.Find(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(stores) == 0 {
		return &nothingError{looked: sources.Looked(), faults: sources.Problems()}
	}
	return nil
}

// catchUp brings the library up to date within options. What goes wrong is told and does not stop a search as long as the
// library holds anything.
func (w world) catchUp(ctx context.Context, c *common, a *asker, options reconcile.Options) error {
	bar := w.progress(c, options.Budget == 0)
	outcome, err := a.Pass(ctx, options, bar.show)
	bar.end()
	a.outcome, a.elsewhere = outcome, errors.Is(err, data.ErrLibraryLocked)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	empty, emptyErr := a.Empty(ctx)
	if emptyErr != nil {
		return emptyErr
	}
	switch {
	case a.elsewhere:
		return nil
	case err != nil && empty:
		return err
	case err != nil:
		a.stuck = true
		w.note(c, "The index could not be brought up to date. "+sentence(err))
		return nil
	case empty && len(outcome.Stores) == 0:
		return &nothingError{looked: a.Sources.Looked()}
	case empty && len(outcome.Faults) > 0 && len(outcome.Faults) >= len(outcome.Stores):
		return &nothingError{faults: outcome.Faults}
	default:
		return nil
	}
}

// store makes the value of --store canonical and checks that it is known: in the library, or found and at fault.
func (a *asker) store(ctx context.Context, path string) (string, error) {
	if path == "" {
		return "", nil
	}
	path, err := config.Canonical(path)
	if err != nil {
		return "", err
	}
	rows, err := a.Index.Stores(ctx)
	if err != nil {
		return "", err
	}
	for _, row := range rows {
		if row.Store.Path == path {
			return path, nil
		}
	}
	for _, store := range a.outcome.Stores {
		if store.Store.Path == path {
			return path, nil
		}
	}
	return "", fmt.Errorf("no history at %s is in the index; status lists those that are", path)
}

// unknownAgents lists those of the agents that neither own a store nor have a session.
func (a *asker) unknownAgents(ctx context.Context, agents []string) (unknown []string, err error) {
	for _, agent := range agents {
		if slices.Contains(a.owners, agent) || slices.Contains(unknown, agent) {
			continue
		}
		held, err := a.Holds(ctx, []string{agent}, nil)
		if err != nil {
			return nil, err
		}
		if !held {
			unknown = append(unknown, agent)
		}
	}
	return unknown, nil
}

// notes tells on stderr which stores an answer lacks, and whether messages may be missing.
func (w world) notes(c *common, a *asker, faults []data.StoreStatus, indexing bool) {
	for _, fault := range faults {
		w.note(c, faultLine(fault))
	}
	update := fmt.Sprintf("\"%s index\" brings it up to date.", w.build.Name)
	switch {
	case a.stuck: // catchUp has said so
	case a.elsewhere:
		w.note(c, "Another process is bringing the index up to date. The newest messages may be missing.")
	case a.outcome.Pending > 0:
		w.note(c, are(a.outcome.Pending, "session")+" not in the index yet. "+update)
	case indexing:
		w.note(c, "The index may lack the newest messages. "+update)
	}
}

func (w world) note(c *common, text string) {
	if !c.quiet {
		fmt.Fprintln(w.stderr, told(text))
	}
}

// faultLine says which store could not be read, or which directory could not be listed, and why.
func faultLine(fault data.StoreStatus) string {
	detail := fault.Detail
	if detail == "" {
		detail = library.HintFor(fault.State)
	}
	return unreadable(fault.Store, detail)
}

// unreadable joins the store and the reason. Reasons that begin with what is said anyway are not said twice.
func unreadable(store data.Store, why string) string {
	what := fmt.Sprintf("The history of agent %q cannot be read", store.Agent)
	switch {
	case store.Agent == "" && store.Path == "":
		what = "Not all histories could be looked for"
	case store.Agent == "":
		what = fmt.Sprintf("The folder %s cannot be read", store.Path)
	}
	for _, opening := range []string{"The history of this agent cannot be read", "This history cannot be read"} {
		if rest, ok := strings.CutPrefix(why, opening); ok && (strings.HasPrefix(rest, ":") || strings.HasPrefix(rest, ".")) {
			return what + rest
		}
	}
	return strings.TrimSpace(what + ". " + why)
}
