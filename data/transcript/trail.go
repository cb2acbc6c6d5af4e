package transcript

import (
	"cmp"
	"hash/crc32"
	"slices"

	"github.com/wordwake/wordwake/data"
)

// maxSpoiled is how many bodies that cannot be read a trail names. A transcript with more is read whole each time.
const maxSpoiled = 1000

// State is what a later Builder has to know of an earlier one, besides the links.
type State struct {
	// Entries and Links are the numbers of entries and of bytes of all links, Sum the CRC-32C of these.
	Entries int    `json:"entries"`
	Links   int    `json:"links"`
	Sum     uint32 `json:"sum"`
	// Lost counts the events that cannot be read, whatever the branch is.
	Lost int `json:"lost,omitempty"`
	// Spoiled are the Seqs of messages of the branch whose bodies cannot be read.
	Spoiled []int64 `json:"spoiled,omitempty"`
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Trail gives what Resume needs: the state, and the links of the entries that were added. It is false where too much of the
// transcript cannot be read. It is called after the messages were read.
func (b *Builder) Trail() (state State, links []byte, ok bool) {
	spoiled := b.spoiledActive()
	if len(spoiled) > maxSpoiled {
		return State{}, nil, false
	}
	links = appendLinks(nil, b.entries, b.old)
	return State{
		Entries: len(b.entries), Links: b.trail.Links + len(links), Sum: crc32.Update(b.trail.Sum, castagnoli, links),
		Lost: b.lost, Spoiled: spoiled,
	}, links, true
}

// Resume begins where an earlier Builder ended; links are all that were given so far. It is false if state and links do not
// belong together or are damaged.
func Resume(session data.SessionID, hold int, state State, links []byte) (*Builder, bool) {
	if state.Links != len(links) || state.Sum != crc32.Checksum(links, castagnoli) || state.Lost < 0 || len(state.Spoiled) > maxSpoiled {
		return nil, false
	}
	entries, ok := readLinks(links, state.Entries)
	if !ok {
		return nil, false
	}
	b := &Builder{session: session, hold: hold, entries: entries, old: len(entries), lost: state.Lost, trail: state}
	for _, seq := range state.Spoiled {
		i, ok := slices.BinarySearchFunc(entries, seq, func(e Entry, seq int64) int { return cmp.Compare(e.Seq, seq) })
		if !ok {
			return nil, false
		}
		b.spoil(i)
	}
	b.scan = newScan(len(entries))
	b.scan.walk(entries)
	b.before = b.scan.active()
	return b, true
}

// TitleWanted is the Seq of the event that gives the title, if it is of an earlier reading: its body is to be read again, and
// given to TakeTitle. It is called after Resolve.
func (b *Builder) TitleWanted() (seq int64, wanted bool) {
	i, ok := b.titled()
	if !ok || i >= b.old {
		return 0, false
	}
	return b.entries[i].Seq, true
}

// TakeTitle takes the title from the event that TitleWanted named. It is false if the event gives none, and thus is not what
// it was.
func (b *Builder) TakeTitle(raw []byte) bool {
	event, err := Decode(0, raw)
	if err != nil || !event.named {
		return false
	}
	b.title = trim(event.Name)
	return true
}
