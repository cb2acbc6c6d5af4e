package openclaw

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/wordwake/wordwake/data"
)

// storeName is the file name of an agent's database.
const storeName = "openclaw-agent.sqlite"

// FinderParams says where to look. The zero value looks where OpenClaw itself would, as the environment has it.
type FinderParams struct {
	// States are state directories; given, nothing else is discovered.
	States []string
	// Home is the person's home directory; empty means the one that OpenClaw would find.
	Home string
	// Env reads the environment; nil means os.Getenv.
	Env func(string) string
	// TempDir is where private copies of the registry are made; empty means the system's folder for temporary files.
	TempDir string
}

// Finder finds the agents' databases of OpenClaw. It is safe for use by several goroutines.
type Finder struct {
	params     FinderParams
	registries sync.Map // path: registryAt
	mu         sync.Mutex
	looked     []string
	places     []Place
	where      func(dir string) (where whereabouts, there bool)
}

var _ data.Finder = (*Finder)(nil)

// NewFinder gives a finder; nothing is looked at before Find.
func NewFinder(params FinderParams) *Finder {
	if params.Env == nil {
		params.Env = os.Getenv
	}
	return &Finder{params: params, where: whereabout}
}

// Looked lists the directories that the last Find looked into, whether they exist or not.
func (f *Finder) Looked() []string {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.looked)
}

// Find lists the databases, by state directory and agent, each once whatever leads to it.
func (f *Finder) Find(ctx context.Context) ([]data.Store, []error) {
	home := homes(f.params.Home, f.params.Env)
	states, given := f.params.States, len(f.params.States) > 0
	if !given {
		states = stateDirs(home, f.params.Env)
	}
	s := search{params: f.params, registries: &f.registries, home: home, given: given, seen: map[string]bool{}, reals: reals{}, places: newPlaces(f.where)}
	if !given {
		s.config = variable(f.params.Env, "OPENCLAW_CONFIG_PATH")
		for _, root := range home.roots() {
			s.places.home(root)
		}
	}
	states = append([]string(nil), states...)
	for i, state := range states {
		if abs, err := filepath.Abs(state); err == nil {
			states[i] = abs
		}
	}
	for _, state := range states {
		if ctx.Err() != nil {
			s.problems = append(s.problems, ctx.Err())
			break
		}
		s.state(ctx, state)
	}
	f.mu.Lock()
	f.looked = states
	if ctx.Err() == nil {
		f.places = s.places.list
	}
	f.mu.Unlock()
	return s.stores, s.problems
}

// search is one run of Find.
type search struct {
	params     FinderParams
	registries *sync.Map
	home       home
	given      bool
	// config is where the environment has the configuration. It is that of the state directory that OpenClaw would choose,
	// which is the first that exists; profiles have their own.
	config   string
	seen     map[string]bool // canonical paths of states and stores
	reals    reals
	stores   []data.Store
	problems []error
	places   *places
}

func (s *search) problem(err error) {
	if err != nil {
		s.problems = append(s.problems, err)
	}
}

// state looks into one state directory.
func (s *search) state(ctx context.Context, dir string) {
	s.places.state(dir)
	canonical, err := s.reals.of(dir)
	if err == nil {
		err = enter(canonical)
	}
	if err != nil {
		if s.given || !errors.Is(err, fs.ErrNotExist) {
			s.problem(lookFault(dir, err))
		}
		return
	}
	if s.seen[canonical] {
		return
	}
	s.seen[canonical] = true
	before := len(s.stores)
	agents := s.agents(canonical)
	s.registry(ctx, canonical)
	s.configured(canonical, agents)
	slices.SortStableFunc(s.stores[before:], func(a, b data.Store) int {
		return cmp.Or(cmp.Compare(a.Agent, b.Agent), cmp.Compare(a.Path, b.Path))
	})
}

// enter finds out whether what lies in a folder can be reached; the folder itself need not be listed.
func enter(dir string) error {
	_, err := os.Stat(filepath.Join(dir, "agents"))
	if errors.Is(err, fs.ErrPermission) {
		return err
	}
	return nil
}

// lookFault makes the problem of a folder in which agents may be.
func lookFault(dir string, err error) error {
	hint := "Wordwake cannot look into this folder. Check that it is there and that its disk can be read."
	if errors.Is(err, fs.ErrPermission) {
		err = fmt.Errorf("%w: %w", data.ErrNoAccess, err)
		hint = "Wordwake is not allowed to look into this folder. Give your user the right to list and to enter it."
	}
	return &data.StoreError{Op: "look for agents", Path: dir, Err: err, Hint: hint}
}

// agents adds the databases in the usual place and returns the ids of all agents that have a folder. A link to another
// agent's folder is no agent; links that lead elsewhere are.
func (s *search) agents(state string) []string {
	root := filepath.Join(state, "agents")
	folders, err := os.ReadDir(root)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		s.problem(lookFault(root, err))
	}
	if errors.Is(err, fs.ErrPermission) {
		s.reachable(state, root)
	}
	var ids []string
	for _, folder := range folders {
		if s.another(root, folder.Name()) {
			continue
		}
		ids = append(ids, folder.Name())
		s.add(state, folder.Name(), filepath.Join(root, folder.Name(), "agent", storeName))
	}
	return ids
}

// reachable adds the database of the agent that OpenClaw makes first, where the agents cannot be listed but entered.
func (s *search) reachable(state, root string) {
	path := filepath.Join(root, "main", "agent", storeName)
	if _, err := os.Stat(path); err == nil {
		s.add(state, "main", path)
	}
}

// another tells whether what an agent's folder leads to is in the folder of another agent.
func (s *search) another(root, name string) bool {
	canonical, err := s.reals.of(root)
	if err != nil {
		return false
	}
	for _, path := range []string{name, filepath.Join(name, "agent"), filepath.Join(name, "agent", storeName)} {
		to, err := s.reals.of(filepath.Join(root, path))
		if err != nil {
			return false
		}
		relative, err := filepath.Rel(canonical, to)
		if err != nil {
			return false
		}
		if owner, _, _ := strings.Cut(filepath.ToSlash(relative), "/"); owner != ".." && owner != name {
			return true
		}
	}
	return false
}

// add takes a database that exists. One that cannot be looked at is taken too: opening it tells why.
func (s *search) add(state, agent, path string) {
	s.places.database(path)
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrPermission):
	case err != nil || info.IsDir():
		return
	}
	if canonical, err := s.reals.of(path); err == nil && canonical != path {
		path = canonical
		s.places.database(path)
	}
	s.places.archives(path)
	if s.seen[path] {
		return
	}
	s.seen[path] = true
	s.stores = append(s.stores, data.Store{Agent: normalAgent(agent), Path: path, State: state, Kind: data.StoreOpenClaw})
}
