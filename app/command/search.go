package command

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// searchFlags are the flags of search.
type searchFlags struct {
	agents       []string
	role         string
	since, until time.Time
	sort         string
	limit        int
	scope, of    string
	scoped       bool // scope was given, and is not what it is by default
	include      data.Include
	hidden       bool
	store        string
	wait         bool
}

func newSearch(w world, c *common) *cobra.Command {
	f := &searchFlags{sort: "newest", limit: data.DefaultSearchLimit, scope: "all"}
	cmd := &cobra.Command{
		Use:   "search [flags] WORDS...",
		Short: "Search the words of all conversations",
		Long: "Search the words of all conversations. All words are required; a \"quoted phrase\" is searched in order.\n" +
			"Text that begins with - goes after --.",
		Example: fmt.Sprintf("  %[1]s search nightly report\n  %[1]s search --agent main --since 2026-07-01 '\"old laptop\"'", w.build.Name),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.scoped = cmd.Flags().Changed("scope")
			q, err := f.query(strings.Join(args, " "), w.build.Name)
			if err != nil {
				return err
			}
			return w.search(cmd.Context(), c, q, f)
		},
	}
	f.add(cmd, w)
	return cmd
}

func (f *searchFlags) add(cmd *cobra.Command, w world) {
	flags := cmd.Flags()
	flags.Var(&agentsValue{&f.agents}, "agent", "only sessions of this agent (repeatable)")
	flags.Var(&wordValue{&f.role, []string{"user", "assistant"}}, "role", "only messages of one side")
	flags.Var(&dateValue{at: &f.since, local: w.local}, "since", "only messages from this day or time on")
	flags.Var(&dateValue{at: &f.until, local: w.local, end: true}, "until", "only messages up to this day or time, inclusive")
	flags.Var(&wordValue{&f.sort, []string{"newest", "best"}}, "sort", "the order of matches")
	flags.Var(&numberValue{&f.limit, 1, data.MaxSearchLimit}, "limit", "how many matches to list")
	flags.Var(&wordValue{&f.scope, []string{"all", "agent", "tree", "self"}}, "scope", "all sessions, or only those that the session of --of may see")
	flags.StringVar(&f.of, "of", "", "the session `key` that --scope is about; main is agent:main:main")
	flags.BoolVar(&f.include.Archived, "archived", false, "also archived sessions")
	flags.BoolVar(&f.include.Automated, "automated", false, "also sessions that no person began (cron, heartbeat, hook and the like)")
	flags.BoolVar(&f.include.Subagents, "subagents", false, "also sessions of sub-agents")
	flags.BoolVar(&f.include.Rewound, "rewound", false, "also what a rewind abandoned")
	flags.BoolVar(&f.hidden, "hidden", false, "only messages in which a secret is hidden; without words all of them")
	flags.Var(&pathValue{&f.store}, "store", "only the history at this `path`, as status names it")
	flags.BoolVar(&f.wait, "wait", false, "wait until the index is up to date")
}

// query checks what the flags say together.
func (f *searchFlags) query(text, program string) (data.Query, error) {
	usage := func(text string) error { return &usageError{command: "search", text: text} }
	switch {
	case strings.TrimSpace(text) == "" && !f.hidden:
		return data.Query{}, usage(fmt.Sprintf("type the words to search for, such as: %s search nightly report", program))
	case f.scope != "all" && f.of == "":
		return data.Query{}, usage(fmt.Sprintf("--scope %s needs --of with a session key", f.scope))
	case !f.scoped && f.of != "":
		return data.Query{}, usage("--of needs --scope with one of all, agent, tree, self")
	case !f.since.IsZero() && !f.until.IsZero() && f.until.Before(f.since):
		return data.Query{}, usage("--until lies before --since")
	}
	q := data.Query{
		Text: text, Hidden: f.hidden, Hashed: true, Agents: f.agents, Since: f.since, Until: f.until, Include: f.include, Limit: f.limit,
	}
	q.Role, _ = data.ParseRole(f.role)
	if f.sort == "best" {
		q.Order = data.OrderBest
	}
	return q, nil
}

