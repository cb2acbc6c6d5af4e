package openclaw

import (
	"path/filepath"
	"syscall"
	"unsafe"
)

// driveRemote is what GetDriveTypeW says of a letter that stands for a folder of another computer.
const driveRemote = 4

var driveType = syscall.NewLazyDLL("kernel32.dll").NewProc("GetDriveTypeW")

func whereabout(path string) whereabouts {
	if sharePath(path) {
		return elsewhere
	}
	root, err := syscall.UTF16PtrFromString(filepath.VolumeName(path) + `\`)
	if err != nil || driveType.Find() != nil {
		return hereOnly
	}
	if kind, _, _ := driveType.Call(uintptr(unsafe.Pointer(root))); kind == driveRemote {
		return elsewhere
	}
	return hereOnly
}
