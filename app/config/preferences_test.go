package config

import (
	"encoding/json"
	"io/fs"
	"log/slog"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

var plain = cmpopts.IgnoreUnexported(Preferences{})

func write(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "deep", "preferences.json")
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestWhatIsSavedIsLoaded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "deep", "preferences.json")
	want := Preferences{Appearance: AppearanceDark, TextPercent: 120, Split: 0.5, Folders: []string{"/a", "/b,c"}, Confirmed: true, MadeSeconds: 90, MadeMessages: 20_000}
	for range 2 { // the second time over a file
		if err := want.Save(path); err != nil {
			t.Fatal(err)
		}
	}
	got, aside, err := LoadPreferences(path)
	if err != nil || aside != "" {
		t.Fatal(aside, err)
	}
	if diff := cmp.Diff(want, got, plain); diff != "" {
		t.Error(diff)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if info.Mode() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

func TestLoadingBadFiles(t *testing.T) {
	with := func(change func(*Preferences)) Preferences {
		p := DefaultPreferences()
		change(&p)
		return p
	}
	cases := map[string]struct {
		text    string
		want    Preferences
		damaged bool
	}{
		"an empty object gives the defaults":      {"{}", DefaultPreferences(), false},
		"half a file is set aside":                {`{"appearance": "da`, DefaultPreferences(), true},
		"an empty file is set aside":              {"", DefaultPreferences(), true},
		"null is set aside":                       {"null", DefaultPreferences(), true},
		"a list is set aside":                     {"[]", DefaultPreferences(), true},
		"an unknown appearance is the default":    {`{"appearance":"pink","textPercent":110}`, with(func(p *Preferences) { p.TextPercent = 110 }), false},
		"a number out of bounds is the default":   {`{"textPercent":9000,"split":0.3}`, with(func(p *Preferences) { p.Split = 0.3 }), false},
		"a value of another type is the default":  {`{"textPercent":"big","split":null,"firstRunConfirmed":true}`, with(func(p *Preferences) { p.Confirmed = true }), false},
		"a time that nothing takes is unknown":    {`{"indexMadeSeconds":-5,"indexMadeMessages":7}`, with(func(p *Preferences) { p.MadeMessages = 7 }), false},
		"a relative folder leaves the list alone": {`{"folders":["a"]}`, DefaultPreferences(), false},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			path := write(t, c.text)
			got, aside, err := LoadPreferences(path)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got, plain); diff != "" {
				t.Error(diff)
			}
			if (aside != "") != c.damaged {
				t.Fatalf("aside %q", aside)
			}
			if c.damaged {
				kept, err := os.ReadFile(aside)
				if err != nil || string(kept) != c.text {
					t.Errorf("kept %q, %v", kept, err)
				}
			}
		})
	}
}

func TestWhatAnotherVersionWroteIsKept(t *testing.T) {
	path := write(t, `{"split": 0.4, "later": {"a": [1]}, "other": null}`)
	p, _, err := LoadPreferences(path)
	if err != nil {
		t.Fatal(err)
	}
	p.Split = 0.6
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"split": 0.6, "later": map[string]any{"a": []any{1.0}}, "other": nil, "appearance": "system", "textPercent": 100.0,
		"folders": nil, "firstRunConfirmed": false, "indexMadeSeconds": 0.0, "indexMadeMessages": 0.0,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBadValuesAreNotSaved(t *testing.T) {
	bad := map[string]func(*Preferences){
		"appearance":    func(p *Preferences) { p.Appearance = "" },
		"text size":     func(p *Preferences) { p.TextPercent = 84 },
		"split":         func(p *Preferences) { p.Split = math.NaN() },
		"chosen folder": func(p *Preferences) { p.Folders = []string{"a"} },
	}
	for name, change := range bad {
		p := DefaultPreferences()
		change(&p)
		path := filepath.Join(t.TempDir(), "preferences.json")
		if err := p.Save(path); err == nil || !strings.Contains(err.Error(), name) {
			t.Errorf("%s: got %v", name, err)
		}
		if _, err := os.Stat(path); err == nil {
			t.Errorf("%s: a file was written", name)
		}
	}
}

func TestTheLogIsForItsOwnerOnly(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "wordwake.log")
	for range 2 {
		logger, closer, err := OpenLog(path, slog.LevelInfo)
		if err != nil {
			t.Fatal(err)
		}
		logger.Info("index finished", "sessions", 3)
		logger.Debug("not written")
		if err := closer.Close(); err != nil {
			t.Fatal(err)
		}
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(text), "index finished"); n != 2 || strings.Contains(string(text), "not written") {
		t.Errorf("log holds %q", text)
	}
	for p, want := range map[string]fs.FileMode{path: 0o600, filepath.Dir(path): 0o700} {
		info, err := os.Stat(p)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %v", filepath.Base(p), info.Mode())
		}
	}
}

func TestChosenFoldersAreReadAndTheFileStays(t *testing.T) {
	path := filepath.Join(t.TempDir(), "preferences.json")
	if got := ChosenFolders(path); got != nil {
		t.Errorf("without a file: %v", got)
	}
	for text, want := range map[string][]string{
		`{"folders": ["/a", "/b"], "split": 0.5}`: {"/a", "/b"},
		`{"folders": ["relative"]}`:               nil,
		`{"folders": `:                            nil,
		`null`:                                    nil,
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, ChosenFolders(path)); diff != "" {
			t.Errorf("%s: %s", text, diff)
		}
		if kept, err := os.ReadFile(path); err != nil || string(kept) != text {
			t.Errorf("%s became %q, %v", text, kept, err)
		}
	}
}
