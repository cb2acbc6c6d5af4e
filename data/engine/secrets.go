package engine

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// Secrets implements data.SecretLister. Only messages with hidden parts are read, one at a time. What is held besides the answer grows
// with the number of sessions that have any, and by 16 bytes with each such message, of which number and time are listed first.
func (e *Engine) Secrets(ctx context.Context, r data.SecretsRequest) (data.Secrets, error) {
	var found data.Secrets
	err := e.view(ctx, func(v *index.View) error {
		c := newCensus(r)
		if err := v.EachHidden(ctx, r.Agents, r.Stores, c.take); err != nil {
			return err
		}
		sessions, err := v.SessionsByRow(ctx, c.rows)
		if err != nil {
			return err
		}
		found = c.answer(sessions)
		return nil
	})
	return found, err
}

// census counts what is hidden while messages go by, the newest first.
type census struct {
	request data.SecretsRequest
	limit   int
	kinds   map[string]*data.SecretKind
	// seen has the number in places of each place that was met, or -1 for one beyond the limit.
	seen map[where]int
	// places are in the order of their newest messages, which is the order in which they are met; rows are their sessions.
	places  []data.SecretPlace
	rows    []index.RowID
	limited bool
}

// where is one kind in one session.
type where struct {
	session index.RowID
	kind    string
}

func newCensus(r data.SecretsRequest) *census {
	limit := data.MaxSecretPlaces
	if r.Limit > 0 {
		limit = min(limit, r.Limit)
	}
	return &census{request: r, limit: limit, kinds: map[string]*data.SecretKind{}, seen: map[where]int{}}
}

// take counts the hidden parts of a message.
func (c *census) take(session index.RowID, m *data.Message) error {
	counted := map[string]bool{}
	for _, h := range m.Hidden {
		if len(c.request.Kinds) > 0 && !slices.Contains(c.request.Kinds, h.Kind) {
			continue
		}
		c.add(where{session, h.Kind}, m, m.Text[h.Start:h.End], !counted[h.Kind])
		counted[h.Kind] = true
	}
	return nil
}

// add counts one part; first is true for the first of its kind in its message.
func (c *census) add(w where, m *data.Message, mask string, first bool) {
	kind := c.kinds[w.kind]
	if kind == nil {
		kind = &data.SecretKind{Kind: w.kind}
		c.kinds[w.kind] = kind
	}
	at, met := c.seen[w]
	if !met {
		kind.Sessions++
		at = c.meet(w, m)
	}
	kind.Parts++
	if first {
		kind.Messages++
	}
	if at < 0 {
		return
	}
	p := &c.places[at]
	p.Parts++
	if first {
		p.Messages++
	}
	if !m.At.IsZero() {
		p.First = m.At
	}
	if len(p.Masks) < data.MaxSecretMasks && !slices.Contains(p.Masks, mask) {
		p.Masks = append(p.Masks, strings.Clone(mask)) // a part would keep the whole text
	}
}

// meet begins a place with its newest message, as long as there is room.
func (c *census) meet(w where, m *data.Message) int {
	at := len(c.places)
	if at == c.limit {
		c.limited = true
		at = -1
	} else {
		newest := *m
		newest.Text, newest.Hidden = "", nil
		c.places = append(c.places, data.SecretPlace{Kind: w.kind, Last: m.At, Newest: newest})
		c.rows = append(c.rows, w.session)
	}
	c.seen[w] = at
	return at
}

// answer joins the places with their sessions.
func (c *census) answer(sessions map[index.RowID]data.Session) data.Secrets {
	for i := range c.places {
		c.places[i].Session = sessions[c.rows[i]]
	}
	s := data.Secrets{Places: c.places, Limited: c.limited}
	for _, kind := range slices.SortedFunc(maps.Values(c.kinds), func(a, b *data.SecretKind) int { return cmp.Compare(a.Kind, b.Kind) }) {
		s.Kinds = append(s.Kinds, *kind)
	}
	return s
}
