package openclaw

import (
	"os"
	"path/filepath"
	"runtime"
)

// reals are the canonical paths that one search has found. The places of a search lie in few directories, and following the
// links in each path from the root on is most of what a search would do.
type reals map[string]string

// of gives the canonical path of what is there, as filepath.EvalSymlinks does.
func (r reals) of(path string) (string, error) {
	if known, ok := r[path]; ok {
		return known, nil
	}
	real, err := r.follow(path)
	if err == nil {
		r[path] = real
	}
	return real, err
}

func (r reals) follow(path string) (string, error) {
	parent := filepath.Dir(path)
	// Windows also has short names and any case for each part; a path that is not clean may go up from where a link leads.
	if parent == path || runtime.GOOS == "windows" || path != filepath.Clean(path) || !filepath.IsAbs(path) {
		return filepath.EvalSymlinks(path)
	}
	above, err := r.of(parent)
	if err != nil {
		return "", err
	}
	real := filepath.Join(above, filepath.Base(path))
	info, err := os.Lstat(real)
	if err != nil {
		return "", err
	}
	if info.Mode()&os.ModeSymlink != 0 {
		return filepath.EvalSymlinks(real)
	}
	return real, nil
}
