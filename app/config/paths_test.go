package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"
)

// home points every folder of this process into a fresh directory.
func home(t *testing.T) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", dir)
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, "data"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(dir, "config"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(dir, "state"))
	t.Setenv("XDG_RUNTIME_DIR", filepath.Join(dir, "run"))
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	return dir
}

func env(pairs ...string) func(string) string {
	return func(name string) string {
		for i := 0; i < len(pairs); i += 2 {
			if pairs[i] == name {
				return pairs[i+1]
			}
		}
		return ""
	}
}

func locate(t *testing.T, given Folders, getenv func(string) string) Paths {
	t.Helper()
	paths, err := Locate(given, getenv)
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func TestWithoutAnyNameEverythingLiesInTheFoldersOfTheDesktop(t *testing.T) {
	dir := home(t)
	want := Paths{
		Data:        filepath.Join(dir, "data/wordwake"),
		Library:     filepath.Join(dir, "data/wordwake/library"),
		Sample:      filepath.Join(dir, "data/wordwake/sample"),
		Copies:      filepath.Join(dir, "data/wordwake/copies"),
		Runtime:     filepath.Join(dir, "run"),
		Preferences: filepath.Join(dir, "config/wordwake/preferences.json"),
		Log:         filepath.Join(dir, "state/wordwake/wordwake.log"),
	}
	if diff := cmp.Diff(want, locate(t, Folders{}, env())); diff != "" {
		t.Error(diff)
	}
	if entries, _ := os.ReadDir(dir); len(entries) > 0 {
		t.Errorf("looking made %v", entries)
	}
}

func TestASetOfStatesHasALibraryOfItsOwn(t *testing.T) {
	dir := home(t)
	for _, name := range []string{"a", "b"} {
		if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "a"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	a, b := filepath.Join(dir, "a"), filepath.Join(dir, "b")
	both := locate(t, Folders{States: []string{a, b}}, env())
	if filepath.Dir(both.Library) != filepath.Join(dir, "data/wordwake/sets") {
		t.Errorf("library at %s", both.Library)
	}
	same := map[string]Paths{
		"in another order":   locate(t, Folders{States: []string{b, a}}, env()),
		"one of them twice":  locate(t, Folders{States: []string{a, b, a}}, env()),
		"with a slash":       locate(t, Folders{States: []string{a + "/", b}}, env()),
		"through a link":     locate(t, Folders{States: []string{filepath.Join(dir, "link"), b}}, env()),
		"from the tilde":     locate(t, Folders{States: []string{"~/a", b}}, env()),
		"by the environment": locate(t, Folders{}, env(EnvState, a+string(filepath.ListSeparator)+b)),
	}
	for name, paths := range same {
		if diff := cmp.Diff(both, paths); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
	if one := locate(t, Folders{States: []string{a}}, env()); one.Library == both.Library {
		t.Error("another set has the same library")
	}
}

func TestANamedLibraryIsUsedForWhateverIsSearched(t *testing.T) {
	dir := home(t)
	mine := filepath.Join(dir, "mine")
	for name, paths := range map[string]Paths{
		"by flag":                      locate(t, Folders{Library: mine}, env()),
		"by flag with a state":         locate(t, Folders{Library: mine, States: []string{dir}}, env()),
		"by the environment":           locate(t, Folders{}, env(EnvLibrary, mine)),
		"by flag over the environment": locate(t, Folders{Library: mine}, env(EnvLibrary, "/elsewhere")),
		"by a relative path":           locate(t, Folders{Library: relative(t, mine)}, env()),
	} {
		if paths.Library != mine {
			t.Errorf("%s: library at %s", name, paths.Library)
		}
	}
}

func relative(t *testing.T, path string) string {
	t.Helper()
	wd, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil {
		t.Fatal(err)
	}
	return rel
}

func TestFlagsTakeTheEnvironmentsPlace(t *testing.T) {
	dir := home(t)
	paths := locate(t, Folders{States: []string{dir}}, env(EnvState, "/elsewhere"))
	if diff := cmp.Diff([]string{dir}, paths.States); diff != "" {
		t.Error(diff)
	}
}

func TestAnEmptyStateIsRefused(t *testing.T) {
	home(t)
	_, err := Locate(Folders{States: []string{" "}}, env())
	if err == nil || !strings.Contains(err.Error(), "is empty") {
		t.Errorf("got %v", err)
	}
}

func TestAFolderThatIsYetToBeMadeKeepsItsNameOnceItIs(t *testing.T) {
	dir := home(t)
	if err := os.Mkdir(filepath.Join(dir, "real"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("real", filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	library := filepath.Join(dir, "link/deep/library")
	before := locate(t, Folders{Library: library}, env()).Library
	if err := os.MkdirAll(library, 0o700); err != nil {
		t.Fatal(err)
	}
	if after := locate(t, Folders{Library: library}, env()).Library; before != after {
		t.Errorf("before %s, after %s", before, after)
	}
}
