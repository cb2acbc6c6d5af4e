package openclaw

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// freshAge is how old a change has to be before an equal stamp proves that nothing changed since: file systems count time
// in steps of up to two seconds.
const freshAge = 2 * time.Second

// mark is what the file system says about one file. A missing file has the zero mark.
type mark struct {
	exists         bool
	device, inode  uint64
	size, modified int64 // bytes; nanoseconds since 1970
}

func (m mark) String() string {
	if !m.exists {
		return "-"
	}
	return fmt.Sprintf("%d:%d:%d:%d", m.device, m.inode, m.size, m.modified)
}

func (m mark) same(other mark) bool {
	return m.exists == other.exists && m.device == other.device && m.inode == other.inode
}

// look marks a file; one that is not there is no error.
func look(path string) (mark, error) {
	m, err := markOf(path)
	if errors.Is(err, fs.ErrNotExist) {
		return mark{}, nil
	}
	return m, err
}

// stampOf makes the stamp of a database out of its main file, its -wal and, if it is named and there, a folder, and tells
// whether one changed lately.
func stampOf(path string, now time.Time, folder string) (stamp data.Stamp, fresh bool, err error) {
	main, err := markOf(path)
	if err != nil {
		return "", false, err
	}
	wal, err := look(path + "-wal")
	if err != nil {
		return "", false, err
	}
	text, newest := main.String()+" "+wal.String(), max(main.modified, wal.modified)
	if folder != "" {
		if at, err := os.Stat(folder); err == nil {
			modified := at.ModTime().UnixNano()
			text += fmt.Sprint(" ", modified)
			newest = max(newest, modified)
		}
	}
	return data.Stamp(text), now.Sub(time.Unix(0, newest)) < freshAge, nil
}

// beside is a store's main file and what SQLite may have put beside it.
type beside struct{ main, wal, shm, journal mark }

// filled refuses a main file without pages: what a -wal beside it holds is no whole history, and SQLite deletes such a
// -wal. For a moment a file is empty that is just being made.
func (b beside) filled(now time.Time) error {
	if !sqlitedb.NoPages(b.main.size) {
		return nil
	}
	age := now.Sub(time.Unix(0, max(b.main.modified, b.wal.modified)))
	if age.Abs() < freshAge {
		return fmt.Errorf("%w: the file is empty yet", data.ErrStoreBusy)
	}
	return fmt.Errorf("%w: the file is empty", data.ErrStoreCorrupt)
}

func lookBeside(path string) (beside, error) {
	var b beside
	var err error
	for _, file := range []struct {
		suffix string
		to     *mark
	}{{"", &b.main}, {"-wal", &b.wal}, {"-shm", &b.shm}, {"-journal", &b.journal}} {
		if *file.to, err = look(path + file.suffix); err != nil {
			return b, err
		}
	}
	if !b.main.exists {
		return b, &fs.PathError{Op: "stat", Path: path, Err: fs.ErrNotExist}
	}
	return b, nil
}
