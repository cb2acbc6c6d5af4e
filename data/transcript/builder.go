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
// the tree needs of every event and, up to a limit, the texts.
type Builder struct {
	session    data.SessionID
	hold       int
	held       int
	dropped    bool
	entries    []Entry
	messages   []data.Message
	messageOf  []int32 // for each entry 1 + its place in messages, or 0
	unreadable int
	bytes      int64
	branch     []int
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
		b.unreadable++
		return
	}
	b.put(event, row.Created)
}

// AddPacked takes the next event, of which only the navigation fields are at hand. open gives the whole event; it is asked
// only where the event may be a message that is wanted. An event that cannot be opened keeps its place in the tree.
func (b *Builder) AddPacked(row Row, open func() ([]byte, error)) {
	event, err := Decode(row.Seq, row.JSON)
	if err != nil {
		b.unreadable++
		return
	}
	event.body = nil
	if event.Role == data.RoleAny || b.dropped {
		b.put(event, row.Created)
		return
	}
	raw, err := open()
	if err == nil {
		b.bytes += int64(len(raw))
		var whole Event
		if whole, err = Decode(row.Seq, raw); err == nil {
			event.body, event.stamp = whole.body, whole.stamp
		}
	}
	if err != nil {
		b.unreadable++
	}
	b.put(event, row.Created)
}

// AddUnreadable counts an event of which nothing could be read.
func (b *Builder) AddUnreadable() { b.unreadable++ }

func (b *Builder) put(event Event, created int64) {
	b.entries = append(b.entries, event.Entry)
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

// Resolve finds the active branch. It is called once, after the last event.
func (b *Builder) Resolve() { b.branch = Resolve(b.entries).Active }

// Complete is true if Messages has the texts; otherwise they are to be read again, see Wanted.
func (b *Builder) Complete() bool { return !b.dropped }

// Messages yields the messages of the active branch in the order of the talk, until yield returns an error. The Seq of a
// message is its place in the branch: the order of events in the file is not always that of the talk.
func (b *Builder) Messages(yield func(data.Message) error) error {
	for position, i := range b.branch {
		if b.messageOf[i] == 0 {
			continue
		}
		m := b.messages[b.messageOf[i]-1]
		m.Seq = int64(position)
		if err := yield(m); err != nil {
			return err
		}
	}
	return nil
}

// Wanted is an event whose body has to be read again.
type Wanted struct {
	// Seq is the place of the event in the transcript, Position that in the branch.
	Seq, Position int64
}

// Wanted lists the events of the active branch that may be messages, in the order of the talk.
func (b *Builder) Wanted() []Wanted {
	var wanted []Wanted
	for position, i := range b.branch {
		if b.entries[i].Role != data.RoleAny {
			wanted = append(wanted, Wanted{Seq: b.entries[i].Seq, Position: int64(position)})
		}
	}
	return wanted
}

// Again makes the message of an event that was wanted; it is false if the event has no text or cannot be read.
func (b *Builder) Again(w Wanted, row Row) (data.Message, bool) {
	event, err := Decode(w.Seq, row.JSON)
	if err != nil {
		b.unreadable++
		return data.Message{}, false
	}
	m, ok := event.Message(b.session, row.Created)
	m.Seq = w.Position
	return m, ok
}

// Report says what was met; it is complete after the messages were read.
func (b *Builder) Report() data.ReadReport {
	report := data.ReadReport{Unreadable: b.unreadable, Bytes: b.bytes}
	for _, i := range b.branch {
		if name := b.entries[i].Name; !blank(name) {
			report.Title = trim(name)
		}
	}
	return report
}
