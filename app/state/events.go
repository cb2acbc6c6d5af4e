package state

import (
	"maps"
	"slices"
	"time"

	"github.com/wordwake/wordwake/data"
)

// Ticked tells the time.
type Ticked struct{ Now time.Time }

func (e Ticked) apply(s State) State {
	s.Now = e.Now
	return s
}

// Started ends the search for stores: Phase says what the window is about.
type Started struct {
	Phase   Phase
	Found   Found
	Failure *Failure
	Sample  bool
}

func (e Started) apply(s State) State {
	s.Phase, s.Found, s.Failure, s.Sample = e.Phase, e.Found, e.Failure, e.Sample
	return s
}

// LibraryChosen begins anew with another library, such as the sample: nothing of the old one stays in view.
type LibraryChosen struct{}

func (LibraryChosen) apply(s State) State {
	return State{Phase: PhaseStarting, Now: s.Now, Settings: s.Settings, Wide: s.Wide, Found: s.Found, LastMade: s.LastMade}
}

// QueryTyped is an edit of the search field.
type QueryTyped struct{ Text string }

func (e QueryTyped) apply(s State) State {
	before := s.Question()
	s.Query = e.Text
	return asked(s, before)
}

// FiltersChosen is a choice in a filter menu.
type FiltersChosen struct{ Filters Filters }

func (e FiltersChosen) apply(s State) State {
	before := s.Question()
	s.Filters = e.Filters
	return asked(s, before)
}

// FiltersCleared takes every narrowing filter away; order and included kinds stay.
type FiltersCleared struct{}

func (FiltersCleared) apply(s State) State {
	return FiltersChosen{Filters{Order: s.Filters.Order, Include: s.Filters.Include}}.apply(s)
}

// asked notes that a changed question waits for its answer. Without words the recent sessions are the answer, at once.
func asked(s State, before Question) State {
	if s.Question().Equal(before) {
		return s
	}
	s.Failure = nil
	if s.Filters.Sight != before.Filters.Sight {
		s = s.blind()
	}
	s.Waiting = WaitingQuiet
	s.Searching = !s.Browsing()
	if s.Browsing() {
		s = s.blind()
	}
	return s
}

// blind forgets the answer: what one session may see is not shown as what another one, or nobody knows who, may see.
func (s State) blind() State {
	s.Results, s.Answered = data.Results{}, Question{}
	return s.rematched()
}

// Waited tells that the search for Question still runs, and how much of that is to be shown.
type Waited struct {
	Question Question
	Waiting  Waiting
}

func (e Waited) apply(s State) State {
	if s.Searching && e.Question.Equal(s.Question()) {
		s.Waiting = e.Waiting
	}
	return s
}

// Answered is the answer to a question. One to an older question is dropped.
type Answered struct {
	Question Question
	Results  data.Results
	// Failure is set when there is no answer.
	Failure *Failure
}

func (e Answered) apply(s State) State {
	if s.Browsing() || !e.Question.Equal(s.Question()) {
		return s
	}
	s.Searching, s.Waiting = false, WaitingQuiet
	s.Failure = e.Failure
	if e.Failure != nil {
		if e.Failure.Settings {
			return s.blind()
		}
		return s
	}
	if s.Answered.Equal(e.Question) {
		e.Results.Groups = keptWide(s, e.Results.Groups)
	} else {
		s.Folded, s.Expanded = nil, nil
	}
	s.Results, s.Answered, s.Widened = e.Results, e.Question, nil
	return s.rematched()
}

// keptWide leaves an expanded session the hits that an answer does not bring, until they are read again.
func keptWide(s State, groups []data.Group) []data.Group {
	kept := slices.Clone(groups)
	for i, group := range kept {
		if !s.Expanded[SessionRow(group.Session)] || group.More == 0 {
			continue
		}
		old := indexOf(s.Results.Groups, group.Session)
		if old >= 0 && len(s.Results.Groups[old].Hits) > len(group.Hits) {
			kept[i].Hits, kept[i].More = s.Results.Groups[old].Hits, s.Results.Groups[old].More
		}
	}
	return kept
}

func indexOf(groups []data.Group, session data.Session) int {
	row := SessionRow(session)
	return slices.IndexFunc(groups, func(g data.Group) bool { return SessionRow(g.Session) == row })
}

// Unwidened lists the expanded sessions of which further hits are known and not read yet.
func (s State) Unwidened() []data.Group {
	var groups []data.Group
	for _, group := range s.Results.Groups {
		if row := SessionRow(group.Session); group.More > 0 && s.Expanded[row] && !s.Widened[row] {
			groups = append(groups, group)
		}
	}
	return groups
}

