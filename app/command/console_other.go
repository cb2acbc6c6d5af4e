//go:build !windows

package command

import "os"

// obeys tells whether a terminal obeys control sequences. Outside Windows all do, but for those that TERM names.
func obeys(*os.File) bool { return true }
