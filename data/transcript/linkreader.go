package transcript

import (
	"bytes"
	"encoding/binary"
	"encoding/hex"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

// readLinks gives count entries, with room for more behind them, if links holds exactly these.
func readLinks(links []byte, count int) ([]Entry, bool) {
	if count < 0 || count > len(links)/leastLink {
		return nil, false
	}
	r := linkReader{raw: links, entries: make([]Entry, 0, count+count/64+8)}
	for range count {
		r.entry()
		if r.odd {
			return nil, false
		}
	}
	return r.entries, len(r.raw) == 0
}

// linkReader reads links. What it meets may be damaged: then it is odd, and nothing of it counts.
type linkReader struct {
	raw     []byte
	odd     bool
	entries []Entry
	// text holds the ids, many in one piece.
	text strings.Builder
}

func (r *linkReader) entry() {
	flags := r.take(2)
	if r.odd {
		return
	}
	first, second := flags[0], flags[1]
	e := Entry{
		Seq:  r.seq(second&flagGap != 0),
		kind: kind(first & 7), mode: appendMode(first >> 3 & 3), message: first&flagMessage != 0,
		Role: data.Role(first >> 6), named: second&flagNamed != 0,
	}
	e.ID = r.id(second >> 3 & 3)
	e.parent = r.link(second & 7)
	if second&flagControl != 0 {
		if forms := r.take(1); !r.odd {
			e.target, e.appendTo = r.link(forms[0]&7), r.link(forms[0]>>3)
		}
	}
	r.odd = r.odd || e.kind > kindLeaf || e.mode > modeOther || e.Role > data.RoleAssistant ||
		(e.named && e.kind != kindInfo) || (e.Role != data.RoleAny && e.kind != kindMessage)
	r.entries = append(r.entries, e)
}

func (r *linkReader) seq(gap bool) int64 {
	before := int64(-1)
	if len(r.entries) > 0 {
		before = r.entries[len(r.entries)-1].Seq
	}
	if !gap {
		r.odd = r.odd || before == math.MaxInt64
		return before + 1
	}
	skipped := r.uvarint()
	if skipped == 0 || skipped > uint64(math.MaxInt64-1-before) {
		r.odd = true
		return 0
	}
	return before + 1 + int64(skipped)
}

func (r *linkReader) take(n int) []byte {
	if r.odd || n > len(r.raw) {
		r.odd = true
		return nil
	}
	taken := r.raw[:n]
	r.raw = r.raw[n:]
	return taken
}

func (r *linkReader) uvarint() uint64 {
	value, n := binary.Uvarint(r.raw)
	if r.odd || n <= 0 {
		r.odd = true
		return 0
	}
	r.raw = r.raw[n:]
	return value
}

// short reads a length, which cannot be more than what follows.
func (r *linkReader) short() int {
	n := r.uvarint()
	if n == 0 || n > uint64(len(r.raw)) {
		r.odd = true
		return 0
	}
	return int(n)
}

func (r *linkReader) id(form byte) string {
	var digits [64]byte
	switch form {
	case idRaw:
		id := r.take(r.short())
		r.odd = r.odd || !utf8.Valid(id) || len(bytes.TrimFunc(id, space)) == 0
		return r.keep(id)
	case idHex:
		n := r.short()
		r.odd = r.odd || n > len(digits)/2
		return r.keep(hex.AppendEncode(digits[:0], r.take(n)))
	case idUUID:
		raw := r.take(16)
		if r.odd {
			return ""
		}
		id := digits[:0]
		for i, b := range raw {
			if i == 4 || i == 6 || i == 8 || i == 10 {
				id = append(id, '-')
			}
			id = hex.AppendEncode(id, []byte{b})
		}
		return r.keep(id)
	default:
		return ""
	}
}

// keepAtOnce is how many bytes of ids are held in one piece.
const keepAtOnce = 64 << 10

func (r *linkReader) keep(id []byte) string {
	if r.odd {
		return ""
	}
	if r.text.Cap()-r.text.Len() < len(id) {
		r.text = strings.Builder{}
		r.text.Grow(max(len(id), min(keepAtOnce, 4*len(r.raw)+len(id))))
	}
	from := r.text.Len()
	_, _ = r.text.Write(id)
	return r.text.String()[from:]
}

func (r *linkReader) link(form byte) link {
	switch form {
	case toNothing:
		return link{state: linkAbsent}
	case toNull:
		return link{state: linkNull}
	case toInvalid:
		return link{state: linkInvalid}
	case toBefore:
		return r.back(1)
	case toBack:
		return r.back(r.uvarint())
	case toID:
		if form := r.take(1); !r.odd {
			l := link{state: linkID, id: r.id(form[0])}
			r.odd = r.odd || l.id == ""
			return l
		}
	}
	r.odd = true
	return link{}
}

// back is a link to an entry that was read; it shares the id with it.
func (r *linkReader) back(n uint64) link {
	if n == 0 || n > uint64(len(r.entries)) {
		r.odd = true
		return link{}
	}
	l := link{state: linkID, id: r.entries[len(r.entries)-int(n)].ID}
	r.odd = r.odd || l.id == ""
	return l
}