// SessionWidened brings further hits of one session, asked for by "more".
type SessionWidened struct {
	Question Question
	Group    data.Group
	// Failure is set when they could not be read; the row that asks for them is then there again.
	Failure *Failure
}

func (e SessionWidened) apply(s State) State {
	i, row := indexOf(s.Results.Groups, e.Group.Session), SessionRow(e.Group.Session)
	if i < 0 || !e.Question.Equal(s.Answered) {
		return s
	}
	if e.Failure != nil {
		s.Failure, s.Expanded = e.Failure, withSet(s.Expanded, row, false)
		return s
	}
	groups := slices.Clone(s.Results.Groups)
	groups[i].Hits, groups[i].More = e.Group.Hits, e.Group.More
	s.Results.Groups = groups
	s.Expanded, s.Widened = withSet(s.Expanded, row, true), withSet(s.Widened, row, true)
	return s.rematched()
}

// RecentListed brings the recent sessions.
type RecentListed struct {
	Sessions []data.Session
	// Sight is whose eyes were looked with.
	Sight Sight
	// Failure is set when they could not be listed.
	Failure *Failure
}

func (e RecentListed) apply(s State) State {
	switch {
	case e.Failure != nil && e.Failure.Settings:
		s.Recent, s.RecentSight = nil, e.Sight
		if s.Browsing() && s.Filters.Sight == e.Sight {
			s.Failure = e.Failure
		}
	case e.Failure != nil:
		s.Trouble = e.Failure
	default:
		s.Recent, s.RecentSight = e.Sessions, e.Sight
		if s.Browsing() && s.Failure != nil && s.Failure.Settings {
			s.Failure = nil
		}
	}
	return s
}

// usable shows the page of a failure as long as no store can be read and nothing is left to search, and the list otherwise.
func usable(s State) State {
	if s.Phase != PhaseReady && s.Phase != PhaseUnusable {
		return s
	}
	if s.Phase == PhaseUnusable {
		s.Phase, s.Failure = PhaseReady, nil
	}
	if s.Status.Library.Sessions > 0 || len(s.Status.Stores) == 0 {
		return s
	}
	for _, store := range s.Status.Stores {
		if store.State == data.StoreReady || store.State == data.StoreIndexing {
			return s
		}
	}
	s.Phase, s.Failure = PhaseUnusable, FailureOf(s.Status.Stores)
	return s
}

// FailureOf tells of all stores that failed; there must be one.
func FailureOf(stores []data.StoreStatus) *Failure {
	first := stores[0]
	f := &Failure{State: first.State, Agent: first.Store.Agent, Detail: first.Detail, Path: first.Store.Path}
	if len(stores) == 1 {
		return f
	}
	f.Agent, f.Path, f.Detail, f.Stores = "", "", "", stores
	for _, store := range stores {
		f.Detail += store.Store.Agent + ": " + store.Detail + "\n"
	}
	return f
}

// AgentsOf lists the owners of stores by name, with their sessions.
func AgentsOf(stores []data.StoreStatus) []Agent {
	byID := map[string]Agent{}
	for _, store := range stores {
		id := store.Store.Agent
		if id == "" { // a folder that may not be listed
			continue
		}
		agent, seen := byID[id]
		agent.ID = id
		agent.Sessions += store.Sessions
		agent.Unreadable = (agent.Unreadable || !seen) && store.State != data.StoreReady && store.State != data.StoreIndexing
		byID[id] = agent
	}
	var agents []Agent
	for _, id := range slices.Sorted(maps.Keys(byID)) {
		agents = append(agents, byID[id])
	}
	return agents
}

// Dismissed hides a banner until its text changes.
type Dismissed struct{ Banner string }

func (e Dismissed) apply(s State) State {
	s.Dismissed = withSet(s.Dismissed, e.Banner, true)
	return s
}

// Noticed shows a short confirmation; an empty text takes it away.
type Noticed struct{ Text string }

func (e Noticed) apply(s State) State {
	s.Notice = e.Text
	return s
}

// SettingsChanged is a change of the person's settings.
type SettingsChanged struct{ Settings Settings }

func (e SettingsChanged) apply(s State) State {
	s.Settings = e.Settings
	return s
}

// Resized tells whether list and drawer stand side by side.
type Resized struct{ Wide bool }

func (e Resized) apply(s State) State {
	s.Wide = e.Wide
	return s
}
