package reconcile

import (
	"context"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// course is the reading of one session: it gathers messages and hands them over in chunks.
type course struct {
	stream *stream
	item   *reading
	titles titler
	// masked is true if messages are redacted before they are handed over.
	masked bool
	chunk  []data.Message
	size   int
}

// read reads the session, from where the last reading stopped if that can be told.
func (c *course) read(ctx context.Context) (data.ReadReport, error) {
	trace, err := c.lastTrace(ctx)
	if err != nil {
		return data.ReadReport{}, err
	}
	if len(trace.Trail.Head) > 0 {
		c.item.from = c.item.had.Fingerprint
	}
	return c.stream.reader.Messages(ctx, c.item.session.ID, data.Reading{
		From:    trace.Trail,
		Keep:    func(seq int64) error { return c.keep(seq, trace) },
		Message: func(m data.Message) error { return c.take(ctx, m) },
	})
}

// lastTrace is what the last reading left behind; zero if there is nothing to follow.
func (c *course) lastTrace(ctx context.Context) (index.Trace, error) {
	if !c.item.follow {
		return index.Trace{}, nil
	}
	return c.stream.trace(ctx, *c.item.had)
}

// keep learns from which place on messages will come. If all come, the session costs what it was not expected to.
func (c *course) keep(seq int64, last index.Trace) error {
	c.item.keep = seq
	if last.Opening != "" && last.OpeningSeq < seq {
		c.titles.first, c.titles.at = last.Opening, last.OpeningSeq
	}
	if seq == 0 && c.item.follow && !c.stream.wantWhole(c.item.item) {
		return errEnough
	}
	return nil
}

func (c *course) take(ctx context.Context, m data.Message) error {
	c.stream.answer()
	if c.item.unwanted.Load() || c.stream.stop() {
		return errEnough
	}
	c.chunk = append(c.chunk, m)
	c.size += len(m.Text)
	if len(c.chunk) < chunkMessages && c.size < chunkBytes {
		return nil
	}
	return c.flush(ctx)
}

// flush hands over what was gathered.
func (c *course) flush(ctx context.Context) error {
	if len(c.chunk) == 0 {
		return nil
	}
	if c.masked {
		if err := redactAll(ctx, c.stream.redactor, c.chunk); err != nil {
			return err
		}
	}
	for _, m := range c.chunk {
		c.titles.see(m, c.masked)
	}
	err := c.stream.send(ctx, part{item: c.item, messages: c.chunk, masked: c.masked})
	c.chunk, c.size = nil, 0
	return err
}

// left is what the reading leaves behind for the next one.
func (c *course) left(report data.ReadReport) index.Trace {
	return index.Trace{
		Lineage: c.item.session.Lineage, Trail: report.Trail, Followed: report.Followed,
		Opening: c.titles.first, OpeningSeq: c.titles.at,
	}
}
