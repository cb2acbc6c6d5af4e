package openclaw

import "syscall"

// mountLocal is set for volumes of this computer (MNT_LOCAL of statfs(2)).
const mountLocal = 0x1000

func whereabout(path string) whereabouts {
	var fs syscall.Statfs_t
	if syscall.Statfs(path, &fs) == nil && fs.Flags&mountLocal == 0 {
		return elsewhere
	}
	return hereOnly
}
