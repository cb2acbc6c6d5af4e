package reconcile

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"

	"golang.org/x/sync/errgroup"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

const (
	// chunkMessages and chunkBytes bound what is handed over at once; chunksAhead is how far reading may run ahead of writing.
	chunkMessages = 256
	chunkBytes    = 1 << 20
	chunksAhead   = 4
)

// errEnough stops the reading of a session: the budget is spent, or the writer does not want the rest.
var errEnough = errors.New("enough read")

// part is a piece of a session on its way from the reader to the writer.
type part struct {
	item *reading
	// messages are redacted already if masked is true.
	messages []data.Message
	masked   bool
	// last is true for the end of the session; title, report and err belong to it.
	last   bool
	title  string
	trace  index.Trace
	report data.ReadReport
	err    error
}

// reading is a session that is being read.
type reading struct {
	item
	// unwanted is set by the writer if it does not want the rest of the session.
	unwanted atomic.Bool
	// from is the fingerprint of the rows after whose trail the reading goes on, and keep the place below which they stand;
	// both are set before the first part is sent.
	from data.Fingerprint
	keep int64
}

// stream reads sessions ahead of the writer, in one goroutine, which alone uses the reader until the stream is closed.
type stream struct {
	reader   data.Reader
	redactor data.Redactor
	// stop tells before each message whether the budget is spent; want tells whether a session is to be read at all, and
	// wantWhole whether one is to be whose trail turned out to lead nowhere.
	stop      func() bool
	want      func(item) bool
	wantWhole func(item) bool
	// trace loads what the last reading of a session left behind.
	trace func(context.Context, index.Known) (index.Trace, error)
	// within ends a context with the budget: a transcript is read for long before its first message comes.
	within func(context.Context) (context.Context, context.CancelFunc)

	parts  chan part
	checks chan chan error
	done   chan struct{}
	cancel context.CancelFunc
}

// startStream begins to read items. Close ends it.
func startStream(ctx context.Context, s *stream, items []item) *stream {
	ctx, s.cancel = context.WithCancel(ctx)
	s.parts = make(chan part, chunksAhead)
	s.checks = make(chan chan error)
	s.done = make(chan struct{})
	go s.run(ctx, items)
	return s
}

// Close stops reading and waits until the reader is free.
func (s *stream) Close() {
	s.cancel()
	<-s.done
}

// Unchanged asks the reader, in its own goroutine, whether what it read so far may be kept.
func (s *stream) Unchanged() error {
	answer := make(chan error, 1)
	select {
	case s.checks <- answer:
		return <-answer
	case <-s.done:
		return s.reader.Unchanged()
	}
}

func (s *stream) run(ctx context.Context, items []item) {
	defer close(s.done)
	for _, i := range items {
		if ctx.Err() != nil {
			break
		}
		if !s.want(i) {
			if s.send(ctx, part{item: &reading{item: i}, last: true, err: errEnough}) != nil {
				break
			}
			continue
		}
		if s.read(ctx, &reading{item: i}) != nil {
			break
		}
	}
	close(s.parts)
	for {
		select {
		case answer := <-s.checks:
			answer <- s.reader.Unchanged()
		case <-ctx.Done():
			return
		}
	}
}

// read sends one session. Its error means that nothing can be sent any more.
func (s *stream) read(ctx context.Context, r *reading) error {
	c := &course{stream: s, item: r, titles: titler{redactor: s.redactor}, masked: r.had == nil || r.staged}
	reading, cancel := s.within(ctx)
	defer cancel()
	report, err := c.read(reading)
	if err == nil {
		err = c.flush(ctx)
	}
	if err != nil && reading.Err() != nil && ctx.Err() == nil {
		err = errEnough
	}
	return s.send(ctx, part{item: r, last: true, report: report, err: err, title: c.titles.title(r.session, report), trace: c.left(report)})
}

// send hands a part over and answers the writer's questions while it waits.
func (s *stream) send(ctx context.Context, p part) error {
	for {
		select {
		case s.parts <- p:
			return nil
		case answer := <-s.checks:
			answer <- s.reader.Unchanged()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// answer answers a question of the writer, if there is one.
func (s *stream) answer() {
	select {
	case answer := <-s.checks:
		answer <- s.reader.Unchanged()
	default:
	}
}

// redactAll redacts messages in place, on all processors: it is the most expensive step.
func redactAll(ctx context.Context, redactor data.Redactor, messages []data.Message) error {
	var group errgroup.Group
	workers := min(runtime.GOMAXPROCS(0), len(messages))
	var next atomic.Int64
	for range workers {
		group.Go(func() error {
			for {
				i := int(next.Add(1)) - 1
				if i >= len(messages) {
					return nil
				}
				if err := ctx.Err(); err != nil {
					return err
				}
				messages[i].Text, messages[i].Hidden = redactor.Redact(messages[i].Text)
			}
		})
	}
	return group.Wait()
}
