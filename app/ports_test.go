package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
)

// port answers for a library. Where it is to wait, it does so until it is given up.
type port struct {
	waits bool
	err   error
	asked chan any
	ended chan error
}

func newPort() *port { return &port{asked: make(chan any, 9), ended: make(chan error, 9)} }

func (p *port) answer(ctx context.Context, request any) error {
	p.asked <- request
	if !p.waits {
		return p.err
	}
	<-ctx.Done()
	p.ended <- ctx.Err()
	return ctx.Err()
}

func (p *port) Secrets(ctx context.Context, r data.SecretsRequest) (data.Secrets, error) {
	return data.Secrets{Kinds: []data.SecretKind{{Kind: "key"}}}, p.answer(ctx, r)
}

func (p *port) Reveal(ctx context.Context, r data.RevealRequest) (string, error) {
	if err := p.answer(ctx, r); err != nil {
		return "", err
	}
	return "it is zebra", nil
}

// seated is an app that shows nothing, over a desk whose library is the port.
func seated(t *testing.T, p *port) (*app, chan message) {
	t.Helper()
	sent := make(chan message, 99)
	d := &desk{log: slog.New(slog.NewTextHandler(io.Discard, nil)), send: func(m message) { sent <- m }, ports: ports{secrets: p, revealer: p}}
	for _, worker := range []**newest{&d.secrets, &d.reveals} {
		*worker = openNewest(t.Context())
		t.Cleanup((*worker).close)
	}
	a := &app{desk: d, log: d.log}
	a.drawn.stop()
	a.state.Drawer = state.Drawer{
		Open: true, Session: data.Session{Store: data.Store{Agent: "main", Path: "/store"}, ID: "w1"},
		Messages: []data.Message{{ID: "m1", Session: "w1", Seq: 7, Hidden: []data.Hidden{{Kind: "key"}}}},
	}
	return a, sent
}

var hiddenMessage = state.MessageRef{Session: "w1", ID: "m1"}

func within[T any](t *testing.T, from <-chan T, what string) T {
	t.Helper()
	select {
	case got := <-from:
		return got
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
		panic("unreachable")
	}
}

func TestTheHiddenTextOfAMessageIsReadAndShown(t *testing.T) {
	p := newPort()
	a, sent := seated(t, p)
	a.take(state.HiddenAsked{Message: hiddenMessage})
	want := data.RevealRequest{Store: data.Store{Agent: "main", Path: "/store"}, Session: "w1", Message: "m1", Seq: 7}
	if diff := cmp.Diff(any(want), within(t, p.asked, "the request")); diff != "" {
		t.Error(diff)
	}
	a.take(within(t, sent, "the text"))
	if got := a.state.Drawer.Shown; got.Text != "it is zebra" || got.Loading {
		t.Errorf("shown %+v", got)
	}
}

func TestAHiddenTextThatIsNotThereAnyMoreSaysSo(t *testing.T) {
	p := newPort()
	p.err = fmt.Errorf("reveal a message: %w", data.ErrNotFound)
	a, sent := seated(t, p)
	a.take(state.HiddenAsked{Message: hiddenMessage})
	a.take(within(t, sent, "the failure"))
	if got := a.state.Drawer.Shown; got.Failure == nil || !got.Failure.Gone || got.Text != "" {
		t.Errorf("shown %+v", got)
	}
}

func TestWhatIsNotWantedAnyMoreIsGivenUp(t *testing.T) {
	for name, c := range map[string]struct{ ask, leave state.Event }{
		"hidden text when the drawer closes":       {state.HiddenAsked{Message: hiddenMessage}, state.DrawerClosed{}},
		"hidden text when the person hides it":     {state.HiddenAsked{Message: hiddenMessage}, state.HiddenAgain{}},
		"the list of secrets when its page closes": {state.SecretsAsked{}, state.SecretsClosed{}},
	} {
		t.Run(name, func(t *testing.T) {
			p := newPort()
			p.waits = true
			a, sent := seated(t, p)
			a.desk.pages = openNewest(t.Context())
			t.Cleanup(a.desk.pages.close)
			a.desk.keeper = &keeper{wake: make(chan struct{}, 1)}
			a.take(c.ask)
			within(t, p.asked, "the request")
			a.take(c.leave)
			if err := within(t, p.ended, "the end"); err != context.Canceled {
				t.Errorf("it ended with %v", err)
			}
			if len(sent) > 0 {
				t.Errorf("sent %v", <-sent)
			}
		})
	}
}

