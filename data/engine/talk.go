package engine

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// talk is a conversation: the messages of one key in one store, in order.
type talk struct {
	view    *index.View
	windows []index.SessionRow
	parts   []part
	rewound bool
}

// place is a position in a conversation: that of a message, or one between messages.
type place struct {
	part int
	seq  int64
}

func (t talk) start() place { return place{part: 0, seq: -1} }
func (t talk) end() place   { return place{part: len(t.parts) - 1, seq: math.MaxInt64} }

// placeOf is where a message of this conversation lies.
func (t talk) placeOf(m data.Message) place {
	at, _ := t.placeAt(m.Session, m.Seq)
	return at
}

// placeAt is where a Seq of a window lies; false if the conversation has no such window.
func (t talk) placeAt(id data.SessionID, seq int64) (place, bool) {
	found := -1
	for i, p := range t.parts {
		if p.window.ID == id && (found < 0 || p.from <= seq) {
			found = i
		}
	}
	return place{found, seq}, found >= 0
}

// windowOf is the number of a window, or -1.
func (t talk) windowOf(id data.SessionID) int {
	return slices.IndexFunc(t.windows, func(w index.SessionRow) bool { return w.ID == id })
}

// read gives messages of a part, by its bounds.
func (t talk) read(ctx context.Context, p part, r index.MessageRange) ([]data.Message, error) {
	if p.below <= p.from {
		return nil, nil
	}
	r.Session, r.From, r.Rewound = p.window.Row, p.from, t.rewound
	if p.below == 1 { // a range that ends at 0 would have no end
		r.To = 1
		found, err := t.view.Messages(ctx, index.MessageRange{Session: r.Session, To: 1, Descending: r.Descending, Rewound: r.Rewound})
		found = slices.DeleteFunc(found, func(m data.Message) bool { return m.Seq > 0 })
		if r.Limit > 0 {
			found = found[:min(len(found), r.Limit)]
		}
		return found, err
	}
	if p.below != math.MaxInt64 {
		r.To = p.below - 1
	}
	return t.view.Messages(ctx, r)
}

// count counts the messages of a part, by its bounds.
func (t talk) count(ctx context.Context, p part) (int, error) {
	to := p.below - 1
	switch {
	case p.below <= p.from:
		return 0, nil
	case p.below == math.MaxInt64:
		to = 0
	case p.below == 1: // a range that ends at 0 would have no end
		both, err := t.view.CountMessages(ctx, p.window.Row, 0, 1, t.rewound)
		if err != nil {
			return 0, err
		}
		one, err := t.view.CountMessages(ctx, p.window.Row, 1, 1, t.rewound)
		return both - one, err
	}
	return t.view.CountMessages(ctx, p.window.Row, p.from, to, t.rewound)
}

// upTo and past are the parts on each side of a place, the one in which it lies cut there.
func (t talk) upTo(at place) []part {
	parts := slices.Clone(t.parts[:at.part+1])
	parts[at.part].below = min(parts[at.part].below, at.seq)
	return parts
}

func (t talk) past(at place) []part {
	parts := slices.Clone(t.parts[at.part:])
	if at.seq == math.MaxInt64 {
		return parts[1:]
	}
	parts[0].from = max(parts[0].from, at.seq+1)
	return parts
}

// all gives every message.
func (t talk) all(ctx context.Context) ([]data.Message, error) {
	var messages []data.Message
	for _, p := range t.parts {
		some, err := t.read(ctx, p, index.MessageRange{})
		if err != nil {
			return nil, err
		}
		messages = append(messages, some...)
	}
	return messages, nil
}

// before gives the last n messages before a place, in the order of the talk.
func (t talk) before(ctx context.Context, at place, n int) ([]data.Message, error) {
	var messages []data.Message
	for _, p := range slices.Backward(t.upTo(at)) {
		if len(messages) >= n {
			break
		}
		some, err := t.read(ctx, p, index.MessageRange{Descending: true, Limit: n - len(messages)})
		if err != nil {
			return nil, err
		}
		messages = append(messages, some...)
	}
	slices.Reverse(messages)
	return messages, nil
}

// after gives the first n messages after a place, and fewer if their texts are longer than bytes; 0 is no bound.
func (t talk) after(ctx context.Context, at place, n, bytes int) ([]data.Message, error) {
	var messages []data.Message
	room := bytes
	for _, p := range t.past(at) {
		if len(messages) >= n || bytes > 0 && room <= 0 {
			break
		}
		some, err := t.read(ctx, p, index.MessageRange{Limit: n - len(messages), Bytes: room})
		if err != nil {
			return nil, err
		}
		for _, m := range some {
			room -= len(m.Text)
		}
		messages = append(messages, some...)
	}
	return messages, nil
}

// countAll counts the messages of some parts.
func (t talk) countAll(ctx context.Context, parts []part) (int, error) {
	sum := 0
	for _, p := range parts {
		n, err := t.count(ctx, p)
		if err != nil {
			return 0, err
		}
		sum += n
	}
	return sum, nil
}

// find looks a message up by its id: in the window named first, then from the newest to the oldest. Of several in one window
// it is the one at seq, else the first. One that a rewind abandoned is taken only if no other has the id.
func (t talk) find(ctx context.Context, id string, in data.SessionID, seq int64) (data.Message, error) {
	order := make([]int, 0, len(t.windows)+1)
	if named := t.windowOf(in); named >= 0 {
		order = append(order, named)
	}
	for i := len(t.windows) - 1; i >= 0; i-- {
		order = append(order, i)
	}
	abandoned, found := data.Message{}, false
	for _, i := range order {
		m, err := t.message(ctx, t.windows[i].Row, id, seq)
		switch {
		case errors.Is(err, data.ErrNotFound):
		case err != nil:
			return data.Message{}, err
		case !m.Rewound || t.rewound:
			return m, nil
		case !found:
			abandoned, found = m, true
		}
	}
	if !found {
		return data.Message{}, data.ErrNotFound
	}
	return abandoned, nil
}

// samePlace bounds the messages that are read of one place; a range that ends at 0 has no end.
const samePlace = 16

// message loads one message of a window.
func (t talk) message(ctx context.Context, row index.RowID, id string, likely int64) (data.Message, error) {
	seq, err := t.view.MessageSeq(ctx, row, id, likely)
	if err != nil {
		return data.Message{}, err
	}
	part, err := t.view.Messages(ctx, index.MessageRange{Session: row, From: seq, To: seq, Limit: samePlace, Rewound: true})
	if err != nil {
		return data.Message{}, err
	}
	for _, m := range part { // a place may hold several
		if m.ID == id {
			return m, nil
		}
	}
	return data.Message{}, data.ErrNotFound
}
