//go:build unix

package command

import (
	"os/signal"
	"syscall"
)

// EndureLimits has a file that may not grow further (ulimit -f) fail as a full disk does. The system would end the program.
func EndureLimits() { signal.Ignore(syscall.SIGXFSZ) }