func TestWhatNobodyWantsIsNotAskedFor(t *testing.T) {
	idle := func() *newest { return &newest{jobs: make(chan func(context.Context), 1), cancel: func() {}} }
	d := &desk{secrets: idle(), reveals: idle()}
	d.reveal(state.Shown{Number: 2})
	d.listSecrets(state.SecretsPage{Number: 2})
	if len(d.reveals.jobs) > 0 || len(d.secrets.jobs) > 0 {
		t.Error("something is asked for")
	}
}

func TestThePageOfSecretsGetsItsList(t *testing.T) {
	a, sent := seated(t, newPort())
	a.take(state.SecretsAsked{})
	a.take(within(t, sent, "the list"))
	if got := a.state.Secrets; !got.Listed || len(got.Secrets.Kinds) != 1 {
		t.Errorf("got %+v", got)
	}
}

func TestASearchAndTheRecentSessionsAreOfWhatASessionSees(t *testing.T) {
	r := startApp(t, deskOfSample)
	all := r.indexed()
	var sees data.Session
	for _, s := range all.Recent {
		if s.Kind == data.KindMain && s.Agent == "main" {
			sees = s
		}
	}
	sight := state.Sight{Mode: state.SightSelf, Of: sees.Key, Store: sees.Store, Title: sees.Title}
	r.send(state.FiltersChosen{Filters: state.Filters{Sight: sight}})
	s := r.until("itself alone", func(s state.State) bool { return len(s.Recent) > 0 && len(s.Recent) < len(all.Recent) })
	if len(s.Recent) != 1 || s.Recent[0].Key != sees.Key {
		t.Errorf("%d recent sessions", len(s.Recent))
	}
	s = r.search("the")
	if len(s.Results.Groups) != 1 || s.Results.Groups[0].Session.Key != sees.Key {
		t.Errorf("%d sessions are found", len(s.Results.Groups))
	}
	sight.Mode = state.SightAgent
	r.send(state.FiltersChosen{Filters: state.Filters{Sight: sight}})
	s = r.until("its agent", func(s state.State) bool { return !s.Searching && len(s.Results.Groups) > 1 })
	for _, g := range s.Results.Groups {
		if g.Session.Agent != "main" {
			t.Errorf("agent %s is seen", g.Session.Agent)
		}
	}
}

func TestASessionSeesItsOwnStateDirectory(t *testing.T) {
	store := func(path, state string) data.Store { return data.Store{Path: path, State: state} }
	var s state.State
	for _, st := range []data.Store{store("/a/main", "/a"), store("/b/main", "/b"), store("/a/work", "/a")} {
		s.Status.Stores = append(s.Status.Stores, data.StoreStatus{Store: st})
	}
	if got := seenStores(s); got != nil {
		t.Errorf("the owner sees %v alone", got)
	}
	s.Filters.Sight = state.Sight{Mode: state.SightAll, Of: "agent:main:main", Store: store("/a/main", "/a")}
	if diff := cmp.Diff([]string{"/a/main", "/a/work"}, seenStores(s)); diff != "" {
		t.Error(diff)
	}
}

func TestTheSecretsOfTheSampleAreHidden(t *testing.T) {
	r := startApp(t, deskOfSample)
	s := r.indexed()
	i := slices.IndexFunc(s.Recent, func(s data.Session) bool { return s.ID == "sample-home-7" })
	if i < 0 {
		t.Fatal("the session with the secrets is not listed")
	}
	r.send(state.Opened{Row: state.SessionRow(s.Recent[i])})
	s = r.until("the conversation", func(s state.State) bool { return len(s.Drawer.Messages) > 0 })
	kinds := map[string]bool{}
	for _, m := range s.Drawer.Messages {
		for _, h := range m.Hidden {
			kinds[h.Kind] = true
		}
		for _, part := range []string{"Squall8", "Gannet", "Dew3Rain9", "Cloud6Storm9", "Station2OnThe3"} {
			if strings.Contains(m.Text, part) {
				t.Errorf("message %s holds %s", m.ID, part)
			}
		}
	}
	if len(kinds) < 5 {
		t.Errorf("only %d kinds are hidden: %v", len(kinds), kinds)
	}
}
