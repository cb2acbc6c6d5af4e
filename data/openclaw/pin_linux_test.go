package openclaw

import (
	"bufio"
	"errors"
	"os"
	"os/exec"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

const asWriter = "WORDWAKE_TEST_WRITE"

// TestAsWriter is run by the test below as another process: locks are between processes. Alone it has nothing to do.
func TestAsWriter(t *testing.T) {
	path := os.Getenv(asWriter)
	if path == "" {
		return
	}
	release := datatest.At(t, path).Hold()
	if _, err := os.Stdout.WriteString("ready\n"); err != nil {
		t.Fatal(err)
	}
	_, _ = bufio.NewReader(os.Stdin).ReadString('\n')
	release()
}

// writer starts a process that has the store open, as a gateway has; the returned function has it close the store.
func writer(t *testing.T, path string) (end func()) {
	t.Helper()
	run := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestAsWriter$")
	run.Env = append(os.Environ(), asWriter+"="+path)
	in, err := run.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := run.StdoutPipe()
	if err == nil {
		err = run.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || line != "ready\n" {
		t.Fatalf("%q %v", line, err)
	}
	return func() {
		t.Helper()
		if err := errors.Join(in.Close(), run.Wait()); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatLiesBesideAStoreStaysFromTheLookToTheOpening(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	end := writer(t, store.Path)
	one := &guarded{turn: make(chan struct{}, 1)}
	before, err := pinned(t.Context(), one, store.Path)
	if err != nil {
		t.Fatal(err)
	}
	end()
	after, err := lookBeside(store.Path)
	if err != nil || after.wal != before.wal || !after.shm.exists {
		t.Errorf("%+v, before %+v, %v", after, before, err)
	}
	one.drop()
	writer(t, store.Path)() // this time nobody is in the way
	if after, err = lookBeside(store.Path); err != nil || after.wal.exists || after.shm.exists {
		t.Errorf("%+v %v", after, err)
	}
	if _, err := pinned(t.Context(), one, store.Path); !errors.Is(err, errMoved) {
		t.Errorf("without them: %v", err)
	}
	one.drop()
}

func TestNothingIsMadeWhereFilesWentJustBeforeTheOpening(t *testing.T) {
	for name, change := range map[string]func(path string) error{
		"the -wal goes":            func(path string) error { return os.Remove(path + "-wal") },
		"the -shm goes":            func(path string) error { return os.Remove(path + "-shm") },
		"the main file is emptied": func(path string) error { return os.Truncate(path, 0) },
	} {
		t.Run(name, func(t *testing.T) {
			store := datatest.NewState(t).Agent("main", datatest.V19)
			for _, suffix := range []string{"-wal", "-shm"} {
				if err := os.WriteFile(store.Path+suffix, []byte("x"), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if err := change(store.Path); err != nil {
				t.Fatal(err)
			}
			before, err := lookBeside(store.Path)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := openShared(t.Context(), guards.of(store.Path), store.Path, t.TempDir()); !errors.Is(err, errMoved) || data.StateOf(err) != data.StoreBusy {
				t.Errorf("got %v", err)
			}
			if after, err := lookBeside(store.Path); err != nil || after != before {
				t.Errorf("%+v, before %+v, %v", after, before, err)
			}
		})
	}
}

func TestTheMainFileIsHeldAsLongAsAConnectionIsOpen(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	store.Hold()
	r, err := NewSource(store.Ref()).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if one := guards.of(store.Path); one.file == nil {
		t.Error("the main file is not held while a connection is open")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if one := guards.of(store.Path); one.file != nil || one.open != 0 {
		t.Error("the main file is held after the last connection was closed")
	}
}
