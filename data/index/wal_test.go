package index

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
)

// maxWAL is what the WAL may come to: what is moved out of it at a commit, and the batches that may come before that.
const maxWAL = walPages*4096 + 4*maxBatchBytes

func TestTheWALStaysSmallWhileMuchIsWritten(t *testing.T) {
	for name, begin := range map[string]func(*testing.T, *Library) (*Writer, error){
		"in a pass": func(t *testing.T, l *Library) (*Writer, error) {
			return l.Write(t.Context(), WriteParams{Redact: mask})
		},
		"in a rebuild": func(t *testing.T, l *Library) (*Writer, error) {
			return l.Rebuild(t.Context(), WriteParams{Redact: mask})
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w, err := begin(t, l)
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = w.Close() }()
			path := w.file.path
			written, most := int64(0), int64(0)
			for i := range 20 {
				texts := grains()
				put(t, w, session("alpha", fmt.Sprint("s", i)), texts)
				written += 500 * int64(len(texts[0].Text))
				most = max(most, walSize(path))
				find(t, l, FindRequest{Filter: Filter{Match: "grain"}, Limit: 1}) // somebody searches all the time
			}
			if written < maxWAL || most > maxWAL {
				t.Errorf("wrote %d MB, the WAL came to %d MB", written>>20, most>>20)
			}
			if w.fresh {
				err = w.Switch(t.Context())
			}
			if err := errors.Join(err, w.Close()); err != nil {
				t.Fatal(err)
			}
			if left := walSize(path); left != 0 {
				t.Errorf("%d bytes of WAL are left", left)
			}
		})
	}
}

// grains makes 500 messages of 8 KB, with few words to cut.
func grains() []data.Message {
	texts := make([]string, 500)
	for i := range texts {
		texts[i] = "grain" + strings.Repeat(".", 8<<10)
	}
	return talk(texts...)
}

func TestAWALThatAReaderHeldIsEmptiedByTheNextWriter(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple"))
	path := w.file.path
	err := l.View(t.Context(), func(v *View) error {
		if _, err := v.Stores(t.Context()); err != nil {
			return err
		}
		put(t, w, session("alpha", "two"), talk("apple"))
		return w.Close()
	})
	if err != nil || walSize(path) == 0 {
		t.Fatalf("WAL %d, error %v", walSize(path), err)
	}
	w = writer(t, l)
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if left := walSize(path); left != 0 {
		t.Errorf("%d bytes of WAL are left", left)
	}
}
