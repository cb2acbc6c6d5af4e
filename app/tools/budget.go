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

func sizeOf(m shown) int { return len(m.json) + 1 }

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

// take gives the messages of the answer and their size as a JSON array. hard is true if the one that is left is too large
// itself, so that something stands for it.
func (b *budget) take() (kept []shown, list []json.RawMessage, size int, hard bool) {
	kept = b.before
	if b.met {
		kept = b.grow()
	}
	list = []json.RawMessage{}
	size = brackets
	for i, m := range kept {
		list = append(list, m.json)
		size += len(m.json)
		if i > 0 {
			size++
		}
	}
	if len(kept) > 0 && size > b.room {
		list = []json.RawMessage{omitted(kept[len(kept)-1])}
		return kept[len(kept)-1:], list, brackets + len(list[0]), true
	}
	return kept, list, size, false
}

// grow begins at the anchor and takes one older and one newer message by turns, each side up to the first that does not fit.
func (b *budget) grow() []shown {
	last := len(b.before) - 1
	size := brackets + len(b.before[last].json)
	from, to := last, 0
	older, newer := true, true
	for older || newer {
		if older = older && from > 0 && size+sizeOf(b.before[from-1]) <= b.room; older {
			from--
			size += sizeOf(b.before[from])
		}
		if newer = newer && to < len(b.after) && size+sizeOf(b.after[to]) <= b.room; newer {
			size += sizeOf(b.after[to])
			to++
		}
	}
	return append(append([]shown{}, b.before[from:]...), b.after[:to]...)
}
