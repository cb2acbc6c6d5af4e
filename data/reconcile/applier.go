package reconcile

import (
	"context"
	"errors"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// applier writes what was planned for one store.
type applier struct {
	*pass
	reader data.Reader
	// known is the store under the name that the library shows it by.
	known data.Store
	// skip are sessions that this pass leaves alone: they do not fit into the budget, or changed while they were read.
	skip map[data.SessionID]bool
	// changed counts those among them that a new look at the store may make readable.
	changed int
	// final is true if the store is not looked at again in this pass.
	final bool
	// again are sessions that turned out to be too large for one transaction, or that have to be read from their start: the rows
	// after which they went on are not there any more, or the transcript is not what their trail says.
	again []item
	// litter is true if rows were left that have to be collected.
	litter bool

	item   *reading
	writer *index.SessionWriter
}

func (a *applier) apply(ctx context.Context, plan plan) error {
	for _, k := range plan.gone {
		if err := a.w.Delete(ctx, k); err != nil {
			return err
		}
		a.litter = a.litter || k.Session.Messages > index.MaxInPlace
		a.meter.session()
		if err := a.commitFull(ctx); err != nil {
			return err
		}
		if err := a.boundary(ctx); err != nil {
			return err
		}
	}
	for items := plan.write; len(items) > 0; {
		a.again = nil
		if err := a.stream(ctx, items); err != nil {
			return err
		}
		items = a.again
	}
	return nil
}

// stream writes sessions while they are read ahead.
func (a *applier) stream(ctx context.Context, items []item) error {
	s := startStream(ctx, &stream{
		reader: a.reader, redactor: a.r.params.Redactor,
		stop: a.budget.spent, want: a.budget.allows, wantWhole: a.budget.allowsWhole, within: a.budget.within, trace: a.lastTrace,
	}, items)
	defer a.w.Before(a.reader.Unchanged) // runs after the stream has ended
	defer s.Close()
	a.w.Before(s.Unchanged)
	for p := range s.parts {
		if err := a.take(ctx, p); err != nil {
			return err
		}
		if p.last {
			if err := a.boundary(ctx); err != nil {
				return err
			}
		}
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return nil
}

// lastTrace looks up what the last reading of a session left behind. It runs beside the writer, so what it finds may be out
// of date; the writer sees to that.
func (a *applier) lastTrace(ctx context.Context, k index.Known) (trace index.Trace, err error) {
	err = a.r.params.Library.View(ctx, func(v *index.View) error {
		trace, err = v.Trace(ctx, k)
		return err
	})
	return trace, err
}

// take writes a part of a session.
func (a *applier) take(ctx context.Context, p part) error {
	if p.last {
		a.rows += p.report.Rows
	}
	if a.item != p.item {
		a.item, a.writer = p.item, nil
	}
	if p.item.unwanted.Load() {
		return nil
	}
	if p.last && p.err != nil {
		return a.drop(ctx, p.item, p.err)
	}
	err := a.write(ctx, p)
	if errors.Is(err, index.ErrTooLarge) || errors.Is(err, index.ErrUnfollowed) {
		p.item.unwanted.Store(true)
		a.anew(p.item, errors.Is(err, index.ErrTooLarge))
		return nil
	}
	return err
}

// anew has a session read once more, from its start.
func (a *applier) anew(r *reading, staged bool) {
	again := r.item
	again.follow, again.staged = false, again.staged || staged
	a.again = append(a.again, again)
}

func (a *applier) write(ctx context.Context, p part) error {
	if a.writer == nil {
		if err := a.begin(ctx, p.item); err != nil {
			return err
		}
	}
	if len(p.messages) > 0 {
		count := len(p.messages)
		if err := a.writer.Put(ctx, p.messages, p.masked); err != nil {
			return err
		}
		a.meter.messages(count, 0)
	}
	if !p.last {
		return nil
	}
	return a.finish(ctx, p)
}

func (a *applier) begin(ctx context.Context, r *reading) error {
	if r.staged {
		if err := a.w.Commit(ctx); err != nil {
			return err
		}
		a.litter = true
	}
	w, err := a.w.Session(ctx, index.SessionParams{
		Session: r.session.Session, Fingerprint: r.session.Fingerprint, Events: r.session.Events, Staged: r.staged,
		From: r.from, Keep: r.keep,
	})
	a.writer = w
	return err
}

func (a *applier) finish(ctx context.Context, p part) error {
	a.writer.Leave(p.trace)
	if err := a.writer.Finish(ctx, p.title, p.report.Unreadable); err != nil {
		return err
	}
	a.writer = nil
	a.budget.bytes.Add(p.report.Bytes)
	a.meter.messages(0, p.report.Bytes)
	a.meter.session()
	if p.item.staged {
		return a.w.Commit(ctx)
	}
	return a.commitFull(ctx)
}

func (a *applier) commitFull(ctx context.Context) error {
	if !a.w.Full() {
		return nil
	}
	return a.w.Commit(ctx)
}

// drop goes on without a session. Only a store that is locked, an error of the library and the end of ctx stop the others: if
// the store as a whole changed, the next commit finds out.
func (a *applier) drop(ctx context.Context, r *reading, err error) error {
	a.writer = nil
	if r.staged {
		a.litter = true
	}
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.Is(err, data.ErrStoreBusy), fatal(ctx, err):
		return err
	case errors.Is(err, errEnough), errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		a.skip[r.session.ID] = true
		return nil
	case errors.Is(err, data.ErrStoreChanged) && r.from != "":
		// In a store that does not tell of rewritings the trail may lead past what is gone, on each pass again.
		a.anew(r, false)
		return nil
	case errors.Is(err, data.ErrStoreChanged), errors.Is(err, data.ErrNotFound) && !a.final:
		a.skip[r.session.ID] = true
		a.changed++
		return nil
	}
	return a.giveUp(ctx, r)
}
