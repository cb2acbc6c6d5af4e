package openclaw

import (
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/wordwake/wordwake/data"
)

func TestAFaultSaysWhatAPersonCanDo(t *testing.T) {
	for _, c := range []struct {
		err   error
		state data.StoreState
		words string
	}{
		{&fs.PathError{Op: "read", Path: "x", Err: syscall.EIO}, data.StoreNoAccess, "disk"},
		{fmt.Errorf("%w: the header", data.ErrStoreCorrupt), data.StoreCorrupt, "damaged"},
		{fs.ErrPermission, data.StoreNoAccess, "not allowed"},
		{fs.ErrNotExist, data.StoreMissing, "gone"},
		{data.ErrStoreBusy, data.StoreBusy, "busy"},
		{ours(&fs.PathError{Op: "write", Path: "x", Err: syscall.ENOSPC}), data.StoreBusy, "temporary files"},
	} {
		err := fault(data.Store{Agent: "main", Path: "x"}, "read", c.err)
		var fault *data.StoreError
		if !errors.As(err, &fault) || data.StateOf(err) != c.state || !strings.Contains(fault.Hint, c.words) {
			t.Errorf("%v: %s, %+v", c.err, data.StateOf(err), fault)
		}
	}
}
