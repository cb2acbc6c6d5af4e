package command

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/reconcile"
)

// showFlags are the flags of show.
type showFlags struct {
	id, at  string
	around  int
	format  string
	rewound bool
	store   string
}

func newShow(w world, c *common) *cobra.Command {
	f := &showFlags{around: data.DefaultAround, format: "text"}
	cmd := &cobra.Command{
		Use:     "show [flags] SESSION-KEY",
		Short:   "Show a conversation",
		Long:    "Show a conversation: all of it, or what lies around one message.",
		Example: fmt.Sprintf("  %[1]s show agent:main:main\n  %[1]s show --format markdown agent:main:main > talk.md", w.build.Name),
		RunE: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 || args[0] == "" {
				return &usageError{command: "show", text: fmt.Sprintf("name one session key, such as: %s show agent:main:main", w.build.Name)}
			}
			if f.at == "" && cmd.Flags().Changed("around") {
				w.note(c, "Without --at, --around does nothing: the whole conversation is shown.")
			}
			if c.json {
				f.format = "json"
			}
			c.json = f.format == "json"
			return w.show(cmd.Context(), c, data.SessionKey(args[0]), f)
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.id, "id", "", "only this session `id` of the key")
	flags.StringVar(&f.at, "at", "", "only what lies around this message `id`, as search --json names it")
	flags.Var(&numberValue{&f.around, 0, 0}, "around", "how many messages to show on each side of --at")
	flags.Var(&wordValue{&f.format, []string{"text", "markdown", "json"}}, "format", "how to print it")
	flags.BoolVar(&f.rewound, "rewound", false, "also what a rewind abandoned")
	flags.Var(&pathValue{&f.store}, "store", "the `path` of the history that is meant, where several have the key")
	return cmd
}

// looked is the session to bring in first. A store that makes no sense is refused later.
func (f *showFlags) looked(key data.SessionKey) reconcile.Looked {
	if f.store == "" {
		return reconcile.Looked{Key: key}
	}
	store, err := config.Canonical(f.store)
	if err != nil {
		store = f.store
	}
	return reconcile.Looked{Store: store, Key: key}
}

func (w world) show(ctx context.Context, c *common, key data.SessionKey, f *showFlags) (err error) {
	a, err := w.ask(ctx, c, false, f.looked(key))
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, a.Close()) }()
	store, err := a.store(ctx, f.store)
	if err != nil {
		return err
	}
	request := data.PageRequest{Store: store, Key: key, ID: data.SessionID(f.id), At: f.at, Rewound: f.rewound}
	if f.at != "" {
		request.Before, request.After = f.around, f.around
	} else {
		request.After, request.Bytes, request.Uncounted = pageMessages, pageBytes, true
	}
	page, err := a.Page(ctx, request)
	if err != nil {
		w.notes(c, a, a.outcome.Faults, false)
		return err
	}
	rest := func() ([]data.Message, error) { return nil, nil }
	if f.at == "" {
		rest = following(ctx, a, request, page)
	}
	switch f.format {
	case "json":
		return w.printShowJSON(page, rest)
	case "markdown":
		err = w.printMarkdown(page, rest)
	default:
		err = w.printPage(page, rest)
	}
	if err != nil {
		return err
	}
	w.notes(c, a, ofStore(a.outcome.Faults, page.Session.Store), false)
	return nil
}

// A whole conversation is read and printed in pieces: it may be larger than the memory.
const (
	pageMessages = 2000
	pageBytes    = 4 << 20
)

// following reads the pieces of a conversation after the first one; an empty one ends it.
func following(ctx context.Context, from data.Historian, r data.PageRequest, first data.Page) func() ([]data.Message, error) {
	last := first.Messages
	// The key may come into a second store meanwhile.
	r.Store = first.Session.Store.Path
	return func() ([]data.Message, error) {
		if len(last) == 0 {
			return nil, nil
		}
		end := last[len(last)-1]
		r.Cursor = &data.Cursor{Session: end.Session, Seq: end.Seq}
		page, err := from.Page(ctx, r)
		last = page.Messages
		return last, err
	}
}

