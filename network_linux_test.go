package main_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// TestTheWindowNeedsNoNetworkAndOpensNoPort starts the real program where there is no network, by the most generous umask, and
// searches. Then it looks at the sockets that the program holds, and at the files that it made: none is for others, and none but the
// library has what was typed.
func TestTheWindowNeedsNoNetworkAndOpensNoPort(t *testing.T) {
	program := build(t)
	environment := startDisplay(t)
	home := valueOf(environment, "HOME")
	library := filepath.Join(home, "wordwake", "library")
	environment = append(environment, "WORDWAKE_STATE="+datatest.Real(t, "2026.8.2/live"), "WORDWAKE_LIBRARY="+library)
	must(t, environment, program, "index", "--quiet")
	alone := exec.Command("unshare", "--map-root-user", "--net", "--", "sh", "-c", `umask 0; exec "$0"`, program)
	alone.Env = environment
	launch(t, alone)
	window := firstLine(eventually(t, environment, "xdotool", "search", "--onlyvisible", "--name", "^Wordwake$"))
	must(t, environment, "xdotool", "windowactivate", "--sync", window)
	must(t, environment, "xdotool", "type", "--delay", "60", smokeWord)
	wait(t, "the conversation of the hit", func() bool {
		must(t, environment, "xdotool", "key", "--window", window, "Down", "Return")
		return strings.Contains(must(t, environment, "xdotool", "getwindowname", window), " – Wordwake")
	})
	checkSockets(t, alone.Process.Pid, filepath.Join(library, "window.sock"))
	checkModes(t, filepath.Join(home, "wordwake"))
	quit(t, environment, window)
	wait(t, "the end of the window", func() bool {
		_, err := os.Lstat(filepath.Join(library, "window.sock"))
		return errors.Is(err, fs.ErrNotExist)
	})
	checkModes(t, filepath.Join(home, "wordwake"))
	for _, name := range []string{"wordwake.log", "preferences.json"} {
		text := strings.Join(lines(t, filepath.Join(home, "wordwake", name)), "\n")
		if strings.Contains(strings.ToLower(text), smokeWord) {
			t.Errorf("%s holds what was typed", name)
		}
	}
}

func valueOf(environment []string, name string) string {
	for _, pair := range slices.Backward(environment) {
		if value, found := strings.CutPrefix(pair, name+"="); found {
			return value
		}
	}
	return ""
}

// checkSockets allows the sockets by which a window reaches its display, which are files, and one at which the program listens.
func checkSockets(t *testing.T, pid int, listens string) {
	t.Helper()
	process := fmt.Sprintf("/proc/%d", pid)
	if name, err := os.Readlink(process + "/exe"); err != nil || filepath.Base(name) != "wordwake" {
		t.Fatalf("the process is %q, %v", name, err)
	}
	local := map[string][]string{} // the lines of sockets in the file system, by their number
	for _, line := range lines(t, process+"/net/unix") {
		if fields := strings.Fields(line); len(fields) >= 7 {
			local[fields[6]] = fields
		}
	}
	entries, err := os.ReadDir(process + "/fd")
	if err != nil {
		t.Fatal(err)
	}
	listeners := 0
	for _, entry := range entries {
		to, err := os.Readlink(filepath.Join(process, "fd", entry.Name()))
		number, found := strings.CutPrefix(to, "socket:[")
		if err != nil || !found {
			continue
		}
		fields := local[strings.TrimSuffix(number, "]")]
		switch {
		case fields == nil:
			t.Errorf("%s is a socket of a network", to)
		case fields[3] == "00010000": // it listens
			if listeners++; len(fields) < 8 || fields[7] != listens {
				t.Errorf("the program listens at %v", fields)
			}
		}
	}
	if listeners != 1 {
		t.Errorf("the program listens at %d sockets", listeners)
	}
	for _, kind := range []string{"tcp", "tcp6", "udp", "udp6", "raw", "raw6"} {
		if open := lines(t, process+"/net/"+kind); len(open) > 1 { // the first line names the columns
			t.Errorf("%s: %v", kind, open)
		}
	}
}

func lines(t *testing.T, path string) []string {
	t.Helper()
	text, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) { // a system without such sockets, a person without preferences
		return nil
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(text)), "\n")
}

// checkModes checks that only the owner reaches what lies in a folder.
func checkModes(t *testing.T, folder string) {
	t.Helper()
	seen := map[string]bool{}
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if entry.IsDir() {
			want = 0o700
		}
		if seen[entry.Name()] = true; info.Mode().Perm() != want {
			t.Errorf("%s has mode %o", path, info.Mode().Perm())
		}
		return nil
	})
	if err != nil || !seen["wordwake.log"] || !seen["current"] || !seen["hash.key"] {
		t.Errorf("there are %v, %v", seen, err)
	}
}
