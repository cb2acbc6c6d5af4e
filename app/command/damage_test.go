package command

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

// damages are ways in which a disk, a program or a person damages the file of a library. Those that are seen are seen by
// whoever reads there; a flipped bit in a text or in a list of the index has no check sum that would tell.
var damages = []struct {
	name string
	seen bool
	do   func(raw []byte, rng *rand.Rand) []byte
}{
	{"a page is zero", true, func(raw []byte, rng *rand.Rand) []byte {
		at := rng.IntN(len(raw)) &^ 4095
		clear(raw[at : at+4096])
		return raw
	}},
	{"a page is noise", true, func(raw []byte, rng *rand.Rand) []byte { return noise(raw, rng, 4096) }},
	{"the end is missing", true, func(raw []byte, rng *rand.Rand) []byte { return raw[:1+rng.IntN(len(raw)-1)] }},
	{"pages are missing", true, func(raw []byte, rng *rand.Rand) []byte { return raw[:rng.IntN(len(raw))&^4095] }},
	{"a sector is noise", false, func(raw []byte, rng *rand.Rand) []byte { return noise(raw, rng, 512) }},
	{"a bit is flipped", false, func(raw []byte, rng *rand.Rand) []byte {
		raw[rng.IntN(len(raw))] ^= 1 << rng.IntN(8)
		return raw
	}},
}

func noise(raw []byte, rng *rand.Rand, size int) []byte {
	at := rng.IntN(len(raw)) / size * size
	for i := range size {
		raw[at+i] = byte(rng.Uint32())
	}
	return raw
}

// known are words and how many messages hold them.
var known = map[string]int{"reef": 1200, "sand": 42, "37": 20, "nothing": 0}

const damageSeed = 20261108

func TestADamagedLibraryIsSetAsideAndMadeAnewAndSaysSo(t *testing.T) {
	s := newStage(t)
	state := datatest.NewState(t)
	state.Agent("main", datatest.V23).Flood("reef", 20, 60)
	state.Agent("work", datatest.V23).Flood("sand", 3, 14)
	good := filepath.Join(s.home, "good")
	if got := s.run("index", "--state", state.Dir, "--library", good); got.code != exitOK {
		t.Fatalf("got %+v", got)
	}
	raw, err := os.ReadFile(filepath.Join(good, "index-1.db"))
	if err != nil {
		t.Fatal(err)
	}
	want := ledger(t, good)
	for _, damage := range damages {
		t.Run(damage.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(damageSeed, 0))
			for n := range 8 {
				dir := filepath.Join(s.home, fmt.Sprint(damage.name, n))
				put(t, dir, damage.do(append([]byte(nil), raw...), rng))
				flags := []string{"--state", state.Dir, "--library", dir}
				for word, total := range known {
					s.judge(t, fmt.Sprint("damage ", n), damage.seen, word, total, flags)
				}
				if got := s.run(append([]string{"index", "--rebuild"}, flags...)...); got.code != exitOK {
					t.Errorf("damage %d: made anew: %+v", n, got)
				}
				sound(t, dir, true)
				same(t, want, ledger(t, dir))
			}
		})
	}
}

// put makes a library of one file.
func put(t *testing.T, dir string, raw []byte) {
	t.Helper()
	err := errors.Join(
		os.Mkdir(dir, 0o700),
		os.WriteFile(filepath.Join(dir, "index-1.db"), raw, 0o600),
		os.WriteFile(filepath.Join(dir, "current"), []byte("index-1.db\n"), 0o600),
	)
	if err != nil {
		t.Fatal(err)
	}
}

// judge searches for a word in a damaged library: the answer is right, or says that it may lack something, and whoever was set
// aside is named.
func (s *stage) judge(t *testing.T, what string, seen bool, word string, total int, flags []string) {
	t.Helper()
	got := s.run(append([]string{"search", "--json", "--limit", "500", word}, flags...)...)
	var a answer
	if err := json.Unmarshal([]byte(got.out), &a); err != nil || got.code != exitOK {
		t.Errorf("%s: %s: %v, %+v", what, word, err, got)
		return
	}
	if seen && a.Total != total && !a.Indexing {
		t.Errorf("%s: %d matches of %s instead of %d, and it says nothing", what, a.Total, word, total)
	}
	for _, line := range strings.Split(strings.TrimSpace(got.err), "\n") {
		if aside, said := strings.CutPrefix(line, "wordwake: A file in the place of the index was damaged or not ours. It was moved to "); said {
			if _, err := os.Stat(aside); err != nil {
				t.Errorf("%s: %v", what, err)
			}
		} else if line != "" {
			t.Errorf("%s: %s: said %q", what, word, line)
		}
	}
}

// What other programs or persons do to the folder of a library while a process has it open.
func TestALibraryThatVanishesUnderARunningProcessIsMadeAgain(t *testing.T) {
	for name, spoil := range map[string]func(dir string) error{
		"the folder is deleted": os.RemoveAll,
		"the files are deleted": func(dir string) error {
			return errors.Join(os.Remove(filepath.Join(dir, "index-1.db")), os.Remove(filepath.Join(dir, "index-1.db-wal")), os.Remove(filepath.Join(dir, "index-1.db-shm")))
		},
		"the pointer is deleted":   func(dir string) error { return os.Remove(filepath.Join(dir, "current")) },
		"the file is emptied":      func(dir string) error { return os.Truncate(filepath.Join(dir, "index-1.db"), 0) },
		"the file is half as long": func(dir string) error { return os.Truncate(filepath.Join(dir, "index-1.db"), 40960) },
		"another file is in its place": func(dir string) error {
			path := filepath.Join(dir, "index-1.db")
			return errors.Join(os.WriteFile(path+".new", []byte("somebody's diary"), 0o600), os.Rename(path+".new", path))
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStage(t)
			state := datatest.NewState(t)
			state.Agent("main", datatest.V23).Flood("reef", 20, 60)
			dir := filepath.Join(s.home, "library")
			lib, err := library.Open(t.Context(), library.Params{Folder: dir, States: []string{state.Dir}, Copies: s.home})
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = lib.Close() }()
			ask := func() (total int, behind bool) {
				if _, err := lib.Pass(t.Context(), reconcile.Options{Budget: time.Minute}, nil); err != nil {
					t.Fatal(err)
				}
				results, err := lib.Search(t.Context(), data.Query{Text: "reef"})
				if err != nil {
					t.Fatal(err)
				}
				return results.Total, results.Indexing
			}
			if total, _ := ask(); total != 1200 {
				t.Fatalf("%d matches", total)
			}
			if err := spoil(dir); err != nil {
				t.Fatal(err)
			}
			if total, behind := ask(); total != 1200 && !behind {
				t.Errorf("%d matches, and it says nothing", total)
			}
			p := program{flags: []string{"--state", state.Dir, "--library", dir}}
			if a := p.search(t, "--limit", "1", "reef"); a.Total != 1200 && !a.Indexing {
				t.Errorf("another process finds %d matches, and says nothing", a.Total)
			}
			p.index(t)
			if total, behind := ask(); total != 1200 || behind {
				t.Errorf("after an index %d matches, behind %v", total, behind)
			}
			sound(t, dir, true)
		})
	}
}
