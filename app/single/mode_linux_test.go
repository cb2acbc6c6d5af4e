package single

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestOnlyItsOwnerReachesTheWindow(t *testing.T) {
	folder, runtime := filepath.Join(shortDir(t), "library"), shortDir(t)
	open(t, folder).says("first")
	open(t, filepath.Join(folder, strings.Repeat("long", 30)), envRuntime+"="+runtime).says("first")
	for name, want := range map[string]os.FileMode{
		folder: 0o700, filepath.Join(folder, socketName): 0o600, filepath.Join(folder, lockName): 0o600,
		filepath.Join(runtime, runtimeName): 0o700,
	} {
		info, err := os.Stat(name)
		must(t, err)
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", filepath.Base(name), info.Mode().Perm(), want)
		}
	}
}

// It runs as another user, because root may write everywhere.
func TestInAFolderThatMayNotBeWrittenThereIsNoGuard(t *testing.T) {
	folder := shortDir(t)
	must(t, os.Chmod(folder, 0o555))
	self, err := os.ReadFile(os.Args[0])
	must(t, err)
	reachable := shortDir(t)
	must(t, os.Chmod(reachable, 0o755))
	program := filepath.Join(reachable, "window")
	must(t, os.WriteFile(program, self, 0o755))
	run(t, exec.Command("setpriv", "--reuid", "65534", "--clear-groups", program), envFolder+"="+folder).says("no guard")
}
