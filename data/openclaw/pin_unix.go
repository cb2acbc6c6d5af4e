//go:build linux || darwin

package openclaw

import (
	"errors"
	"io"
	"os"
	"syscall"
)

// The bytes that SQLite locks in a main file (lockingv3): who wants to read takes a moment's lock on the first, so that a
// writer who waits is not kept waiting for ever, and then one on the others.
const (
	pendingByte = 0x40000000
	sharedFirst = pendingByte + 2
	sharedSize  = 510
)

// lockShared takes the lock that a connection of SQLite has while it is open. While anybody has it, the -wal and -shm are
// not removed. locked is false if another program is just changing the file. Where the file system has no locks, there is
// none.
func lockShared(file *os.File) (locked bool, err error) {
	set := func(kind int16, start, size int64) error {
		return syscall.FcntlFlock(file.Fd(), syscall.F_SETLK, &syscall.Flock_t{Type: kind, Whence: io.SeekStart, Start: start, Len: size})
	}
	err = set(syscall.F_RDLCK, pendingByte, 1)
	if err == nil {
		err = set(syscall.F_RDLCK, sharedFirst, sharedSize)
		err = errors.Join(err, set(syscall.F_UNLCK, pendingByte, 1))
	}
	switch {
	case errors.Is(err, syscall.EAGAIN), errors.Is(err, syscall.EACCES):
		return false, nil
	case errors.Is(err, syscall.EINTR):
		return false, nil
	default:
		return true, nil
	}
}
