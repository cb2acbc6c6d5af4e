package reconcile

import (
	"context"
	"errors"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// keepUnreachable copies into a new library what the old one has of stores that could not be read: it is redacted again by
// the present rules, but never lost.
func (p *pass) keepUnreachable(ctx context.Context) error {
	rows, err := p.r.params.Library.Stores(ctx)
	if err != nil {
		return err
	}
	for _, row := range rows {
		if p.covered(row.Store) {
			continue
		}
		if err := p.copyStore(ctx, row); err != nil {
			return err
		}
	}
	return nil
}

// covered tells whether the new library has the store from its source, or is to have nothing of it.
func (p *pass) covered(store data.Store) bool {
	for _, s := range p.results {
		if s.is(store) {
			return s.removed || s.listed && s.fault == nil && s.pending == 0
		}
	}
	return false
}

// copyStore copies the sessions of a store that the new library does not have.
func (p *pass) copyStore(ctx context.Context, row index.StoreRow) error {
	old, err := p.oldSessions(ctx, row.Store)
	if err != nil {
		return err
	}
	have, err := p.w.Known(ctx, row.Store)
	if err != nil {
		return err
	}
	known := map[data.SessionID]bool{}
	for _, k := range have {
		known[k.Session.ID] = true
	}
	p.meter.plan(0, len(old))
	for _, k := range old {
		if !known[k.Session.ID] {
			if err := p.copySession(ctx, k); err != nil {
				return err
			}
		}
		p.meter.session()
		if err := p.boundary(ctx); err != nil {
			return err
		}
	}
	facts := index.StoreFacts{Generation: row.Generation, Checked: row.Checked, Fault: row.Fault, Detail: row.Detail}
	if facts.Stamp, err = p.keptStamp(ctx, row); err != nil {
		return err
	}
	if err := p.w.SaveStore(ctx, row.Store, facts); err != nil {
		return err
	}
	return p.w.Commit(ctx)
}

// keptStamp is the stamp of a store that was copied: empty if any session of it has to be compared again.
func (p *pass) keptStamp(ctx context.Context, row index.StoreRow) (data.Stamp, error) {
	for _, s := range p.results {
		if p.stale || !s.aside && s.is(row.Store) {
			return "", nil
		}
	}
	copied, err := p.w.Known(ctx, row.Store)
	for _, k := range copied {
		if k.Fingerprint == "" {
			return "", err
		}
	}
	return row.Stamp, err
}

// oldSessions lists what the old library has of a store, newer windows before older ones.
func (p *pass) oldSessions(ctx context.Context, store data.Store) ([]index.Known, error) {
	var old []index.Known
	err := p.r.params.Library.View(ctx, func(v *index.View) error {
		var err error
		old, err = v.Known(ctx, store)
		return err
	})
	if err != nil {
		return nil, err
	}
	items := make([]item, len(old))
	for i := range old {
		items[i] = item{session: data.SourceSession{Session: old[i].Session}, had: &old[i]}
	}
	order(items)
	sorted := make([]index.Known, len(items))
	for i := range items {
		sorted[i] = *items[i].had
	}
	return sorted, nil
}

// copySession copies one session. By the same rules it stays what it was when it was read; by others it is read again as
// soon as its store can be.
func (p *pass) copySession(ctx context.Context, k index.Known) error {
	params := index.SessionParams{Session: p.r.names.in(k.Session), Events: k.Events, Folded: k.Folded}
	if !p.stale {
		params.Fingerprint = k.Fingerprint
	}
	return p.transfer(ctx, k, params, k.Unreadable)
}

// transfer writes a session anew out of the rows that the library shows of it.
func (p *pass) transfer(ctx context.Context, k index.Known, params index.SessionParams, unreadable int) error {
	params.Staged = params.Staged || p.rebuild && k.Session.Messages > index.MaxInPlace
	if params.Staged {
		if err := p.w.Commit(ctx); err != nil {
			return err
		}
	}
	err := p.transferInto(ctx, k, params, unreadable)
	if errors.Is(err, index.ErrTooLarge) && !params.Staged {
		params.Staged = true
		return p.transfer(ctx, k, params, unreadable)
	}
	if err == nil && (p.w.Full() || params.Staged) {
		err = p.w.Commit(ctx)
	}
	return err
}

func (p *pass) transferInto(ctx context.Context, k index.Known, params index.SessionParams, unreadable int) error {
	w, err := p.w.Session(ctx, params)
	if err != nil {
		return err
	}
	for from, more := int64(0), true; more; {
		page, err := p.stored(ctx, k, from)
		if err != nil {
			return err
		}
		if more = len(page) > 0; more {
			from = page[len(page)-1].Seq + 1
		}
		p.redactAgain(page)
		count := len(page)
		if err := w.Put(ctx, page, true); err != nil {
			return err
		}
		p.meter.messages(count, 0)
	}
	title, _ := p.r.params.Redactor.Redact(k.Session.Title)
	return w.Finish(ctx, title, unreadable)
}

// stored reads a few messages of a session as the library shows it.
func (p *pass) stored(ctx context.Context, k index.Known, from int64) ([]data.Message, error) {
	var page []data.Message
	if k.Row == 0 {
		return nil, nil
	}
	err := p.r.params.Library.View(ctx, func(v *index.View) error {
		var err error
		page, err = v.Messages(ctx, index.MessageRange{
			Session: k.Row, From: from, Limit: chunkMessages, Bytes: chunkBytes, Rewound: true,
		})
		return err
	})
	if k.Session.Superseded { // what such a window holds is rewound because of it, and not for itself
		for i := range page {
			page[i].Rewound = false
		}
	}
	return page, err
}

// redactAgain redacts texts that were redacted by other rules. What was hidden before stays marked where it still stands.
func (p *pass) redactAgain(messages []data.Message) {
	for i := range messages {
		m := &messages[i]
		text, hidden := p.r.params.Redactor.Redact(m.Text)
		m.Text, m.Hidden = text, data.MergeHidden(m.Text, m.Hidden, text, hidden)
	}
}
