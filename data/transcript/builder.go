package transcript

import "github.com/wordwake/wordwake/data"

// DefaultHold is how many bytes of message text a Builder keeps while the branch is not known yet. Transcripts with more
// are read a second time for their bodies, so that memory stays bounded.
const DefaultHold = 32 << 20

// Row is one stored event. Created is when it was stored, in milliseconds since 1970, and stands in for a missing time.
type Row struct {
	Seq     int64
	Created int64
	JSON    []byte
}

// Builder collects the events of one transcript in their order and gives the messages of its active branch. It holds what
// the tree needs of every event and, up to a limit, the texts. One that was resumed begins with the entries of an earlier
// reading, without their texts, and gives the messages from the first on that does not stand as it did then.
type Builder struct {
	session data.SessionID
	hold    int
	held    int
	dropped bool

	entries   []Entry
	old       int // so many of the entries are of an earlier reading
	messages  []data.Message
	messageOf []int32        // for each entry behind the old ones 1 + its place in messages, or 0
	raw       []data.RawKind // of each entry behind the old ones

	lost    int          // events that cannot be read, whatever the branch is
	spoiled map[int]bool // messages whose bodies cannot be read
	bytes   int64
	title   string // that of an old entry
	trail   State  // of the old entries

	scan   *scan
	before []int // the branch of the old entries
	branch []int
	keep   int // so many positions are the same in both
}

// NewBuilder begins a transcript. hold is the limit in bytes of text that is kept, usually DefaultHold.
func NewBuilder(session data.SessionID, hold int) *Builder {
	return &Builder{session: session, hold: hold}
}

// Add takes the next event. row.JSON may be reused afterwards.
func (b *Builder) Add(row Row) {
	b.bytes += int64(len(row.JSON))
	event, err := Decode(row.Seq, row.JSON)
	if err != nil {
		b.lost++
		return
	}
	b.put(event, row.Created)
}

// AddPacked takes the next event, of which only the navigation fields are at hand. open gives the whole event; it is asked
// only where the event may be a message that is wanted, or gives a title. An event that cannot be opened keeps its place in
// the tree.
func (b *Builder) AddPacked(row Row, open func() ([]byte, error)) {
	event, err := Decode(row.Seq, row.JSON)
	if err != nil {
		b.lost++
		return
	}
	event.body = nil
	switch {
	case event.kind == kindInfo:
		if whole, ok := b.open(row.Seq, open); ok {
			event.Name, event.named = whole.Name, whole.named
		} else {
			b.lost++
		}
	case event.Role != data.RoleAny && !b.dropped:
		if whole, ok := b.open(row.Seq, open); ok {
			event.body, event.stamp = whole.body, whole.stamp
		} else {
			b.spoil(len(b.entries))
		}
	}
	b.put(event, row.Created)
}

func (b *Builder) open(seq int64, open func() ([]byte, error)) (Event, bool) {
	raw, err := open()
	if err != nil {
		return Event{}, false
	}
	b.bytes += int64(len(raw))
	whole, err := Decode(seq, raw)
	return whole, err == nil
}

// AddUnreadable counts an event of which nothing could be read.
func (b *Builder) AddUnreadable() { b.lost++ }

func (b *Builder) put(event Event, created int64) {
	b.entries = append(b.entries, event.Entry)
	b.raw = append(b.raw, event.raw)
	place := int32(0)
	if !b.dropped {
		if m, ok := event.Message(b.session, created); ok {
			b.messages = append(b.messages, m)
			place = int32(len(b.messages))
			b.held += len(m.Text)
		}
	}
	b.messageOf = append(b.messageOf, place)
	if b.held > b.hold {
		b.dropped, b.messages, b.held = true, nil, 0
	}
}

func (b *Builder) spoil(entry int) {
	if b.spoiled == nil {
		b.spoiled = map[int]bool{}
	}
	b.spoiled[entry] = true
}

// Resolve finds the active branch. It is called once, after the last event.
func (b *Builder) Resolve() {
	if b.scan == nil {
		b.scan = newScan(len(b.entries))
	}
	b.scan.walk(b.entries)
	b.branch = b.scan.active()
	b.scan = nil
	for b.keep < min(len(b.before), len(b.branch)) && b.before[b.keep] == b.branch[b.keep] {
		b.keep++
	}
}

