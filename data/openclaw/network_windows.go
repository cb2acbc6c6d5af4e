package openclaw

import (
	"path/filepath"
	"syscall"
	"unsafe"
)

// driveRemote is what GetDriveTypeW says of a letter that stands for a folder of another computer.
const driveRemote = 4

var driveType = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDriveTypeW")

// whereabout tells on whose disk a path lies, which the name of the disk tells whether the path is there or not.
func whereabout(path string) (where whereabouts, there bool) {
	if sharePath(path) {
		return elsewhere, true
	}
	root, err := syscall.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	if err != nil || driveType.Find() != nil {
		return hereOnly, true
	}
	if kind, _, _ := driveType.Call(uintptr(unsafe.Pointer(root))); kind == driveRemote {
		return elsewhere, true
	}
	return hereOnly, true
}
