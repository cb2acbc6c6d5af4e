package drawer

import (
	"slices"
	"time"
	"unicode/utf8"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

// afterMatch is how much is shown behind the first match of a long message when it lies beyond data.DrawerRunes.
const afterMatch = 400

// entry is all that a card shows of one message. Two equal entries look the same.
type entry struct {
	ref     state.MessageRef
	message data.Message
	marks   []data.Span
	// headings stand over the message: a day, a window, a rewind.
	headings []string
	clock    string
	// hit is true for the match that the drawer stands on.
	hit bool
	// left counts the runes that are not shown.
	left int
	// shown is the text with what is hidden elsewhere, if it is this message that is shown so.
	shown state.Shown
}

func (e entry) equal(o entry) bool {
	return e.ref == o.ref && e.message.Text == o.message.Text && e.message.Role == o.message.Role &&
		e.message.At.Equal(o.message.At) && e.message.Rewound == o.message.Rewound &&
		slices.Equal(e.message.Hidden, o.message.Hidden) && slices.Equal(e.marks, o.marks) &&
		slices.Equal(e.headings, o.headings) && e.clock == o.clock && e.hit == o.hit && e.left == o.left && e.shown == o.shown
}

// entries makes the entries of a conversation as seen from now.
func entries(s state.Drawer, now time.Time) []entry {
	current, _ := s.CurrentHit()
	windows := map[data.SessionID]data.Window{}
	for _, w := range s.Windows {
		windows[w.ID] = w
	}
	all := make([]entry, len(s.Messages))
	for i, m := range s.Messages {
		e := entry{ref: state.MessageRef{Session: m.Session, ID: m.ID}, message: m, clock: words.Clock(m.At, now)}
		if i < len(s.Marks) {
			e.marks = s.Marks[i]
		}
		var before *data.Message
		if i > 0 {
			before = &s.Messages[i-1]
		}
		e.headings = headings(before, m, windows, now)
		e.hit = e.ref == current
		if e.ref == s.Shown.Message {
			e.shown = s.Shown
		}
		if !s.Whole[e.ref] {
			e.left = runesLeft(e.text())
		}
		all[i] = e
	}
	return all
}

// headings tells what changes between two messages. The first message of all has its day as heading.
func headings(before *data.Message, m data.Message, windows map[data.SessionID]data.Window, now time.Time) []string {
	var all []string
	if before == nil || words.DayHeading(before.At, now) != words.DayHeading(m.At, now) {
		all = append(all, words.DayHeading(m.At, now))
	}
	if before != nil && before.Session != m.Session {
		all = append(all, words.WindowHeading(windows[m.Session], now))
	}
	if m.Rewound && (before == nil || !before.Rewound) && !slices.Contains(all, words.LeftBehind) {
		all = append(all, words.LeftBehind)
	}
	return all
}

// text is the whole text that is shown and its marks.
func (e entry) text() (string, []data.Span) {
	if e.revealed() {
		return e.shown.Text, carried(e.marks, e.message.Hidden, e.message.Text, e.shown.Text)
	}
	return e.message.Text, e.marks
}

// visible is the part of the text that is shown, with the spans that lie in it.
func (e entry) visible() (string, []data.Span, []data.Hidden) {
	text, all := e.text()
	spans := e.message.Hidden
	if e.revealed() {
		spans = nil
	}
	if e.left == 0 {
		return text, all, spans
	}
	end := len(text) - bytesOfLast(text, e.left)
	var hidden []data.Hidden
	for _, h := range spans {
		if h.End <= end {
			hidden = append(hidden, h)
		}
	}
	var marks []data.Span
	for _, m := range all {
		if m.End <= end {
			marks = append(marks, m)
		}
	}
	return text[:end], marks, hidden
}

// runesLeft counts what is cut off a long message. The first match always stays, and so does a mask that is cut into.
func runesLeft(text string, marks []data.Span) int {
	if len(text) <= data.DrawerRunes {
		return 0
	}
	total := utf8.RuneCountInString(text)
	keep := data.DrawerRunes
	if len(marks) > 0 && marks[0].End <= len(text) {
		if first := utf8.RuneCountInString(text[:max(marks[0].End, 0)]); first > keep {
			keep = first + afterMatch
		}
	}
	return max(total-keep, 0)
}

// bytesOfLast is the length of the last n runes of a text.
func bytesOfLast(text string, n int) int {
	at := len(text)
	for ; n > 0 && at > 0; n-- {
		_, size := utf8.DecodeLastRuneInString(text[:at])
		at -= size
	}
	return len(text) - at
}
