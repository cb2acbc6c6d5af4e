package reconcile

import (
	"context"
	"fmt"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// givenUp stands in the place of the number of events for a session that could not be read.
const givenUp = -1

// giveUp keeps of a session that cannot be read what the library has of it, and remembers its fingerprint, so that it is not
// read again until it changes.
func (a *applier) giveUp(ctx context.Context, r *reading) error {
	if err := a.w.Commit(ctx); err != nil { // what is copied is what was committed
		return err
	}
	had, err := a.hadBefore(ctx, r)
	if err != nil {
		return err
	}
	unreadable := max(1, int(r.session.Events))
	if had.Session.Messages > 0 && had.Events > 0 {
		unreadable = max(1, int(r.session.Events-had.Events))
	}
	if had.Row == 0 {
		titles := titler{redactor: a.r.params.Redactor}
		had.Session.Title = titles.title(r.session, data.ReadReport{})
	}
	params := index.SessionParams{Session: r.session.Session, Fingerprint: r.session.Fingerprint, Events: givenUp, Folded: had.Folded}
	if err := a.transfer(ctx, had, params, unreadable); err != nil {
		return err
	}
	a.litter = true
	a.meter.session()
	return nil
}

// hadBefore is what the library shows of a session, which is that of before a rebuild.
func (a *applier) hadBefore(ctx context.Context, r *reading) (index.Known, error) {
	var had index.Known
	err := a.r.params.Library.View(ctx, func(v *index.View) error {
		known, err := v.Known(ctx, a.known)
		for _, k := range known {
			if k.Session.ID == r.session.ID {
				had = k
			}
		}
		return err
	})
	return had, err
}

// unread says how many sessions of a store cannot be read; empty if all can.
func unread(n int) string {
	switch n {
	case 0:
		return ""
	case 1:
		return "1 session of this history cannot be read; it may be damaged, or a file of it may be out of reach. " +
			"It is read again when it changes, or by a rebuild."
	default:
		return fmt.Sprintf("%d sessions of this history cannot be read; they may be damaged, or files of them may be out of reach. "+
			"They are read again when they change, or by a rebuild.", n)
	}
}
