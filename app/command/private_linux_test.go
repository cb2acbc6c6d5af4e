package command

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

// withoutNetwork runs a program where there is no network: no interface, no other process to be reached.
var withoutNetwork = []string{"unshare", "--map-root-user", "--net", "--"}

// mustUnshare fails where the system lets nobody do so.
func mustUnshare(t *testing.T) {
	t.Helper()
	line := append(withoutNetwork[:len(withoutNetwork):len(withoutNetwork)], "cat", "/proc/net/dev", "/proc/net/route")
	out, err := exec.CommandContext(t.Context(), line[0], line[1:]...).CombinedOutput()
	if err != nil {
		t.Fatalf("this test needs user and network namespaces (util-linux, kernel.unprivileged_userns_clone): %v\n%s", err, out)
	}
	for _, l := range strings.Split(string(out), "\n") {
		if name, _, found := strings.Cut(l, ":"); found && strings.TrimSpace(name) != "lo" {
			t.Fatalf("there is an interface: %s", l)
		}
	}
}

func TestEverythingWorksWithoutANetwork(t *testing.T) {
	mustUnshare(t)
	s, state, _ := withStore(t)
	p := program{flags: []string{"--state", state, "--library", filepath.Join(s.home, "library")}, before: withoutNetwork}
	if made := p.index(t); made.Messages != 4 {
		t.Errorf("made %+v", made)
	}
	expect(t, p.search(t, "tide"), "w1-m0", "w1-m1")
	if status := p.status(t); len(status.Stores) != 1 || status.Stores[0].State != data.StoreReady || status.Pending != 0 {
		t.Errorf("status %+v", status)
	}
	for _, args := range [][]string{{"show", "agent:main:main"}, {"secrets"}, {"index", "--rebuild"}, {"version"}} {
		if got := p.run(t, args...); got.code != exitOK {
			t.Errorf("%s: %+v", args[0], got)
		}
	}
}

// sockets lists the sockets that a process holds, by the links of its descriptors.
func sockets(pid int) ([]string, error) {
	folder := fmt.Sprintf("/proc/%d/fd", pid)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var found []string
	for _, entry := range entries {
		if to, err := os.Readlink(filepath.Join(folder, entry.Name())); err == nil && strings.HasPrefix(to, "socket:") {
			found = append(found, to)
		}
	}
	return found, nil
}

func TestNoCommandOpensASocket(t *testing.T) {
	s := newStage(t)
	state := datatest.NewState(t)
	state.Agent("main", datatest.V23).Fill(200, 50, func(_, _ int) string { return "the tide is low" })
	p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}}
	for _, args := range [][]string{{"index"}, {"index", "--rebuild"}, {"search", "tide"}, {"status"}} {
		looks := 0
		for looks == 0 { // a short command may have ended before the first look
			looks = watchSockets(t, p, args)
		}
		t.Logf("%v: looked %d times", args, looks)
	}
}

// watchSockets runs a command and looks again and again, until it ends, whether it holds a socket.
func watchSockets(t *testing.T, p program, args []string) (looks int) {
	t.Helper()
	process := p.process(t.Context(), args...)
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	for {
		found, err := sockets(process.Process.Pid)
		if err == nil {
			looks++
		}
		if len(found) > 0 {
			t.Errorf("%v holds %v", args, found)
		}
		select {
		case err := <-ended:
			if err != nil {
				t.Error(args, err)
			}
			return looks
		case <-time.After(time.Millisecond):
		}
	}
}

// TestWhatIsMadeIsForItsOwnerOnly looks at all that the commands leave, by the most generous umask.
func TestWhatIsMadeIsForItsOwnerOnly(t *testing.T) {
	s, state, store := withStore(t)
	store.talk("agent:main:leak", "w3", "password: "+planted("hunt¦er2x¦yz9Q"))
	for _, library := range []string{"", filepath.Join(s.home, "elsewhere", "library")} {
		p := program{flags: []string{"--state", state}, before: []string{"sh", "-c", `umask 0; exec "$@"`, "sh"}}
		if library != "" {
			p.flags = append(p.flags, "--library", library)
		}
		p.index(t)
		p.index(t, "--rebuild")
		p.search(t, "tide")
		p.status(t)
	}
	files := 0
	err := filepath.WalkDir(s.home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == s.home {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		want := fs.FileMode(0o600)
		if files++; entry.IsDir() {
			want = 0o700
		}
		if info.Mode().Perm() != want {
			t.Errorf("%s has mode %o", strings.TrimPrefix(path, s.home), info.Mode().Perm())
		}
		return nil
	})
	if err != nil || files < 8 {
		t.Errorf("%d files, %v", files, err)
	}
}
