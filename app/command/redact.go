package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/redact"
)

func newRedact(w world, c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "redact [flags] < FILE",
		Short: "Copy standard input to standard output with secrets masked",
		Long: "Copy standard input to standard output with secrets masked, by the same rules as the histories: the built-in ones, and the\n" +
			"patterns and secrets of OpenClaw's configuration.",
		Args: noWords,
		RunE: func(cmd *cobra.Command, _ []string) error { return w.redact(cmd.Context(), c) },
	}
}

// redactJSON is what redact --json prints, as the contract fixes it.
type redactJSON struct {
	Text   string   `json:"text"`
	Hidden [][3]any `json:"hidden"`
}

// redact reads all of its input before it masks, since a secret such as a key block may span many lines.
func (w world) redact(ctx context.Context, c *common) error {
	input, err := readAll(ctx, w.stdin)
	if err != nil {
		return fmt.Errorf("read standard input: %w", err)
	}
	text := string(input)
	if c.json {
		// JSON holds no broken UTF-8. It is mended first, so that the offsets fit the text that is printed.
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	text, hidden := w.rules(ctx, c).Redact(text)
	if err := ctx.Err(); err != nil { // not all rules may have been read
		return err
	}
	if c.json {
		return writeJSON(w.stdout, redactJSON{Text: text, Hidden: hiddenJSON(hidden)})
	}
	_, err = io.WriteString(w.stdout, text)
	return err
}

// rules are those by which the histories that are meant are redacted. Without any history they are the built-in ones.
func (w world) rules(ctx context.Context, c *common) data.Redactor {
	p, err := w.params(c)
	if err != nil {
		w.note(c, "Only the built-in rules are used. "+sentence(err))
		return redact.Redactor{}
	}
	stores, _ := library.NewSources(p).Find(ctx) // status tells of problems
	rules, problems := library.Rules(ctx, p, stores)
	for _, problem := range problems {
		w.note(c, problem)
	}
	return rules
}

// readAll reads to the end or until ctx ends. A terminal that nobody types at gives nothing to wait for but the interrupt.
func readAll(ctx context.Context, r io.Reader) ([]byte, error) {
	type result struct {
		text []byte
		err  error
	}
	done := make(chan result, 1)
	go func() {
		text, err := io.ReadAll(r)
		done <- result{text, err}
	}()
	select {
	case <-ctx.Done():
		return nil, ctx.Err()
	case got := <-done:
		return got.text, got.err
	}
}
