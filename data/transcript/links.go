package transcript

import (
	"encoding/binary"
	"encoding/hex"
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
