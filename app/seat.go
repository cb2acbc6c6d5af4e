package app

import (
	"context"
	"slices"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
)

// deskKind says whose history a desk holds.
type deskKind uint8

const (
	deskOfPerson deskKind = iota
	deskOfSample
)

// sit closes the desk and opens another, beside the loop: opening looks at disks. Messages of the old desk no longer count.
func (a *app) sit(kind deskKind) {
	if a.stopAwaiting != nil {
		a.stopAwaiting()
	}
	old := a.desk
	a.desk = nil
	a.deskNumber++
	a.reduce(state.LibraryChosen{})
	a.kind = kind
	number, params, confirmed := a.deskNumber, a.libraryParams(kind), a.preferences.Confirmed
	a.workers.Go(func() {
		if old != nil {
			a.closeDesk(old)
		}
		o := a.open(a.ctx, number, params, confirmed)
		if !a.send(o) {
			a.discard(o)
		}
	})
}

// discard closes a desk that nobody takes into use.
func (a *app) discard(o opened) {
	if o.desk != nil {
		a.closeDesk(o.desk)
	}
}

func (a *app) libraryParams(kind deskKind) library.Params {
	if kind == deskOfSample {
		return library.Params{Folder: a.paths.Sample, Sample: true, Log: a.log}
	}
	return library.Params{Folder: a.paths.Library, States: a.paths.States, Extra: slices.Clone(a.preferences.Folders), Log: a.log}
}

// open finds the stores and opens the library; it gives what the window is to show first. Without the person's word
// nothing is made in the place of a library that is not there.
func (a *app) open(ctx context.Context, number int, p library.Params, confirmed bool) opened {
	started := state.Started{Phase: state.PhaseReady, Sample: p.Sample, Found: state.Found{LibraryPath: p.Folder}}
	sources := library.NewSources(p)
	stores, problems := sources.Find(ctx)
	started.Found.Looked = sources.Looked()
	for _, problem := range problems {
		a.log.Warn("history not found", kindOf(problem))
	}
	if !library.Exists(p.Folder) {
		switch {
		case len(stores) == 0 && len(sources.Problems()) > 0:
			started.Phase, started.Failure = state.PhaseUnusable, state.FailureOf(sources.Problems())
			return opened{number: number, started: started}
		case len(stores) == 0:
			started.Phase = state.PhaseNothingFound
			return opened{number: number, started: started}
		case !p.Sample && !confirmed:
			started.Phase, started.Found.Agents = state.PhaseFirstRun, state.AgentsOf(sources.Look(ctx, stores))
			return opened{number: number, started: started}
		}
	}
	desk, err := openDesk(ctx, p, func(m message) { a.send(fromDesk{number, m}) })
	if err != nil {
		a.log.Error("library not opened", kindOf(err))
		started.Phase, started.Failure = state.PhaseUnusable, failureOf(err)
	}
	return opened{number: number, desk: desk, started: started}
}

// seat takes an opened desk into use, unless another one was asked for meanwhile.
func (a *app) seat(o opened) {
	if o.number != a.deskNumber {
		a.workers.Go(func() { a.discard(o) })
		return
	}
	a.desk = o.desk
	a.reduce(o.started)
	if o.started.Phase == state.PhaseNothingFound {
		a.await()
	}
	a.refresh()
	a.check(true)
}

// leave closes the desk as the program ends.
func (a *app) leave() {
	for _, timer := range []*time.Timer{a.linger, a.unnotice} {
		if timer != nil {
			timer.Stop()
		}
	}
	a.rest.stop()
	if a.desk != nil {
		a.closeDesk(a.desk)
	}
	a.saver.close()
	if a.unsaved {
		a.writePreferences(a.preferences)
	}
}

func (a *app) closeDesk(d *desk) {
	if err := d.close(); err != nil {
		a.log.Warn("library not closed cleanly", kindOf(err))
	}
}
