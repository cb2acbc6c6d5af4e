package index

import (
	"bytes"
	"os"
	"path/filepath"
	"sync"
	"testing"
)

func key(t *testing.T, dir string) []byte {
	t.Helper()
	k, err := Key(t.Context(), dir)
	if err != nil || len(k) != keySize {
		t.Fatalf("%d bytes, %v", len(k), err)
	}
	return k
}

func TestALibraryKeepsItsKeyWhateverBecomesOfItsFiles(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	first := key(t, dir)
	l := open(t, dir)
	put(t, writer(t, l), session("alpha", "one"), talk("apple"))
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "index-1.db"), []byte("no database"), 0o600); err != nil {
		t.Fatal(err)
	}
	open(t, dir)
	if again := key(t, dir); !bytes.Equal(first, again) {
		t.Error("another key")
	}
	if other := key(t, t.TempDir()); bytes.Equal(first, other) {
		t.Error("two libraries have one key")
	}
}

func TestAKeyThatIsNoneIsMadeAgain(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, keyName), []byte("short"), 0o600); err != nil {
		t.Fatal(err)
	}
	if first := key(t, dir); !bytes.Equal(first, key(t, dir)) {
		t.Error("another key")
	}
}

func TestOpenersAtOnceAgreeOnTheKey(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "library")
	keys := make([][]byte, 8)
	var group sync.WaitGroup
	for i := range keys {
		group.Go(func() { keys[i], _ = Key(t.Context(), dir) })
	}
	group.Wait()
	for _, k := range keys {
		if len(k) != keySize || !bytes.Equal(k, keys[0]) {
			t.Fatal("keys differ")
		}
	}
}
