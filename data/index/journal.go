package index

import (
	"encoding/binary"
	"errors"
	"io"
	"io/fs"
	"os"
)

// journalHeader is the part of a rollback journal that tells how many pages the file had before: 8 bytes of magic, the number of
// records, a nonce, and that.
const journalHeader = 20

// journalled looks for a rollback journal beside a file, which only its writer may put back. Ours have one for the moment in which
// they are begun, as empty files: if that was cut off, they are blank. With any other one the file is not ours.
func journalled(path string) (found bool, state fileState, err error) {
	file, err := os.Open(path + "-journal")
	if errors.Is(err, fs.ErrNotExist) {
		return false, fileOurs, nil
	}
	if err != nil {
		return false, fileUnopened, err
	}
	defer func() { _ = file.Close() }()
	head := make([]byte, journalHeader)
	switch n, err := io.ReadFull(file, head); {
	case n == 0 || head[0] == 0: // SQLite does not heed such a one
		return false, fileOurs, nil
	case err == nil && binary.BigEndian.Uint32(head[16:]) == 0:
		return true, fileBlank, nil
	default:
		return true, fileForeign, nil
	}
}
