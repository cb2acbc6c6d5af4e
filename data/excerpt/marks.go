package excerpt

import (
	"sort"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/token"
)

// MaxMarks is the largest number of marks in one text; the words after it stay unmarked.
const MaxMarks = 10_000

// Maker makes excerpts and marks for one query. It is safe for use by several goroutines.
type Maker struct{ m *matcher }

// New prepares the phrases of a query, so that this is done once for many texts.
func New(phrases []token.Phrase) *Maker { return &Maker{m: newMatcher(phrases)} }

// Marks returns the words of a text that belong to a phrase found in it, in order: each word for itself, and words of a
// phrase only where the whole phrase stands. Masks are not marked.
func (k *Maker) Marks(text string, hidden []data.Hidden) []data.Span {
	return outside(k.m.marks(text), hidden)
}

// Marks returns the words of a text that belong to a phrase found in it, as Maker.Marks does for a text without masks.
func Marks(text string, phrases []token.Phrase) []data.Span { return New(phrases).Marks(text, nil) }

// marks collects the words of the longest phrase at each end of one; shorter ones that end there are part of it.
func (m *matcher) marks(text string) []data.Span {
	if m.phrases == 0 {
		return nil
	}
	var spans []data.Span
	var numbers []int // of the words in spans
	unbroken := 0     // the number of the word from which on all words up to the last marked one are marked
	for w := m.walk(text); len(spans) < MaxMarks && w.next(); {
		from := w.read - int(m.nodes[w.longestHere()].depth)
		n := len(numbers)
		switch {
		case n == 0 || numbers[n-1] < from-1:
			unbroken = from
		case from >= unbroken:
			from = numbers[n-1] + 1
		default:
			for n > 0 && numbers[n-1] >= from {
				n--
			}
			numbers, spans, unbroken = numbers[:n], spans[:n], from
		}
		for number := from; number < w.read; number++ {
			numbers = append(numbers, number)
			spans = append(spans, w.place(number))
		}
	}
	return spans[:min(len(spans), MaxMarks)]
}

// outside leaves out the marks that touch a mask.
func outside(marks []data.Span, hidden []data.Hidden) []data.Span {
	if len(hidden) == 0 {
		return marks
	}
	kept := marks[:0]
	for _, mark := range marks {
		i := sort.Search(len(hidden), func(i int) bool { return hidden[i].End > mark.Start })
		if i == len(hidden) || hidden[i].Start >= mark.End {
			kept = append(kept, mark)
		}
	}
	return kept
}