// Kept is the position from which on messages are given: those before stand as they did when the earlier reading ended.
func (b *Builder) Kept() int64 { return int64(b.keep) }

// Complete is true if Messages has the texts; otherwise they are to be read again, see Wanted. Before Resolve it is true if
// none of those that were added had to be dropped.
func (b *Builder) Complete() bool {
	if b.dropped {
		return false
	}
	for _, i := range b.branch[b.keep:] {
		if i < b.old && b.entries[i].Role != data.RoleAny {
			return false
		}
	}
	return true
}

// at reports whether the text of an entry is at hand.
func (b *Builder) at(entry int) bool { return entry >= b.old && !b.dropped }

// Messages yields the messages of the active branch in the order of the talk, until yield returns an error. The Seq of a
// message is its place in the branch: the order of events in the file is not always that of the talk.
func (b *Builder) Messages(yield func(data.Message) error) error {
	for position := b.keep; position < len(b.branch); position++ {
		m, ok, _ := b.Held(Wanted{Position: int64(position)})
		if !ok {
			continue
		}
		if err := yield(m); err != nil {
			return err
		}
	}
	return nil
}

// Wanted is an event of the branch whose body has to be looked at.
type Wanted struct {
	// Seq is the place of the event in the transcript, Position that in the branch.
	Seq, Position int64
}

// Wanted lists the events of the active branch that may be messages, in the order of the talk, from Kept on.
func (b *Builder) Wanted() []Wanted {
	var wanted []Wanted
	for position := b.keep; position < len(b.branch); position++ {
		if e := &b.entries[b.branch[position]]; e.Role != data.RoleAny {
			wanted = append(wanted, Wanted{Seq: e.Seq, Position: int64(position)})
		}
	}
	return wanted
}

// Held gives the message of an event that was wanted, if its text is at hand; ok is false if it has none.
func (b *Builder) Held(w Wanted) (m data.Message, ok, held bool) {
	i := b.branch[w.Position]
	if !b.at(i) {
		return m, false, false
	}
	place := b.messageOf[i-b.old]
	if place == 0 {
		return m, false, true
	}
	m = b.messages[place-1]
	m.Seq = w.Position
	return m, true, true
}

// Again makes the message of an event that was wanted; it is false if the event has no text or cannot be read.
func (b *Builder) Again(w Wanted, row Row) (data.Message, bool) {
	i := b.branch[w.Position]
	whole, err := Decode(w.Seq, row.JSON)
	if err != nil {
		b.spoil(i)
		return data.Message{}, false
	}
	delete(b.spoiled, i)
	m, ok := Event{Entry: b.entries[i], body: whole.body, stamp: whole.stamp}.Message(b.session, row.Created)
	m.Seq = w.Position
	return m, ok
}

// Spoiled notes that the body of an event that was wanted cannot be read.
func (b *Builder) Spoiled(w Wanted) { b.spoil(b.branch[w.Position]) }

// Report says what was met; it is complete after the messages were read. A message that has its place in the tree, and whose
// body cannot be read, counts while it is on the branch: elsewhere bodies are not always read.
func (b *Builder) Report() data.ReadReport {
	report := data.ReadReport{Unreadable: b.lost + len(b.spoiledActive()), Bytes: b.bytes}
	if i, ok := b.titled(); ok {
		report.Title = b.title
		if i >= b.old {
			report.Title = trim(b.entries[i].Name)
		}
	}
	return report
}

// titled is the entry of the branch that gives the title.
func (b *Builder) titled() (int, bool) {
	for position := len(b.branch) - 1; position >= 0; position-- {
		if b.entries[b.branch[position]].named {
			return b.branch[position], true
		}
	}
	return 0, false
}

// spoiledActive lists the Seqs of messages of the branch whose bodies cannot be read, in the order of the talk.
func (b *Builder) spoiledActive() []int64 {
	if len(b.spoiled) == 0 {
		return nil
	}
	var active []int64
	for _, i := range b.branch {
		if b.spoiled[i] {
			active = append(active, b.entries[i].Seq)
		}
	}
	return active
}
