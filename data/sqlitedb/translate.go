package sqlitedb

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/mattn/go-sqlite3"

	"github.com/wordwake/wordwake/data"
)

// Translate wraps a driver error in the kind that package data names, told by its code and never by its text. Errors
// without such a kind, and nil, come back as they are.
func Translate(err error) error {
	var lite sqlite3.Error
	if !errors.As(err, &lite) {
		return err
	}
	kind := kindOf(lite)
	if kind == nil {
		return err
	}
	return fmt.Errorf("%w: %w", kind, err)
}

func kindOf(err sqlite3.Error) error {
	switch err.Code {
	case sqlite3.ErrBusy, sqlite3.ErrLocked, sqlite3.ErrProtocol, sqlite3.ErrSchema:
		return data.ErrStoreBusy
	case sqlite3.ErrCorrupt, sqlite3.ErrNotADB, sqlite3.ErrFormat:
		return data.ErrStoreCorrupt
	case sqlite3.ErrPerm, sqlite3.ErrAuth, sqlite3.ErrReadonly:
		return data.ErrNoAccess
	case sqlite3.ErrCantOpen:
		switch {
		case errors.Is(err.SystemErrno, fs.ErrNotExist):
			return fs.ErrNotExist
		default:
			return data.ErrNoAccess
		}
	default:
		return nil
	}
}

// IsDriver tells whether SQLite gave the error, and not what was made of a row.
func IsDriver(err error) bool {
	var lite sqlite3.Error
	return errors.As(err, &lite)
}

// IsDisk tells whether the disk, or the way to it, failed: what the file holds is not known then.
func IsDisk(err error) bool {
	var lite sqlite3.Error
	return errors.As(err, &lite) && lite.Code == sqlite3.ErrIoErr
}

// IsLogic reports whether SQLite refused a statement itself: a table or column that it names is not there, or is there
// already. Of a statement that is a constant of ours this says that the schema is not as it was made.
func IsLogic(err error) bool {
	var lite sqlite3.Error
	return errors.As(err, &lite) && lite.Code == sqlite3.ErrError
}

// NeedsCopy reports whether opening a live database failed for a reason that a private copy avoids: no shared memory on
// that file system, no right to make it, or a reading error in it.
func NeedsCopy(err error) bool {
	var lite sqlite3.Error
	if !errors.As(err, &lite) {
		return false
	}
	switch lite.Code {
	case sqlite3.ErrCantOpen, sqlite3.ErrIoErr, sqlite3.ErrProtocol, sqlite3.ErrReadonly:
		return !errors.Is(lite.SystemErrno, fs.ErrNotExist)
	default:
		return false
	}
}
