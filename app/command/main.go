package command

import (
	"context"
	"errors"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"golang.org/x/term"
)

// The exit codes.
const (
	exitOK          = 0
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// Version is the version of the program. The build of a release sets it.
var Version = "dev"

// Build says which program this is.
type Build struct {
	// Name is the name of the program as people type it.
	Name    string
	Version string
}

// Main runs the command that args name and returns the exit code. An interrupt ends it cleanly with 130, and a second one
// at once unless the caller listens for it too.
func Main(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer, build Build) int {
	EndureLimits()
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer stop()
	defer context.AfterFunc(ctx, stop)()
	return world{
		build: build, getenv: os.Getenv, now: time.Now, local: time.Local,
		stdin: stdin, stdout: stdout, stderr: stderr,
		outTerminal: isTerminal(stdout), errTerminal: isTerminal(stderr),
	}.run(ctx, args)
}

// world is all that a command meets from outside.
type world struct {
	build          Build
	getenv         func(string) string
	now            func() time.Time
	local          *time.Location
	stdin          io.Reader
	stdout, stderr io.Writer
	// outTerminal and errTerminal tell whether a person looks at the two outputs directly.
	outTerminal, errTerminal bool
	// sample stands for the built-in history instead of any on this computer.
	sample bool
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && obeys(file)
}

func (w world) run(ctx context.Context, args []string) int {
	err := w.execute(ctx, args)
	code := exitCode(ctx, err)
	if code != exitOK {
		w.complain(ctx, err)
	}
	return code
}

func (w world) execute(ctx context.Context, args []string) error {
	root := newRoot(w)
	args, err := commandFirst(root, args)
	if err != nil {
		return err
	}
	// Without arguments cobra would take those of the process.
	root.SetArgs(append([]string{}, args...))
	return root.ExecuteContext(ctx)
}

// usageError is a command line that cannot be understood. Command is the command it was given to, or empty.
type usageError struct {
	command string
	text    string
}

func (e *usageError) Error() string { return e.text }

func exitCode(ctx context.Context, err error) int {
	var usage *usageError
	switch {
	case err == nil:
		return exitOK
	case errors.As(err, &usage):
		return exitUsage
	case ctx.Err() != nil:
		return exitInterrupted
	default:
		return exitFailed
	}
}
