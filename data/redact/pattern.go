package redact

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"sync/atomic"
	"time"

	"github.com/dlclark/regexp2/v2"

	"github.com/wordwake/wordwake/data"
)

// pattern is one of the person's expressions. It is an error, too, that names itself by its number in its configuration: its text may be a
// secret.
type pattern struct {
	number int
	from   string
	engine matchEngine
	// literal is in each match, in any case; empty if nothing is known to be.
	literal  string
	reported bool
}

// matchEngine finds the parts of text that an expression hides. It gives up where it takes too long: reached is how far it came,
// or the length of the text.
type matchEngine interface {
	find(text string) (spans []data.Span, reached int)
}

// Error names the pattern.
func (p *pattern) Error() string {
	if p.from == "" {
		return fmt.Sprintf("pattern %d of logging.redactPatterns", p.number)
	}
	return fmt.Sprintf("pattern %d of logging.redactPatterns in %s", p.number, p.from)
}

// find looks for the pattern in text, which folded is in small letters.
func (p *pattern) find(text, folded string) (spans []data.Span, reached int) {
	if !strings.Contains(folded, p.literal) {
		return nil, len(text)
	}
	return p.engine.find(text)
}

var (
	errEmpty  = errors.New("is empty and left out; remove it")
	errSyntax = errors.New("is no regular expression and left out; mend it in OpenClaw's settings")
)

// newPattern makes a pattern of a JavaScript expression. Most run in an engine that cannot take long; those with look-around or
// references to groups in one that tries all ways, with a limit.
func newPattern(number int, from, source string) (*pattern, error) {
	p := &pattern{number: number, from: from}
	expr := readLiteral(source)
	if expr.source == "" {
		return nil, fmt.Errorf("%w %w", p, errEmpty)
	}
	if translated, ok := expr.translate(); ok {
		if re, err := regexp.Compile(translated); err == nil {
			p.engine, p.literal = linearEngine{re, patience}, requiredLiteral(translated)
			return p, nil
		}
	}
	engine, err := newTryingEngine(expr)
	if err != nil {
		return nil, fmt.Errorf("%w %w", p, errSyntax) // without err, which holds the pattern
	}
	p.engine = engine
	return p, nil
}

// ordinary is a text without secrets on which a pattern is tried.
const ordinary = `The build failed twice on Tuesday, so we moved the second stage behind a flag.

func main() { run("all", 42) }
- see docs/setup.md
`

// hidesMost reports whether the pattern hides more than half of an ordinary text.
func (p *pattern) hidesMost() bool {
	spans, reached := p.engine.find(ordinary)
	hidden := len(ordinary) - reached
	for _, s := range joinTouching(spans) {
		hidden += s.End - s.Start
	}
	return hidden > len(ordinary)/2
}

// The limits for one pattern and one text: a time, and somewhat more for each byte.
const (
	patience        = time.Second
	patiencePerByte = 2 * time.Microsecond
)

func deadline(patience time.Duration, text string) time.Time {
	return time.Now().Add(patience + time.Duration(len(text))*patiencePerByte)
}

// linearEngine runs an expression in time that grows with the text for each match.
type linearEngine struct {
	re       *regexp.Regexp
	patience time.Duration
}

// firstMatches is how many matches are asked for at first. Each time that there are more, twice as many are, so that the time can
// be looked at in between: matches that each look far ahead are slow together.
const firstMatches = 64

func (e linearEngine) find(text string) (spans []data.Span, reached int) {
	end := deadline(e.patience, text)
	for most := firstMatches; ; most *= 2 {
		all := e.re.FindAllStringSubmatchIndex(text, most)
		late := len(all) == most && time.Now().After(end)
		if len(all) == most && !late {
			continue
		}
		for _, groups := range all {
			spans = appendPart(spans, groups)
		}
		if late {
			return spans, all[most-1][1]
		}
		return spans, len(text)
	}
}

// appendPart adds the part of a match that is hidden: the last group that is not empty, else the whole.
func appendPart(spans []data.Span, groups []int) []data.Span {
	for i := len(groups) - 2; i >= 0; i -= 2 {
		if groups[i] < groups[i+1] {
			return append(spans, data.Span{Start: groups[i], End: groups[i+1]})
		}
	}
	return spans
}

// tryingEngine runs an expression by trying all ways, within a limit of time for each match and for all of a text.
type tryingEngine struct {
	patient, hurried *regexp2.Regexp
	groups           []int
	// late counts the texts that took too long. After maxLate of them there is less time for each.
	late atomic.Int32
}

const (
	maxLate = 20
	// hurry is the limit of a match from then on.
	hurry = 10 * time.Millisecond
	// maxTries bounds the memory in which an attempt is remembered.
	maxTries = 1 << 22
)

func newTryingEngine(expr expression) (*tryingEngine, error) {
	compile := func(limit time.Duration) (*regexp2.Regexp, error) {
		re, err := regexp2.Compile(expr.source, expr.options()|regexp2.ECMAScript, regexp2.OptionMaxBacktrackingStackSize(maxTries))
		if err == nil {
			re.MatchTimeout = limit
		}
		return re, err
	}
	patient, err := compile(patience)
	if err != nil {
		return nil, err
	}
	hurried, err := compile(hurry)
	if err != nil {
		return nil, err
	}
	return &tryingEngine{patient: patient, hurried: hurried, groups: patient.GetGroupNumbers()}, nil
}

func (e *tryingEngine) find(text string) (spans []data.Span, reached int) {
	re := e.patient
	if e.late.Load() >= maxLate {
		re = e.hurried
	}
	end := deadline(re.MatchTimeout, text)
	runes, offsets := runesOf(text)
	last, stopped := 0, false
	err := re.FindRunesMatches(runes, 0, func(m regexp2.MatchView) bool {
		from, size, _ := m.GroupRange(0)
		last = offsets[from+size]
		spans = appendPart(spans, e.parts(m, offsets))
		stopped = time.Now().After(end)
		return !stopped
	})
	if err != nil || stopped {
		e.late.Add(1)
		return spans, last
	}
	return spans, len(text)
}

// parts gives the places of a match and its groups in bytes.
func (e *tryingEngine) parts(m regexp2.MatchView, offsets []int) []int {
	var places []int
	for _, n := range e.groups {
		if from, size, ok := m.GroupRange(n); ok {
			places = append(places, offsets[from], offsets[from+size])
		}
	}
	return places
}

// runesOf gives the characters of text, and where in it each begins and the last ends.
func runesOf(text string) ([]rune, []int) {
	runes, offsets := make([]rune, 0, len(text)), make([]int, 0, len(text)+1)
	for i, r := range text {
		runes, offsets = append(runes, r), append(offsets, i)
	}
	return runes, append(offsets, len(text))
}
