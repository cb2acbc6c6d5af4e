//go:build !linux && !darwin

package openclaw

import "strings"

// remote reports whether a path lies on another machine's disk, as far as its name tells: a UNC path, also into WSL.
func remote(path string) bool {
	return strings.HasPrefix(path, `\\`) && !strings.HasPrefix(path, `\\?\`) && !strings.HasPrefix(path, `\\.\`)
}
