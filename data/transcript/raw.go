package transcript

import "github.com/wordwake/wordwake/data"

// rawKinds are the types of events that are shown between messages.
var rawKinds = map[string]data.RawKind{
	"message":        data.RawMessage,
	"reset":          data.RawReset,
	"compaction":     data.RawCompaction,
	"custom_message": data.RawCustom,
}

// Branch lists the events of the active branch in the order of the talk, without their bodies. Resolve comes before it. Those
// of an earlier reading are RawOther: links do not tell more.
func (b *Builder) Branch() []data.RawEvent {
	events := make([]data.RawEvent, len(b.branch))
	for position, i := range b.branch {
		e := &b.entries[i]
		events[position] = data.RawEvent{Seq: e.Seq, Position: int64(position), ID: e.ID}
		if i >= b.old {
			events[position].Kind = b.raw[i-b.old]
		}
	}
	return events
}
