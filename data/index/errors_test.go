package index

import (
	"errors"
	"io/fs"
	"syscall"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestFailuresOfTheFolderAreToldApart(t *testing.T) {
	at := func(errno syscall.Errno) error {
		return &fs.PathError{Op: "open", Path: "/library/current.new", Err: errno}
	}
	for _, c := range []struct {
		name  string
		err   error
		state data.StoreState
		hint  string
		full  bool
	}{
		{"no rights", at(syscall.EACCES), data.StoreNoAccess, hintAccess, false},
		{"a disk that is only read", at(syscall.EROFS), data.StoreNoAccess, hintAccess, false},
		{"a disk without room", at(syscall.ENOSPC), data.StoreCorrupt, hintFull, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			err := wrap("open", "/library", c.err)
			var own *Error
			if !errors.As(err, &own) || own.Hint != c.hint || data.StateOf(err) != c.state || IsFull(err) != c.full || IsDamaged(err) {
				t.Errorf("state %s, full %v, damaged %v, %#v", data.StateOf(err), IsFull(err), IsDamaged(err), err)
			}
		})
	}
	if IsFull(&data.StoreError{Err: syscall.ENOSPC}) {
		t.Error("the disk of a store was taken for that of the library")
	}
}
