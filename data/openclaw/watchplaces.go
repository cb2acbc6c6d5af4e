package openclaw

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Place is a directory in which something may happen that changes what a Finder finds or what a store holds. That the
// directory itself appears, vanishes or turns into another one is meant, too.
type Place struct {
	// Dir need not be there, and may be reached by links.
	Dir string
	// Names are patterns, as path.Match has them, of the names that matter; none means every name.
	Names []string
	// Writes tells that the content of files matters as well, not only that they appear, vanish or are renamed.
	Writes bool
	// Poll stands for a directory that others may change without this computer noticing.
	Poll bool
}

// Places lists what has to be watched so that nothing is missed: each state directory, agent and store that appears, moves,
// is replaced or vanishes, and each change of a store. They are those of the last Find that was not given up.
func (f *Finder) Places() []Place {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.places)
}

// places collects what one search found to be watched.
type places struct {
	list []Place
	// known are the places so far, and of polled ones only the directory.
	known map[placeID]bool
	// far are directories on other computers; what lies in them is not asked about again.
	far   []string
	where func(dir string) (where whereabouts, there bool)
}

type placeID struct {
	dir, names string
	writes     bool
}

func newPlaces(where func(dir string) (whereabouts, bool)) *places {
	return &places{known: map[placeID]bool{}, where: where}
}

// add takes a place unless it has it already.
func (p *places) add(dir string, writes bool, names ...string) {
	if !p.first(placeID{dir, strings.Join(names, "\x00"), writes}) {
		return
	}
	where := p.whereIs(dir)
	if where != hereOnly && p.first(placeID{dir: dir, names: "\x00"}) {
		p.list = append(p.list, Place{Dir: dir, Poll: true})
	}
	if where != elsewhere {
		p.list = append(p.list, Place{Dir: dir, Names: names, Writes: writes})
	}
}

// first is true the first time that it is asked about id.
func (p *places) first(id placeID) bool {
	again := p.known[id]
	p.known[id] = true
	return !again
}

// whereIs tells where a directory is, or else the nearest above it that is there. On another computer's disk each question
// takes a while, so that one answer serves for all that lies below.
func (p *places) whereIs(dir string) whereabouts {
	for _, far := range p.far {
		if within(far, dir) {
			return elsewhere
		}
	}
	where, there := p.where(dir)
	for !there && filepath.Dir(dir) != dir {
		dir = filepath.Dir(dir)
		where, there = p.where(dir)
	}
	if where == elsewhere {
		p.far = append(p.far, dir)
	}
	return where
}

// home takes a directory in which state directories of profiles may appear, and those that may become one.
func (p *places) home(dir string) {
	p.add(dir, false, profilePrefix+"*")
	for _, profile := range namedProfiles(dir) {
		p.state(profile)
	}
}

// state takes a state directory that may exist: its configuration, its registry, and its agents.
func (p *places) state(dir string) {
	p.add(dir, true, configNames...)
	p.add(filepath.Join(dir, "state"), false, filepath.Base(registryOf(dir)))
	p.add(filepath.Join(dir, "agents"), false)
}

// database takes the files of a database that may exist.
func (p *places) database(path string) {
	p.add(filepath.Dir(path), true, escapeGlob(filepath.Base(path))+"*")
}

// archives takes the folder for archives of a database that exists. They are never written to, only put there.
func (p *places) archives(path string) { p.add(coldFolder(path), false, "*.jsonl.zst") }

// file takes a file that is read.
func (p *places) file(path string) {
	p.add(filepath.Dir(path), true, escapeGlob(filepath.Base(path)))
	p.behind(path)
}

// behind takes the file that a name is a link to, if it is one: it is written in its own directory.
func (p *places) behind(path string) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&os.ModeSymlink == 0 {
		return
	}
	if path, err = filepath.EvalSymlinks(path); err == nil {
		p.add(filepath.Dir(path), true, escapeGlob(filepath.Base(path)))
	}
}
