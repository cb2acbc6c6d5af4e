package openclaw

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

func TestASweepTakesOnlyWhatACrashLeft(t *testing.T) {
	temp := t.TempDir()
	used, release, err := copyFolder(temp)
	if err != nil {
		t.Fatal(err)
	}
	left := filepath.Join(temp, copyPrefix+"left")
	young := filepath.Join(temp, copyPrefix+"young")
	foreign := filepath.Join(temp, "something")
	for _, dir := range []string{left, young, foreign} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "store.sqlite"), []byte("x"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	old := time.Now().Add(-time.Hour)
	for _, dir := range []string{left, used, foreign} {
		if err := os.Chtimes(dir, old, old); err != nil {
			t.Fatal(err)
		}
	}
	shared := filepath.Join(temp, copyPrefix+"shared")
	if err := errors.Join(os.Mkdir(shared, 0o700), os.Chmod(shared, 0o777), os.Chtimes(shared, old, old)); err != nil {
		t.Fatal(err)
	}
	if sweep(temp, time.Now()) {
		t.Error("nothing was too young to be judged")
	}
	for dir, want := range map[string]bool{left: false, used: true, young: true, foreign: true, shared: true} {
		if _, err := os.Stat(dir); (err == nil) != want {
			t.Errorf("%s is there: %v, want %v", filepath.Base(dir), err == nil, want)
		}
	}
	if err := release(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(used); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the folder that was released: %v", err)
	}
}

func TestAPrivateCopyIsForItsOwnerOnly(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	if err := os.WriteFile(store.Path+"-wal", nil, 0o644); err != nil {
		t.Fatal(err)
	}
	temp := t.TempDir()
	source := NewSource(store.Ref())
	source.TempDir = temp
	r, err := source.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	found := 0
	err = filepath.WalkDir(temp, func(path string, entry os.DirEntry, err error) error {
		if err != nil || path == temp {
			return err
		}
		info, err := entry.Info()
		if err == nil && info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s has mode %v", path, info.Mode())
		}
		found++
		return err
	})
	if err != nil || found < 3 {
		t.Errorf("%d files, %v", found, err)
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestWhatKeepsUsFromCopyingIsNotBlamedOnTheStore(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	if err := os.WriteFile(store.Path+"-wal", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	source := NewSource(store.Ref())
	source.TempDir = filepath.Join(t.TempDir(), "nope")
	_, err := source.Open(t.Context())
	var fault *data.StoreError
	if !errors.As(err, &fault) || data.StateOf(err) != data.StoreBusy || !strings.Contains(fault.Hint, "temporary files") {
		t.Errorf("got %v", err)
	}
}

func TestWaitingForAnotherReadingCanBeGivenUp(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	one := guards.of(store.Path)
	if err := one.lock(t.Context()); err != nil {
		t.Fatal(err)
	}
	defer one.unlock()
	ctx, cancel := context.WithTimeout(t.Context(), time.Millisecond)
	defer cancel()
	if _, err := NewSource(store.Ref()).Open(ctx); !errors.Is(err, context.DeadlineExceeded) || data.StateOf(err) != data.StoreBusy {
		t.Errorf("got %v", err)
	}
}

func TestFilesAreNotOpenedWhileAConnectionOfOursHoldsLocksOnThem(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19)
	store.Exec(`PRAGMA journal_mode=DELETE`)
	first, err := NewSource(store.Ref()).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	one := guards.of(store.Path)
	if one.open != 1 {
		t.Fatalf("%d connections counted", one.open)
	}
	second, err := NewSource(store.Ref()).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := openCopy(t.Context(), one, store.Path, t.TempDir()); !errors.Is(err, data.ErrStoreBusy) {
		t.Errorf("a copy meanwhile gives %v", err)
	}
	if err := errors.Join(first.Close(), second.Close()); err != nil {
		t.Fatal(err)
	}
	if one.open != 0 {
		t.Errorf("%d connections counted at the end", one.open)
	}
}
