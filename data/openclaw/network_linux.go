package openclaw

import "syscall"

// File systems on which WAL's shared memory does not work between machines, by the magic numbers of statfs(2).
const (
	magicNFS    = 0x6969
	magicSMB    = 0x517B
	magicCIFS   = 0xFF534D42
	magicSMB2   = 0xFE534D42
	magic9P     = 0x01021997
	magicVirtio = 0x6A656A63
)

// remote reports whether a path lies on another machine's disk.
func remote(path string) bool {
	var fs syscall.Statfs_t
	if syscall.Statfs(path, &fs) != nil {
		return false
	}
	switch uint64(fs.Type) & 0xFFFFFFFF { //nolint:unconvert // its type differs between processors
	case magicNFS, magicSMB, magicCIFS, magicSMB2, magic9P, magicVirtio:
		return true
	default:
		return false
	}
}
