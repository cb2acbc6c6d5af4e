//go:build unix

package openclaw

import (
	"os"
	"syscall"
)

// markOf asks by name only: opening and closing the file would drop the locks that this process holds on it.
func markOf(path string) (mark, error) {
	info, err := os.Stat(path)
	if err != nil {
		return mark{}, err
	}
	m := mark{exists: true, size: info.Size(), modified: info.ModTime().UnixNano()}
	if sys, ok := info.Sys().(*syscall.Stat_t); ok {
		m.device, m.inode = uint64(sys.Dev), uint64(sys.Ino) //nolint:unconvert // their types differ between systems
	}
	return m, nil
}
