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
			key(t, dir)
			seen := map[string]bool{}
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
				seen[entry.Name()] = true
			}
			if !seen["index-1.db-wal"] || !seen[progressName] {
				t.Errorf("files %v", seen)
			}
			if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != folderMode {
				t.Errorf("folder mode %v %v", info.Mode(), err)
			}
		}()
	}
}

// modes gives the permissions of a folder and of what lies in it.
func modes(t *testing.T, dir string) map[string]os.FileMode {
	t.Helper()
	all := map[string]os.FileMode{}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range append([]string{"."}, names(entries)...) {
		info, err := os.Stat(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		all[name] = info.Mode().Perm()
	}
	return all
}

func names(entries []os.DirEntry) []string {
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all
}

// openToAll makes a library that everybody may read.
func openToAll(t *testing.T) (dir string) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "library")
	key(t, dir)
	if err := open(t, dir).Close(); err != nil {
		t.Fatal(err)
	}
	for name := range modes(t, dir) {
		mode := os.FileMode(0o644)
		if name == "." {
			mode = 0o755
		}
		if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func isOpen(t *testing.T, l *Library) bool {
	t.Helper()
	status, err := l.Status(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return status.Open
}

func TestALibraryThatOthersMayReadIsClosedToThem(t *testing.T) {
	dir := openToAll(t)
	l := open(t, dir)
	for name, mode := range modes(t, dir) {
		want := os.FileMode(fileMode)
		if name == "." {
			want = folderMode
		}
		if mode != want {
			t.Errorf("%s has mode %o", name, mode)
		}
	}
	if isOpen(t, l) {
		t.Error("said to be open")
	}
}

func TestAFolderThatItsOwnerMayNotWriteStaysSo(t *testing.T) {
	dir := openToAll(t)
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	folder{dir: dir}.keepPrivate()
	if mode := modes(t, dir)["."]; mode != 0o500 {
		t.Errorf("mode %o", mode)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Fatal(err)
	}
}

func TestAFolderWithOtherThingsInItKeepsItsModeAndThatIsSaid(t *testing.T) {
	dir := openToAll(t)
	other := filepath.Join(dir, "index-of-my-papers.txt")
	if err := errors.Join(os.WriteFile(other, nil, 0o644), os.Chmod(other, 0o644)); err != nil {
		t.Fatal(err)
	}
	l := open(t, dir)
	for name, mode := range modes(t, dir) {
		switch {
		case name == "." && mode != 0o755, name == filepath.Base(other) && mode != 0o644:
			t.Errorf("%s has mode %o", name, mode)
		case name != "." && name != filepath.Base(other) && mode != fileMode:
			t.Errorf("%s has mode %o", name, mode)
		}
	}
	if !isOpen(t, l) {
		t.Error("not said")
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
