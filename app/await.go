package app

import (
	"context"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/watcher"
)

// await looks out for a first history while there is none, and has the window begin anew with it.
func (a *app) await() {
	ctx, stop := context.WithCancel(a.ctx)
	a.stopAwaiting = stop
	number, sources := a.deskNumber, library.NewSources(a.libraryParams(a.kind))
	a.workers.Go(func() {
		defer stop()
		found, err := appears(ctx, sources)
		if err != nil {
			a.log.Warn("no lookout for a first history", kindOf(err))
		}
		if found {
			a.send(fromDesk{number, actRetry})
		}
	})
}

// appears waits until there is a history, or ctx ends.
func appears(ctx context.Context, sources *library.Sources) (bool, error) {
	hints := make(chan struct{}, 1)
	hint := func() {
		select {
		case hints <- struct{}{}:
		default:
		}
	}
	eyes, err := watcher.Open(ctx, watcher.Params{Hint: hint})
	if err != nil {
		return false, err
	}
	defer func() { _ = eyes.Close() }()
	for {
		if stores, _ := sources.Find(ctx); len(stores) > 0 {
			return true, nil
		}
		eyes.Watch(placesOf(sources))
		select {
		case <-ctx.Done():
			return false, nil
		case <-hints:
		}
	}
}

// placesOf gives the places that the last Find named in the watcher's terms.
func placesOf(sources *library.Sources) []watcher.Place {
	found := sources.Places()
	places := make([]watcher.Place, 0, len(found))
	for _, place := range found {
		places = append(places, watcher.Place(place))
	}
	return places
}
