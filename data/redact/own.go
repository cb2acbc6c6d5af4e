package redact

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

// Params are the rules that a person added to the built-in ones. The zero value adds none.
type Params struct {
	// Patterns are logging.redactPatterns of OpenClaw's settings: JavaScript expressions, either between slashes with flags behind,
	// or bare, which are case-insensitive. What the last group that is not empty matched is hidden, else the whole match.
	Patterns []string
	// From names the configuration of each pattern, for what is told of it: patterns are numbered within theirs. A pattern beyond its end
	// is one of a configuration without a name.
	From []string
	// Secrets are values that are hidden wherever they stand, as they are and as addresses, JSON and base64 spell them. Those of
	// fewer than MinSecret characters are not looked for.
	Secrets []string
	// Key is what only the library of this person has. With it, Redact tells equal tokens by Hidden.Hash.
	Key []byte
}

// own is what Params say, made ready. Nothing but its problems changes later.
type own struct {
	patterns []*pattern
	exact    *matcher
	key      []byte
	stamp    func() string

	mu       sync.Mutex
	problems []error
}

// New returns a Redactor with the built-in rules and those of p, and what is wrong with the latter. A pattern that is no expression is
// left out. No problem holds a pattern or a secret.
func New(p Params) (Redactor, []error) {
	o := &own{key: slices.Clone(p.Key), exact: newMatcher(p.Secrets)}
	numbers := map[string]int{}
	for i, source := range p.Patterns {
		from := ""
		if i < len(p.From) {
			from = p.From[i]
		}
		numbers[from]++
		one, err := newPattern(numbers[from], from, source)
		if err != nil {
			o.problems = append(o.problems, err)
			continue
		}
		o.patterns = append(o.patterns, one)
		if one.hidesMost() {
			o.problems = append(o.problems, fmt.Errorf("%w hides most of any text; narrow it, or much of the history cannot be searched", one))
		}
	}
	p = Params{Patterns: slices.Clone(p.Patterns), Secrets: slices.Clone(p.Secrets), Key: o.key}
	o.stamp = sync.OnceValue(func() string { return stampOf(p) })
	return Redactor{o}, slices.Clone(o.problems)
}

// Problems returns what New found wrong, and the patterns that took too long since, each once.
func (r Redactor) Problems() []error {
	if r.own == nil {
		return nil
	}
	r.own.mu.Lock()
	defer r.own.mu.Unlock()
	return slices.Clone(r.own.problems)
}

// find adds to found what the person's rules find in text. A pattern that takes too long hides the rest of the text, since what it
// would have found there is not known.
func (o *own) find(text string, found []finding) []finding {
	if o == nil {
		return found
	}
	if o.exact != nil {
		o.exact.each(text, func(start, end int) {
			found = append(found, finding{start: start, end: end, kind: KindOwnSecret, mask: maskStars})
		})
	}
	if len(o.patterns) == 0 {
		return found
	}
	folded := foldASCII(text)
	for _, p := range o.patterns {
		spans, reached := p.find(text, folded)
		for _, s := range joinTouching(spans) {
			found = appendOwn(found, text, s)
		}
		if reached < len(text) {
			o.report(p)
			found = appendOwn(found, text, data.Span{Start: wholeRune(text, reached), End: len(text)})
		}
	}
	return found
}

// appendOwn adds a span unless nothing but signs is in it, such as the stars of a mask.
func appendOwn(found []finding, text string, s data.Span) []finding {
	f := finding{start: s.Start, end: s.End, kind: KindOwnPattern, mask: maskStars}
	switch hit := text[s.Start:s.End]; {
	case isMask(hit):
		f.mask = maskKeep
	case !hasLetterOrDigit(hit):
		return found
	}
	return append(found, f)
}

// joinTouching makes one span of those that touch, or each letter that a pattern finds by itself would become a mask.
func joinTouching(spans []data.Span) []data.Span {
	slices.SortFunc(spans, func(a, b data.Span) int { return a.Start - b.Start })
	out := spans[:0]
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}

// wholeRune goes back from i to the beginning of the character there.
func wholeRune(text string, i int) int {
	for i > 0 && i < len(text) && !utf8.RuneStart(text[i]) {
		i--
	}
	return i
}

// report names a pattern that took too long, once.
func (o *own) report(p *pattern) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if !p.reported {
		p.reported = true
		const advice = "the rest of which is hidden; write it without nested repetition"
		o.problems = append(o.problems, fmt.Errorf("%w took too long on a text, %s", p, advice))
	}
}

// hash tells equal tokens by the person's key; it is 0 without one.
func (o *own) hash(token string) uint64 {
	if o == nil || len(o.key) == 0 {
		return 0
	}
	return binary.BigEndian.Uint64(o.mac(token))
}

func (o *own) mac(text string) []byte {
	h := hmac.New(sha256.New, o.key)
	h.Write([]byte(text))
	return h.Sum(nil)
}
