package openclaw

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

var _ data.RawReader = (*reader)(nil)

// Raw implements data.RawReader. Of the transcript only what the tree needs is held.
func (r *reader) Raw(ctx context.Context, id data.SessionID) (data.RawTranscript, error) {
	if !r.schema.events() {
		return nil, fault(r.store, "read a session", data.ErrNotFound)
	}
	lean := *r
	lean.limits.hold = 0
	t, err := lean.take(ctx, id, data.Trail{})
	r.read = lean.read
	if err != nil {
		return nil, fault(r.store, "read a session", r.cause(err))
	}
	return &raw{reader: r, id: id, inRows: t.rows, extent: t.extent, branch: t.builder.Branch()}, nil
}

// raw is a transcript of which bodies are read when they are wanted: from its rows, or else from its archive.
type raw struct {
	reader *reader
	id     data.SessionID
	inRows bool
	extent *extent
	branch []data.RawEvent
}

func (t *raw) Branch() []data.RawEvent { return t.branch }

// Read implements data.RawTranscript. Nothing is handed out inside a transaction.
func (t *raw) Read(ctx context.Context, events []data.RawEvent, visit func(data.RawEvent) error) error {
	guarded := func(e data.RawEvent) error {
		if err := visit(e); err != nil {
			return &stop{err}
		}
		return ctx.Err()
	}
	if len(events) == 0 {
		return ctx.Err()
	}
	read := t.stored
	if t.inRows {
		read = t.rows
	}
	err := read(ctx, events, guarded)
	var stopped *stop
	if errors.As(err, &stopped) {
		return stopped.err
	}
	return fault(t.reader.store, "read a session", t.reader.cause(err))
}

// rows reads events from the rows of the store, as many in one transaction as its limits let.
func (t *raw) rows(ctx context.Context, events []data.RawEvent, visit func(data.RawEvent) error) error {
	for len(events) > 0 {
		var some []data.RawEvent
		err := t.reader.within(ctx, t.id, t.extent, func() (err error) {
			some, events, err = t.some(ctx, events)
			return err
		})
		if err != nil {
			return err
		}
		for _, e := range some {
			if err := visit(e); err != nil {
				return err
			}
		}
	}
	return nil
}

func (t *raw) some(ctx context.Context, events []data.RawEvent) (some, rest []data.RawEvent, err error) {
	limits := t.reader.limits
	began, size := time.Now(), 0
	for len(events) > 0 && len(some) < limits.rows && size < limits.bytes && time.Since(began) < limits.time {
		e := events[0]
		events = events[1:]
		found, err := t.reader.one(ctx, t.id, e.Seq, func(row stored) error {
			if err := t.extent.check(row); err != nil {
				return err
			}
			if body, err := t.reader.whole(row); err == nil {
				e.JSON, e.Stored = bytes.Clone(body), time.UnixMilli(row.created).UTC()
			}
			return nil
		})
		if err == nil && !found {
			err = data.ErrStoreChanged
		}
		if err != nil {
			return nil, nil, err
		}
		if e.JSON != nil {
			some = append(some, e)
			size += len(e.JSON)
		}
	}
	return some, events, nil
}

// stored reads events from an archive, whose size is bounded.
func (t *raw) stored(ctx context.Context, events []data.RawEvent, visit func(data.RawEvent) error) error {
	wanted := make(map[int64]transcript.Row, len(events))
	for _, e := range events {
		wanted[e.Seq] = transcript.Row{}
	}
	err := t.reader.archived(ctx, t.id, func(row transcript.Row) {
		if _, asked := wanted[row.Seq]; asked {
			wanted[row.Seq] = row
		}
	})
	if err != nil {
		return err
	}
	for _, e := range events {
		row := wanted[e.Seq]
		if row.JSON == nil {
			continue
		}
		e.JSON, e.Stored = row.JSON, time.UnixMilli(row.Created).UTC()
		if err := visit(e); err != nil {
			return err
		}
	}
	return nil
}

// archived visits the events of a transcript that has no rows. One that is neither cold nor archived has no events, and what
// is damaged by now was whole when its branch was found: it changed.
func (r *reader) archived(ctx context.Context, id data.SessionID, visit func(transcript.Row)) error {
	err := r.archive(ctx, id, visit)
	if errors.Is(err, errArchive) {
		return data.ErrStoreChanged
	}
	return err
}

func (r *reader) archive(ctx context.Context, id data.SessionID, visit func(transcript.Row)) error {
	if r.schema.cold() {
		cold, err := r.cold(ctx, id)
		if err == nil {
			packed, err := r.coldBytes(cold)
			if err != nil {
				return err
			}
			return readColdLines(packed, id, cold, visit)
		}
		if !errors.Is(err, sql.ErrNoRows) {
			return err
		}
	}
	if !r.schema.resetArchives() {
		return nil
	}
	reset, err := r.reset(ctx, id)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	return reset.lines(visit)
}
