package openclaw

import (
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// sweepAge keeps a sweep from taking a folder between its making and its locking.
const sweepAge = time.Minute

// swept are the folders for temporary files in which nothing is left to be removed.
var swept sync.Map

// sweepOnce removes what earlier processes left of their copies: a crash cannot clean up. A folder is looked at once per
// process, but again while one of the copies in it is too young to tell.
func sweepOnce(temp string) {
	if temp == "" {
		temp = os.TempDir()
	}
	if _, done := swept.Load(temp); !done && sweep(temp, time.Now()) {
		swept.Store(temp, true)
	}
}

// sweep is false if something was too young to be judged.
func sweep(temp string, now time.Time) bool {
	folders, err := filepath.Glob(filepath.Join(temp, copyPrefix+"*"))
	if err != nil {
		return true
	}
	all := true
	for _, folder := range folders {
		info, err := os.Lstat(folder)
		switch {
		case err != nil, !private(info):
		case now.Sub(info.ModTime()) < sweepAge:
			all = false
		default:
			removeUnused(folder)
		}
	}
	return all
}

// private tells our folders from those that other users may have put there to have us touch what lies in them.
func private(info os.FileInfo) bool {
	return info.IsDir() && (runtime.GOOS == "windows" || info.Mode().Perm() == 0o700)
}

// removeUnused removes a copy that no process has locked.
func removeUnused(folder string) {
	lock := flock.New(filepath.Join(folder, copyLock), flock.SetPermissions(0o600))
	free, err := lock.TryLock()
	_ = lock.Close()
	if err == nil && free {
		_ = os.RemoveAll(folder)
	}
}
