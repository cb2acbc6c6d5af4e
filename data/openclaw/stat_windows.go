package openclaw

import (
	"os"
	"syscall"
)

// markOf asks through an open handle: folder listings on Windows lag behind a file that is being written.
func markOf(path string) (mark, error) {
	file, err := os.Open(path)
	if err != nil {
		return mark{}, err
	}
	defer func() { _ = file.Close() }()
	info, err := file.Stat()
	if err != nil {
		return mark{}, err
	}
	m := mark{exists: true, size: info.Size(), modified: info.ModTime().UnixNano()}
	var sys syscall.ByHandleFileInformation
	if syscall.GetFileInformationByHandle(syscall.Handle(file.Fd()), &sys) == nil {
		m.device = uint64(sys.VolumeSerialNumber)
		m.inode = uint64(sys.FileIndexHigh)<<32 | uint64(sys.FileIndexLow)
	}
	return m, nil
}
