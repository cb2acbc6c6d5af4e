package engine

import (
	"cmp"
	"context"
	"math"
	"slices"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// part is a run of the messages of one window: from is the first Seq that belongs to it, below the first that does not.
type part struct {
	window      index.SessionRow
	from, below int64
	// first is when its first message was written.
	first time.Time
}

// sortWindows orders the windows of a conversation.
func sortWindows(windows []index.SessionRow) {
	slices.SortFunc(windows, func(a, b index.SessionRow) int {
		return cmp.Or(a.StartedAt.Compare(b.StartedAt), cmp.Compare(a.ID, b.ID))
	})
}

// newTalk lays a conversation out. What a rewind abandoned is left of a superseded window; the rest of it was taken over into
// a later one. Where it is shown, it comes where the talk went on with it, so that later windows are parted there.
func newTalk(ctx context.Context, v *index.View, windows []index.SessionRow, rewound bool) (talk, error) {
	t := talk{view: v, windows: windows, rewound: rewound}
	anySuperseded := slices.ContainsFunc(windows, func(w index.SessionRow) bool { return w.Superseded })
	var left []part
	for _, w := range windows {
		p := part{window: w, below: math.MaxInt64, first: w.StartedAt}
		if !rewound || !anySuperseded {
			t.parts = append(t.parts, p)
			continue
		}
		first, err := t.read(ctx, p, index.MessageRange{Limit: 1})
		if err != nil {
			return talk{}, err
		}
		known := len(first) > 0 && !first[0].At.IsZero()
		if known {
			p.first = first[0].At
		}
		if known && w.Superseded {
			left = append(left, p)
		} else {
			t.parts = append(t.parts, p)
		}
	}
	// The newest first: an older one may have been rewound amid what is left of a newer one.
	for _, p := range slices.Backward(left) {
		if err := t.insert(ctx, p); err != nil {
			return talk{}, err
		}
	}
	return t, nil
}

// insert puts a part behind the last message that was written before its first one.
func (t *talk) insert(ctx context.Context, p part) error {
	at := len(t.parts) - 1
	for at >= 0 && t.parts[at].first.After(p.first) {
		at--
	}
	if at < 0 {
		t.parts = slices.Insert(t.parts, 0, p)
		return nil
	}
	cut, rest, err := t.cut(ctx, t.parts[at], p.first)
	if err != nil {
		return err
	}
	t.parts[at].below = cut
	if rest == nil {
		t.parts = slices.Insert(t.parts, at+1, p)
		return nil
	}
	t.parts = slices.Insert(t.parts, at+1, p, *rest)
	return nil
}

// cut finds where a part is to be parted, so that what was written up to a time comes before, and gives what comes after,
// nil if nothing does. Messages of one window were written one after the other, so that halving finds the place.
func (t *talk) cut(ctx context.Context, p part, at time.Time) (int64, *part, error) {
	last, err := t.read(ctx, p, index.MessageRange{Descending: true, Limit: 1})
	if err != nil || len(last) == 0 || !last[0].At.After(at) {
		return p.below, nil, err
	}
	// All before low was written up to then; what lies from high on begins with the message of rest.
	low, high, rest := p.from, last[0].Seq, &part{window: p.window, below: p.below, first: last[0].At}
	for low < high {
		middle := low + (high-low)/2
		some, err := t.read(ctx, part{window: p.window, from: middle, below: high}, index.MessageRange{Limit: 1})
		switch {
		case err != nil:
			return 0, nil, err
		case len(some) == 0:
			high = middle
		case some[0].At.After(at):
			high, rest.first = middle, some[0].At
		default:
			low = some[0].Seq + 1
		}
	}
	rest.from = low
	return low, rest, nil
}

// cover widens what the stores say about times, so that no message lies outside of it.
func (t talk) cover(ctx context.Context, page *data.Page) error {
	for i, w := range t.windows {
		first, err := t.read(ctx, part{window: w, below: math.MaxInt64}, index.MessageRange{Limit: 1})
		if err != nil {
			return err
		}
		if len(first) == 0 {
			continue
		}
		started := earlier(w.StartedAt, first[0].At)
		page.Windows[i].StartedAt = started
		page.Session.StartedAt = earlier(page.Session.StartedAt, started)
	}
	last, err := t.before(ctx, t.end(), 1)
	for _, m := range last {
		if m.At.After(page.Session.UpdatedAt) {
			page.Session.UpdatedAt = m.At
		}
	}
	return err
}

// earlier is the earlier of two times, of which a zero one is not known.
func earlier(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}
