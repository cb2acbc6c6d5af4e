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

// Links are the entries of a transcript one behind the other, each as two bytes of flags, a third for a control event, and
// behind them what is not said by the flags: the distance to the Seq before, the id, the ids of the entries that it names. No
// text and no title is in them. They depend on the entries alone, so that those of a transcript which grew are the old ones
// and something behind.
//
//	first   kind 3 bits, mode 2 bits, message 1 bit, role 2 bits
//	second  form of parent 3 bits, form of id 2 bits, control 1 bit, gap 1 bit, named 1 bit
//	third   form of target 3 bits, form of appendTo 3 bits

// How an id is written.
const (
	idNone = iota
	idRaw  // its length and its bytes
	idHex  // lower-case hexadecimal digits: half their number and the bytes
	idUUID // 16 bytes
)

// How a link is written. The first are its states without an id.
const (
	toNothing = iota // absent
	toNull
	toInvalid
	toBefore // the entry before
	toBack   // one further back: how many
	toID     // the id itself: its form and the id
)

const (
	flagControl = 1 << (5 + iota)
	flagGap
	flagNamed
)

const flagMessage = 1 << 5

// lookBack is how many entries are looked through for the one that a link names. It is part of the encoding only so far as
// the same entries are to give the same bytes.
const lookBack = 32

// leastLink is how many bytes an entry takes at least.
const leastLink = 2

// appendLinks writes the entries from the one with the index from on.
func appendLinks(to []byte, entries []Entry, from int) []byte {
	for i := from; i < len(entries); i++ {
		to = appendEntry(to, entries, i)
	}
	return to
}

func appendEntry(to []byte, entries []Entry, i int) []byte {
	e := &entries[i]
	form := idForm(e.ID)
	parent, parentBack := linkForm(e.parent, entries[:i])
	first := byte(e.kind) | byte(e.mode)<<3 | byte(e.Role)<<6
	if e.message {
		first |= flagMessage
	}
	second := parent | form<<3
	before := int64(-1)
	if i > 0 {
		before = entries[i-1].Seq
	}
	if e.Seq != before+1 {
		second |= flagGap
	}
	if e.named {
		second |= flagNamed
	}
	control := e.target.state != linkAbsent || e.appendTo.state != linkAbsent
	if control {
		second |= flagControl
	}
	to = append(to, first, second)
	if e.Seq != before+1 {
		to = binary.AppendUvarint(to, uint64(e.Seq-before-1))
	}
	to = appendID(to, form, e.ID)
	to = appendLink(to, parent, parentBack, e.parent)
	if !control {
		return to
	}
	target, targetBack := linkForm(e.target, entries[:i])
	appendTo, appendBack := linkForm(e.appendTo, entries[:i])
	to = append(to, target|appendTo<<3)
	to = appendLink(to, target, targetBack, e.target)
	return appendLink(to, appendTo, appendBack, e.appendTo)
}

// linkForm chooses how a link is written; back is for toBack.
func linkForm(l link, before []Entry) (form byte, back int) {
	switch l.state {
	case linkAbsent:
		return toNothing, 0
	case linkNull:
		return toNull, 0
	case linkInvalid:
		return toInvalid, 0
	}
	for back = 1; back <= min(len(before), lookBack); back++ {
		if before[len(before)-back].ID == l.id {
			if back == 1 {
				return toBefore, 0
			}
			return toBack, back
		}
	}
	return toID, 0
}

func appendLink(to []byte, form byte, back int, l link) []byte {
	switch form {
	case toBack:
		return binary.AppendUvarint(to, uint64(back))
	case toID:
		id := idForm(l.id)
		return appendID(append(to, id), id, l.id)
	default:
		return to
	}
}

func idForm(id string) byte {
	switch {
	case id == "":
		return idNone
	case len(id) == 36 && id[8] == '-' && id[13] == '-' && id[18] == '-' && id[23] == '-' &&
		lowerHex(id[:8]) && lowerHex(id[9:13]) && lowerHex(id[14:18]) && lowerHex(id[19:23]) && lowerHex(id[24:]):
		return idUUID
	case len(id)%2 == 0 && len(id) <= 64 && lowerHex(id):
		return idHex
	default:
		return idRaw
	}
}

func lowerHex(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

func appendID(to []byte, form byte, id string) []byte {
	var digits [64]byte
	switch form {
	case idRaw:
		return append(binary.AppendUvarint(to, uint64(len(id))), id...)
	case idHex:
		to = binary.AppendUvarint(to, uint64(len(id)/2))
		to, _ = hex.AppendDecode(to, append(digits[:0], id...))
	case idUUID:
		for _, part := range [...]string{id[:8], id[9:13], id[14:18], id[19:23], id[24:]} {
			to, _ = hex.AppendDecode(to, append(digits[:0], part...))
		}
	}
	return to
}

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
