package app

import (
	"slices"
	"time"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

const (
	// messageRoom lets a burst of messages wait without holding up who sends them.
	messageRoom = 256
	// tickEvery is how often relative dates are told anew.
	tickEvery = time.Minute
	// lingerFor is how long the highlight rests on a hit before the drawer shows it.
	lingerFor = 250 * time.Millisecond
	// noticeFor is how long a confirmation stays.
	noticeFor = 3 * time.Second
	// checkEvery is how old a comparison may be before a search asks for a new one beside it.
	checkEvery = 2 * time.Second
)

// message is what the loop is told: a state.Event, or one of the types below.
type message any

// fromDesk is a message of a worker of one desk. The loop drops it when another desk has been put in its place.
type fromDesk struct {
	desk    int
	message message
}

// opened is a desk that is ready, or nil and in started the reason why it is not.
type opened struct {
	number  int
	desk    *desk
	started state.Started
}

// acts without a value.
type act uint8

const (
	actCheckNow act = iota + 1
	actMakeIndex
	actPause
	actContinue
	actCancel
	actTrySample
	actLeaveSample
	actRetry
)

// folderChosen is a state directory that the person chose.
type folderChosen struct{ path string }

// folderFound is a canonical state directory that holds a history.
type folderFound struct{ path string }

// rebuildAsked asks for the index of these agents to be made again; none means all.
type rebuildAsked struct{ agents []string }

// listSaved asks for the list of hidden secrets to be written to a new file.
type listSaved struct {
	path    string
	secrets data.Secrets
}

// noticed is a short confirmation; it goes away by itself.
type noticed struct{ text string }

// hinted tells that a store may have changed.
type hinted struct{}

// changed tells that a pass changed the library.
type changed struct{}

// letGo tells that the keeper has ended what held it up, since nothing is left to do. It may be held up again by now.
type letGo struct{}

// send hands a message to the loop, or drops it when the program ends; it tells whether it was handed over.
func (a *app) send(m message) bool {
	select {
	case a.messages <- m:
		return true
	case <-a.ctx.Done():
		return false
	}
}

// loop is the only writer of the state.
func (a *app) loop() {
	tick := time.NewTicker(tickEvery)
	defer tick.Stop()
	a.sit(a.kind)
	for {
		select {
		case <-a.ctx.Done():
			a.leave()
			return
		case now := <-tick.C:
			a.reduce(state.Ticked{Now: now})
		case m := <-a.messages:
			a.take(m)
		}
	}
}

// take does what a message asks for.
func (a *app) take(m message) {
	switch m := m.(type) {
	case state.Event:
		if takesMemory(m) {
			a.rest.worked()
		}
		a.reduce(m)
	case fromDesk:
		if m.desk == a.deskNumber {
			a.take(m.message)
		}
	case opened:
		a.seat(m)
	case act:
		a.do(m)
	case noticed:
		a.notice(m.text)
	case folderChosen:
		a.tryFolder(m.path)
	case folderFound:
		a.addFolder(m.path)
	case changed:
		a.refresh()
	case hinted:
		if a.desk != nil {
			a.desk.keeper.hint()
		}
	case letGo:
		if a.desk != nil {
			a.reduce(state.HeldUp{Hold: a.desk.keeper.held()})
		}
	case rebuildAsked:
		a.makeAgain(m.agents)
	case listSaved:
		a.saveList(m)
	}
}

// do carries out an act.
func (a *app) do(what act) {
	switch what {
	case actCheckNow, actRetry:
		if a.desk == nil {
			a.sit(a.kind)
			return
		}
		if a.state.Failure != nil {
			a.refresh()
		}
		a.check(true)
	case actMakeIndex:
		a.preferences.Confirmed = true
		a.savePreferences()
		a.sit(deskOfPerson)
	case actPause, actContinue, actCancel:
		a.control(what)
	case actTrySample:
		a.sit(deskOfSample)
	case actLeaveSample:
		a.sit(deskOfPerson)
	}
}

// reduce changes the state, starts what follows from the change, and draws.
func (a *app) reduce(e state.Event) {
	before := a.state
	a.state = state.Reduce(before, e)
	a.follow(before, a.state)
	a.drawn.draw(a.state)
}

// follow starts the work that a change of the state asks for.
func (a *app) follow(before, after state.State) {
	if before.Settings != after.Settings {
		a.keepSettings(after.Settings)
	}
	if before.LastMade != after.LastMade {
		a.keepLastMade(after.LastMade)
	}
	if before.Highlight != after.Highlight {
		a.lingerOn(after.Highlight)
	}
	if before.Drawer.Open && !after.Drawer.Open {
		a.lingerOn("") // it would open again
	}
	if a.desk == nil {
		return
	}
	if !after.Question().Equal(before.Question()) {
		a.ask(before.Question(), after)
	}
	if before.Drawer.Wanted.Number != after.Drawer.Wanted.Number {
		a.desk.readPage(after.Drawer)
	}
	if before.Drawer.Shown.Number != after.Drawer.Shown.Number {
		a.desk.reveal(after.Drawer.Shown)
	}
	if before.Secrets.Number != after.Secrets.Number {
		a.desk.listSecrets(after.Secrets)
	}
	if looked := lookedAt(after.Drawer); looked != lookedAt(before.Drawer) {
		a.desk.keeper.lookAt(looked, after.Behind(after.Drawer.Session.Store))
	}
	if !before.Compared && after.Compared && after.Results.Indexing {
		a.refresh() // the answer that is shown says that it may lack something
	}
	a.widen(before, after)
}

// ask starts the search for a changed question, or lists the recent sessions where there are no words.
func (a *app) ask(before state.Question, s state.State) {
	if s.Browsing() {
		a.desk.runner.Cancel()
		a.desk.listRecent(s)
		return
	}
	a.desk.search(s, s.Question().Text == before.Text)
	a.check(false)
}

// refresh asks again for what is shown, after the library changed.
func (a *app) refresh() {
	if a.desk == nil {
		return
	}
	a.reduce(state.HistoryChanged{})
	a.desk.listRecent(a.state)
	if !a.state.Browsing() {
		a.desk.search(a.state, true)
	}
}

// lingerOn opens the highlighted hit when the highlight has not moved for a moment.
func (a *app) lingerOn(row state.RowID) {
	if a.linger != nil {
		a.linger.Stop()
	}
	if row != "" {
		a.linger = time.AfterFunc(lingerFor, func() { a.send(state.Lingered{Row: row}) })
	}
}

// notice shows a confirmation for a moment.
func (a *app) notice(text string) {
	if a.unnotice != nil {
		a.unnotice.Stop()
	}
	a.reduce(state.Noticed{Text: text})
	a.unnotice = time.AfterFunc(noticeFor, func() { a.send(state.Noticed{}) })
}

// widen reads the further hits of sessions that were expanded beyond what the answer brought. One more such session has
// all of them read anew, because only the newest request runs.
func (a *app) widen(before, after state.State) {
	wanted, known := after.Unwidened(), before.Unwidened()
	for _, group := range wanted {
		same := func(g data.Group) bool { return state.SessionRow(g.Session) == state.SessionRow(group.Session) }
		if !slices.ContainsFunc(known, same) {
			a.desk.readMore(after.Answered, wanted, after.Now)
			return
		}
	}
}

// moreQuery asks for all hits of one session, as far as a search may list them.
func moreQuery(q state.Question, group data.Group, now time.Time) data.Query {
	query := q.DataQuery(now)
	query.Scope = data.Scope{Mode: data.ScopeSelf, Of: group.Session.Key}
	query.Stores = []string{group.Session.Store.Path}
	query.Limit, query.PerSession, query.Sessions = data.MaxSearchLimit, 0, 0
	return query
}

// addFolder looks into a state directory that the person chose, from now on. Where directories were named at the start,
// it joins them for this run.
func (a *app) addFolder(path string) {
	if a.paths.States != nil {
		a.paths.States = append(slices.Clone(a.paths.States), path)
	} else if !slices.Contains(a.preferences.Folders, path) {
		a.preferences.Folders = append(slices.Clone(a.preferences.Folders), path)
		a.savePreferences()
	}
	a.sit(deskOfPerson)
}

// tryFolder looks, beside the loop, whether a folder holds a history, and says so if it does not.
func (a *app) tryFolder(path string) {
	a.workers.Go(func() {
		path, err := config.Canonical(path)
		var stores []data.Store
		if err == nil {
			stores, _ = library.NewSources(library.Params{States: []string{path}}).Find(a.ctx)
		}
		if len(stores) == 0 {
			a.send(noticed{words.NoHistoryThere})
			return
		}
		a.send(folderFound{path})
	})
}
