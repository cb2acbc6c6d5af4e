package command

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/tools"
)

func newTool(w world, c *common) *cobra.Command {
	var flags callerFlags
	cmd := &cobra.Command{
		Use:   "tool [flags] " + strings.Join(tools.Names(), "|") + " JSON",
		Short: "Answer one call of an agent's tool, as the agent would get it",
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := flags.check(cmd.Name()); err != nil {
				return err
			}
			if len(args) != 2 {
				return &usageError{command: cmd.Name(), text: "takes the name of a tool and its arguments as one JSON object"}
			}
			if name := args[0]; !slices.Contains(tools.Names(), name) {
				return &usageError{command: cmd.Name(), text: fmt.Sprintf("%q is not a tool; tools are %s", name, strings.Join(tools.Names(), ", "))}
			}
			return w.tool(cmd.Context(), c, newToolCaller(w, c, flags), args[0], args[1])
		},
	}
	flags.add(cmd.Flags())
	return cmd
}

// errThrown ends a command whose answer, which is an error, was printed.
var errThrown = errors.New("the tool could not be called")

// tool prints the answer to one call. An agent that nobody knows is told to whoever typed the key, beside the answer.
func (w world) tool(ctx context.Context, c *common, caller *toolCaller, name, arguments string) error {
	answer, err := caller.call(ctx, name, []byte(arguments))
	unknown, failed := caller.unknownAgent(ctx)
	err = errors.Join(err, failed)
	if caller.asker != nil {
		w.noteUnknown(c, caller.asker, unknown)
	}
	err = errors.Join(err, caller.Close())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return err
	}
	if _, err := w.stdout.Write(append(escapeControls(answer.JSON), '\n')); err != nil {
		return err
	}
	if answer.Thrown {
		return errThrown
	}
	return nil
}
