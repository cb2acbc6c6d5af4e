package openclaw

import "syscall"

// mountLocal is set for volumes of this computer (MNT_LOCAL of statfs(2)).
const mountLocal = 0x1000

// remote reports whether a path lies on another machine's disk.
func remote(path string) bool {
	var fs syscall.Statfs_t
	return syscall.Statfs(path, &fs) == nil && fs.Flags&mountLocal == 0
}
