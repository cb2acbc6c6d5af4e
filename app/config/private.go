package config

import (
	"os"
	"runtime"
)

// ownMode is that of a folder of this program: nobody but its owner looks into it.
const ownMode os.FileMode = 0o700

// makeOwn makes a folder of this program, and closes to others one that is there. A folder that belongs to another user stays as it
// is: what is written into it is closed by its own mode.
func makeOwn(path string) error {
	if err := os.MkdirAll(path, ownMode); err != nil {
		return err
	}
	if runtime.GOOS == "windows" { // there the access list of the user's profile does it
		return nil
	}
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&^ownMode != 0 {
		err = os.Chmod(path, ownMode)
	}
	if os.IsPermission(err) {
		return nil
	}
	return err
}
