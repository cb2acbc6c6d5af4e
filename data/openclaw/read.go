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
	before := r.read
	t, err := r.take(ctx, id, reading.From)
	if err != nil {
		return data.ReadReport{Rows: r.read - before}, err
	}
	err = r.give(ctx, id, t, reading)
	report := t.builder.Report()
	report.Rows, report.Followed = r.read-before, t.followed
	if err == nil {
		report.Trail, err = t.trail(id)
	}
	return report, err
}

// taken is a transcript of which all was read that the tree needs.
type taken struct {
	builder *transcript.Builder
	extent  *extent
	ends    ends
	// stand is where it stood when the reading began, or later.
	stand stand
	// rows is true if it was read from the rows of the store, followed if from where an earlier reading ended.
	rows, followed bool
}

// take reads a transcript, from where the trail ends if that can be.
func (r *reader) take(ctx context.Context, id data.SessionID, from data.Trail) (*taken, error) {
	t, err := r.follow(ctx, id, from)
	if t != nil || err != nil {
		return t, err
	}
	if t, err = r.collect(ctx, id); err != nil {
		return nil, err
	}
	if t == nil {
		builder, err := r.collectStored(ctx, id)
		if err != nil {
			return nil, err
		}
		t = &taken{builder: builder}
	}
	t.builder.Resolve()
	return t, nil
}

// give hands out the messages.
func (r *reader) give(ctx context.Context, id data.SessionID, t *taken, reading data.Reading) error {
	if reading.Keep != nil {
		if err := reading.Keep(t.builder.Kept()); err != nil {
			return &stop{err}
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
	if t.builder.Complete() {
		return t.builder.Messages(guarded)
	}
	return r.again(ctx, id, t, guarded)
}

// collect reads all rows of a transcript; nil if it has none. One that fits into a single chunk is read by one statement,
// which sees one state; a longer one is read in several transactions, up to where it ended at first.
func (r *reader) collect(ctx context.Context, id data.SessionID) (*taken, error) {
	// Asked before the rows are: if these are rewritten in between, the trail names a generation that is gone.
	now, err := r.standing(ctx, id)
	if err != nil {
		return nil, err
	}
	t := r.begin(id)
	last, whole, err := r.chunk(ctx, id, -1, math.MaxInt64, r.adder(t))
	switch {
	case err != nil:
		return nil, err
	case last < 0:
		return nil, nil
	case whole && (r.opened.steady || t.builder.Complete()):
		t.stand = now
		return t, nil
	}
	t = r.begin(id)
	err = r.growing(ctx, id, t.extent, r.adder(t))
	t.stand = t.extent.stand
	return t, err
}

func (r *reader) begin(id data.SessionID) *taken {
	return &taken{builder: transcript.NewBuilder(id, r.limits.hold), extent: r.newExtent(), rows: true}
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
		row, err := r.scan(rows)
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

// again reads the bodies that are not at hand, chunk by chunk: those of a transcript that was too large to be held, and those
// of an earlier reading to which the branch went back.
func (r *reader) again(ctx context.Context, id data.SessionID, t *taken, yield func(data.Message) error) error {
	wanted := t.builder.Wanted()
	for len(wanted) > 0 {
		var messages []data.Message
		err := r.within(ctx, id, t.extent, func() (err error) {
			messages, wanted, err = r.bodies(ctx, id, t, wanted)
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

func (r *reader) bodies(ctx context.Context, id data.SessionID, t *taken, wanted []transcript.Wanted) ([]data.Message, []transcript.Wanted, error) {
	var messages []data.Message
	began, size := time.Now(), 0
	for len(wanted) > 0 && len(messages) < r.limits.rows && size < r.limits.bytes && time.Since(began) < r.limits.time {
		m, ok, held := t.builder.Held(wanted[0])
		if !held {
			var err error
			if m, ok, err = r.body(ctx, id, t, wanted[0]); err != nil {
				return nil, nil, err
			}
		}
		wanted = wanted[1:]
		if ok {
			messages = append(messages, m)
			size += len(m.Text)
		}
	}
	return messages, wanted, nil
}

func (r *reader) body(ctx context.Context, id data.SessionID, t *taken, w transcript.Wanted) (m data.Message, ok bool, err error) {
	found, err := r.one(ctx, id, w.Seq, func(row stored) error {
		if err := t.extent.check(row); err != nil {
			return err
		}
		raw, err := r.whole(row)
		if err != nil {
			t.builder.Spoiled(w)
			return nil
		}
		m, ok = t.builder.Again(w, transcript.Row{Seq: row.seq, Created: row.created, JSON: raw})
		return nil
	})
	if err == nil && !found {
		err = data.ErrStoreChanged
	}
	return m, ok, err
}
