//go:build unix

package index

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestFilesAreForTheirOwnerOnlyWhateverTheUmask(t *testing.T) {
	for _, mask := range []int{0, 0o077, 0o777} {
		func() {
			defer syscall.Umask(syscall.Umask(mask))
			dir := filepath.Join(t.TempDir(), "library")
			l := open(t, dir)
			w := writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple"))
			w.Report(data.Progress{})
			modes := map[string]bool{}
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, entry := range entries {
				info, err := entry.Info()
				if err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(entry.Name(), ".lock") && mask == 0o777 {
					continue
				}
				if info.Mode().Perm() != fileMode {
					t.Errorf("umask %o: %s has mode %o", mask, entry.Name(), info.Mode().Perm())
				}
				modes[entry.Name()] = true
			}
			if !modes["index-1.db-wal"] || !modes[progressName] {
				t.Errorf("files %v", modes)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != folderMode {
				t.Errorf("folder mode %v %v", info.Mode(), err)
			}
		}()
	}
}

func TestAFolderThatWasThereKeepsItsMode(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("mode %v %v", info.Mode(), err)
	}
}

const unprivileged = "WORDWAKE_TEST_UNPRIVILEGED"

func TestAFolderThatCannotBeWrittenIsSaid(t *testing.T) {
	if dir := os.Getenv(unprivileged); dir != "" {
		_, err := Open(t.Context(), Params{Dir: dir})
		var own *Error
		if !errors.As(err, &own) || own.Hint != hintAccess {
			t.Errorf("error %v", err)
		}
		return
	}
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	base, err := os.MkdirTemp("", "wordwake-index")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(base) }()
	dir := filepath.Join(base, "library")
	_ = open(t, dir).Close()
	copied := filepath.Join(base, "test")
	program, err := os.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.WriteFile(copied, program, 0o755), os.Chmod(base, 0o755), os.Chmod(dir, 0o555)); err != nil {
		t.Fatal(err)
	}
	command := []string{copied, "-test.run", "^TestAFolderThatCannotBeWrittenIsSaid$"}
	if os.Geteuid() == 0 {
		command = append([]string{"setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps=-all"}, command...)
	}
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Env = append(os.Environ(), unprivileged+"="+dir)
	run.Dir = base
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