// ofStore leaves the faults of one store: what was shown lacks nothing of the others.
func ofStore(faults []data.StoreStatus, store data.Store) []data.StoreStatus {
	var left []data.StoreStatus
	for _, fault := range faults {
		if fault.Store.Path == store.Path {
			left = append(left, fault)
		}
	}
	return left
}

// The shapes of show --json, as the contract fixes them.
type (
	showJSON struct {
		SessionKey string        `json:"sessionKey"`
		Agent      string        `json:"agent"`
		Store      string        `json:"store"`
		Title      string        `json:"title"`
		Windows    []windowJSON  `json:"windows"`
		Messages   []messageJSON `json:"messages"`
		Before     int           `json:"before"`
		After      int           `json:"after"`
	}
	windowJSON struct {
		SessionID string `json:"sessionId"`
		StartedAt moment `json:"startedAt"`
		// Superseded is an addition: a later window rewound this one.
		Superseded bool `json:"superseded"`
	}
	messageJSON struct {
		MessageID string   `json:"messageId"`
		SessionID string   `json:"sessionId"`
		Role      string   `json:"role"`
		Timestamp moment   `json:"timestamp"`
		Text      string   `json:"text"`
		Hidden    [][3]any `json:"hidden"`
		Truncated bool     `json:"truncated"`
		// Rewound is an addition, as in search.
		Rewound bool `json:"rewound"`
	}
)

// printShowJSON prints a page and what follows as one value on one line, message by message.
func (w world) printShowJSON(page data.Page, rest func() ([]data.Message, error)) error {
	out := bufio.NewWriter(w.stdout)
	var around bytes.Buffer
	if err := writeJSON(&around, newShowJSON(page)); err != nil {
		return err
	}
	// In a string every quote is escaped, so that this stands nowhere else.
	before, after, found := strings.Cut(around.String(), noMessages)
	if !found {
		return errors.New("make JSON: no place for messages")
	}
	fmt.Fprint(out, before+strings.TrimSuffix(noMessages, "]"))
	comma := ""
	err := eachMessage(page, rest, func(m data.Message) error {
		var one bytes.Buffer
		if err := writeJSON(&one, newMessageJSON(m)); err != nil {
			return err
		}
		_, err := out.WriteString(comma + strings.TrimSuffix(one.String(), "\n"))
		comma = ","
		return err
	})
	if err != nil {
		return errors.Join(err, out.Flush())
	}
	fmt.Fprint(out, "]"+after)
	return out.Flush()
}

// noMessages is the list of messages as newShowJSON leaves it.
const noMessages = `"messages":[]`

// eachMessage goes through the messages of a page and of what follows.
func eachMessage(page data.Page, rest func() ([]data.Message, error), do func(data.Message) error) error {
	messages := page.Messages
	for len(messages) > 0 {
		for _, m := range messages {
			if err := do(m); err != nil {
				return err
			}
		}
		var err error
		if messages, err = rest(); err != nil {
			return err
		}
	}
	return nil
}

// newShowJSON is all but the messages.
func newShowJSON(page data.Page) showJSON {
	s := page.Session
	answer := showJSON{
		SessionKey: string(s.Key), Agent: s.Agent, Store: s.Store.Path, Title: s.Title,
		Windows: make([]windowJSON, 0, len(page.Windows)), Messages: []messageJSON{},
		Before: page.Before, After: page.After,
	}
	for _, window := range page.Windows {
		answer.Windows = append(answer.Windows, windowJSON{
			SessionID: string(window.ID), StartedAt: moment(window.StartedAt), Superseded: window.Superseded,
		})
	}
	return answer
}

func newMessageJSON(m data.Message) messageJSON {
	return messageJSON{
		MessageID: m.ID, SessionID: string(m.Session), Role: m.Role.String(), Timestamp: moment(m.At), Text: m.Text,
		Hidden: hiddenJSON(m.Hidden), Rewound: m.Rewound,
	}
}
