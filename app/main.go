package app

import (
	"context"
	"fmt"
	"os"
	"slices"

	"github.com/wordwake/wordwake/app/command"
)

// flagSample opens the window with the built-in sample history, for a first look and for pictures.
const flagSample = "--sample"

// Main runs the command that args name, or the window, and returns the exit code of the process.
func Main(ctx context.Context, args []string) int {
	rest := slices.DeleteFunc(slices.Clone(args), func(arg string) bool { return arg == flagSample })
	folders, window := command.Window(rest)
	if !window {
		build := command.Build{Name: "wordwake", Version: command.Version}
		return command.Main(ctx, args, os.Stdin, os.Stdout, os.Stderr, build)
	}
	command.EndureLimits()
	if err := Run(ctx, Params{Folders: folders, Sample: len(rest) < len(args), Out: os.Stdout}); err != nil {
		fmt.Fprintln(os.Stderr, "wordwake:", err)
		return 1
	}
	return 0
}
