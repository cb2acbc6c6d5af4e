package index

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// The key lies beside the index files, so that it outlives them: what is kept of stores that cannot be read has hashes made by it.
const (
	keyName = "hash.key"
	keySize = 32
)

// Key gives the key of the library in a folder, by which equal secrets are known again, and makes a random one where there is none.
// It is not to be shown, logged or written anywhere else. Errors are *Error.
func Key(ctx context.Context, dir string) ([]byte, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, wrap("open", dir, err)
	}
	f := folder{dir: dir}
	if key, err := f.key(); err != nil || key != nil {
		return key, wrap("read the key of the", dir, err)
	}
	key, err := f.makeKey(ctx)
	return key, wrap("make a key for the", dir, err)
}

// key reads the key; nil if there is none, or what lies in its place is not one.
func (f folder) key() ([]byte, error) {
	key, err := os.ReadFile(f.path(keyName))
	switch {
	case errors.Is(err, fs.ErrNotExist), err == nil && len(key) != keySize:
		return nil, nil
	case err != nil:
		return nil, err
	}
	return key, nil
}

// makeKey makes a key, unless another process has meanwhile.
func (f folder) makeKey(ctx context.Context) ([]byte, error) {
	if err := f.make(); err != nil {
		return nil, err
	}
	layout, err := f.lockLayout(ctx)
	if err != nil {
		return nil, err
	}
	defer unlock(layout)
	if key, err := f.key(); err != nil || key != nil {
		return key, err
	}
	key := make([]byte, keySize)
	if _, err := rand.Read(key); err != nil {
		return nil, fmt.Errorf("ask the system for random bytes: %w", err)
	}
	return key, writeFile(f.path(keyName), key, (*os.File).Sync)
}
