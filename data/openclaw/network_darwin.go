package openclaw

import (
	"errors"
	"syscall"
)

// mountLocal is set for volumes of this computer (MNT_LOCAL of statfs(2)).
const mountLocal = 0x1000

// whereabout tells on whose disk a path lies, and whether it is there, without which that is not known.
func whereabout(path string) (where whereabouts, there bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(path, &fs); err != nil {
		return hereOnly, !errors.Is(err, syscall.ENOENT)
	}
	if fs.Flags&mountLocal == 0 {
		return elsewhere, true
	}
	return hereOnly, true
}
