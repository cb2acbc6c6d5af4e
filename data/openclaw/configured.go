package openclaw

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// configNames are the names of the configuration file, the newest first.
var configNames = []string{"openclaw.json", "clawdbot.json", "moltbot.json", "moldbot.json"}

// maxConfig bounds what is read of a configuration file.
const maxConfig = 8 << 20

// config is what counts of OpenClaw's configuration; every key may be missing.
type config struct {
	store string            // session.store
	dirs  map[string]string // agent id: agentDir
	ids   []string          // the roster
}

// configured adds the databases in places that the configuration names.
func (s *search) configured(state string, agents []string) {
	c, dir, err := s.readConfig(state)
	if err != nil {
		s.problem(err)
		return
	}
	for id, place := range c.dirs {
		s.add(state, id, filepath.Join(resolve(expand(place, s.home.effective), dir), storeName))
	}
	if c.store == "" {
		return
	}
	ids := slices.Compact(slices.Sorted(slices.Values(append(append(agents, c.ids...), "main"))))
	for _, id := range ids {
		place := resolve(expand(strings.ReplaceAll(c.store, "{agentId}", normalAgent(id)), s.home.effective), dir)
		s.customStore(state, id, place)
	}
}

func resolve(path, dir string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

var usualStore = regexp.MustCompile(`[/\\]agents[/\\]([^/\\]+)[/\\]sessions[/\\]sessions\.json$`)

// customStore finds the database that belongs to a configured session store: the setting is older than the databases and
// names a JSON file.
func (s *search) customStore(state, agent, path string) {
	if strings.EqualFold(filepath.Ext(path), ".sqlite") {
		s.add(state, agent, path)
		return
	}
	folder := filepath.Dir(path)
	if usualStore.MatchString(path) {
		s.add(state, filepath.Base(filepath.Dir(folder)), filepath.Join(filepath.Dir(folder), "agent", storeName))
		return
	}
	base := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	if filepath.Base(path) == "sessions.json" {
		base = strings.TrimSuffix(storeName, ".sqlite")
	}
	// Further agents that share the path have the agent's id in the name, with a number where two ids clash.
	s.add(state, agent, filepath.Join(folder, base+".sqlite"))
	s.places.add(folder, true, escapeGlob(base)+".*sqlite*")
	others, err := filepath.Glob(filepath.Join(folder, escapeGlob(base)+"."+escapeGlob(normalAgent(agent))+"*.sqlite"))
	if err != nil {
		s.problem(fmt.Errorf("look for the stores of agent %q: %w", agent, err))
	}
	for _, other := range others {
		if shared(filepath.Base(other), base, normalAgent(agent)) {
			s.add(state, agent, other)
		}
	}
}

func shared(name, base, agent string) bool {
	rest := strings.TrimSuffix(strings.TrimPrefix(name, base+"."+agent), ".sqlite")
	if rest == "" {
		return true
	}
	return len(rest) > 1 && rest[0] == '.' && strings.Trim(rest[1:], "0123456789") == ""
}

func escapeGlob(s string) string {
	return strings.NewReplacer("*", `[*]`, "?", `[?]`, "[", `[[]`).Replace(s)
}

// readConfig reads the configuration of a state directory, and tells the folder that its relative paths start from. None is
// no error.
func (s *search) readConfig(state string) (config, string, error) {
	places := configPlaces(s.config, s.home, state)
	if s.config != "" {
		s.places.file(places[0])
		s.config = ""
	}
	for _, place := range places {
		s.places.behind(place)
	}
	found, err := loadFirst(places)
	if err != nil || found.path == "" {
		return config{}, state, err
	}
	s.problems = append(s.problems, found.problems...)
	for _, file := range found.included {
		s.places.file(file)
	}
	c, err := parseConfig(found.standard)
	if err != nil {
		return config{}, "", configFault(found.path, err)
	}
	return c, filepath.Dir(found.path), nil
}

// configPlaces lists where the configuration of a state directory may be, the first that exists being it. named is where the
// environment says, if it is that of this state directory.
func configPlaces(named string, h home, state string) []string {
	var places []string
	if named != "" {
		places = append(places, expand(named, h.effective))
	}
	for _, name := range configNames {
		places = append(places, filepath.Join(state, name))
	}
	return places
}

// configFile is a configuration as JSON, with what it includes.
type configFile struct {
	// path is empty if there is none.
	path     string
	standard []byte
	included []string
	problems []error
}

// loadFirst loads the configuration from the first of some places where there is a file.
func loadFirst(places []string) (configFile, error) {
	for _, place := range places {
		file, err := loadConfig(place)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			return file, configFault(place, err)
		}
		return file, nil
	}
	return configFile{}, nil
}

func configFault(path string, err error) error {
	return &SettingsError{What: "the configuration", Path: path, Err: err}
}

func loadConfig(path string) (configFile, error) {
	raw, err := readBounded(path)
	if err != nil {
		return configFile{}, err
	}
	standard, err := standardJSON(raw)
	if err != nil {
		return configFile{}, err
	}
	file := configFile{path: path, standard: standard}
	if bytes.Contains(standard, []byte(includeKey)) {
		in, whole := included(standard, filepath.Dir(path))
		file.standard, file.included = whole, in.files
		for _, problem := range in.problems {
			file.problems = append(file.problems, configFault(path, problem))
		}
	}
	return file, nil
}

func readBounded(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = file.Close() }()
	return io.ReadAll(io.LimitReader(file, maxConfig))
}

// standardJSON makes JSON of JSON5.
func standardJSON(raw []byte) ([]byte, error) {
	if standard, err := hujson.Standardize(bytes.Clone(raw)); err == nil {
		return standard, nil
	}
	return hujson.Standardize(plainJSON(raw))
}

// parseConfig takes what counts out of a configuration. A key of an odd type is as if it were not there.
func parseConfig(standard []byte) (config, error) {
	c := config{dirs: map[string]string{}}
	var root map[string]json.RawMessage
	if err := json.Unmarshal(standard, &root); err != nil {
		return c, err
	}
	c.store = stringOf(objectOf(root["session"])["store"])
	agents := objectOf(root["agents"])
	if entries, ok := agents["entries"]; ok {
		for id, entry := range objectOf(entries) {
			c.agent(id, objectOf(entry))
		}
		return c, nil
	}
	var list []json.RawMessage
	_ = json.Unmarshal(agents["list"], &list)
	for _, item := range list {
		entry := objectOf(item)
		c.agent(stringOf(entry["id"]), entry)
	}
	return c, nil
}

func (c *config) agent(id string, entry map[string]json.RawMessage) {
	if strings.TrimSpace(id) == "" {
		return
	}
	c.ids = append(c.ids, id)
	if dir := stringOf(entry["agentDir"]); dir != "" {
		c.dirs[id] = dir
	}
}

func objectOf(raw json.RawMessage) map[string]json.RawMessage {
	var object map[string]json.RawMessage
	_ = json.Unmarshal(raw, &object)
	return object
}

func stringOf(raw json.RawMessage) string {
	var s string
	_ = json.Unmarshal(raw, &s)
	return strings.TrimSpace(s)
}
