package engine

import (
	"context"
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/query"
)

// maxTyped is how many bytes of a query are redacted: far more than are searched, so that a secret which the cut to
// data.MaxQueryRunes goes through is masked before.
const maxTyped = 16 * data.MaxQueryRunes

// asked is a query after masking what would be masked in a message: what was typed is not printed again.
type asked struct {
	text  string
	query query.Query
	// leaked are the masks in text that stand for tokens with a hash.
	leaked []data.Hidden
	// wordless is true if something was masked of which no word is left to search.
	wordless bool
	// shortened is true if not all of what was typed is searched.
	shortened bool
}

// parse reads a query. What cannot be searched goes first, or it could hide a secret from the rules.
func (e *Engine) parse(typed string) asked {
	long := len(typed) > maxTyped
	typed = strings.ReplaceAll(strings.ToValidUTF8(typed[:min(len(typed), maxTyped)], ""), "\x00", "")
	masked, hidden := e.redactor.Redact(typed)
	text, shortened := query.Shorten(masked)
	a := asked{text: text, query: query.Parse(text), shortened: shortened || long}
	for _, h := range hidden {
		if h.Hash != 0 && h.End <= len(text) {
			a.leaked = append(a.leaked, h)
		}
		a.wordless = a.wordless || query.Parse(masked[h.Start:h.End]).Match() == ""
	}
	return a
}

// guesses tells whether a query is to find nothing, since it holds what is hidden wherever it stands. If it found what its other words
// find, whoever is not the owner could guess secrets, those of the configuration for one, and would be told which guess is right.
func (a asked) guesses(q data.Query) bool { return a.wordless && !q.Hashed }

// asksNothing tells whether there is nothing to look for: no word, and no wish for all messages with hidden parts.
func (a asked) asksNothing(q data.Query) bool {
	return a.query.Match() == "" && (!q.Hidden || strings.TrimSpace(a.text) != "")
}

// exact puts into a filter what finds the query: its words, and for a leaked token the messages that held exactly it. Where no message
// did, as in a library of before, the words of its mask are searched like any others.
func (a asked) exact(ctx context.Context, v *index.View, hashed bool, f *index.Filter) error {
	f.Match = a.query.Match()
	if !hashed {
		return nil
	}
	words := []byte(a.text)
	for _, h := range a.leaked {
		held, err := v.HoldsHash(ctx, h.Hash)
		if err != nil {
			return err
		}
		if held {
			f.Hashes = append(f.Hashes, h.Hash)
			copy(words[h.Start:h.End], strings.Repeat(" ", h.End-h.Start))
		}
	}
	if len(f.Hashes) > 0 {
		f.Match = query.Parse(string(words)).Match()
	}
	return nil
}
