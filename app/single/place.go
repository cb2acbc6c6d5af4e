package single

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
)

// The names in the library's folder.
const (
	socketName = "window.sock"
	lockName   = "window.lock"
)

// maxSocketPath is the longest path of a socket that every system takes: macOS has 104 bytes, the end included.
const maxSocketPath = 103

// The names in the runtime folder: short, and different for each library.
const (
	runtimeName = "wordwake"
	hashBytes   = 8
)

var errTooLong = errors.New("the path is too long for a socket, and there is no folder of this user for sockets")

// place is where a window listens, and what it locks so that nobody else does.
type place struct{ socket, lock string }

// placeOf gives the same place for the same folder, whoever asks.
func placeOf(p Params) (place, error) {
	if p.Folder == "" {
		return place{}, errors.New("no folder given")
	}
	here := place{filepath.Join(p.Folder, socketName), filepath.Join(p.Folder, lockName)}
	if len(here.socket) <= maxSocketPath {
		return here, nil
	}
	sum := sha256.Sum256([]byte(filepath.Clean(p.Folder)))
	short := filepath.Join(p.Runtime, runtimeName, hex.EncodeToString(sum[:hashBytes]))
	if p.Runtime == "" || len(short+".sock") > maxSocketPath {
		return place{}, errTooLong
	}
	return place{short + ".sock", short + ".lock"}, nil
}
