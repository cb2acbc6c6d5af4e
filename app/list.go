package app

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/export"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
	"github.com/wordwake/wordwake/views/words"
)

// textEnding is the ending of a file that gets the list as text; every other one gets it as a table.
const textEnding = ".txt"

// saveList writes the list of hidden secrets beside the loop, and tells where it is or why it is not there.
func (a *app) saveList(m listSaved) {
	now := a.state.Now
	a.workers.Go(func() {
		path, err := config.Canonical(m.path)
		if err == nil {
			err = writeList(path, m.secrets, now)
		}
		if err != nil {
			a.log.Warn("list of secrets not saved", kindOf(err))
			a.send(state.ListSaveEnded{Fault: unsaved(err)})
			return
		}
		a.send(state.ListSaveEnded{Path: path})
		a.send(noticed{words.ListSaved(path)})
	})
}

// unsaved is the reason why a list was not saved.
func unsaved(err error) state.SaveFault {
	switch {
	case errors.Is(err, fs.ErrExist):
		return state.SaveExists
	case errors.Is(err, fs.ErrNotExist):
		return state.SaveNoFolder
	case errors.Is(err, fs.ErrPermission):
		return state.SaveNoAccess
	case sqlitedb.IsFull(err):
		return state.SaveNoRoom
	default:
		return state.SaveFailed
	}
}

// writeList writes the list into a file that only the person can read, and that has its name only once it is whole. A file that is
// there stays as it is. Times in a text are told in the zone of now.
func writeList(path string, s data.Secrets, now time.Time) error {
	file, err := os.CreateTemp(filepath.Dir(path), ".wordwake-list-*") // makes it 0600
	if err != nil {
		return fmt.Errorf("write a list of secrets: %w", err)
	}
	defer func() { _ = os.Remove(file.Name()) }() // it has another name by then, or is not wanted
	if strings.EqualFold(filepath.Ext(path), textEnding) {
		err = listText(file, s, now)
	} else {
		err = export.SecretsTable(file, s, nil)
	}
	if err == nil {
		err = file.Sync()
	}
	if err = errors.Join(err, file.Close()); err == nil {
		err = put(file.Name(), path)
	}
	if err != nil {
		return fmt.Errorf("write a list of secrets: %w", err)
	}
	return nil
}

// put gives a whole file its name. The name is taken first, so that a file that is there, or that comes meanwhile, stays.
func put(from, to string) error {
	taken, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	if err = taken.Close(); err == nil {
		err = os.Rename(from, to)
	}
	if err != nil {
		err = errors.Join(err, os.Remove(to)) // it is the empty one
	}
	return err
}

// listText writes the list for reading, by kind and then by session.
func listText(w io.Writer, s data.Secrets, now time.Time) error {
	var b strings.Builder
	b.WriteString(words.SecretsWhy + "\n")
	for _, kind := range words.ByDanger(s.Kinds) {
		b.WriteString("\n" + words.SecretKind(kind) + "\n")
		for _, p := range s.Places {
			if p.Kind == kind.Kind {
				b.WriteString("  " + words.SecretPlace(p, now) + "\n")
				b.WriteString("    " + words.Dotted(string(p.Session.Key), strings.Join(p.Masks, "  ")) + "\n")
			}
		}
	}
	if s.Limited {
		b.WriteString("\n" + words.SecretsLimited + "\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}
