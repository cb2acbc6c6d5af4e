package watcher

import (
	"os"
	"path/filepath"
	"strings"
)

// maxLinks is how many links are followed on the way to one place; what needs more is a loop.
const maxLinks = 40

// way is how far a path leads as things stand.
type way struct {
	// dir is canonical and there.
	dir string
	// next is the name in dir that has to appear for the path to lead further; empty if it leads to a directory.
	next string
}

// walker follows paths, and asks the file system once for each name on them.
type walker struct{ known map[string]os.FileInfo }

func newWalker() walker { return walker{known: map[string]os.FileInfo{}} }

// look gives what is under a name, not following a link; nil if there is nothing or nobody may know.
func (k walker) look(name string) os.FileInfo {
	info, asked := k.known[name]
	if !asked {
		if found, err := os.Lstat(name); err == nil {
			info = found
		}
		k.known[name] = info
	}
	return info
}

// follow goes along an absolute path.
func (k walker) follow(path string) way {
	volume := filepath.VolumeName(path)
	at := volume + string(filepath.Separator)
	rest, links := split(path[len(volume):]), 0
	for len(rest) > 0 {
		name := rest[0]
		rest = rest[1:]
		switch name {
		case "", ".":
			continue
		case "..":
			at = filepath.Dir(at)
			continue
		}
		full := filepath.Join(at, name)
		info := k.look(full)
		switch {
		case info == nil:
			return way{at, name}
		case info.Mode()&os.ModeSymlink != 0:
			target, err := os.Readlink(full)
			if links++; err != nil || links > maxLinks {
				return way{at, name}
			}
			if filepath.IsAbs(target) {
				volume = filepath.VolumeName(target)
				at, target = volume+string(filepath.Separator), target[len(volume):]
			}
			rest = append(split(target), rest...)
		case !info.IsDir() && !leadsOn(full):
			return way{at, name}
		default:
			at = full
		}
	}
	return way{dir: at}
}

// leadsOn tells whether something that is neither a directory nor a link is entered like one: a junction of Windows.
func leadsOn(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}

func split(path string) []string {
	return strings.FieldsFunc(path, func(r rune) bool { return r == filepath.Separator || r == '/' })
}