func (w world) search(ctx context.Context, c *common, q data.Query, f *searchFlags) (err error) {
	a, err := w.ask(ctx, c, f.wait, reconcile.Looked{})
	if err != nil {
		return errors.Join(err, w.answerNothing(c, q.Text, err, func() data.Redactor { return w.rules(ctx, c) }))
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	store, err := a.store(ctx, f.store)
	if err != nil {
		return err
	}
	if store != "" {
		q.Stores = []string{store}
	}
	if q.Scope, err = a.scope(ctx, f, q.Stores); err != nil {
		w.notes(c, a, a.outcome.Faults, false)
		return err
	}
	return w.answer(ctx, c, a, q)
}

// answer searches and prints what came of it.
func (w world) answer(ctx context.Context, c *common, a *asker, q data.Query) error {
	unknown, err := a.unknownAgents(ctx, q.Agents)
	if err != nil {
		return err
	}
	results, err := a.Search(ctx, q)
	if err != nil {
		return err
	}
	faults, err := a.Nothing(ctx, q)
	if err != nil {
		return err
	}
	if len(faults) > 0 {
		nothing := &nothingError{faults: faults}
		return errors.Join(nothing, w.answerNothing(c, q.Text, nothing, func() data.Redactor { return a.Redactor }))
	}
	if c.json {
		err = writeJSON(w.stdout, newSearchJSON(results))
	} else {
		err = w.printResults(results)
	}
	if err != nil {
		return err
	}
	w.noteUnknown(c, a, unknown)
	if results.Shortened {
		w.note(c, fmt.Sprintf("Only the first part of the text was searched: more than %s characters are too many.", grouped(data.MaxQueryRunes)))
	}
	if !c.json { // it holds the rest itself
		w.notes(c, a, results.Faults, results.Indexing)
	}
	return nil
}

// scope is what is to be seen: everything, whoever is named, or less through the eyes of the session that is named, by the
// settings that hold for it.
func (a *asker) scope(ctx context.Context, f *searchFlags, stores []string) (data.Scope, error) {
	if f.scope == "all" {
		return data.Scope{}, nil
	}
	of := data.SessionKey(f.of)
	if of == "main" {
		of = "agent:main:main"
	}
	if err := a.mayScope(ctx, of, f.scope, stores); err != nil {
		return data.Scope{}, err
	}
	scope, _, err := a.Scope(ctx, library.CallerParams{Key: of, Visibility: f.scope, Stores: stores})
	return scope, err
}

// noteUnknown tells which of the agents that were asked for nobody knows.
func (w world) noteUnknown(c *common, a *asker, unknown []string) {
	for _, agent := range unknown {
		w.note(c, fmt.Sprintf("There is no agent %q. Agents are %s.", agent, strings.Join(a.owners, ", ")))
	}
}

// mayScope refuses a scope of a session that no history has, which would be an answer without hits like any other. The scope
// of an agent goes by the key alone.
func (a *asker) mayScope(ctx context.Context, of data.SessionKey, scope string, stores []string) error {
	if scope == "agent" {
		return nil
	}
	_, err := a.Page(ctx, data.PageRequest{Key: of, Stores: stores, After: 1})
	var unknown *data.UnknownKeyError
	if errors.As(err, &unknown) {
		return err
	}
	return ctx.Err() // a key of several stores is known, and a library that fails says so when it is searched
}

// answerNothing prints the faults for programs when nothing could be searched; for people they go to stderr. The text is masked as it
// would be in any other answer.
func (w world) answerNothing(c *common, text string, why error, rules func() data.Redactor) error {
	var nothing *nothingError
	if !c.json || !errors.As(why, &nothing) {
		return nil
	}
	text, _ = rules().Redact(text)
	return writeJSON(w.stdout, newSearchJSON(data.Results{Query: text, Faults: nothing.faults}))
}
