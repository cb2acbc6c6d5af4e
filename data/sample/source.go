package sample

import (
	"context"
	"fmt"
	"io/fs"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// Find implements data.Finder.
func (h *History) Find(context.Context) ([]data.Store, []error) { return slices.Clone(h.stores), nil }

// Open gives the source of one of the stores that Find lists.
func (h *History) Open(store data.Store) data.Source { return source{history: h, store: store} }

type source struct {
	history *History
	store   data.Store
}

func (s source) Store() data.Store { return s.store }

// Stamp changes with the day, since all times do.
func (s source) Stamp(context.Context) (data.Stamp, bool, error) {
	if _, ok := s.history.sessions[s.store.Path]; !ok {
		return "", false, s.missing("look at")
	}
	return data.Stamp("sample " + s.history.day), false, nil
}

func (s source) Open(context.Context) (data.Reader, error) {
	talks, ok := s.history.sessions[s.store.Path]
	if !ok {
		return nil, s.missing("open")
	}
	return reader(talks), nil
}

func (s source) missing(op string) error {
	return &data.StoreError{
		Op: op, Agent: s.store.Agent, Path: s.store.Path, Err: fs.ErrNotExist,
		Hint: "The sample history has no such agent.",
	}
}

type reader []talk

func (reader) Generation() int  { return 1 }
func (reader) Unchanged() error { return nil }
func (reader) Close() error     { return nil }

func (r reader) Sessions(context.Context) ([]data.SourceSession, error) {
	sessions := make([]data.SourceSession, len(r))
	for i, t := range r {
		sessions[i] = t.session
	}
	return sessions, nil
}

func (r reader) Messages(ctx context.Context, id data.SessionID, reading data.Reading) (data.ReadReport, error) {
	i := slices.IndexFunc(r, func(t talk) bool { return t.session.ID == id })
	if i < 0 {
		return data.ReadReport{}, fmt.Errorf("read sample session: %w", data.ErrNotFound)
	}
	var report data.ReadReport
	if reading.Keep != nil {
		if err := reading.Keep(0); err != nil {
			return report, err
		}
	}
	for _, m := range r[i].messages {
		if err := ctx.Err(); err != nil {
			return report, err
		}
		m.Text = secrets.Replace(m.Text)
		report.Bytes += int64(len(m.Text))
		if err := reading.Message(m); err != nil {
			return report, err
		}
	}
	return report, nil
}
