package openclaw

import (
	"os"
	"path/filepath"
	"testing"
)

func TestACanonicalPathIsThatOfTheSystem(t *testing.T) {
	base := t.TempDir()
	for _, dir := range []string{"real/a/b", "other"} {
		if err := os.MkdirAll(filepath.Join(base, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": "real", "real/a/out": "../../other", "real/loop": "loop", "real/a/chain": "../../link/a/b", "gone": "nowhere"} {
		if err := os.Symlink(to, filepath.Join(base, name)); err != nil {
			t.Fatal(err)
		}
	}
	found := reals{}
	for _, path := range []string{
		"real/a/b", "link/a/b", "link/a/out", "link/a/chain", "real/loop", "real/loop/x", "gone", "gone/x", "missing", "real/a/b", "link/../real", "link/a/out/../x", "",
	} {
		path := base + "/" + path
		want, wantErr := filepath.EvalSymlinks(path)
		got, err := found.of(path)
		if got != want || (err == nil) != (wantErr == nil) {
			t.Errorf("%s leads to %q (%v), want %q (%v)", path, got, err, want, wantErr)
		}
	}
}
