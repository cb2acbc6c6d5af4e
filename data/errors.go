package data

import (
	"context"
	"errors"
	"io/fs"
)

// The kinds of failure that callers tell apart with errors.Is. They are wrapped with what was tried.
var (
	// ErrNotFound: no such session, window or message.
	ErrNotFound = errors.New("not found")
	// ErrStoreBusy: another program holds the store; trying again later helps.
	ErrStoreBusy = errors.New("store is busy")
	// ErrStoreNewer: the store has a format that this version does not know.
	ErrStoreNewer = errors.New("store has a newer format")
	// ErrStoreCorrupt: the file is not a database, or is damaged.
	ErrStoreCorrupt = errors.New("store is damaged")
	// ErrNoAccess: the operating system does not let us read the store.
	ErrNoAccess = errors.New("no access to store")
	// ErrStoreChanged: the store changed while it was read; the pass is to be repeated.
	ErrStoreChanged = errors.New("store changed while it was read")
	// ErrLibraryLocked: another process is bringing the library up to date.
	ErrLibraryLocked = errors.New("library is being updated by another process")
)

// StoreError says what was tried on which store and why it failed. Hint tells a person what to do, in a full sentence.
type StoreError struct {
	Op    string
	Agent string
	Path  string
	Err   error
	Hint  string
}

// Error names the operation, the agent if there is one, the path and the cause.
func (e *StoreError) Error() string {
	agent := ""
	if e.Agent != "" {
		agent = " of agent " + e.Agent
	}
	return e.Op + agent + " at " + e.Path + ": " + e.Err.Error()
}

// Unwrap gives the cause.
func (e *StoreError) Unwrap() error { return e.Err }

// StateOf tells the state of a store from the error it gave; nil is StoreReady, an unknown error is StoreCorrupt. A reading
// that was given up, or that took too long, says nothing against the store: it is StoreBusy.
func StateOf(err error) StoreState {
	switch {
	case err == nil:
		return StoreReady
	case errors.Is(err, ErrStoreBusy), errors.Is(err, ErrStoreChanged),
		errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return StoreBusy
	case errors.Is(err, ErrStoreNewer):
		return StoreNewer
	case errors.Is(err, ErrNoAccess), errors.Is(err, fs.ErrPermission):
		return StoreNoAccess
	case errors.Is(err, fs.ErrNotExist):
		return StoreMissing
	default:
		return StoreCorrupt
	}
}
