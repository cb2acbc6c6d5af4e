package engine

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/excerpt"
	"github.com/wordwake/wordwake/data/index"
)

// Page implements data.Historian. Where neither a message nor a cursor is given, After alone pages from the start and Before
// alone from the end. A message that a rewind abandoned is shown among the others that it abandoned, asked for or not.
func (e *Engine) Page(ctx context.Context, r data.PageRequest) (data.Page, error) {
	r.Before = min(max(r.Before, 0), data.MaxCount)
	r.After = min(max(r.After, 0), data.MaxCount)
	var page data.Page
	err := e.view(ctx, func(v *index.View) error {
		windows, err := conversation(ctx, v, r)
		if err != nil {
			return err
		}
		t, err := newTalk(ctx, v, windows, r.Rewound)
		if err != nil {
			return err
		}
		page = head(windows)
		return t.fill(ctx, r, &page)
	})
	if err != nil {
		return data.Page{}, err
	}
	return page, e.mark(ctx, &page, r.Mark)
}

// conversation finds the windows of the key that is asked for, in order.
func conversation(ctx context.Context, v *index.View, r data.PageRequest) ([]index.SessionRow, error) {
	stores := r.Stores
	if r.Store != "" {
		if stores != nil && !slices.Contains(stores, r.Store) {
			return nil, unknown(ctx, v, r.Key, stores)
		}
		stores = []string{r.Store}
	}
	var windows []index.SessionRow
	if r.Key != "" { // to the index, an empty key is any
		var err error
		filter := index.SessionFilter{Stores: stores, Include: data.Everything(), Key: r.Key, WithEmpty: true}
		if windows, err = v.Sessions(ctx, filter); err != nil {
			return nil, err
		}
	}
	if len(windows) == 0 {
		return nil, unknown(ctx, v, r.Key, stores)
	}
	if several := storesOf(windows); len(several) > 1 {
		return nil, &data.AmbiguousError{Key: r.Key, Stores: several}
	}
	if r.ID != "" {
		windows = slices.DeleteFunc(windows, func(w index.SessionRow) bool { return w.ID != r.ID })
		if len(windows) == 0 {
			return nil, fmt.Errorf("session id of this key: %w", data.ErrNotFound)
		}
	}
	sortWindows(windows)
	return windows, nil
}

// storesOf lists the stores in which sessions lie, by path.
func storesOf(rows []index.SessionRow) []data.Store {
	var stores []data.Store
	for _, row := range rows {
		if !slices.ContainsFunc(stores, func(s data.Store) bool { return s.Path == row.Store.Path }) {
			stores = append(stores, row.Store)
		}
	}
	slices.SortFunc(stores, func(a, b data.Store) int { return strings.Compare(a.Path, b.Path) })
	return stores
}

// head describes a conversation by its newest window that no other one rewound.
func head(windows []index.SessionRow) data.Page {
	page := data.Page{Session: windows[len(windows)-1].Session}
	for _, w := range windows {
		if !w.Superseded {
			page.Session = w.Session
		}
		page.Windows = append(page.Windows, data.Window{ID: w.ID, StartedAt: w.StartedAt, Superseded: w.Superseded})
	}
	return page
}

// fill puts the messages that are asked for into a page, and counts those on each side.
func (t talk) fill(ctx context.Context, r data.PageRequest, page *data.Page) error {
	if r.At == "" && r.Cursor == nil && r.Before == 0 && r.After == 0 {
		var err error
		if page.Messages, err = t.all(ctx); err != nil {
			return err
		}
		return t.cover(ctx, page)
	}
	at, middle, err := t.origin(ctx, r)
	if err != nil {
		return err
	}
	if !t.rewound && slices.ContainsFunc(middle, func(m data.Message) bool { return m.Rewound }) {
		if t, err = newTalk(ctx, t.view, t.windows, true); err != nil {
			return err
		}
		at = t.placeOf(middle[0])
	}
	before, err := t.before(ctx, at, r.Before)
	if err != nil {
		return err
	}
	after, err := t.after(ctx, at, r.After, r.Bytes)
	if err != nil {
		return err
	}
	page.Messages = slices.Concat(before, middle, after)
	if !r.Uncounted {
		if err := t.countAround(ctx, at, page); err != nil {
			return err
		}
	}
	return t.cover(ctx, page)
}

// countAround counts the messages on each side of a page; at is where an empty one lies.
func (t talk) countAround(ctx context.Context, at place, page *data.Page) (err error) {
	first, last := at, at
	if n := len(page.Messages); n > 0 {
		first, last = t.placeOf(page.Messages[0]), t.placeOf(page.Messages[n-1])
	}
	if page.Before, err = t.countAll(ctx, t.upTo(first)); err != nil {
		return err
	}
	page.After, err = t.countAll(ctx, t.past(last))
	return err
}

// origin is where a page begins to grow, with the message that lies there if it belongs to the page.
func (t talk) origin(ctx context.Context, r data.PageRequest) (place, []data.Message, error) {
	switch {
	case r.At != "":
		m, err := t.find(ctx, r.At, r.AtSession, r.AtSeq)
		if err != nil {
			return place{}, nil, fmt.Errorf("message of this key: %w", err)
		}
		return t.placeOf(m), []data.Message{m}, nil
	case r.Cursor != nil:
		at, known := t.placeAt(r.Cursor.Session, r.Cursor.Seq)
		if !known {
			return place{}, nil, fmt.Errorf("session id of this key: %w", data.ErrNotFound)
		}
		return t.cursor(ctx, at, r)
	case r.After == 0:
		return t.end(), nil, nil
	default:
		return t.start(), nil, nil
	}
}

// cursor is the origin at a cursor. The message there was on the earlier page and is left out, unless the page goes both
// ways over it.
func (t talk) cursor(ctx context.Context, at place, r data.PageRequest) (place, []data.Message, error) {
	if r.Before == 0 || r.After == 0 || at.seq < 0 {
		return at, nil, nil
	}
	here, err := t.view.Messages(ctx, index.MessageRange{Session: t.parts[at.part].window.Row, From: at.seq, Limit: 1, Rewound: t.rewound})
	if err != nil || len(here) == 0 || here[0].Seq != at.seq {
		return at, nil, err
	}
	return at, here, nil
}

// mark marks the words of a query in the messages of a page.
func (e *Engine) mark(ctx context.Context, page *data.Page, typed string) error {
	parsed := e.parse(typed).query
	if parsed.Match() == "" {
		return nil
	}
	maker := excerpt.New(parsed.Phrases())
	page.Marks = make([][]data.Span, len(page.Messages))
	for i, m := range page.Messages {
		if err := ctx.Err(); err != nil {
			return err
		}
		page.Marks[i] = maker.Marks(m.Text, m.Hidden)
	}
	return nil
}
