package transcript

import (
	"bytes"
	"fmt"
	"hash/crc32"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/datatest"
)

var entryFields = cmp.AllowUnexported(Entry{}, link{})

// linked is what links keep of entries.
func linked(entries []Entry) []Entry {
	all := append([]Entry{}, entries...)
	for i := range all {
		all[i].Name = ""
	}
	return all
}

func tangled(seed uint64, events int) []Entry {
	var entries []Entry
	for i, raw := range datatest.Tangle(rand.New(rand.NewPCG(seed, 5)), events) {
		if event, err := Decode(int64(i), []byte(raw)); err == nil {
			entries = append(entries, event.Entry)
		}
	}
	return entries
}

func TestLinksGiveTheEntriesBackAndGrowOnlyAtTheirEnd(t *testing.T) {
	for seed := range uint64(40) {
		entries := tangled(seed, 80)
		links := appendLinks(nil, entries, 0)
		got, ok := readLinks(links, len(entries))
		if diff := cmp.Diff(linked(entries), got, entryFields); !ok || diff != "" {
			t.Fatalf("seed %d: %v (-want +got):\n%s", seed, ok, diff)
		}
		for cut := range entries {
			if grown := appendLinks(appendLinks(nil, entries[:cut], 0), entries, cut); !bytes.Equal(links, grown) {
				t.Fatalf("seed %d: cut at %d the links are others", seed, cut)
			}
		}
		if _, ok := readLinks(links, len(entries)+1); ok {
			t.Fatalf("seed %d: more entries than there are", seed)
		}
		for cut := range links {
			if _, ok := readLinks(links[:cut], len(entries)); ok {
				t.Fatalf("seed %d: %d of %d bytes are enough", seed, cut, len(links))
			}
		}
	}
}

func TestLinksAreShort(t *testing.T) {
	for name, c := range map[string]struct {
		id   func(n int) string
		most int
	}{
		"ids of 8 letters":      {func(n int) string { return fmt.Sprintf("N%07d", n) }, 12},
		"ids of 8 hex digits":   {func(n int) string { return fmt.Sprintf("%08x", n*7919) }, 7},
		"UUIDs":                 {func(n int) string { return fmt.Sprintf("%08x-1111-4222-8333-%012x", n*7919, n) }, 18},
		"other ids of 36 bytes": {func(n int) string { return fmt.Sprintf("%036d", n)[1:] + "Z" }, 40},
	} {
		var entries []Entry
		for n := range 1000 {
			e := Entry{Seq: int64(n), ID: c.id(n), kind: kindMessage, message: true, parent: link{state: linkNull}}
			if n > 0 {
				e.parent = link{state: linkID, id: entries[n-1].ID}
			}
			entries = append(entries, e)
		}
		if got := len(appendLinks(nil, entries, 0)); got > c.most*len(entries) {
			t.Errorf("%s: %d bytes for %d entries, want at most %d each", name, got, len(entries), c.most)
		}
	}
}

func TestATrailHoldsNoTextAndNoTitle(t *testing.T) {
	b := NewBuilder("S", DefaultHold)
	for seq, line := range []string{
		`{"type":"message","id":"u1","parentId":null,"message":{"role":"user","content":"the words"}}`,
		`{"type":"session_info","id":"i1","parentId":"u1","name":"The title"}`,
	} {
		b.Add(Row{Seq: int64(seq), JSON: []byte(line)})
	}
	b.Resolve()
	state, links, ok := b.Trail()
	if all := fmt.Sprint(state, string(links)); !ok || strings.Contains(all, "words") || strings.Contains(all, "title") {
		t.Errorf("the trail is %q", all)
	}
}

