package app

import (
	"context"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/search"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/watcher"
)

// desk is one open library with the workers that serve the window from it.
type desk struct {
	library *library.Library
	log     *slog.Logger
	send    func(message)
	runner  *search.Runner
	keeper  *keeper
	// eyes are nil where this system tells of no changes: then the stores are compared now and then, all the same.
	eyes   *watcher.Watcher
	pages  *newest
	recent *newest
	more   *newest
}

// openDesk opens the library and starts the workers. Messages of the workers go to send.
func openDesk(ctx context.Context, p library.Params, send func(message)) (*desk, error) {
	lib, err := library.Open(ctx, p)
	if err != nil {
		return nil, err
	}
	d := &desk{library: lib, log: p.Log, send: send}
	d.runner, err = search.Open(ctx, search.Params{Searcher: lib, Deliver: d.deliver})
	if err != nil {
		return nil, errors.Join(err, lib.Close())
	}
	d.eyes, err = watcher.Open(ctx, watcher.Params{Hint: func() { send(hinted{}) }})
	if err != nil {
		d.log.Warn("no events of changes")
	}
	d.keeper = openKeeper(ctx, lib, d.look, send)
	d.pages, d.recent, d.more = openNewest(ctx), openNewest(ctx), openNewest(ctx)
	return d, nil
}

// close ends the workers, the one that writes first, and then closes the library.
func (d *desk) close() error {
	var blinded error
	if d.eyes != nil {
		blinded = d.eyes.Close()
	}
	d.keeper.close()
	d.runner.Close()
	for _, worker := range []*newest{d.pages, d.recent, d.more} {
		worker.close()
	}
	return errors.Join(blinded, d.library.Close())
}

// look watches the places where stores change, appear and vanish. What cannot be watched is compared every minute.
func (d *desk) look(stores []data.StoreStatus) {
	if d.eyes == nil {
		return
	}
	var dirs []string
	for _, s := range stores {
		if s.Store.Kind == data.StoreOpenClaw {
			dirs = append(dirs, placesOf(s.Store)...)
		}
	}
	if err := d.eyes.Watch(dirs); err != nil {
		d.log.Warn("some places are not watched")
	}
}

// placesOf are the directory of a database and, in the usual layout, those of the agent, of all agents, and of their state.
func placesOf(s data.Store) []string {
	places := []string{filepath.Dir(s.Path)}
	for dir := filepath.Dir(s.Path); s.State != "" && dir != s.State && strings.HasPrefix(dir, s.State); {
		dir = filepath.Dir(dir)
		places = append(places, dir)
	}
	return places
}

// deliver turns an outcome of the Runner into an event.
func (d *desk) deliver(o search.Outcome) {
	question, _ := o.Tag.(state.Question)
	switch {
	case o.Waiting >= search.DefaultShowText:
		d.send(state.Waited{Question: question, Waiting: state.WaitingText})
	case o.Waiting > 0:
		d.send(state.Waited{Question: question, Waiting: state.WaitingLine})
	case errors.Is(o.Err, context.Canceled): // given up, which is neither a failure nor an answer
	case o.Err != nil:
		d.send(state.Answered{Question: question, Failure: failureOf(o.Err)})
	default:
		d.send(state.Answered{Question: question, Results: o.Results})
	}
}

// readPage reads the page that the drawer wants; an older request is given up.
func (d *desk) readPage(drawer state.Drawer) {
	wanted := drawer.Wanted
	if !drawer.Loading && !drawer.LoadingMore {
		d.pages.ask(nil)
		return
	}
	d.pages.ask(func(ctx context.Context) {
		page, err := d.library.Page(ctx, wanted.Request)
		d.answer(ctx, err, func(f *state.Failure) message {
			return state.PageRead{Number: wanted.Number, Page: page, Failure: f}
		})
	})
}

// readMore reads all hits of some sessions, one session after the other.
func (d *desk) readMore(q state.Question, groups []data.Group, now time.Time) {
	d.more.ask(func(ctx context.Context) {
		for _, group := range groups {
			results, err := d.library.Search(ctx, moreQuery(q, group, now))
			for _, wider := range results.Groups {
				if wider.Session.ID == group.Session.ID {
					group = wider
				}
			}
			d.answer(ctx, err, func(f *state.Failure) message {
				return state.SessionWidened{Question: q, Group: group, Failure: f}
			})
		}
	})
}

// listRecent lists the sessions that were active last.
func (d *desk) listRecent(f state.Filters, now time.Time) {
	since, until := f.Bounds(now)
	request := data.RecentRequest{Agents: f.Agents, Since: since, Until: until, Include: f.Include, Limit: data.RecentSessions}
	d.recent.ask(func(ctx context.Context) {
		sessions, err := d.library.Recent(ctx, request)
		d.answer(ctx, err, func(f *state.Failure) message {
			return state.RecentListed{Sessions: sessions, Failure: f}
		})
	})
}

// answer sends what tell makes of a failure or of none, unless the request was given up.
func (d *desk) answer(ctx context.Context, err error, tell func(*state.Failure) message) {
	if ctx.Err() != nil {
		return
	}
	d.send(tell(failureOf(err)))
}
