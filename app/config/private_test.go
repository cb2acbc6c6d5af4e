//go:build unix

package config

import (
	"log/slog"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestFoldersAndFilesAreForTheirOwnerOnlyWhateverTheUmask(t *testing.T) {
	for name, wide := range map[string]bool{"made": false, "there and open to all": true} {
		t.Run(name, func(t *testing.T) {
			defer syscall.Umask(syscall.Umask(0))
			base := t.TempDir()
			preferences, log := filepath.Join(base, "config", "preferences.json"), filepath.Join(base, "state", "wordwake.log")
			if wide {
				for _, path := range []string{preferences, log} {
					if err := os.Mkdir(filepath.Dir(path), 0o777); err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(path, []byte("{}\n"), 0o666); err != nil {
						t.Fatal(err)
					}
				}
			}
			if err := DefaultPreferences().Save(preferences); err != nil {
				t.Fatal(err)
			}
			logger, closer, err := OpenLog(log, slog.LevelInfo)
			if err != nil {
				t.Fatal(err)
			}
			logger.Info("begun")
			if err := closer.Close(); err != nil {
				t.Fatal(err)
			}
			for path, want := range map[string]os.FileMode{
				preferences: 0o600, log: 0o600, filepath.Dir(preferences): 0o700, filepath.Dir(log): 0o700,
			} {
				if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
					t.Errorf("%s: %v, %v", filepath.Base(path), info.Mode(), err)
				}
			}
		})
	}
}
