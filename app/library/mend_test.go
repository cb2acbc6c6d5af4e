package library

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

func TestAReadingIsMendedAFewTimesAndTellsHowItEnded(t *testing.T) {
	damage := &index.Error{Op: "read", Err: data.ErrStoreCorrupt}
	other := errors.New("other")
	for name, c := range map[string]struct {
		// errs are those of the readings, the last one of all that follow; making is that of making the library again.
		errs        []error
		making      error
		reads, made int
		want        error
	}{
		"nothing is wrong":                        {[]error{nil}, nil, 1, 0, nil},
		"something else is wrong":                 {[]error{other}, nil, 1, 0, other},
		"it looked damaged once":                  {[]error{damage, nil}, nil, 2, 0, nil},
		"it is damaged though no check sees it":   {[]error{damage, damage, nil}, nil, 3, 1, nil},
		"a new library looks damaged as well":     {[]error{damage}, nil, 3, 1, damage},
		"the library cannot be made again":        {[]error{damage}, other, 2, 1, other},
		"something else is wrong after a mending": {[]error{damage, other}, nil, 2, 0, other},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{}})
			reads, made := 0, 0
			err := l.mending(t.Context(), func() error {
				reads++
				return c.errs[min(reads, len(c.errs))-1]
			}, func() error {
				made++
				return c.making
			})
			if reads != c.reads || made != c.made || !errors.Is(err, c.want) || (err == nil) != (c.want == nil) {
				t.Errorf("read %d times, made %d times, error %v", reads, made, err)
			}
		})
	}
}
