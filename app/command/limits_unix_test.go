//go:build unix

package command

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

func TestAFileThatMayNotGrowIsSaidAsAFullDisk(t *testing.T) {
	s := newStage(t)
	state, work := sea(t)
	library := filepath.Join(s.home, "library")
	p := program{flags: []string{"--state", state.Dir, "--library", library}}
	tight := p
	tight.before = []string{"sh", "-c", `ulimit -f 900 && exec "$0" "$@"`} // blocks of 512 bytes
	full := []string{"disk that holds the search library is full", "Free some space", "nothing was lost"}
	fails(t, tight.run(t, "index"), full...)
	sound(t, library, false)
	p.index(t)
	work.Append("sand0", datatest.More("kelp", "sand0-m13", datatest.Start, "kelp one", "kelp two")...)
	fails(t, tight.run(t, "index", "--rebuild"), full...)
	if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing {
		t.Errorf("without the limit: %+v", a)
	}
	sound(t, library, true)
	tidy(t, library)
}

// nobody gives the program of this test to another user, who can read nothing of ours but what he is given. Where the tests
// run as an ordinary user, it is that user.
func nobody(t *testing.T, given ...string) program {
	t.Helper()
	if os.Geteuid() != 0 {
		return program{}
	}
	base, err := os.MkdirTemp("", "wordwake-nobody")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(base) })
	path := filepath.Join(base, "program")
	copyOf(t, os.Args[0], path)
	if err := errors.Join(os.Chmod(base, 0o755), os.Chmod(path, 0o755)); err != nil {
		t.Fatal(err)
	}
	for _, dir := range given {
		err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
			return errors.Join(err, os.Lchown(path, 65534, 65534))
		})
		for up := filepath.Dir(dir); err == nil && len(up) > len(filepath.Clean(os.TempDir())); up = filepath.Dir(up) {
			err = os.Chmod(up, 0o711) // folders of tests are closed to others
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return program{path: path, before: []string{"setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps=-all"}}
}

// closed takes the right to write from a folder and what lies in it, and gives it back at the end.
func closed(t *testing.T, dir string) (open func()) {
	t.Helper()
	change := func(folder, file os.FileMode) {
		entries, err := os.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			err = errors.Join(err, os.Chmod(filepath.Join(dir, entry.Name()), file))
		}
		if err = errors.Join(err, os.Chmod(dir, folder)); err != nil {
			t.Fatal(err)
		}
	}
	change(0o500, 0o400)
	t.Cleanup(func() { change(0o700, 0o600) })
	return func() { change(0o700, 0o600) }
}

// touched gives a file another time.
func touched(t *testing.T, path string, at time.Time) {
	t.Helper()
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// atRest makes all stores look as if nothing had been written to them for an hour, so that an equal stamp proves that nothing
// changed.
func atRest(t *testing.T, state *datatest.State) {
	t.Helper()
	for _, pattern := range []string{"*.sqlite", "*.sqlite-wal"} {
		paths, err := filepath.Glob(filepath.Join(state.Dir, "agents", "*", "agent", pattern))
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			touched(t, path, time.Now().Add(-time.Hour))
		}
	}
}

func TestAFolderOfAnotherModeIsOnlyRead(t *testing.T) {
	s := newStage(t)
	state, work := sea(t)
	library := filepath.Join(s.home, "library")
	if err := os.Mkdir(library, 0o700); err != nil {
		t.Fatal(err)
	}
	p := nobody(t, s.home, library, state.Dir)
	p.flags = []string{"--state", state.Dir, "--library", library}
	refused := []string{"cannot write to its library folder", "Check the folder's permissions"}
	open := closed(t, library)
	fails(t, p.run(t, "index"), refused...)
	fails(t, p.run(t, "search", "reef"), refused...)
	open()
	atRest(t, state)
	p.index(t)
	open = closed(t, library)
	if a := p.search(t, "--limit", "1", "reef"); a.Total != 5600 || a.Indexing {
		t.Errorf("with nothing new: %d, indexing %v", a.Total, a.Indexing)
	}
	work.Append("sand0", datatest.More("kelp", "sand0-m13", datatest.Start, "kelp one", "kelp two")...)
	lags(t, p, "reef", 5600, refused...)
	lags(t, p, "kelp", 0, refused...)
	fails(t, p.run(t, "index"), refused...)
	fails(t, p.run(t, "index", "--rebuild"), refused...)
	if status := p.status(t); status.Pending == 0 || status.Library.Messages != 5642 {
		t.Errorf("status %+v", status)
	}
	open()
	if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing {
		t.Errorf("open again: %+v", a)
	}
}

func TestAStoreThatMayNotBeReadIsNamedAndTheOthersAreSearched(t *testing.T) {
	s := newStage(t)
	state, work := sea(t)
	p := nobody(t, s.home, state.Dir)
	p.flags = []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}
	for name, refuse := range map[string]struct {
		path       string
		mode, back os.FileMode
	}{
		"the file":   {work.Path, 0o200, 0o600},
		"the folder": {filepath.Dir(work.Path), 0o200, 0o700},
	} {
		for _, old := range []int{0, 42} {
			work.Exec(`UPDATE session_windows SET transcript_updated_at = transcript_updated_at + 1`) // so that there is something to read
			if err := os.Chmod(refuse.path, refuse.mode); err != nil {
				t.Fatal(err)
			}
			if old == 0 {
				if err := os.RemoveAll(filepath.Join(s.home, "library")); err != nil {
					t.Fatal(err)
				}
			}
			a := p.search(t, "--wait", "139")
			if a.Total != 40 || len(a.Faults) != 1 || a.Faults[0].State != "no-access" || a.Faults[0].Detail == "" {
				t.Errorf("%s: %d messages of the other agent, faults %+v", name, a.Total, a.Faults)
			}
			if a := p.search(t, "sand"); a.Total != old {
				t.Errorf("%s: %d messages are found instead of %d", name, a.Total, old)
			}
			for _, store := range p.status(t).Stores {
				if refused := store.State == "no-access"; refused == (store.Agent == "main") || refused == (store.Detail == "") {
					t.Errorf("%s: status %+v", name, store)
				}
			}
			if err := os.Chmod(refuse.path, refuse.back); err != nil {
				t.Fatal(err)
			}
			if a := p.search(t, "--wait", "sand"); a.Total != 42 || len(a.Faults) > 0 {
				t.Errorf("%s: readable again: %d, faults %+v", name, a.Total, a.Faults)
			}
		}
	}
}
