package index

import (
	"fmt"
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

// hiddenTag is that of messages in which something is hidden, and hashTag one for each token of which a hash was made.
const hiddenTag = "h1"

func hashTag(hash uint64) string { return "x" + fmt.Sprintf("%016x", hash) }

// hiddenTags are the tokens of what is hidden in a message, each led by a space.
func hiddenTags(hidden []data.Hidden) string {
	if len(hidden) == 0 {
		return ""
	}
	tags := " " + hiddenTag
	for _, h := range hidden {
		if h.Hash != 0 {
			tags += " " + hashTag(h.Hash)
		}
	}
	return tags
}

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
