package app

import (
	"context"
	"errors"
	"log/slog"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
)

// kindOf is an error as the log may hold it: its text names files below the person's home.
func kindOf(err error) slog.Attr {
	return slog.String("kind", string(data.StateOf(err)))
}

// failureOf tells the window what went wrong; nil for no error and for a request that was given up.
func failureOf(err error) *state.Failure {
	if err == nil || errors.Is(err, context.Canceled) {
		return nil
	}
	failure := &state.Failure{
		State: data.StateOf(err), Detail: err.Error(), Full: index.IsFull(err), Rules: index.IsRulesUnread(err),
		Gone: errors.Is(err, data.ErrNotFound),
	}
	var settings *openclaw.SettingsError
	if errors.As(err, &settings) {
		failure.Settings, failure.Path = true, settings.Path
	}
	var store *data.StoreError
	if errors.As(err, &store) {
		failure.Agent, failure.Path = store.Agent, store.Path
	}
	return failure
}
