package command

import (
	"bytes"
	"context"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/adrg/xdg"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the golden files anew")

var (
	zone    = time.FixedZone("", 2*60*60)
	evening = time.Date(2026, 7, 15, 21, 31, 0, 0, zone)
)

// result is what one run left.
type result struct {
	code     int
	out, err string
}

// stage is a computer on which commands run: its own home, its own environment, a fixed clock.
type stage struct {
	home     string
	env      map[string]string
	sample   bool
	terminal bool
	// errTerminal is a terminal behind stderr alone.
	errTerminal bool
	stdin       string
	// now is the time at which commands run.
	now time.Time
}

func newStage(t *testing.T) *stage {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("HOME", home)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	t.Setenv("XDG_STATE_HOME", filepath.Join(home, "state"))
	xdg.Reload()
	t.Cleanup(xdg.Reload)
	return &stage{home: home, env: map[string]string{"HOME": home}, now: evening}
}

func (s *stage) run(args ...string) result { return s.runContext(context.Background(), args...) }

func (s *stage) runContext(ctx context.Context, args ...string) result {
	var out, err bytes.Buffer
	code := world{
		build:  Build{Name: "wordwake", Version: "1.2.3"},
		getenv: func(name string) string { return s.env[name] },
		now:    func() time.Time { return s.now }, local: zone,
		stdin: strings.NewReader(s.stdin), stdout: &out, stderr: &err,
		outTerminal: s.terminal, errTerminal: s.terminal || s.errTerminal, sample: s.sample,
	}.run(ctx, args)
	return result{code, out.String(), err.String()}
}

// golden compares got with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got); diff != "" {
		t.Errorf("%s differs (-want +got):\n%s", name, diff)
	}
}
