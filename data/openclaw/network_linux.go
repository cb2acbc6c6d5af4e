package openclaw

import (
	"errors"
	"syscall"
)

// File systems on which WAL's shared memory does not work between machines, by the magic numbers of statfs(2).
const (
	magicNFS    = 0x6969
	magicSMB    = 0x517B
	magicCIFS   = 0xFF534D42
	magicSMB2   = 0xFE534D42
	magic9P     = 0x01021997
	magicVirtio = 0x6A656A63

	magicCeph       = 0x00C36400
	magicAFS        = 0x5346414F
	magicVMware     = 0xBACBACBC
	magicVirtualBox = 0x786F4256
)

// magicFUSE is that of file systems which are programs, such as sshfs, gocryptfs, or a folder that a virtual machine shares.
const magicFUSE = 0x65735546

// whereabout tells on whose disk a path lies, and whether it is there, without which that is not known.
func whereabout(path string) (where whereabouts, there bool) {
	var fs syscall.Statfs_t
	if err := syscall.Statfs(path, &fs); err != nil {
		return hereOnly, !errors.Is(err, syscall.ENOENT)
	}
	return whereaboutOf(uint64(fs.Type) & 0xFFFFFFFF), true //nolint:unconvert // its type differs between processors
}

func whereaboutOf(magic uint64) whereabouts {
	switch magic {
	case magicNFS, magicSMB, magicCIFS, magicSMB2, magic9P, magicVirtio, magicCeph, magicAFS, magicVMware, magicVirtualBox:
		return elsewhere
	case magicFUSE:
		return eitherWay
	default:
		return hereOnly
	}
}
