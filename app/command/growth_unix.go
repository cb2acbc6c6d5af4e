//go:build unix

package command

import (
	"os/signal"
	"syscall"
)

// endureLimits has a file that may not grow further (ulimit -f) fail as a full disk does. The system would end the program.
func endureLimits() { signal.Ignore(syscall.SIGXFSZ) }
