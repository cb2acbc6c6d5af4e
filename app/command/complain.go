package command

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/redact"
)

// complain tells on stderr why a command failed and what to do next.
func (w world) complain(ctx context.Context, err error) {
	var usage *usageError
	var nothing *nothingError
	var unknown *data.UnknownKeyError
	var ambiguous *data.AmbiguousError
	switch {
	case errors.As(err, &usage):
		fmt.Fprintln(w.stderr, told(strings.TrimSpace(w.build.Name+" "+usage.command)+": "+usage.text))
	case ctx.Err() != nil:
		w.say("Stopped. What was indexed so far is kept.")
	case errors.As(err, &nothing):
		w.complainNothing(nothing)
	case errors.As(err, &unknown):
		w.complainUnknown(unknown)
	case errors.As(err, &ambiguous):
		w.say(fmt.Sprintf("The session key %q is in several histories. Say which with --store:", ambiguous.Key))
		for _, store := range ambiguous.Stores {
			w.item(store.Path)
		}
	default:
		w.say(sentence(err))
	}
}

// say prints one line.
func (w world) say(text string) { fmt.Fprintln(w.stderr, told(w.build.Name+": "+text)) }

// maxTold is how many characters of a line are told at most: enough for the longest path.
const maxTold = 8192

// told makes a line of text that may repeat what was typed: standard error is kept in logs, and a secret may have been pasted.
func told(text string) string {
	text, _ = redact.Redactor{}.Redact(line(text))
	if runes := []rune(text); len(runes) > maxTold {
		return string(runes[:maxTold]) + "…"
	}
	return text
}

func (w world) item(text string) { fmt.Fprintln(w.stderr, "  "+line(text)) }

func (w world) complainNothing(e *nothingError) {
	if len(e.faults) > 0 {
		w.say("Nothing can be searched:")
		for _, fault := range e.faults {
			w.item(faultLine(fault))
		}
		return
	}
	w.say("No OpenClaw history was found. Name its directory with --state DIR.")
	for _, dir := range e.looked {
		w.item("looked in " + dir)
	}
}

func (w world) complainUnknown(e *data.UnknownKeyError) {
	if len(e.Nearest) == 0 {
		w.say(fmt.Sprintf("No session has the key %q. A search shows the keys of sessions.", e.Key))
		return
	}
	w.say(fmt.Sprintf("No session has the key %q. The nearest are:", e.Key))
	for _, key := range e.Nearest {
		w.item(string(key))
	}
}

// sentence says what went wrong with the next step, as far as the kind of failure tells one.
func sentence(err error) string {
	var store *data.StoreError
	var own *index.Error
	switch {
	case errors.As(err, &own) && own.Hint != "":
		return own.Hint
	case errors.As(err, &own):
		return fmt.Sprintf("The index cannot be used: %s. Name another folder with --library DIR.", own.Err)
	case errors.As(err, &store):
		return unreadable(data.Store{Agent: store.Agent, Path: store.Path}, library.Hint(err))
	case errors.Is(err, data.ErrLibraryLocked):
		return "Another process is bringing the index up to date. Try again when it is done."
	case errors.Is(err, data.ErrNotFound):
		return "No such message or session id under this key. Leave --at and --id out to see the whole conversation."
	default:
		return err.Error()
	}
}
