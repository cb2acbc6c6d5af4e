package index

import (
	"encoding/binary"
	"strconv"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
)

// A row's number is the UTC day of its message shifted by dayBits, plus a counter within the day.
const (
	dayBits     = 24
	maxInDay    = 1<<dayBits - 1
	milliPerDay = 24 * 60 * 60 * 1000
	// maxMilli is the end of the year 9999: later times have no RFC 3339 form.
	maxMilli = 253402300799999
)

// milli gives a time in milliseconds UTC, clamped to what a row can hold; the zero time is 0.
func milli(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return min(max(t.UnixMilli(), 0), maxMilli)
}

// Moment is a time as the library gives it back: in whole milliseconds, between 1970 and the year 9999.
func Moment(t time.Time) time.Time { return moment(milli(t)) }

// moment is the way back from milli.
func moment(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

func dayOf(ms int64) int64 { return ms / milliPerDay }

// firstOf and lastOf bound the row numbers of a day.
func firstOf(day int64) int64 { return day << dayBits }
func lastOf(day int64) int64  { return day<<dayBits | maxInDay }

// The tokens of column tags. They are lower-case letters and digits only, so that the tokenizer keeps each whole.
func agentTag(id int64) string      { return "a" + strconv.FormatInt(id, 10) }
func storeTag(id int64) string      { return "t" + strconv.FormatInt(id, 10) }
func sessionTag(id RowID) string    { return "s" + strconv.FormatInt(int64(id), 10) }
func roleTag(r data.Role) string    { return "r" + r.String() }
func classTag(c data.Class) string  { return "c" + strconv.Itoa(int(c)) }
func kindTag(kind data.Kind) string { return "k" + letters(string(kind)) }

// letters keeps the ASCII letters and digits of a name, in lower case.
func letters(name string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r - 'A' + 'a'
		default:
			return -1
		}
	}, name)
}

// packHidden writes spans compactly: start, length, length of the kind, kind. No spans are nil, which SQLite keeps as NULL.
func packHidden(hidden []data.Hidden) []byte {
	if len(hidden) == 0 {
		return nil
	}
	packed := make([]byte, 0, 16*len(hidden))
	for _, h := range hidden {
		packed = binary.AppendUvarint(packed, uint64(h.Start))
		packed = binary.AppendUvarint(packed, uint64(h.End-h.Start))
		packed = binary.AppendUvarint(packed, uint64(len(h.Kind)))
		packed = append(packed, h.Kind...)
	}
	return packed
}

// unpackHidden reads what packHidden wrote. Of damaged bytes it gives the spans that lie in order in a text of size bytes.
func unpackHidden(packed []byte, size int) []data.Hidden {
	var hidden []data.Hidden
	end := 0
	for len(packed) > 0 {
		var numbers [3]uint64
		for i := range numbers {
			n, used := binary.Uvarint(packed)
			if used <= 0 || n > uint64(size)+uint64(len(packed)) {
				return hidden
			}
			numbers[i], packed = n, packed[used:]
		}
		if numbers[2] > uint64(len(packed)) {
			return hidden
		}
		kind := string(packed[:numbers[2]])
		packed = packed[numbers[2]:]
		span := data.Span{Start: int(numbers[0]), End: int(numbers[0] + numbers[1])}
		if span.Start < end || span.End > size {
			return hidden
		}
		end = span.End
		hidden = append(hidden, data.Hidden{Span: span, Kind: kind})
	}
	return hidden
}
