package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

func newIndex(w world, c *common) *cobra.Command {
	var rebuild bool
	var agents []string
	cmd := &cobra.Command{
		Use:   "index [flags]",
		Short: "Bring the search index up to date",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return w.index(cmd.Context(), c, reconcile.Options{Agents: agents, Rebuild: rebuild})
		},
	}
	cmd.Flags().BoolVar(&rebuild, "rebuild", false, "make the index again from the histories")
	cmd.Flags().Var(&agentsValue{&agents}, "agent", "only the history of this agent (repeatable)")
	return cmd
}

func (w world) index(ctx context.Context, c *common, options reconcile.Options) (err error) {
	p, err := w.params(c)
	if err != nil {
		return err
	}
	sources := library.NewSources(p)
	stores, problems := sources.Find(ctx)
	if err := w.checkFound(ctx, sources, stores, options.Agents); err != nil {
		return errors.Join(err, w.indexedNothing(c, err))
	}
	lib, tell, err := w.open(ctx, p)
	if err != nil {
		return err
	}
	defer func() { tell(); err = errors.Join(err, lib.Close()) }()
	started := w.now()
	bar := w.progress(c, true)
	outcome, err := lib.Pass(ctx, options, bar.show)
	bar.end()
	if err != nil {
		return err
	}
	for _, problem := range problems {
		if len(library.Faults([]error{problem})) == 0 { // else it is among the faults
			w.note(c, sentence(problem))
		}
	}
	return w.indexed(ctx, c, lib, outcome, w.now().Sub(started))
}

// checkFound refuses an index of nothing before a library is made for it.
func (w world) checkFound(ctx context.Context, sources *library.Sources, stores []data.Store, agents []string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if len(stores) == 0 {
		return &nothingError{looked: sources.Looked(), faults: sources.Problems()}
	}
	var known []string
	for _, store := range stores {
		known = append(known, store.Agent)
	}
	slices.Sort(known)
	known = slices.Compact(known)
	for _, agent := range agents {
		if !slices.Contains(known, agent) {
			return fmt.Errorf("there is no agent %q; agents are %s", agent, strings.Join(known, ", "))
		}
	}
	return nil
}

// indexJSON is what index --json prints.
type indexJSON struct {
	Changed   bool        `json:"changed"`
	Pending   int         `json:"pending"`
	Stores    int         `json:"stores"`
	Sessions  int         `json:"sessions"`
	Messages  int         `json:"messages"`
	ElapsedMs float64     `json:"elapsedMs"`
	Faults    []faultJSON `json:"faults"`
}

// indexedNothing prints for programs why there was nothing to index; for people it goes to stderr.
func (w world) indexedNothing(c *common, why error) error {
	var nothing *nothingError
	if !c.json || !errors.As(why, &nothing) || len(nothing.faults) == 0 {
		return nil
	}
	return writeJSON(w.stdout, indexJSON{Stores: len(nothing.faults), Faults: faultsJSON(nothing.faults)})
}

// indexed closes a pass: what the library holds now, and which stores could not be read. When none could, that is a failure.
func (w world) indexed(ctx context.Context, c *common, lib *library.Library, o reconcile.Outcome, took time.Duration) error {
	var status data.LibraryStatus
	err := lib.Mending(ctx, func() (err error) { status, err = lib.Index.Status(ctx); return err })
	if err != nil {
		return err
	}
	if c.json {
		err = writeJSON(w.stdout, indexJSON{
			Changed: o.Changed, Pending: o.Pending, Stores: len(o.Stores), Sessions: status.Sessions, Messages: status.Messages,
			ElapsedMs: elapsedMs(took), Faults: faultsJSON(o.Faults),
		})
	}
	if len(o.Faults) > 0 && len(o.Faults) >= len(o.Stores) {
		return errors.Join(&nothingError{faults: o.Faults}, err)
	}
	for _, fault := range o.Faults {
		fmt.Fprintln(w.stderr, line(faultLine(fault)))
	}
	if c.quiet {
		return err
	}
	if w.errTerminal && !w.outTerminal { // who looks at the terminal sees that it is done, wherever the answer goes
		fmt.Fprintln(w.stderr, closingLine(status, o))
	}
	if c.json {
		return err
	}
	_, err = fmt.Fprintln(w.stdout, closingLine(status, o))
	return err
}

func closingLine(status data.LibraryStatus, o reconcile.Outcome) string {
	state := "Nothing had changed."
	if o.Changed {
		state = "Up to date."
	}
	if o.Pending > 0 {
		state = are(o.Pending, "session") + " not in it yet."
	}
	return fmt.Sprintf("The index holds %s in %s. %s", count(status.Messages, "message"), count(status.Sessions, "session"), state)
}
