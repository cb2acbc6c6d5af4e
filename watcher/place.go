package watcher

import (
	"os"
	"path"
	"runtime"
	"slices"
	"strings"

	"github.com/fsnotify/fsnotify"
)

// Place is a directory together with what matters of what happens in it. That the directory itself appears, vanishes or
// turns into another one always matters.
type Place struct {
	// Dir need not be there, and may be reached by links. Of what lies in its subdirectories nothing is told.
	Dir string
	// Names are patterns, as path.Match has them, of the names that matter, in any case of letters; none means every name.
	Names []string
	// Writes tells that the content of files matters as well, not only that they appear, vanish or are renamed.
	Writes bool
	// Poll stands for a directory that others may change without this system noticing, such as one on another computer. It is
	// not touched; as long as there is one, hints come at intervals.
	Poll bool
}

// sharedMemory is the end of the name of a file that changes whenever SQLite reads: it tells nothing.
const sharedMemory = "-shm"

// rule is what matters in a directory: part of a Place.
type rule struct {
	names  []string
	writes bool
}

func (r rule) equal(other rule) bool {
	return r.writes == other.writes && slices.Equal(r.names, other.names)
}

func (r rule) matches(name string) bool {
	name = strings.ToLower(name)
	return len(r.names) == 0 || slices.ContainsFunc(r.names, func(pattern string) bool {
		pattern = strings.ToLower(pattern)
		matched, err := path.Match(pattern, name)
		return matched || err != nil && pattern == name
	})
}

// sight is one directory that is looked at, under its canonical path.
type sight struct {
	dir   string
	rules []rule
	info  os.FileInfo
	// held is true while the system is asked to tell of it; lost, that it may have stopped doing so.
	held, lost bool
}

func (s *sight) writes() bool {
	return slices.ContainsFunc(s.rules, func(r rule) bool { return r.writes })
}

func (s *sight) add(r rule) {
	if !slices.ContainsFunc(s.rules, r.equal) {
		s.rules = append(s.rules, r)
	}
}

// tells reports whether it matters that op happened to a name in the directory.
func (s *sight) tells(name string, op fsnotify.Op) bool {
	appears := op&(fsnotify.Create|fsnotify.Remove|fsnotify.Rename) != 0
	return slices.ContainsFunc(s.rules, func(r rule) bool { return (appears || r.writes) && r.matches(name) })
}

// key is by what paths are compared: Windows knows a directory by its name in any case of letters.
func key(dir string) string {
	if runtime.GOOS == "windows" {
		return strings.ToLower(dir)
	}
	return dir
}
