package openclaw

import (
	"context"
	"errors"
	"math"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

// limits bound what one transaction reads, and what is held of a transcript.
type limits struct {
	// rows and time bound one read transaction: a longer one keeps OpenClaw from checkpointing.
	rows int
	time time.Duration
	// bytes bounds the texts that are read again in one transaction.
	bytes int
	// hold is how many bytes of text are kept while the branch is not known yet.
	hold int
}

var usualLimits = limits{rows: 500, time: 200 * time.Millisecond, bytes: 8 << 20, hold: transcript.DefaultHold}

// Messages reads one transcript. Nothing is yielded inside a transaction.
func (r *reader) Messages(ctx context.Context, id data.SessionID, reading data.Reading) (data.ReadReport, error) {
	if !r.schema.events() {
		return data.ReadReport{}, fault(r.store, "read a session", data.ErrNotFound)
	}
	report, err := r.messages(ctx, id, reading)
	var stopped *stop
	if errors.As(err, &stopped) {
		return report, stopped.err
	}
	return report, fault(r.store, "read a session", r.cause(err))
}

// stop carries an error of yield past the making of store errors.
type stop struct{ err error }

func (s *stop) Error() string { return s.err.Error() }

func (r *reader) messages(ctx context.Context, id data.SessionID, reading data.Reading) (data.ReadReport, error) {
	builder, e, err := r.collect(ctx, id)
	if err != nil {
		return data.ReadReport{}, err
	}
	if builder == nil {
		if builder, err = r.collectStored(ctx, id); err != nil {
			return data.ReadReport{}, err
		}
	}
	builder.Resolve()
	if reading.Keep != nil {
		if err := reading.Keep(0); err != nil {
			return data.ReadReport{}, &stop{err}
		}
	}
	guarded := func(m data.Message) error {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := reading.Message(m); err != nil {
			return &stop{err}
		}
		return nil
	}
	if builder.Complete() {
		err = builder.Messages(guarded)
	} else {
		err = r.again(ctx, id, e, builder, guarded)
	}
	return builder.Report(), err
}

// collect reads all rows of a transcript. One that fits into a single chunk is read by one statement, which sees one state;
// a longer one is read in several transactions, up to where it ended at first. Without rows the builder is nil.
func (r *reader) collect(ctx context.Context, id data.SessionID) (*transcript.Builder, *extent, error) {
	builder := transcript.NewBuilder(id, r.limits.hold)
	add := func(row stored) error { r.addTo(builder, row); return nil }
	last, whole, err := r.chunk(ctx, id, -1, math.MaxInt64, add)
	switch {
	case err != nil:
		return nil, nil, err
	case last < 0:
		return nil, nil, nil
	case whole && !r.opened.steady && builder.Complete():
		return builder, r.newExtent(), nil
	}
	if r.opened.steady {
		for !whole && err == nil {
			last, whole, err = r.chunk(ctx, id, last, math.MaxInt64, add)
		}
		return builder, r.newExtent(), err
	}
	builder = transcript.NewBuilder(id, r.limits.hold)
	e := r.newExtent()
	return builder, e, r.growing(ctx, id, e, add)
}

// chunk visits the rows behind after, up to upto. whole is true when there are no more behind last.
func (r *reader) chunk(ctx context.Context, id data.SessionID, after, upto int64, visit func(stored) error) (last int64, whole bool, err error) {
	rows, err := r.rows.chunk.QueryContext(ctx, id, after, upto, r.limits.rows)
	if err != nil {
		return after, false, err
	}
	defer func() { _ = rows.Close() }()
	last = after
	began := time.Now()
	for n := 0; rows.Next(); n++ {
		row, err := r.rows.scan(rows)
		if err == nil {
			err = visit(row)
		}
		if err != nil {
			return last, false, err
		}
		last = row.seq
		if n+1 == r.limits.rows || time.Since(began) > r.limits.time {
			return last, false, nil
		}
	}
	return last, true, rows.Err()
}

// again reads the bodies of a transcript that was too large to be held, chunk by chunk.
func (r *reader) again(ctx context.Context, id data.SessionID, e *extent, builder *transcript.Builder, yield func(data.Message) error) error {
	wanted := builder.Wanted()
	for len(wanted) > 0 {
		var messages []data.Message
		err := r.within(ctx, id, e, func() (err error) {
			messages, wanted, err = r.bodies(ctx, id, e, wanted, builder)
			return err
		})
		if err != nil {
			return err
		}
		for _, m := range messages {
			if err := yield(m); err != nil {
				return err
			}
		}
	}
	return nil
}

func (r *reader) bodies(ctx context.Context, id data.SessionID, e *extent, wanted []transcript.Wanted, builder *transcript.Builder) ([]data.Message, []transcript.Wanted, error) {
	var messages []data.Message
	began, size := time.Now(), 0
	for len(wanted) > 0 && len(messages) < r.limits.rows && size < r.limits.bytes && time.Since(began) < r.limits.time {
		m, ok, err := r.body(ctx, id, e, wanted[0], builder)
		if err != nil {
			return nil, nil, err
		}
		wanted = wanted[1:]
		if ok {
			messages = append(messages, m)
			size += len(m.Text)
		}
	}
	return messages, wanted, nil
}

func (r *reader) body(ctx context.Context, id data.SessionID, e *extent, w transcript.Wanted, builder *transcript.Builder) (data.Message, bool, error) {
	rows, err := r.rows.one.QueryContext(ctx, id, w.Seq)
	if err != nil {
		return data.Message{}, false, err
	}
	defer func() { _ = rows.Close() }()
	if !rows.Next() {
		return data.Message{}, false, errors.Join(rows.Err(), data.ErrStoreChanged)
	}
	row, err := r.rows.scan(rows)
	if err != nil {
		return data.Message{}, false, err
	}
	if err := e.check(row); err != nil {
		return data.Message{}, false, err
	}
	raw, err := r.whole(row)
	if err != nil {
		builder.AddUnreadable()
		return data.Message{}, false, nil
	}
	m, ok := builder.Again(w, transcript.Row{Seq: row.seq, Created: row.created, JSON: raw})
	return m, ok, nil
}
