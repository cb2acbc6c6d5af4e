package app

import (
	"context"
	"errors"
	"log/slog"
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
	eyes    *watcher.Watcher
	ports   ports
	pages   *newest
	recent  *newest
	more    *newest
	secrets *newest
	reveals *newest
}

// openDesk opens the library and starts the workers. Messages of the workers go to send.
func openDesk(ctx context.Context, p library.Params, send func(message)) (*desk, error) {
	lib, err := library.Open(ctx, p)
	if err != nil {
		return nil, err
	}
	d := &desk{library: lib, log: p.Log, send: send, ports: portsOf(lib)}
	d.runner, err = search.Open(ctx, search.Params{Searcher: lib, Deliver: d.deliver})
	if err != nil {
		return nil, errors.Join(err, lib.Close())
	}
	d.eyes, err = watcher.Open(ctx, watcher.Params{Hint: func() { send(hinted{}) }, Slow: d.slow})
	if err != nil {
		d.runner.Close()
		return nil, errors.Join(err, lib.Close())
	}
	d.keeper = openKeeper(ctx, shelved{lib}, d.look, send)
	for _, worker := range d.loaders() {
		*worker = openNewest(ctx)
	}
	return d, nil
}

// close ends the workers, the one that writes first, and then closes the library.
func (d *desk) close() error {
	blinded := d.eyes.Close()
	d.keeper.close()
	d.runner.Close()
	for _, worker := range d.loaders() {
		(*worker).close()
	}
	return errors.Join(blinded, d.library.Close())
}

// loaders are the workers that read what a pane wants.
func (d *desk) loaders() []**newest {
	return []**newest{&d.pages, &d.recent, &d.more, &d.secrets, &d.reveals}
}

// look watches the places where stores change, appear and vanish, as the last comparison found them. It does not wait.
func (d *desk) look() { d.eyes.Watch(placesOf(d.library.Sources)) }

// slow is told when the system begins to tell of less than all changes, and when that has ended.
func (d *desk) slow(begins bool) {
	if begins {
		d.log.Warn("not all changes are told: some places are polled")
	} else {
		d.log.Info("all changes are told again")
	}
	d.send(state.WatchingSlowly{Slow: begins})
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
func (d *desk) listRecent(s state.State) {
	f := s.Filters
	since, until := f.Bounds(s.Now)
	request := data.RecentRequest{
		Agents: f.Agents, Stores: seenStores(s), Since: since, Until: until, Include: f.Include, Limit: data.RecentSessions,
	}
	d.recent.ask(func(ctx context.Context) {
		sessions, err := d.seen(ctx, request, f.Sight)
		d.answer(ctx, err, func(failure *state.Failure) message {
			return state.RecentListed{Sessions: sessions, Sight: f.Sight, Failure: failure}
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
