package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/export"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/redact"
)

// secretsFlags are the flags of secrets.
type secretsFlags struct {
	agents, kinds []string
	limit         int
	format        string
	store         string
	wait          bool
}

func newSecrets(w world, c *common) *cobra.Command {
	f := &secretsFlags{format: "text", limit: data.MaxSecretPlaces}
	cmd := &cobra.Command{
		Use:   "secrets [flags]",
		Short: "List where secrets are hidden in your history",
		Long: "List where passwords, keys and tokens are hidden in your history, by kind and session, so that you can change them where\n" +
			"they were issued. Archived, automated and abandoned conversations are among them. No secret is printed, only its mask.",
		Example: fmt.Sprintf("  %[1]s secrets --agent main --kind password\n  %[1]s secrets --format csv > secrets.csv", w.build.Name),
		Args:    noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.json {
				f.format = "json"
			}
			c.json = f.format == "json"
			return w.secrets(cmd.Context(), c, f)
		},
	}
	flags := cmd.Flags()
	flags.Var(&agentsValue{&f.agents}, "agent", "only sessions of this agent (repeatable)")
	flags.Var(&kindsValue{&f.kinds}, "kind", "only secrets of this kind (repeatable): "+strings.Join(redact.Kinds(), ", "))
	flags.Var(&numberValue{&f.limit, 1, data.MaxSecretPlaces}, "limit", "how many places to list")
	flags.Var(&wordValue{&f.format, []string{"text", "json", "csv"}}, "format", "how to print it")
	flags.Var(&pathValue{&f.store}, "store", "only the history at this `path`, as status names it")
	flags.BoolVar(&f.wait, "wait", false, "wait until the index is up to date")
	return cmd
}

func (w world) secrets(ctx context.Context, c *common, f *secretsFlags) (err error) {
	a, err := w.ask(ctx, c, f.wait, reconcile.Looked{})
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	store, err := a.store(ctx, f.store)
	if err != nil {
		return err
	}
	r := data.SecretsRequest{Agents: f.agents, Kinds: f.kinds, Limit: f.limit}
	if store != "" {
		r.Stores = []string{store}
	}
	unknown, err := a.unknownAgents(ctx, f.agents)
	if err != nil {
		return err
	}
	found, err := a.Secrets(ctx, r)
	if err != nil {
		return err
	}
	w.noteUnknown(c, a, unknown) // before a list that may be empty because of it
	switch f.format {
	case "json":
		err = writeJSON(w.stdout, newSecretsJSON(found, a.outcome.Pending > 0 || a.elsewhere))
	case "csv":
		err = export.SecretsTable(w.stdout, found, line)
	default:
		err = w.printSecrets(found)
	}
	if err != nil {
		return err
	}
	if found.Limited && f.format == "csv" {
		w.note(c, fmt.Sprintf("Only the newest %s are listed.", count(len(found.Places), "place")))
	}
	w.notes(c, a, a.outcome.Faults, false)
	return nil
}

// printSecrets prints two tables: how many of each kind, and where.
func (w world) printSecrets(s data.Secrets) error {
	out := bufio.NewWriter(w.stdout)
	if len(s.Kinds) == 0 {
		fmt.Fprintln(out, "No secrets are hidden there.")
		return out.Flush()
	}
	rows := [][]string{{"KIND", "PARTS", "MESSAGES", "SESSIONS"}}
	for _, k := range s.Kinds {
		rows = append(rows, []string{line(k.Kind), grouped(k.Parts), grouped(k.Messages), grouped(k.Sessions)})
	}
	for _, row := range table(rows, map[int]bool{1: true, 2: true, 3: true}) {
		fmt.Fprintln(out, row)
	}
	rows = [][]string{{"KIND", "LAST", "MESSAGES", "MASKS", "AGENT", "SESSION", "TITLE"}}
	for _, p := range s.Places {
		rows = append(rows, []string{
			line(p.Kind), w.clock(p.Last), grouped(p.Messages), line(strings.Join(p.Masks, " ")), agentName(p.Session.Agent),
			line(string(p.Session.Key)), line(p.Session.Title),
		})
	}
	fmt.Fprintln(out)
	for _, row := range table(rows, map[int]bool{2: true}) {
		fmt.Fprintln(out, row)
	}
	if s.Limited {
		fmt.Fprintf(out, "\nOnly the newest %s are listed.\n", count(len(s.Places), "place"))
	}
	return out.Flush()
}

// The shapes of secrets --json.
type (
	secretsJSON struct {
		Indexing bool              `json:"indexing"`
		Limited  bool              `json:"limited"`
		Kinds    []secretKindJSON  `json:"kinds"`
		Places   []secretPlaceJSON `json:"places"`
	}
	secretKindJSON struct {
		Kind     string `json:"kind"`
		Parts    int    `json:"parts"`
		Messages int    `json:"messages"`
		Sessions int    `json:"sessions"`
	}
	secretPlaceJSON struct {
		Kind       string   `json:"kind"`
		Agent      string   `json:"agent"`
		Store      string   `json:"store"`
		SessionKey string   `json:"sessionKey"`
		SessionID  string   `json:"sessionId"`
		Title      string   `json:"title"`
		Parts      int      `json:"parts"`
		Messages   int      `json:"messages"`
		Masks      []string `json:"masks"`
		First      moment   `json:"first"`
		Last       moment   `json:"last"`
		// Newest is the id of the newest of the messages, for show --at.
		Newest string `json:"newest"`
	}
)

func newSecretsJSON(s data.Secrets, indexing bool) secretsJSON {
	answer := secretsJSON{
		Indexing: indexing, Limited: s.Limited,
		Kinds: make([]secretKindJSON, 0, len(s.Kinds)), Places: make([]secretPlaceJSON, 0, len(s.Places)),
	}
	for _, k := range s.Kinds {
		answer.Kinds = append(answer.Kinds, secretKindJSON(k))
	}
	for _, p := range s.Places {
		answer.Places = append(answer.Places, secretPlaceJSON{
			Kind: p.Kind, Agent: p.Session.Agent, Store: p.Session.Store.Path, SessionKey: string(p.Session.Key),
			SessionID: string(p.Session.ID), Title: p.Session.Title, Parts: p.Parts, Messages: p.Messages, Masks: list(p.Masks),
			First: moment(p.First), Last: moment(p.Last), Newest: p.Newest.ID,
		})
	}
	return answer
}
