package config

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/adrg/xdg"
)

// The environment variables that stand in for flags which are not given.
const (
	// EnvState is a list of state directories, separated as PATH is.
	EnvState = "WORDWAKE_STATE"
	// EnvLibrary is the folder of the library.
	EnvLibrary = "WORDWAKE_LIBRARY"
)

const (
	appFolder    = "wordwake"
	setsFolder   = "sets"
	setNameBytes = 8
)

// Folders are the directories that a person named, by flags. The zero value names none.
type Folders struct {
	// States are OpenClaw state directories; given, nothing else is searched.
	States []string
	// Library is the folder of the library.
	Library string
}

// Paths are the places that one run works with. None of them needs to exist.
type Paths struct {
	// States are the canonical state directories to search, sorted; nil means all that are discovered.
	States []string
	// Data is the folder that holds the library and what belongs to the running window.
	Data string
	// Library is the folder of the library. A set of States without a named library has a library of its own.
	Library string
	// Sample is the folder of the library of the built-in sample history.
	Sample string
	// Copies is the folder for private copies of histories that cannot be read where they lie. They hold all that the
	// history holds, also credentials, and are deleted once they are read.
	Copies string
	// Runtime is the folder of this user for sockets of running programs; it ends with the session.
	Runtime string
	// Preferences and Log are files.
	Preferences string
	Log         string
}

// DataFolder is the folder of all that is kept on this computer, unless a library was named elsewhere.
func DataFolder() string { return filepath.Join(xdg.DataHome, appFolder) }

// Locate finds the places for the named folders; getenv is asked for what they leave open.
func Locate(given Folders, getenv func(string) string) (Paths, error) {
	data := DataFolder()
	paths := Paths{
		Data:        data,
		Library:     filepath.Join(data, "library"),
		Sample:      filepath.Join(data, "sample"),
		Copies:      filepath.Join(data, "copies"),
		Runtime:     xdg.RuntimeDir,
		Preferences: filepath.Join(xdg.ConfigHome, appFolder, "preferences.json"),
		Log:         filepath.Join(xdg.StateHome, appFolder, "wordwake.log"),
	}
	if len(given.States) == 0 {
		given.States = splitList(getenv(EnvState))
	}
	if given.Library == "" {
		given.Library = getenv(EnvLibrary)
	}
	for _, dir := range given.States {
		state, err := Canonical(dir)
		if err != nil {
			return Paths{}, fmt.Errorf("state directory %q: %w", dir, err)
		}
		paths.States = append(paths.States, state)
	}
	slices.Sort(paths.States)
	paths.States = slices.Compact(paths.States)
	if given.Library != "" {
		library, err := Canonical(given.Library)
		if err != nil {
			return Paths{}, fmt.Errorf("library folder %q: %w", given.Library, err)
		}
		paths.Library = library
		return paths, nil
	}
	if len(paths.States) > 0 {
		paths.Library = filepath.Join(data, setsFolder, setName(paths.States))
	}
	return paths, nil
}

// setName is the same for the same set of canonical directories, in whatever order and spelling they were given.
func setName(states []string) string {
	sum := sha256.Sum256([]byte(strings.Join(states, "\x00")))
	return hex.EncodeToString(sum[:setNameBytes])
}

func splitList(list string) []string {
	var dirs []string
	for _, dir := range filepath.SplitList(list) {
		if strings.TrimSpace(dir) != "" {
			dirs = append(dirs, dir)
		}
	}
	return dirs
}

// Canonical makes a path absolute and resolves its symbolic links as far as it exists, so that one directory has one name.
// A leading "~" is the home directory, since a shell does not expand it in --flag=~/dir.
func Canonical(path string) (string, error) {
	if strings.TrimSpace(path) == "" {
		return "", errors.New("is empty")
	}
	if path == "~" || strings.HasPrefix(path, "~/") {
		path = filepath.Join(xdg.Home, path[1:])
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	return resolve(absolute), nil
}

// resolve follows links in the longest part of an absolute path that exists: a library folder that is yet to be made must
// have the name that it will have afterwards.
func resolve(path string) string {
	if resolved, err := filepath.EvalSymlinks(path); err == nil {
		return resolved
	}
	if _, err := os.Lstat(path); err == nil {
		return path
	}
	parent := filepath.Dir(path)
	if parent == path {
		return path
	}
	return filepath.Join(resolve(parent), filepath.Base(path))
}
