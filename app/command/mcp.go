package command

import (
	"context"
	"errors"

	"github.com/spf13/cobra"

	"github.com/wordwake/wordwake/app/mcp"
)

func newMCP(w world, c *common) *cobra.Command {
	var flags callerFlags
	cmd := &cobra.Command{
		Use:   "mcp [flags]",
		Short: "Serve the tools to an agent over standard input and output (MCP)",
		Args:  noWords,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := flags.check(cmd.Name()); err != nil {
				return err
			}
			return w.serve(cmd.Context(), newToolCaller(w, c, flags))
		},
	}
	flags.add(cmd.Flags())
	return cmd
}

// serve answers calls until standard input ends. Nothing but the protocol goes to standard output.
func (w world) serve(ctx context.Context, caller *toolCaller) error {
	err := mcp.Serve(ctx, mcp.Params{Name: w.build.Name, Version: w.build.Version, Call: caller.call, In: w.stdin, Out: w.stdout})
	err = errors.Join(err, caller.Close())
	if ctx.Err() != nil {
		return ctx.Err()
	}
	return err
}
