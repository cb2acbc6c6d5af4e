package command

import (
	"bytes"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// ownDisk is set where a test runs again in a process that may mount, with the folder for a disk of its own.
const ownDisk = "WORDWAKE_TEST_OWN_DISK"

// noMount is said where nobody but the system may mount anything.
const noMount = "this system lets tests mount nothing"

// onOwnDisk runs a test with a small disk of its own, which nobody else sees. Where the system does not allow it,
// TestAFileThatMayNotGrowIsSaidAsAFullDisk and TestAFolderOfAnotherModeIsOnlyRead show the same by other means.
func onOwnDisk(t *testing.T, size string, scenario func(t *testing.T, disk ramDisk)) {
	t.Helper()
	if dir := os.Getenv(ownDisk); dir != "" {
		disk := ramDisk{t: t, dir: dir}
		if err := errors.Join(syscall.Mount("", "/", "", syscall.MS_REC|syscall.MS_PRIVATE, ""), syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size)); err != nil {
			_, _ = os.Stdout.WriteString(noMount + "\n")
			return
		}
		scenario(t, disk)
		return
	}
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^"+t.Name()+"$")
	run.Env = append(os.Environ(), ownDisk+"="+t.TempDir())
	run.SysProcAttr = &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNS}
	if os.Geteuid() != 0 {
		run.SysProcAttr.Cloneflags |= syscall.CLONE_NEWUSER
		run.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Geteuid(), Size: 1}}
		run.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getegid(), Size: 1}}
	}
	out, err := run.CombinedOutput()
	switch {
	case errors.Is(err, syscall.EPERM), bytes.Contains(out, []byte(noMount)):
		t.Log(noMount)
	case err != nil:
		t.Errorf("%v\n%s", err, out)
	}
}

type ramDisk struct {
	t   *testing.T
	dir string
}

// option changes how the disk is mounted: "size=8m", "ro", "rw".
func (d ramDisk) option(option string) {
	d.t.Helper()
	flags := uintptr(syscall.MS_REMOUNT)
	switch option {
	case "ro":
		flags, option = flags|syscall.MS_RDONLY, ""
	case "rw":
		option = ""
	}
	if err := syscall.Mount("tmpfs", d.dir, "tmpfs", flags, option); err != nil {
		d.t.Fatal(err)
	}
}

// fill leaves no room on the disk.
func (d ramDisk) fill() {
	d.t.Helper()
	file, err := os.OpenFile(filepath.Join(d.dir, "ballast"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
	if err != nil {
		d.t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	for err == nil {
		_, err = file.Write(make([]byte, 4096))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		d.t.Fatal(err)
	}
}

// makeRoom takes away what fill left.
func (d ramDisk) makeRoom() {
	d.t.Helper()
	if err := os.Remove(filepath.Join(d.dir, "ballast")); err != nil {
		d.t.Fatal(err)
	}
}

func TestAFullDiskIsSaidAndNothingIsLost(t *testing.T) {
	onOwnDisk(t, "8m", func(t *testing.T, disk ramDisk) {
		s := newStage(t)
		state, work := sea(t)
		library := filepath.Join(disk.dir, "library")
		p := program{flags: []string{"--state", state.Dir, "--library", library}}
		full := []string{"disk that holds the search library is full", "Free some space", "nothing was lost"}

		disk.fill() // no room for anything
		fails(t, p.run(t, "index"), full...)
		fails(t, p.run(t, "search", "reef"), full...)
		disk.makeRoom()
		disk.option("size=600k") // room for a part
		fails(t, p.run(t, "index"), full...)
		sound(t, library, false)
		disk.option("size=8m")
		p.index(t)
		sound(t, library, true)

		work.Append("sand0", datatest.More("kelp", "sand0-m13", datatest.Start, "kelp one", "kelp two")...)
		disk.fill() // room for what is there
		lags(t, p, "reef", 5600, full...)
		lags(t, p, "kelp", 0, full...)
		fails(t, p.run(t, "index"), full...)
		fails(t, p.run(t, "index", "--rebuild"), full...)
		if status := p.status(t); status.Pending == 0 || status.Library.Messages != 5642 {
			t.Errorf("status %+v", status)
		}
		sound(t, library, false)

		for _, suffix := range []string{"-wal", "-shm"} { // not even room for reading
			if err := os.Remove(filepath.Join(library, "index-1.db") + suffix); err != nil {
				t.Fatal(err)
			}
		}
		disk.fill()
		fails(t, p.run(t, "search", "reef"), full...)
		fails(t, p.run(t, "status"), full...)

		disk.makeRoom()
		if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing {
			t.Errorf("with room again: %+v", a)
		}
		p.index(t)
		sound(t, library, true)
		tidy(t, library)
		reference := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "reference")}}
		reference.index(t)
		same(t, ledger(t, filepath.Join(s.home, "reference")), ledger(t, library))
	})
}

func TestADiskThatIsOnlyReadAnswersAndSaysThatItLags(t *testing.T) {
	onOwnDisk(t, "16m", func(t *testing.T, disk ramDisk) {
		newStage(t)
		state, work := sea(t)
		library := filepath.Join(disk.dir, "library")
		p := program{flags: []string{"--state", state.Dir, "--library", library}}
		refused := []string{"cannot write to its library folder", "Check the folder's permissions"}
		disk.option("ro")
		fails(t, p.run(t, "index"), refused...)
		fails(t, p.run(t, "search", "reef"), refused...)
		disk.option("rw")
		atRest(t, state)
		p.index(t)
		disk.option("ro")
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
		disk.option("rw")
		if a := p.search(t, "kelp"); a.Total != 2 || a.Indexing {
			t.Errorf("writable again: %+v", a)
		}
	})
}

// A store whose -wal has lost its -shm is read from a private copy.
func TestNoRoomForAPrivateCopyIsSaidAndTheRestIsSearched(t *testing.T) {
	onOwnDisk(t, "4m", func(t *testing.T, disk ramDisk) {
		s := newStage(t)
		state, work := sea(t)
		crashed(t, work.Path, func() { work.Flood("kelp", 1, 20000) })
		s.env["XDG_DATA_HOME"] = disk.dir
		t.Setenv("XDG_DATA_HOME", disk.dir)
		p := program{flags: []string{"--state", state.Dir, "--library", filepath.Join(s.home, "library")}}
		for _, room := range []string{"for a part of it", "for nothing"} {
			if room == "for nothing" {
				disk.fill()
			}
			a := p.search(t, "--wait", "--limit", "1", "reef")
			if a.Total != 5600 || len(a.Faults) != 1 || a.Faults[0].Agent != "work" || a.Faults[0].State != "busy" || !strings.Contains(a.Faults[0].Detail, "Make room") {
				t.Errorf("room %s: %d matches, faults %+v", room, a.Total, a.Faults)
			}
			if left, err := filepath.Glob(filepath.Join(disk.dir, "wordwake", "copies", "*")); len(left) > 0 {
				t.Errorf("room %s: left %v, %v", room, left, err)
			}
		}
		disk.makeRoom()
		disk.option("size=64m")
		if got := p.index(t); got.Pending != 0 || len(got.Faults) != 0 {
			t.Errorf("got %+v", got)
		}
		if a := p.search(t, "--limit", "1", "kelp"); a.Total != 10000 || len(a.Faults) != 0 {
			t.Errorf("with room: %d, faults %+v", a.Total, a.Faults)
		}
	})
}
