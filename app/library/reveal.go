package library

import (
	"context"
	"errors"
	"fmt"

	"github.com/wordwake/wordwake/data"
)

var _ data.Revealer = (*Library)(nil)

// errFound ends a reading at the message that was looked for.
var errFound = errors.New("found")

// Reveal implements data.Revealer. Only the one session is read, up to the message, and nothing is kept of it.
func (l *Library) Reveal(ctx context.Context, r data.RevealRequest) (text string, err error) {
	err = l.reading(ctx, r.Store, func(reader data.Reader) error {
		text = ""
		known := false
		_, err := reader.Messages(ctx, r.Session, data.Reading{Message: func(m data.Message) error {
			if m.ID != r.Message {
				return nil
			}
			if !known || m.Seq == r.Seq {
				text, known = m.Text, true
			}
			if m.Seq == r.Seq {
				return errFound
			}
			return nil
		}})
		switch {
		case errors.Is(err, errFound), err == nil && known:
			return nil
		case err == nil:
			return fmt.Errorf("message of this session: %w", data.ErrNotFound)
		default:
			return err
		}
	})
	if err != nil {
		return "", err
	}
	return text, nil
}

// readTries is how often a store is read that changes meanwhile.
const readTries = 3

// reading opens a store for one short reading, and once more if it changed under it.
func (l *Library) reading(ctx context.Context, store data.Store, read func(data.Reader) error) error {
	if !within(l.states, store) {
		return fmt.Errorf("history of agent %s: %w", store.Agent, data.ErrNotFound)
	}
	var err error
	for range readTries {
		if err = l.readOnce(ctx, store, read); !errors.Is(err, data.ErrStoreChanged) {
			break
		}
	}
	return err
}

func (l *Library) readOnce(ctx context.Context, store data.Store, read func(data.Reader) error) error {
	reader, err := l.Sources.open(store).Open(ctx)
	if err != nil {
		return err
	}
	err = read(reader)
	if err == nil {
		err = reader.Unchanged()
	}
	return errors.Join(err, reader.Close())
}
