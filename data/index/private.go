package index

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// othersMask are the bits of a mode by which anybody but the owner may do anything.
const othersMask fs.FileMode = 0o077

// The names beside the index files that this program makes in a library folder, the window's own included.
var ownNames = []string{
	currentName, currentName + ".new", layoutLock, reconcileLock, progressName, progressName + ".new", keyName, keyName + ".new",
	"window.lock", "window.sock",
}

// isOwn tells whether a name in a library folder is one of ours.
func isOwn(name string) bool {
	for _, own := range ownNames {
		if name == own {
			return true
		}
	}
	base, rest, found := strings.Cut(name, ".db")
	return found && indexName.MatchString(base+".db") &&
		(rest == "" || rest == "-wal" || rest == "-shm" || rest == "-journal" || rest == lockSuffix || strings.HasPrefix(rest, ".aside-"))
}

// keepPrivate closes to others what they may reach of ours: files that came from a backup, and a folder in which nothing but the
// library lies. A folder in which other things lie may be open on purpose, and keeps its mode. What cannot be closed is told by isOpen.
func (f folder) keepPrivate() {
	if runtime.GOOS == "windows" { // there a folder of the user's profile is closed by its access list
		return
	}
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return
	}
	alone := true
	for _, entry := range entries {
		if !isOwn(entry.Name()) {
			alone = false
			continue
		}
		narrow(f.path(entry.Name()))
	}
	if alone {
		narrow(f.dir)
	}
}

// narrow takes from others what a mode gives them, and leaves the owner what he has.
func narrow(path string) {
	if mode, open := openMode(path); open {
		_ = os.Chmod(path, mode&^othersMask) // isOpen tells if it stays as it was
	}
}

// openMode gives the permissions of what lies at path; open is true if others have any. Links are left alone: what they lead to is
// not ours.
func openMode(path string) (mode fs.FileMode, open bool) {
	info, err := os.Lstat(path)
	if err != nil || info.Mode()&fs.ModeSymlink != 0 {
		return 0, false
	}
	mode = info.Mode().Perm()
	return mode, mode&othersMask != 0
}

// isOpen tells whether other users may look into the folder, or at a file of ours in it.
func (f folder) isOpen() bool {
	if runtime.GOOS == "windows" {
		return false
	}
	paths := []string{f.dir}
	if entries, err := os.ReadDir(f.dir); err == nil {
		for _, entry := range entries {
			if isOwn(entry.Name()) {
				paths = append(paths, filepath.Join(f.dir, entry.Name()))
			}
		}
	}
	for _, path := range paths {
		if _, open := openMode(path); open {
			return true
		}
	}
	return false
}
