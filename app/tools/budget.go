package tools

import "encoding/json"

// budget keeps of messages what fits into an answer, however many go through it: the newest, or those around an anchor.
type budget struct {
	room   int
	anchor string
	// before are the messages up to the anchor, or all without one. after are those behind it.
	before, after         []shown
	beforeSize, afterSize int
	// met is true once the anchor was seen, seen counts all messages.
	met  bool
	seen int
}

// brackets are those of the array, and a comma stands between two messages.
const brackets = 2

func sizeOf(m shown) int { return m.weight() + 1 }

// add takes the next message.
func (b *budget) add(m shown) {
	b.seen++
	if b.met && m.id != b.anchor {
		// What is behind one that does not fit is not reached any more.
		if b.afterSize <= b.room {
			b.after = append(b.after, m)
			b.afterSize += sizeOf(m)
		}
		return
	}
	b.met = b.met || b.anchor != "" && m.id == b.anchor
	b.before = append(b.before, m)
	b.beforeSize += sizeOf(m)
	for len(b.before) > 1 && b.beforeSize-1+brackets > b.room {
		b.beforeSize -= sizeOf(b.before[0])
		b.before = b.before[1:]
	}
}

// kept is what of the messages fits into an answer.
type kept struct {
	messages []shown
	// list is the messages as JSON, size that of the list in bytes.
	list []json.RawMessage
	size int
	// hard is true if the one message that is left is too large itself, so that something stands for it.
	hard bool
}

// take gives what fits.
func (b *budget) take() (kept, error) {
	k := kept{messages: b.before, list: []json.RawMessage{}, size: brackets}
	if b.met {
		k.messages = b.grow()
	}
	weight := brackets
	for i, m := range k.messages {
		comma := min(i, 1)
		k.list = append(k.list, m.json)
		k.size += len(m.json) + comma
		weight += m.weight() + comma
	}
	if len(k.messages) == 0 || weight <= b.room {
		return k, nil
	}
	last := k.messages[len(k.messages)-1:]
	raw, err := compact(omitted(last[0]))
	return kept{messages: last, list: []json.RawMessage{raw}, size: brackets + len(raw), hard: true}, err
}

// grow begins at the anchor and takes one older and one newer message by turns, each side up to the first that does not fit.
func (b *budget) grow() []shown {
	last := len(b.before) - 1
	size := brackets + b.before[last].weight()
	from, to := last, 0
	for grown := true; grown; {
		grown = false
		if from > 0 && size+sizeOf(b.before[from-1]) <= b.room {
			from--
			size += sizeOf(b.before[from])
			grown = true
		}
		if to < len(b.after) && size+sizeOf(b.after[to]) <= b.room {
			size += sizeOf(b.after[to])
			to++
			grown = true
		}
	}
	return append(append([]shown{}, b.before[from:]...), b.after[:to]...)
}
