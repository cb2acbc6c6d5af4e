package openclaw

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// SettingsReader reads settings, and what was read again only once a file that it came from changed. It is safe for use by
// several goroutines.
type SettingsReader struct {
	params FinderParams
	mu     sync.Mutex
	files  map[string]readFiles // by state directory
	runs   map[string]readRuns
}

// readFiles is what the configuration of a state directory said, and the marks of all files that could have a say in it.
type readFiles struct {
	settings Settings
	problems []error
	marks    map[string]mark
}

// readRuns is what a registry held under a stamp.
type readRuns struct {
	stamp data.Stamp
	runs  []data.Run
}

// NewSettingsReader gives a reader; nothing is looked at before Read.
func NewSettingsReader(params FinderParams) *SettingsReader {
	if params.Env == nil {
		params.Env = os.Getenv
	}
	return &SettingsReader{params: params, files: map[string]readFiles{}, runs: map[string]readRuns{}}
}

// Read reads the settings of one state directory. They are never without a meaning: what cannot be read has its zero value, and
// the problems tell why. The lists in them are shared, and not to be changed.
func (r *SettingsReader) Read(ctx context.Context, state string) (Settings, []error) {
	settings, problems := r.Configured(state)
	if settings.State == "" {
		return settings, problems
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	runs, err := r.registered(ctx, settings.State)
	if err != nil {
		problems = append(problems[:len(problems):len(problems)], err)
	}
	settings.Runs = runs
	return settings, problems
}

// Configured is Read without the runs, which no configuration names. The State is empty if the directory cannot be looked at.
func (r *SettingsReader) Configured(state string) (Settings, []error) {
	canonical, err := filepath.EvalSymlinks(state)
	if err != nil {
		return Settings{}, []error{lookFault(state, err)}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	read := r.configured(canonical)
	return read.settings, read.problems
}

// configured gives what the configuration says, from memory if no file changed.
func (r *SettingsReader) configured(state string) readFiles {
	if known, ok := r.files[state]; ok && maps.Equal(known.marks, marksOf(known.marks)) {
		return known
	}
	h := homes(r.params.Home, r.params.Env)
	places := configPlaces(r.named(h, state), h, state)
	read := readFiles{settings: Settings{State: state}, marks: map[string]mark{}}
	for _, place := range places {
		read.marks[place] = mark{}
	}
	read.marks = marksOf(read.marks) // before the files are read, so that a change meanwhile is seen
	file, err := loadFirst(places)
	if err == nil && file.path != "" {
		err = read.take(file)
	}
	if err != nil {
		read.problems = append(read.problems, err)
	}
	if !lately(read.marks) {
		r.files[state] = read
	}
	return read
}

// take parses a configuration.
func (r *readFiles) take(file configFile) error {
	included := map[string]mark{}
	for _, path := range file.included {
		included[path] = mark{}
	}
	maps.Copy(r.marks, marksOf(included))
	r.problems = file.problems
	settings, err := parseSettings(file.standard)
	if err != nil {
		return configFault(file.path, err)
	}
	settings.State = r.settings.State
	r.settings = settings
	r.settings.Secrets, err = configSecrets(file.standard)
	if err != nil {
		return configFault(file.path, err)
	}
	return nil
}

// named is where the environment has the configuration of a state directory; empty if it says nothing of this one. It speaks of
// the directory that OpenClaw would choose, which is the first that exists.
func (r *SettingsReader) named(h home, state string) string {
	named := variable(r.params.Env, "OPENCLAW_CONFIG_PATH")
	if named == "" || len(r.params.States) > 0 {
		return ""
	}
	for _, dir := range stateDirs(h, r.params.Env) {
		if canonical, err := filepath.EvalSymlinks(dir); err == nil {
			if canonical == state {
				return named
			}
			return ""
		}
	}
	return ""
}

// registered gives the runs of the registry, from memory if it did not change.
func (r *SettingsReader) registered(ctx context.Context, state string) ([]data.Run, error) {
	path := registryOf(state)
	runs, err := r.runsAt(ctx, path)
	if errors.Is(err, fs.ErrNotExist) && !errors.Is(err, errCopy) {
		return nil, nil
	}
	if err != nil {
		return nil, &SettingsError{What: "the sub-agent runs in", Path: path, Err: sqlitedb.Translate(err)}
	}
	return runs, nil
}

func (r *SettingsReader) runsAt(ctx context.Context, path string) ([]data.Run, error) {
	stamp, fresh, err := stampOf(path, time.Now(), "")
	if err != nil {
		return nil, err
	}
	if known, ok := r.runs[path]; ok && known.stamp == stamp {
		return known.runs, nil
	}
	runs, err := loadRuns(ctx, path, r.params.TempDir)
	if err == nil && !fresh {
		r.runs[path] = readRuns{stamp, runs}
	}
	return runs, err
}

// marksOf looks at files again. One that cannot be looked at has the mark of a missing one: reading it tells why.
func marksOf(files map[string]mark) map[string]mark {
	now := make(map[string]mark, len(files))
	for path := range files {
		now[path], _ = look(path)
	}
	return now
}

// lately tells whether a file changed so lately that an equal mark would prove nothing.
func lately(marks map[string]mark) bool {
	for _, m := range marks {
		if m.exists && time.Since(time.Unix(0, m.modified)) < freshAge {
			return true
		}
	}
	return false
}
