package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"strconv"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
)

func newStatus(w world, c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "status [flags]",
		Short: "Tell what was found and how the search index fares",
		Args:  noWords,
		RunE:  func(cmd *cobra.Command, _ []string) error { return w.status(cmd.Context(), c) },
	}
}

func (w world) status(ctx context.Context, c *common) error {
	p, err := w.params(c)
	if err != nil {
		return err
	}
	status, looked, err := readStatus(ctx, p)
	if err != nil {
		return err
	}
	if c.json {
		return writeJSON(w.stdout, newStatusJSON(w.build, status))
	}
	return w.printStatus(status, looked)
}

// readStatus asks the library, or where there is none the stores themselves: telling the state of things makes nothing.
func readStatus(ctx context.Context, p library.Params) (status data.Status, looked []string, err error) {
	if library.Exists(p.Folder) {
		lib, err := library.Open(ctx, p)
		if err != nil {
			return data.Status{}, nil, err
		}
		status, err = lib.Status(ctx)
		status.Library.Path = p.Folder // as --library takes it; the file in it changes with each rebuild
		return status, lib.Sources.Looked(), errors.Join(err, lib.Close())
	}
	sources := library.NewSources(p)
	stores, _ := sources.Find(ctx)
	status.Library.Path = p.Folder
	status.Stores = append(sources.Look(ctx, stores), sources.Problems()...)
	_, status.RuleProblems = library.Rules(ctx, p, stores)
	for _, store := range status.Stores {
		status.Pending += store.Sessions
	}
	return status, sources.Looked(), ctx.Err()
}

// The shapes of status --json, as the contract fixes them.
type (
	statusJSON struct {
		Version  string            `json:"version"`
		Library  libraryJSON       `json:"library"`
		Indexing bool              `json:"indexing"`
		Pending  int               `json:"pending"`
		Stores   []storeStatusJSON `json:"stores"`
		// RuleProblems is an addition: which of the person's own redaction rules do not work.
		RuleProblems []string `json:"ruleProblems"`
	}
	libraryJSON struct {
		Path     string `json:"path"`
		Bytes    int64  `json:"bytes"`
		Schema   int    `json:"schema"`
		Rules    int    `json:"rules"`
		Sessions int    `json:"sessions"`
		Messages int    `json:"messages"`
		// Aside is an addition: where a foreign or damaged file was moved to.
		Aside string `json:"aside,omitempty"`
		// OpenToOthers is an addition: other users of the computer may look into the folder.
		OpenToOthers bool `json:"openToOthers,omitempty"`
	}
	storeStatusJSON struct {
		Agent      string          `json:"agent"`
		Path       string          `json:"path"`
		Kind       data.StoreKind  `json:"kind"`
		Generation int             `json:"generation"`
		Sessions   int             `json:"sessions"`
		Messages   int             `json:"messages"`
		Indexed    int             `json:"indexed"`
		State      data.StoreState `json:"state"`
		Detail     string          `json:"detail"`
		Unreadable int             `json:"unreadable"`
	}
)

func newStatusJSON(build Build, s data.Status) statusJSON {
	l := s.Library
	answer := statusJSON{
		Version: build.Version,
		Library: libraryJSON{
			Path: l.Path, Bytes: l.Bytes, Schema: l.Schema, Rules: l.Rules, Sessions: l.Sessions, Messages: l.Messages, Aside: l.Aside,
			OpenToOthers: l.Open,
		},
		Indexing: s.Indexing, Pending: s.Pending, Stores: make([]storeStatusJSON, 0, len(s.Stores)),
		RuleProblems: list(s.RuleProblems),
	}
	for _, store := range s.Stores {
		answer.Stores = append(answer.Stores, storeStatusJSON{
			Agent: store.Store.Agent, Path: store.Store.Path, Kind: store.Store.Kind, Generation: store.Generation,
			Sessions: store.Sessions, Messages: store.Messages, Indexed: store.Indexed, State: store.State, Detail: store.Detail,
			Unreadable: store.Unreadable,
		})
	}
	return answer
}

func (w world) printStatus(s data.Status, looked []string) error {
	out := bufio.NewWriter(w.stdout)
	l := s.Library
	fmt.Fprintf(out, "Index  %s\n", line(l.Path))
	fmt.Fprintf(out, "       %s\n", indexLine(s))
	if l.Aside != "" {
		fmt.Fprintf(out, "       A file that is not ours or was damaged was moved to %s\n", line(l.Aside))
	}
	if l.Open {
		fmt.Fprintf(out, "       Other users of this computer can look into this folder. Close it with: chmod 700 %s\n", line(l.Path))
	}
	for _, problem := range s.RuleProblems {
		fmt.Fprintf(out, "       %s\n", line(problem))
	}
	fmt.Fprintln(out)
	if len(s.Stores) == 0 {
		fmt.Fprintln(out, "No OpenClaw history was found. Name its directory with --state DIR.")
		for _, dir := range looked {
			fmt.Fprintln(out, "  looked in "+line(dir))
		}
		return out.Flush()
	}
	rows := [][]string{{"AGENT", "STATE", "SESSIONS", "INDEXED", "MESSAGES", "FORMAT", "PATH"}}
	for _, store := range s.Stores {
		rows = append(rows, []string{
			agentName(store.Store.Agent), string(store.State), grouped(store.Sessions), grouped(store.Indexed), grouped(store.Messages),
			format(store.Generation), line(store.Store.Path),
		})
	}
	for _, row := range table(rows, map[int]bool{2: true, 3: true, 4: true, 5: true}) {
		fmt.Fprintln(out, row)
	}
	printStoreNotes(out, s.Stores)
	return out.Flush()
}

func indexLine(s data.Status) string {
	if s.Library.Schema == 0 {
		return "not made yet; the first search or \"index\" makes it"
	}
	state := "up to date"
	switch {
	case s.Indexing && s.Progress.Elsewhere:
		state = "being brought up to date by another process"
	case s.Indexing && s.Pending == 0:
		state = "not all messages are in it yet"
	case s.Pending > 0:
		state = are(s.Pending, "session") + " not in it yet"
	}
	return fmt.Sprintf("%s, %s, %s; %s",
		size(s.Library.Bytes), count(s.Library.Sessions, "session"), count(s.Library.Messages, "message"), state)
}

func agentName(agent string) string {
	if agent == "" {
		return "-"
	}
	return line(agent)
}

func format(generation int) string {
	if generation == 0 {
		return "-"
	}
	return "v" + strconv.Itoa(generation)
}

func printStoreNotes(out *bufio.Writer, stores []data.StoreStatus) {
	for _, store := range stores {
		switch {
		case store.State != data.StoreReady && store.State != data.StoreIndexing:
			fmt.Fprintf(out, "\n%s\n", line(faultLine(store)))
		case store.Unreadable > 0:
			fmt.Fprintf(out, "\n%s\n", line(fmt.Sprintf("The history of agent %q holds %s that cannot be read; the rest is searched.",
				store.Store.Agent, count(store.Unreadable, "entry"))))
		}
	}
}
