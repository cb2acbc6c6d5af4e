package index

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"time"

	"github.com/gofrs/flock"
)

// The names in the library folder.
const (
	currentName   = "current"
	layoutLock    = "layout.lock"
	reconcileLock = "reconcile.lock"
	progressName  = "progress.json"
	lockSuffix    = ".lock"
)

const (
	folderMode = 0o700
	fileMode   = 0o600
	// layoutWait bounds how long an opener waits for another one that creates, switches or sweeps.
	layoutWait = 10 * time.Second
	lockPause  = 20 * time.Millisecond
	// sweepWait bounds how long the deletion of an old file waits for others.
	sweepWait = 200 * time.Millisecond
)

var indexName = regexp.MustCompile(`^index-([1-9][0-9]{0,8})\.db$`)

// folder is the library folder. Its layout changes only under the layout lock.
type folder struct {
	dir string
	now func() time.Time
}

func (f folder) path(name string) string { return filepath.Join(f.dir, name) }

// make creates the folder for its owner only. One that was there is closed to others if only the library lies in it.
func (f folder) make() error {
	if info, err := os.Stat(f.dir); err == nil && info.IsDir() {
		return nil
	}
	if err := os.MkdirAll(f.dir, folderMode); err != nil {
		return err
	}
	return os.Chmod(f.dir, folderMode)
}

// lockLayout takes the lock under which files are created, named current, set aside and deleted.
func (f folder) lockLayout(ctx context.Context) (*flock.Flock, error) {
	lock := newLock(f.path(layoutLock))
	waiting, cancel := context.WithTimeout(ctx, layoutWait)
	defer cancel()
	if _, err := lock.TryLockContext(waiting, lockPause); err != nil {
		if ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
			err = fmt.Errorf("another process keeps %s: %w", layoutLock, fs.ErrExist)
		}
		return nil, err
	}
	return lock, nil
}

func newLock(path string) *flock.Flock { return flock.New(path, flock.SetPermissions(fileMode)) }

func unlock(lock *flock.Flock) {
	if lock != nil {
		_ = lock.Close()
	}
}

// current reads which file is the library: "" if there is no pointer. ok is false if the pointer names something absurd.
func (f folder) current() (name string, ok bool, err error) {
	file, err := os.Open(f.path(currentName))
	if errors.Is(err, fs.ErrNotExist) {
		return "", true, nil
	}
	if err != nil {
		return "", false, err
	}
	defer func() { _ = file.Close() }()
	var head [64]byte
	n, err := file.Read(head[:])
	if err != nil && n == 0 {
		return "", false, nil // empty, or a folder
	}
	name = string(trimNewline(head[:n]))
	if !indexName.MatchString(name) {
		return "", false, nil
	}
	return name, true, nil
}

func trimNewline(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] == '\n' {
		return text[:len(text)-1]
	}
	return text
}

// setCurrent replaces the pointer atomically, also for after a power cut.
func (f folder) setCurrent(name string) error {
	return writeFile(f.path(currentName), []byte(name+"\n"), (*os.File).Sync)
}

// writeFile replaces a file of ours by one with these bytes, all or nothing. settle is called before it takes the old one's
// place.
func writeFile(path string, content []byte, settle func(*os.File) error) error {
	temporary := path + ".new"
	file, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, fileMode)
	if err != nil {
		return err
	}
	_, err = file.Write(content)
	err = errors.Join(err, file.Chmod(fileMode), settle(file), file.Close())
	if err == nil {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		_ = os.Remove(temporary)
	}
	return err
}

// numbers lists the numbers of all index files that are there, whoever made them.
func (f folder) numbers() ([]int, error) {
	entries, err := os.ReadDir(f.dir)
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, entry := range entries {
		if match := indexName.FindStringSubmatch(entry.Name()); match != nil {
			n, _ := strconv.Atoi(match[1]) // the pattern lets only small numbers through
			numbers = append(numbers, n)
		}
	}
	return numbers, nil
}

// next is a name that no index file has or had while the folder's other files are around.
func (f folder) next() (string, error) {
	numbers, err := f.numbers()
	if err != nil {
		return "", err
	}
	highest := 0
	for _, n := range numbers {
		highest = max(highest, n)
	}
	if name, ok, err := f.current(); err == nil && ok && name != "" {
		highest = max(highest, numberOf(name))
	}
	return nameOf(highest + 1), nil
}

func nameOf(n int) string { return "index-" + strconv.Itoa(n) + ".db" }

func numberOf(name string) int {
	match := indexName.FindStringSubmatch(name)
	if match == nil {
		return 0
	}
	n, _ := strconv.Atoi(match[1])
	return n
}

// create makes an empty file with our mode, whatever the umask says: SQLite gives -wal and -shm the mode of the file.
func (f folder) create(name string) error {
	file, err := os.OpenFile(f.path(name), os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	return errors.Join(file.Chmod(fileMode), file.Close())
}

// setAside renames a file that is not ours, or is damaged, with its -wal and -shm, and tells where it went.
func (f folder) setAside(name string) (string, error) {
	stamp := f.now().UTC().Format("20060102T150405Z")
	target := f.path(name + ".aside-" + stamp)
	for n := 2; exists(target); n++ {
		target = f.path(name + ".aside-" + stamp + "-" + strconv.Itoa(n))
	}
	if err := os.Rename(f.path(name), target); err != nil {
		return "", err
	}
	for _, suffix := range []string{"-wal", "-shm", "-journal"} {
		err := os.Rename(f.path(name)+suffix, target+suffix)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return target, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
