package index

import (
	"encoding/binary"

	"github.com/wordwake/wordwake/data"
)

// The spans of a message are packed one after the other. The first form of them began with the first span; no mask is empty, so
// that an empty span at the start of the text can say that another form follows.
const (
	packMark    = "\x00\x00"
	packVersion = 2
)

// packHidden writes spans compactly: start, length, length of the kind, kind, hash. No spans are nil, which SQLite keeps as NULL.
func packHidden(hidden []data.Hidden) []byte {
	if len(hidden) == 0 {
		return nil
	}
	packed := make([]byte, 0, len(packMark)+1+24*len(hidden))
	packed = append(append(packed, packMark...), packVersion)
	for _, h := range hidden {
		packed = binary.AppendUvarint(packed, uint64(h.Start))
		packed = binary.AppendUvarint(packed, uint64(h.End-h.Start))
		packed = binary.AppendUvarint(packed, uint64(len(h.Kind)))
		packed = append(packed, h.Kind...)
		packed = binary.AppendUvarint(packed, h.Hash)
	}
	return packed
}

// unpackHidden reads what packHidden wrote, of any version of it that this program knows. Of damaged bytes it gives the spans that
// lie in order in a text of size bytes.
func unpackHidden(packed []byte, size int) []data.Hidden {
	u := unpacker{rest: packed, size: size}
	if len(packed) > len(packMark) && string(packed[:len(packMark)]) == packMark {
		if packed[len(packMark)] != packVersion {
			return nil
		}
		u.rest, u.hashes = packed[len(packMark)+1:], true
	}
	var hidden []data.Hidden
	for len(u.rest) > 0 {
		h, ok := u.next()
		if !ok {
			break
		}
		hidden = append(hidden, h)
	}
	return hidden
}

// unpacker reads packed spans of a text of size bytes, with or without hashes.
type unpacker struct {
	rest   []byte
	size   int
	hashes bool
	// end is where the last span ended.
	end int
}

func (u *unpacker) next() (h data.Hidden, ok bool) {
	start, ok1 := u.number()
	length, ok2 := u.number()
	kind, ok3 := u.number()
	limit := uint64(u.size)
	if !ok1 || !ok2 || !ok3 || start > limit || length > limit || kind > uint64(len(u.rest)) {
		return h, false
	}
	h.Kind, u.rest = string(u.rest[:kind]), u.rest[kind:]
	h.Start, h.End = int(start), int(start+length)
	if u.hashes {
		if h.Hash, ok = u.number(); !ok {
			return h, false
		}
	}
	if h.Start < u.end || h.End > u.size {
		return h, false
	}
	u.end = h.End
	return h, true
}

func (u *unpacker) number() (uint64, bool) {
	n, used := binary.Uvarint(u.rest)
	if used <= 0 {
		return 0, false
	}
	u.rest = u.rest[used:]
	return n, true
}
