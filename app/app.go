package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"os"
	"runtime"
	"sync"
	"time"

	"fyne.io/fyne/v2"
	fyneapp "fyne.io/fyne/v2/app"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/single"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/icons"
	"github.com/wordwake/wordwake/views"
)

// ID is the name by which desktops know the program.
const ID = "io.github.wordwake.wordwake"

// Params are the needs of the window's program.
type Params struct {
	// Folders are the directories that the person named.
	Folders config.Folders
	// Sample shows the built-in sample history instead of the person's own.
	Sample bool
	// Out is told if the window is open already.
	Out io.Writer
}

// app is the running program.
type app struct {
	ctx   context.Context
	stop  context.CancelFunc
	log   *slog.Logger
	paths config.Paths
	kind  deskKind

	messages chan message
	workers  sync.WaitGroup

	// What follows belongs to the loop.
	state       state.State
	preferences config.Preferences
	unsaved     bool
	saver       *newest
	desk        *desk
	deskNumber  int
	linger      *time.Timer
	unnotice    *time.Timer
	// stopAwaiting ends the lookout for a first history; nil while there never was one.
	stopAwaiting context.CancelFunc
	rest         rest

	drawn drawing
	// guard keeps the library to this window; nil where there is none.
	guard *single.Guard
}

// ErrSilent says that a window of this library is open and does not answer.
var ErrSilent = errors.New("its window is open already and does not answer; close it, or end its process, and start again")

// alreadyOpen is what a second start says when the first window came to the front.
const alreadyOpen = "Wordwake is open already. Its window was asked to the front."

// Run opens the window and returns when it is closed, or when another process has one and brings that to the front.
func Run(ctx context.Context, p Params) error {
	if !hasDisplay(ctx, runtime.GOOS, os.Getenv, new(net.Dialer).DialContext) {
		return ErrNoDisplay
	}
	paths, err := config.Locate(p.Folders, os.Getenv)
	if err != nil {
		return err
	}
	log, closer, err := config.OpenLog(paths.Log, slog.LevelInfo)
	if err != nil {
		return err
	}
	defer func() { _ = closer.Close() }()
	a := newApp(ctx, paths, log)
	library := paths.Library
	if p.Sample {
		a.kind, library = deskOfSample, paths.Sample
	}
	a.guard, err = single.Claim(ctx, single.Params{Folder: library, Runtime: paths.Runtime})
	switch {
	case errors.Is(err, single.ErrRaised):
		_, err := fmt.Fprintln(p.Out, alreadyOpen)
		return err
	case errors.Is(err, single.ErrSilent):
		return ErrSilent
	case err != nil: // then there may be two windows, which is no harm to the library
		log.Warn("window not guarded", kindOf(err))
	}
	a.show()
	return nil
}

// newApp reads the preferences. Nothing runs yet.
func newApp(ctx context.Context, paths config.Paths, log *slog.Logger) *app {
	preferences, aside, err := config.LoadPreferences(paths.Preferences)
	if err != nil {
		log.Warn("preferences not read", kindOf(err))
	}
	if aside != "" {
		log.Warn("damaged preferences set aside")
	}
	ctx, stop := context.WithCancel(ctx)
	a := &app{ctx: ctx, stop: stop, log: log, paths: paths, preferences: preferences, messages: make(chan message, messageRoom), rest: rest{done: giveBack}}
	a.state = state.State{Now: time.Now(), Settings: settingsOf(preferences), LastMade: lastMade(preferences), Wide: true}
	return a
}

// show runs the window on this goroutine until it is closed.
func (a *app) show() {
	gui := fyneapp.NewWithID(ID)
	window := views.New(gui, a.actions(gui), icons.App)
	window.Render(a.state)
	a.drawn.post, a.drawn.render = fyne.Do, window.Render
	unhook := context.AfterFunc(a.ctx, func() { fyne.Do(func() { a.quit(gui) }) })
	a.start()
	a.guard.Serve(a.ctx, func(ctx context.Context) error { return a.raise(ctx, window) })
	window.ShowAndRun()
	unhook()
	a.leavePlace() // Fyne ends by itself on a signal
	a.close()
}

// raise has the window come to the front, and waits until it has.
func (a *app) raise(ctx context.Context, window *views.Window) error {
	done := make(chan struct{})
	fyne.Do(func() {
		if !a.drawn.ended() { // what is posted to a window that is gone runs at once
			window.Raise()
			close(done)
		}
	})
	select {
	case <-done:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// quit ends the program's event loop. Nothing may be drawn once that has ended. The place is left first: who starts the program
// again while it ends gets a window of his own.
func (a *app) quit(gui fyne.App) {
	a.leavePlace()
	gui.Quit()
}

func (a *app) leavePlace() {
	a.drawn.stop()
	if err := a.guard.Close(); err != nil {
		a.log.Warn("socket of the window not closed", kindOf(err))
	}
}

// start begins the loop; close ends it, and with it all that it started, in order.
func (a *app) start() {
	a.saver = openNewest(a.ctx)
	a.workers.Go(a.loop)
}

func (a *app) close() {
	a.stop()
	a.workers.Wait()
	for len(a.messages) > 0 {
		if o, ok := (<-a.messages).(opened); ok {
			a.discard(o) // it came after the loop ended
		}
	}
}
