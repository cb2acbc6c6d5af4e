package state

import (
	"math"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// CurrentHit is the match that the drawer stands on.
func (d Drawer) CurrentHit() (MessageRef, bool) {
	if !d.Open || d.Current < 0 || d.Current >= len(d.Hits) {
		return MessageRef{}, false
	}
	return d.Hits[d.Current], true
}

// openHit shows the conversation around a hit. What is already in the drawer is not read again.
func openHit(s State, group data.Group, hit int) State {
	ref := refOfHit(group.Hits[hit])
	if d := s.Drawer; d.Open && sameTalk(d.Session, group.Session) && d.has(ref) && d.Wanted.Request.Mark == s.Answered.Text {
		return s.withHits().anchoredAt(ref)
	}
	return s.openMessage(group.Session, ref, group.Hits[hit].Seq, group.Hits[hit].Rewound)
}

// openMessage reads the conversation around a message.
func (s State) openMessage(session data.Session, ref MessageRef, seq int64, rewound bool) State {
	request := data.PageRequest{
		Store: session.Store.Path, Key: session.Key, At: ref.ID, AtSession: ref.Session, AtSeq: seq,
		Before: data.DefaultAround, After: data.DefaultAround, Rewound: rewound, Mark: s.Answered.Text,
	}
	return s.loading(session, request).withHits().anchoredAt(ref)
}

// openAtEnd shows the newest messages of a session.
func openAtEnd(s State, session data.Session) State {
	return s.loading(session, data.PageRequest{
		Store: session.Store.Path, Key: session.Key, Cursor: &data.Cursor{Session: session.ID, Seq: math.MaxInt64},
		Before: data.PageMessages, Mark: s.Answered.Text,
	})
}

func (s State) loading(session data.Session, request data.PageRequest) State {
	s.Drawer = Drawer{
		Open: true, Loading: true, Session: session, Current: -1, AnchorCount: s.Drawer.AnchorCount,
		Wanted: Wanted{Number: s.Drawer.Wanted.Number + 1, Request: request}, Shown: s.Drawer.Shown.ended(),
	}
	return s
}

func (s State) anchoredAt(ref MessageRef) State {
	s.Drawer.Anchor = ref
	s.Drawer.AnchorCount++
	s.Drawer.Current = slices.Index(s.Drawer.Hits, ref)
	return s
}

func sameTalk(a, b data.Session) bool { return a.Store.Path == b.Store.Path && a.Key == b.Key }

func (d Drawer) has(ref MessageRef) bool {
	_, there := d.message(ref)
	return there
}

func refOf(m data.Message) MessageRef { return MessageRef{m.Session, m.ID} }

func refOfHit(h data.Hit) MessageRef { return MessageRef{h.SessionID, h.MessageID} }

// standsOn tells whether the drawer shows this hit, or is about to.
func (d Drawer) standsOn(group data.Group, hit int) bool {
	current, shown := d.CurrentHit()
	return shown && sameTalk(d.Session, group.Session) && current == refOfHit(group.Hits[hit])
}

// rematched gives the drawer the matches of the present answer. The one it stands on may be none of them.
func (s State) rematched() State {
	if !s.Drawer.Open {
		return s
	}
	current, shown := s.Drawer.CurrentHit()
	s = s.withHits()
	s.Drawer.Current = -1
	if shown {
		s.Drawer.Current = slices.Index(s.Drawer.Hits, current)
	}
	return s.remarked()
}

// remarked reads the run of the drawer again where its marks are not those of the present words.
func (s State) remarked() State {
	if s.Drawer.Wanted.Request.Mark == s.Answered.Text {
		return s
	}
	return s.reread()
}

// reread reads the run of the drawer again, in its place: with the marks of the present words, and with what was said since.
func (s State) reread() State {
	d := s.Drawer
	if !d.Open || d.Loading || len(d.Messages) == 0 {
		return s
	}
	first, request := d.Messages[0], d.Wanted.Request
	request.At, request.AtSession, request.AtSeq, request.Mark = "", "", 0, s.Answered.Text
	request.Cursor = &data.Cursor{Session: first.Session, Seq: first.Seq - 1}
	request.Before, request.After = 0, len(d.Messages)
	if d.After == 0 {
		request.After += data.PageMessages
	}
	s.Drawer.Wanted = Wanted{Number: d.Wanted.Number + 1, Request: request, Edge: EdgeSame}
	s.Drawer.LoadingMore = true
	return s
}

// HistoryChanged tells that what was read before may have changed.
type HistoryChanged struct{}

func (HistoryChanged) apply(s State) State {
	if s.Secrets.Open && !s.Secrets.Loading { // a history that never rests would else keep the list from ever being made
		s = SecretsAsked{}.apply(s)
	}
	return s.reread()
}

// withHits gathers the matches of the conversation in the drawer over all its windows, in the order of the talk.
func (s State) withHits() State {
	var hits []data.Hit
	unlisted := 0
	for _, group := range s.Results.Groups {
		if sameTalk(group.Session, s.Drawer.Session) {
			hits = append(hits, group.Hits...)
			unlisted += group.More
		}
	}
	slices.SortStableFunc(hits, func(a, b data.Hit) int { return a.At.Compare(b.At) })
	refs := make([]MessageRef, len(hits))
	for i, hit := range hits {
		refs[i] = refOfHit(hit)
	}
	s.Drawer.Hits, s.Drawer.Unlisted = refs, 0
	if s.Answered.Filters.Order == data.OrderNewest {
		s.Drawer.Unlisted = unlisted
	}
	return s
}

func stepInSession(s State, delta int) State {
	next := s.Drawer.Current + delta
	if !s.Drawer.Open || next < 0 || next >= len(s.Drawer.Hits) {
		return s
	}
	ref := s.Drawer.Hits[next]
	for _, group := range s.Results.Groups {
		hit := slices.IndexFunc(group.Hits, func(h data.Hit) bool { return refOfHit(h) == ref })
		if hit >= 0 && sameTalk(group.Session, s.Drawer.Session) {
			s = openHit(s, group, hit)
			if _, visible := s.Row(HitRow(group, hit)); visible {
				s.Highlight = HitRow(group, hit)
			}
			return s
		}
	}
	return s
}

// DrawerClosed closes the drawer.
type DrawerClosed struct{}

func (DrawerClosed) apply(s State) State {
	d := s.Drawer
	s.Drawer = Drawer{AnchorCount: d.AnchorCount, Wanted: Wanted{Number: d.Wanted.Number + 1}, Shown: d.Shown.ended()}
	return s
}

// MoreWanted asks for the next page on one side.
type MoreWanted struct{ Before bool }

func (e MoreWanted) apply(s State) State {
	d := s.Drawer
	if !d.Open || d.Loading || d.LoadingMore || len(d.Messages) == 0 {
		return s
	}
	wanted := Wanted{Number: d.Wanted.Number + 1, Request: d.Wanted.Request, Edge: EdgeAfter}
	last := d.Messages[len(d.Messages)-1]
	wanted.Request.Before, wanted.Request.After = 0, data.PageMessages
	if e.Before {
		last = d.Messages[0]
		wanted.Edge, wanted.Request.Before, wanted.Request.After = EdgeBefore, data.PageMessages, 0
	}
	if (e.Before && d.Before == 0) || (!e.Before && d.After == 0) {
		return s
	}
	wanted.Request.At, wanted.Request.AtSession, wanted.Request.AtSeq = "", "", 0
	wanted.Request.Cursor = &data.Cursor{Session: last.Session, Seq: last.Seq}
	s.Drawer.Wanted, s.Drawer.LoadingMore = wanted, true
	return s
}

// PageRead brings the page with this number.
type PageRead struct {
	Number  int
	Page    data.Page
	Failure *Failure
}

func (e PageRead) apply(s State) State {
	d := s.Drawer
	if !d.Open || e.Number != d.Wanted.Number {
		return s
	}
	d.Loading, d.LoadingMore, d.Failure = false, false, e.Failure
	switch {
	case e.Failure == nil:
		d = d.with(e.Page)
	case e.Failure.Gone && d.Wanted.Edge != EdgeNone: // a window of it is gone; of the rest the end is shown
		return s.loading(d.Session, data.PageRequest{
			Store: d.Session.Store.Path, Key: d.Session.Key, Before: data.PageMessages, Mark: s.Answered.Text,
		}).withHits()
	case e.Failure.Gone:
		d.Messages, d.Marks, d.Before, d.After = nil, nil, 0, 0
	}
	s.Drawer = d.keepsShown(s.Drawer)
	return s
}

// with adds a page at the edge for which it was asked.
func (d Drawer) with(page data.Page) Drawer {
	switch d.Wanted.Edge {
	case EdgeBefore:
		d.Messages = slices.Concat(page.Messages, d.Messages)
		d.Marks = joinMarks(page, page.Marks, d.Marks)
		d.Before = page.Before
	case EdgeAfter:
		d.Messages = slices.Concat(d.Messages, page.Messages)
		d.Marks = joinMarks(page, d.Marks, page.Marks)
		d.After = page.After
	case EdgeSame:
		d.Session, d.Windows = page.Session, page.Windows
		d.Messages, d.Marks, d.Before, d.After = page.Messages, page.Marks, page.Before, page.After
	default:
		d.Session, d.Windows = page.Session, page.Windows
		d.Messages, d.Marks, d.Before, d.After = page.Messages, page.Marks, page.Before, page.After
		if d.Anchor == (MessageRef{}) && len(page.Messages) > 0 {
			d.Anchor = refOf(page.Messages[len(page.Messages)-1])
		}
		d.AnchorCount++
	}
	return d
}

// joinMarks joins the marks of two runs; a page without marks stays without.
func joinMarks(page data.Page, first, second [][]data.Span) [][]data.Span {
	if page.Marks == nil {
		return nil
	}
	return slices.Concat(first, second)
}

// WholeShown shows a long message whole.
type WholeShown struct{ Message MessageRef }

func (e WholeShown) apply(s State) State {
	s.Drawer.Whole = withSet(s.Drawer.Whole, e.Message, true)
	return s
}
