package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// Error says what was tried on the library and why it failed. Hint tells a person what to do, in full sentences.
type Error struct {
	Op   string
	Path string
	Err  error
	Hint string
}

// Error names the operation, the path and the cause.
func (e *Error) Error() string { return e.Op + " library at " + e.Path + ": " + e.Err.Error() }

// Unwrap gives the cause, which is one of the kinds of package data where there is one.
func (e *Error) Unwrap() error { return e.Err }

// The hints by kind.
const (
	hintNewer   = "The search library was made by a newer version of Wordwake. Update Wordwake, or choose another library folder."
	hintFull    = "The disk that holds the search library is full. Free some space and try again; nothing was lost."
	hintAccess  = "Wordwake cannot write to its library folder. Check the folder's permissions, or choose another library folder."
	hintDamaged = "The search library is damaged. It will be set aside and made again from your history."
	hintUnread  = "New messages wait: what OpenClaw's configuration says is to be hidden cannot be read now. \"status\" names the file to mend."
	hintBusy    = "Another program holds the search library. Try again in a moment."
)

// wrap makes an *Error of err, translated; a context's end and an *Error pass as they are.
func wrap(op, path string, err error) error {
	var already *Error
	if err == nil || errors.As(err, &already) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	err = sqlitedb.Translate(err)
	if errors.Is(err, syscall.EROFS) { // to the standard library no matter of rights
		err = fmt.Errorf("%w: %w", data.ErrNoAccess, err)
	}
	return &Error{Op: op, Path: path, Err: err, Hint: hint(err)}
}

func hint(err error) string {
	switch {
	case errors.Is(err, data.ErrStoreNewer):
		return hintNewer
	case sqlitedb.IsFull(err):
		return hintFull
	case errors.Is(err, data.ErrNoAccess), errors.Is(err, fs.ErrPermission):
		return hintAccess
	case errors.Is(err, data.ErrStoreCorrupt):
		return hintDamaged
	case errors.Is(err, data.ErrStoreBusy):
		return hintBusy
	case errors.Is(err, errRulesUnread):
		return hintUnread
	default:
		return ""
	}
}

// oddRow marks a row that cannot be taken as it is, such as a text in the place of a number: we never write one, so the file is
// damaged though SQLite does not see it.
func oddRow(err error) error {
	if sqlitedb.IsDriver(err) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return fmt.Errorf("%w: %w", data.ErrStoreCorrupt, err)
}

// IsFull tells whether err says that the disk of the library, and not that of a store, has no room.
func IsFull(err error) bool {
	var own *Error
	return errors.As(err, &own) && sqlitedb.IsFull(own.Err)
}

// IsRulesUnread tells whether err says that nothing is written, since the redaction rules that the library was made by cannot be read.
func IsRulesUnread(err error) bool { return errors.Is(err, errRulesUnread) }

// IsDamaged tells whether err says that the library itself, and not a store, is damaged.
func IsDamaged(err error) bool {
	var own *Error
	return errors.As(err, &own) && errors.Is(own.Err, data.ErrStoreCorrupt)
}
