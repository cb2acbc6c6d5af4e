package library

import (
	"errors"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/wordwake/wordwake/data"
)

// Problems tells which directories could not be listed when histories were looked for last, so that histories in them may be
// missing: Store.Path is the directory, and Store.Agent is empty, since nobody knows whose histories lie there.
func (s *Sources) Problems() []data.StoreStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Faults(s.problems)
}

// Problems is Sources.Problems of the library's sources.
func (l *Library) Problems() []data.StoreStatus { return l.Sources.Problems() }

// Faults makes statuses of the problems that a Finder names, as far as they are about a directory that is there. One that
// is not there is no fault: OpenClaw is not on every computer.
func Faults(problems []error) []data.StoreStatus {
	var faults []data.StoreStatus
	for _, problem := range problems {
		place, known := placeOf(problem)
		state := data.StateOf(problem)
		if !known || state == data.StoreMissing || slices.ContainsFunc(faults, func(f data.StoreStatus) bool { return f.Store == place }) {
			continue
		}
		faults = append(faults, data.StoreStatus{Store: place, State: state, Detail: Hint(problem)})
	}
	return faults
}

// placeOf tells which directory a problem is about.
func placeOf(problem error) (place data.Store, known bool) {
	var failure *data.StoreError
	if errors.As(problem, &failure) {
		return data.Store{Agent: failure.Agent, Path: failure.Path, Kind: data.StoreOpenClaw}, failure.Path != ""
	}
	var path *fs.PathError
	if errors.Is(problem, fs.ErrPermission) && errors.As(problem, &path) {
		return data.Store{Path: path.Path, Kind: data.StoreOpenClaw}, true
	}
	return data.Store{}, false
}

// withProblems adds what could not be listed to the stores that were looked at.
func withProblems(stores, problems []data.StoreStatus) []data.StoreStatus {
	all := slices.Clip(stores)
	for _, problem := range problems {
		if !slices.ContainsFunc(stores, func(s data.StoreStatus) bool { return s.Store.Path == problem.Store.Path }) {
			all = append(all, problem)
		}
	}
	return all
}

// about leaves the statuses that matter to a query: those of the agents and of the stores that it names. A directory whose
// agents nobody knows matters to all agents, and to the stores in it.
func about(statuses []data.StoreStatus, agents, stores []string) []data.StoreStatus {
	var left []data.StoreStatus
	for _, s := range statuses {
		if len(agents) > 0 && s.Store.Agent != "" && !slices.Contains(agents, s.Store.Agent) {
			continue
		}
		if stores != nil && !slices.ContainsFunc(stores, func(path string) bool { return path == s.Store.Path || holds(s.Store, path) }) {
			continue
		}
		left = append(left, s)
	}
	return left
}

// holds tells whether a place is a directory that could not be listed and the path lies in it.
func holds(place data.Store, path string) bool {
	return place.Agent == "" && strings.HasPrefix(path, strings.TrimSuffix(place.Path, string(filepath.Separator))+string(filepath.Separator))
}
