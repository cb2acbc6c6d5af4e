package openclaw

import (
	"cmp"
	"context"
	"math"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/transcript"
)

const (
	// headIDs is how many first event ids two windows are compared by.
	headIDs = 4
	// headRows is how many rows are looked at for them.
	headRows = 8
)

// byID finds windows by their ids. It is empty if no window names another as its previous, as in most stores.
func byID(windows []*window) map[data.SessionID]*window {
	if !slices.ContainsFunc(windows, func(w *window) bool { return w.previous != "" }) {
		return nil
	}
	at := make(map[data.SessionID]*window, len(windows))
	for _, w := range windows {
		at[w.id] = w
	}
	return at
}

// followers puts each window behind the one of its key that it names as its previous, whatever the clock said when they were
// made, and numbers them. Those of a circle, in which none is the last, go by the clock.
func followers(windows []*window, at map[data.SessionID]*window) []*window {
	const begun = -1
	for _, w := range windows {
		w.place = 0
	}
	ordered := make([]*window, 0, len(windows))
	for _, w := range windows {
		var chain []*window
		next := w
		for next != nil && next.place == 0 {
			next.place = begun
			chain = append(chain, next)
			if next = at[next.previous]; next != nil && next.key != w.key {
				next = nil
			}
		}
		if next != nil && next.place == begun { // a circle
			slices.SortFunc(chain[slices.Index(chain, next):], func(a, b *window) int { return byMaking(b, a) })
		}
		for _, next := range slices.Backward(chain) {
			ordered = append(ordered, next)
			next.place = len(ordered)
		}
	}
	return ordered
}

// byMaking orders windows by when they were made.
func byMaking(a, b *window) int {
	return cmp.Or(cmp.Compare(a.created, b.created), cmp.Compare(a.id, b.id))
}

// supersede marks the windows that a rewind replaced: OpenClaw copies the events into a new window of the same key, which
// names the old one as its previous, and leaves the old one behind. A reset or a rollover also makes a new window, but
// begins with other events. windows is in the order of followers.
func (r *reader) supersede(ctx context.Context, windows []*window, at map[data.SessionID]*window) error {
	for _, w := range windows {
		old := at[w.previous]
		if old == nil || old.place >= w.place || old.key != w.key {
			continue
		}
		if err := r.readHead(ctx, old); err != nil {
			return err
		}
		if err := r.readHead(ctx, w); err != nil {
			return err
		}
		if repeats(old.head, w.head) {
			old.superseded = true
		}
	}
	return nil
}

// repeats reports whether both begin with the same events; the shorter may end first.
func repeats(a, b []string) bool {
	n := min(len(a), len(b))
	if n == 0 {
		return false
	}
	for i := range n {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// readHead reads the first event ids of a window, once: they change only with its token.
func (r *reader) readHead(ctx context.Context, w *window) error {
	if w.headKnown {
		return nil
	}
	var ids []string
	take := func(event transcript.Event) {
		if !event.Header() && event.ID != "" && len(ids) < headIDs {
			ids = append(ids, event.ID)
		}
	}
	var err error
	switch {
	case w.coldHash != "":
		err = r.coldHead(ctx, w.id, take)
	case w.resetArchive == "":
		err = r.rowHead(ctx, w.id, take)
	}
	if err != nil {
		return err
	}
	w.head, w.headKnown = ids, true
	return nil
}

func (r *reader) rowHead(ctx context.Context, id data.SessionID, take func(transcript.Event)) error {
	rows, err := r.rows.chunk.QueryContext(ctx, id, -1, math.MaxInt64, headRows)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		row, err := r.scan(rows)
		if err != nil {
			return err
		}
		if event, err := transcript.Decode(row.seq, row.navigation()); err == nil {
			take(event)
		}
	}
	return rows.Err()
}
