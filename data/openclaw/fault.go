package openclaw

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// fault makes the error of a store: the cause in the kinds of package data, and what a person can do about it. A cancelled
// context and what already is a *data.StoreError pass unchanged.
func fault(store data.Store, op string, err error) error {
	if err == nil || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	var already *data.StoreError
	if errors.As(err, &already) {
		return err
	}
	err = sqlitedb.Translate(err)
	if unreadable(err) {
		err = fmt.Errorf("%w: %w", data.ErrNoAccess, err)
	}
	return &data.StoreError{Op: op, Agent: store.Agent, Path: store.Path, Err: err, Hint: hint(err)}
}

// unreadable tells a disk that fails from a file that is damaged.
func unreadable(err error) bool { return sqlitedb.IsDisk(err) || errors.Is(err, syscall.EIO) }

func hint(err error) string {
	switch {
	case errors.Is(err, errCopy):
		return "Wordwake has to copy this history to read it, and cannot. Make room in the folder for temporary files."
	case errors.Is(err, data.ErrStoreBusy), errors.Is(err, data.ErrStoreChanged):
		return "OpenClaw is busy. Try again in a moment."
	case errors.Is(err, data.ErrStoreNewer):
		return "This history was written by a newer OpenClaw. Update Wordwake. The files were not changed."
	case errors.Is(err, fs.ErrNotExist):
		return "The history is gone from this place. If the agent was moved or deleted, nothing is wrong."
	case unreadable(err):
		return "The disk that holds this history cannot be read. Check the disk and its connection, then try again."
	case errors.Is(err, data.ErrNoAccess), errors.Is(err, fs.ErrPermission):
		return "Wordwake is not allowed to read this history. Give your user the right to read the file and its folder."
	case errors.Is(err, data.ErrNotFound):
		return "The conversation is gone from the history."
	default:
		return "The history of this agent cannot be read: the file is damaged. Restore it from a backup or run \"openclaw doctor\"."
	}
}
