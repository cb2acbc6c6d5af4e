package transcript

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
)

// kept is an event as a store keeps it. A packed one has its navigation fields beside it; one that is spoiled cannot be opened.
type kept struct {
	json    []byte
	packed  bool
	spoiled bool
}

func (k kept) navigation() []byte {
	var fields map[string]json.RawMessage
	if json.Unmarshal(k.json, &fields) != nil {
		return k.json
	}
	var message struct {
		Role json.RawMessage `json:"role"`
	}
	if raw, ok := fields["message"]; ok {
		_ = json.Unmarshal(raw, &message)
		fields["message"], _ = json.Marshal(datatest.Fields{"role": message.Role})
	}
	delete(fields, "name")
	delete(fields, "timestamp")
	nav, _ := json.Marshal(fields)
	return nav
}

func (k kept) open() ([]byte, error) {
	if k.spoiled {
		return nil, ErrUnreadable
	}
	return k.json, nil
}

// told is what a reading gave so far: messages, and the trail of the last reading.
type told struct {
	messages []data.Message
	report   data.ReadReport
	state    State
	links    []byte
	upTo     int
}

// read reads the events behind those that were read, up to a place.
func (had *told) read(t *testing.T, events []kept, upTo, hold int) {
	t.Helper()
	b := NewBuilder("S", hold)
	if had.upTo > 0 {
		var ok bool
		if b, ok = Resume("S", hold, had.state, had.links); !ok {
			t.Fatal("the trail cannot be followed")
		}
	}
	for seq := had.upTo; seq < upTo; seq++ {
		row := Row{Seq: int64(seq), Created: createdAt(int64(seq)), JSON: bytes.Clone(events[seq].json)}
		if events[seq].packed {
			row.JSON = events[seq].navigation()
			b.AddPacked(row, events[seq].open)
		} else {
			b.Add(row)
		}
		clear(row.JSON)
	}
	b.Resolve()
	if seq, wanted := b.TitleWanted(); wanted && !b.TakeTitle(events[seq].json) {
		t.Fatalf("event %d gives no title", seq)
	}
	had.messages = slices.DeleteFunc(had.messages, func(m data.Message) bool { return m.Seq >= b.Kept() })
	had.take(t, b, events)
	state, links, ok := b.Trail()
	if !ok {
		t.Fatal("there is no trail")
	}
	had.state, had.links, had.upTo, had.report = state, append(had.links, links...), upTo, b.Report()
	had.report.Bytes = 0
}

// equal is far cheaper than cmp.Diff.
func (had *told) equal(other told) bool {
	same := func(a, b data.Message) bool {
		return a.ID == b.ID && a.Session == b.Session && a.Seq == b.Seq && a.Role == b.Role && a.At.Equal(b.At) && a.Text == b.Text
	}
	return slices.EqualFunc(had.messages, other.messages, same) && had.report.Unreadable == other.report.Unreadable &&
		had.report.Title == other.report.Title && reflect.DeepEqual(had.state, other.state) && bytes.Equal(had.links, other.links)
}

func (had *told) take(t *testing.T, b *Builder, events []kept) {
	t.Helper()
	if b.Complete() {
		_ = b.Messages(func(m data.Message) error { had.messages = append(had.messages, m); return nil })
		return
	}
	for _, w := range b.Wanted() {
		m, ok, held := b.Held(w)
		if raw, err := events[w.Seq].open(); !held && events[w.Seq].packed && err != nil {
			b.Spoiled(w)
		} else if !held {
			m, ok = b.Again(w, Row{Seq: w.Seq, Created: createdAt(w.Seq), JSON: raw})
		}
		if ok {
			had.messages = append(had.messages, m)
		}
	}
}

// checkFollowed reads events in steps, and compares what is known after each with one reading of all.
func checkFollowed(t *testing.T, r *rand.Rand, events []kept) {
	t.Helper()
	holds := []int{DefaultHold, DefaultHold, 300, -1}
	var had told
	for had.upTo < len(events) {
		upTo := had.upTo + 1 + r.IntN(min(len(events)-had.upTo, 1+r.IntN(40)))
		had.read(t, events, upTo, holds[r.IntN(len(holds))])
		var fresh told
		fresh.read(t, events, upTo, holds[r.IntN(len(holds))])
		if !had.equal(fresh) {
			diff := cmp.Diff(fresh, had, cmp.AllowUnexported(told{}), cmpopts.EquateEmpty())
			t.Fatalf("up to %d of %d events (-read at once +followed):\n%s", upTo, len(events), diff)
		}
	}
}

func keptOf(r *rand.Rand, events []datatest.Event) []kept {
	all := make([]kept, len(events))
	packing := r.IntN(3)
	for i, event := range events {
		all[i] = kept{json: []byte(event)}
		if packing > 0 && Valid(all[i].json) && r.IntN(3) < packing {
			all[i].packed, all[i].spoiled = true, packing == 2 && r.IntN(6) == 0
		}
	}
	return all
}

func TestATranscriptThatIsFollowedGivesWhatOneReadingGives(t *testing.T) {
	for seed := range uint64(150) {
		t.Run(fmt.Sprint("tangle ", seed), func(t *testing.T) {
			r := rand.New(rand.NewPCG(seed, 1))
			checkFollowed(t, r, keptOf(r, datatest.Tangle(r, 1+r.IntN(120))))
		})
	}
	for name := range vectors(t) {
		t.Run("vector "+name, func(t *testing.T) {
			var events []kept
			for _, line := range lines(t, name) {
				events = append(events, kept{json: line})
			}
			for seed := range uint64(20) {
				checkFollowed(t, rand.New(rand.NewPCG(seed, 2)), events)
			}
		})
	}
}

// FuzzFollow reads events in steps: any bytes, a line each, and how they are cut is told by the seed.
func FuzzFollow(f *testing.F) {
	for name := range vectors(f) {
		f.Add(uint64(1), bytes.Join(lines(f, name), []byte("\n")))
	}
	for seed := range uint64(20) {
		var file []byte
		for _, event := range datatest.Tangle(rand.New(rand.NewPCG(seed, 3)), 30) {
			file = append(append(file, event...), '\n')
		}
		f.Add(seed, file)
	}
	f.Fuzz(func(t *testing.T, seed uint64, file []byte) {
		var events []kept
		for _, line := range bytes.Split(file, []byte("\n")) {
			events = append(events, kept{json: line})
		}
		checkFollowed(t, rand.New(rand.NewPCG(seed, 4)), events[:min(len(events), 200)])
	})
}