func TestATrailThatIsDamagedCountsForNothing(t *testing.T) {
	b := NewBuilder("S", DefaultHold)
	for seq, event := range datatest.Talk("one", "two", "three") {
		b.Add(Row{Seq: int64(seq), JSON: []byte(event)})
	}
	b.Resolve()
	state, links, _ := b.Trail()
	for name, change := range map[string]func(*State, []byte) []byte{
		"a bit of the links":        func(_ *State, l []byte) []byte { l[5] ^= 1; return l },
		"links are missing":         func(_ *State, l []byte) []byte { return l[:len(l)-1] },
		"there are more links":      func(_ *State, l []byte) []byte { return append(l, 0, 0) },
		"there are no links":        func(*State, []byte) []byte { return nil },
		"another number of entries": func(s *State, l []byte) []byte { s.Entries--; return l },
		"a negative number":         func(s *State, l []byte) []byte { s.Entries = -1; return l },
		"less than nothing is lost": func(s *State, l []byte) []byte { s.Lost = -1; return l },
		"an unknown seq is spoiled": func(s *State, l []byte) []byte { s.Spoiled = []int64{9}; return l },
		"the sum is of other links": func(s *State, l []byte) []byte { s.Sum++; return l },
		"too much of it is spoiled": func(s *State, l []byte) []byte { s.Spoiled = make([]int64, maxSpoiled+1); return l },
	} {
		changed := state
		if _, ok := Resume("S", DefaultHold, changed, change(&changed, bytes.Clone(links))); ok {
			t.Errorf("%s: it is followed", name)
		}
	}
	if _, ok := Resume("S", DefaultHold, state, links); !ok {
		t.Error("the sound one is not followed")
	}
}

func TestATranscriptOfWhichTooMuchIsSpoiledLeavesNoTrail(t *testing.T) {
	for _, c := range []struct {
		spoiled int
		want    bool
	}{{maxSpoiled, true}, {maxSpoiled + 1, false}} {
		b := NewBuilder("S", DefaultHold)
		for seq, event := range datatest.Talk(strings.Split(strings.Repeat("x,", c.spoiled-1)+"x", ",")...) {
			k := kept{json: []byte(event), packed: true, spoiled: true}
			b.AddPacked(Row{Seq: int64(seq), JSON: k.navigation()}, k.open)
		}
		b.Resolve()
		if _, _, ok := b.Trail(); ok != c.want || b.Report().Unreadable != c.spoiled {
			t.Errorf("%d are spoiled: trail %v, report %+v", c.spoiled, ok, b.Report())
		}
	}
}

func TestABodyThatCanBeReadAgainCountsNoMore(t *testing.T) {
	event := datatest.Say("m0", "", "user", "one", datatest.Start)
	k := kept{json: []byte(event), packed: true, spoiled: true}
	b := NewBuilder("S", DefaultHold)
	b.AddPacked(Row{JSON: k.navigation()}, k.open)
	b.Add(Row{Seq: 1, JSON: []byte(datatest.Leaf("l", "m0", ""))})
	b.Resolve()
	state, links, _ := b.Trail()
	state.Spoiled = []int64{0}
	b, ok := Resume("S", DefaultHold, state, links)
	if !ok {
		t.Fatal("the trail is not followed")
	}
	b.Add(Row{Seq: 2, JSON: []byte(datatest.Leaf("k", "l", "m0"))})
	b.Resolve()
	if got := b.Report().Unreadable; got != 1 {
		t.Errorf("%d events cannot be read before it is tried", got)
	}
	m, ok := b.Again(b.Wanted()[0], Row{JSON: k.json})
	if !ok || m.Text != "one" || b.Report().Unreadable != 0 {
		t.Errorf("read again: %v %q, %+v", ok, m.Text, b.Report())
	}
}

func FuzzLinks(f *testing.F) {
	for seed := range uint64(10) {
		entries := tangled(seed, 12)
		f.Add(appendLinks(nil, entries, 0), len(entries))
	}
	f.Fuzz(func(t *testing.T, links []byte, count int) {
		state := State{Entries: count, Links: len(links), Sum: crc32.Checksum(links, castagnoli)}
		entries, ok := readLinks(links, count)
		b, resumed := Resume("S", DefaultHold, state, links)
		if ok != resumed || (ok && len(entries) != count) {
			t.Fatalf("read %v, resumed %v, %d entries", ok, resumed, len(entries))
		}
		if !ok {
			return
		}
		b.Add(Row{Seq: 1 << 40, JSON: []byte(`{"type":"message","id":"a","parentId":"b","message":{"role":"user","content":"c"}}`)})
		b.Resolve()
		b.Wanted()
		again, ok := readLinks(appendLinks(nil, entries, 0), count)
		if diff := cmp.Diff(entries, again, entryFields); !ok || diff != "" {
			t.Fatalf("written and read again: %v\n%s", ok, diff)
		}
	})
}
