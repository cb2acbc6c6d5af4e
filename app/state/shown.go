package state

import (
	"slices"

	"github.com/wordwake/wordwake/data"
)

// Shown is the text of one message with what is hidden elsewhere, while the person looks at it. It ends with the conversation in
// the drawer, and is part of nothing that is saved, copied or exported.
type Shown struct {
	// Number grows with each request and each end, so that a late answer is dropped.
	Number  int
	Message MessageRef
	Request data.RevealRequest
	// Loading is true until the text is there; Failure is set when it could not be read.
	Loading bool
	Text    string
	Failure *Failure
}

// Active tells whether anything is shown or about to be.
func (s Shown) Active() bool { return s.Message != MessageRef{} }

// ended forgets the text.
func (s Shown) ended() Shown { return Shown{Number: s.Number + 1} }

// HiddenAsked asks for the text of a message of the drawer with what is hidden in it. The person was asked.
type HiddenAsked struct{ Message MessageRef }

func (e HiddenAsked) apply(s State) State {
	m, there := s.Drawer.message(e.Message)
	if !s.Drawer.Open || !there || len(m.Hidden) == 0 {
		return s
	}
	s.Drawer.Shown = Shown{
		Number: s.Drawer.Shown.Number + 1, Message: e.Message, Loading: true,
		Request: data.RevealRequest{Store: s.Drawer.Session.Store, Session: m.Session, Message: m.ID, Seq: m.Seq},
	}
	return s
}

// HiddenRead brings the text for the request with this number.
type HiddenRead struct {
	Number  int
	Text    string
	Failure *Failure
}

func (e HiddenRead) apply(s State) State {
	if shown := &s.Drawer.Shown; shown.Loading && e.Number == shown.Number {
		shown.Loading, shown.Text, shown.Failure = false, e.Text, e.Failure
	}
	return s
}

// HiddenAgain forgets the text that is shown.
type HiddenAgain struct{}

func (HiddenAgain) apply(s State) State {
	if s.Drawer.Shown.Active() {
		s.Drawer.Shown = s.Drawer.Shown.ended()
	}
	return s
}

// message finds a message of the run.
func (d Drawer) message(ref MessageRef) (data.Message, bool) {
	i := slices.IndexFunc(d.Messages, func(m data.Message) bool { return refOf(m) == ref })
	if i < 0 {
		return data.Message{}, false
	}
	return d.Messages[i], true
}

// keepsShown forgets the shown text where its message went, or is another one now.
func (d Drawer) keepsShown(before Drawer) Drawer {
	was, _ := before.message(d.Shown.Message)
	if now, there := d.message(d.Shown.Message); d.Shown.Active() && (!there || now.Text != was.Text) {
		d.Shown = d.Shown.ended()
	}
	return d
}
