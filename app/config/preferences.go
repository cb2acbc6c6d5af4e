package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"time"
)

// Appearance is the person's choice of colours.
type Appearance string

// The appearances.
const (
	AppearanceSystem Appearance = "system"
	AppearanceLight  Appearance = "light"
	AppearanceDark   Appearance = "dark"
)

// The bounds and defaults of preferences.
const (
	MinTextPercent     = 85
	MaxTextPercent     = 150
	DefaultTextPercent = 100
	// MinSplit and MaxSplit keep both panes wide enough to be used.
	MinSplit = 0.2
	MaxSplit = 0.8
	// maxMadeSeconds is a month: a larger number was never measured.
	maxMadeSeconds = 30 * 24 * 60 * 60
	// DefaultSplit is the share of the list in the width of the window: the drawer holds the longer lines.
	DefaultSplit = 0.44
)

// Preferences are the person's own choices that outlive a start.
type Preferences struct {
	Appearance Appearance
	// TextPercent is the size of text, MinTextPercent to MaxTextPercent.
	TextPercent int
	// Split is the share of the list in the width, MinSplit to MaxSplit.
	Split float64
	// Folders are state directories that the person chose beside those that are discovered.
	Folders []string
	// Confirmed is true once the person agreed, on the first run, that an index is made.
	Confirmed bool
	// MadeSeconds and MadeMessages tell how long the index took when it was made last, and how large it was; 0 means unknown.
	MadeSeconds, MadeMessages int

	// rest holds what other versions wrote, so that going back and forth between versions loses nothing.
	rest map[string]json.RawMessage
}

// DefaultPreferences are those of somebody who never chose anything.
func DefaultPreferences() Preferences {
	return Preferences{Appearance: AppearanceSystem, TextPercent: DefaultTextPercent, Split: DefaultSplit}
}

// Validate names the first value that is out of its bounds.
func (p Preferences) Validate() error {
	switch p.Appearance {
	case AppearanceSystem, AppearanceLight, AppearanceDark:
	default:
		return fmt.Errorf("appearance %q is not one of system, light, dark", p.Appearance)
	}
	if p.TextPercent < MinTextPercent || p.TextPercent > MaxTextPercent {
		return fmt.Errorf("text size %d is not between %d and %d percent", p.TextPercent, MinTextPercent, MaxTextPercent)
	}
	if !(p.Split >= MinSplit && p.Split <= MaxSplit) { // also catches NaN
		return fmt.Errorf("split %g is not between %g and %g", p.Split, MinSplit, MaxSplit)
	}
	if p.MadeSeconds < 0 || p.MadeSeconds > maxMadeSeconds || p.MadeMessages < 0 {
		return fmt.Errorf("an index does not take %d seconds for %d messages", p.MadeSeconds, p.MadeMessages)
	}
	for _, folder := range p.Folders {
		if !filepath.IsAbs(folder) {
			return errors.New("a chosen folder is not an absolute path")
		}
	}
	return nil
}

// field is one value in the file: how it is read into and written from Preferences.
type field struct {
	name string
	at   func(*Preferences) any
}

var fields = []field{
	{"appearance", func(p *Preferences) any { return &p.Appearance }},
	{"textPercent", func(p *Preferences) any { return &p.TextPercent }},
	{"split", func(p *Preferences) any { return &p.Split }},
	{"folders", func(p *Preferences) any { return &p.Folders }},
	{"firstRunConfirmed", func(p *Preferences) any { return &p.Confirmed }},
	{"indexMadeSeconds", func(p *Preferences) any { return &p.MadeSeconds }},
	{"indexMadeMessages", func(p *Preferences) any { return &p.MadeMessages }},
}

// LoadPreferences reads the file at path. Without a file they are the defaults; a value that cannot be used leaves the
// default in its place. A file that cannot be understood at all is renamed, and aside is its new path.
func LoadPreferences(path string) (p Preferences, aside string, err error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return DefaultPreferences(), "", nil
	}
	if err != nil {
		return DefaultPreferences(), "", fmt.Errorf("read preferences: %w", err)
	}
	var values map[string]json.RawMessage
	if err := json.Unmarshal(text, &values); err != nil || values == nil {
		aside, err := setAside(path)
		return DefaultPreferences(), aside, err
	}
	return fromValues(values), "", nil
}

// ChosenFolders reads only the folders that the person chose, for programs beside the window. A file that cannot be read or
// understood gives none, and stays as it is: the window tells of it.
func ChosenFolders(path string) []string {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	var values map[string]json.RawMessage
	if json.Unmarshal(text, &values) != nil {
		return nil
	}
	return fromValues(values).Folders
}

func fromValues(values map[string]json.RawMessage) Preferences {
	p := DefaultPreferences()
	for _, f := range fields {
		value, ok := values[f.name]
		if !ok {
			continue
		}
		delete(values, f.name)
		attempt := p
		if json.Unmarshal(value, f.at(&attempt)) == nil && attempt.Validate() == nil {
			p = attempt
		}
	}
	p.rest = values
	return p
}

func setAside(path string) (string, error) {
	aside := fmt.Sprintf("%s.damaged-%s", path, time.Now().UTC().Format("20060102T150405.000"))
	if err := os.Rename(path, aside); err != nil {
		return "", fmt.Errorf("set damaged preferences aside: %w", err)
	}
	return aside, nil
}

// Save writes the file at path, 0600 in a folder of 0700. After a crash it holds either the old or the new values.
func (p Preferences) Save(path string) error {
	if err := p.Validate(); err != nil {
		return fmt.Errorf("save preferences: %w", err)
	}
	values := maps.Clone(p.rest)
	if values == nil {
		values = map[string]json.RawMessage{}
	}
	for _, f := range fields {
		value, err := json.Marshal(f.at(&p))
		if err != nil {
			return fmt.Errorf("save preferences: %s: %w", f.name, err)
		}
		values[f.name] = value
	}
	text, err := json.MarshalIndent(values, "", "  ")
	if err != nil {
		return fmt.Errorf("save preferences: %w", err)
	}
	if err := makeOwn(filepath.Dir(path)); err != nil {
		return fmt.Errorf("make preferences folder: %w", err)
	}
	return replaceFile(path, append(text, '\n'))
}

// replaceFile writes beside path and renames. CreateTemp makes the file 0600.
func replaceFile(path string, text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(path), ".preferences-*")
	if err != nil {
		return fmt.Errorf("write preferences: %w", err)
	}
	_, err = temp.Write(text)
	if err == nil {
		err = temp.Sync()
	}
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
		return fmt.Errorf("write preferences: %w", err)
	}
	return nil
}
