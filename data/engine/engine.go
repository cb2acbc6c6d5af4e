package engine

import (
	"errors"
	"strings"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/query"
)

// Params is what an Engine needs. Library and Redactor are required.
type Params struct {
	Library  *index.Library
	Redactor data.Redactor
	// Now is the clock behind Results.Elapsed; nil means time.Now.
	Now func() time.Time
}

// Engine answers searches and shows conversations. It is safe for use by several goroutines.
type Engine struct {
	library  *index.Library
	redactor data.Redactor
	now      func() time.Time
}

var (
	_ data.Searcher  = (*Engine)(nil)
	_ data.Historian = (*Engine)(nil)
)

// New makes an Engine over an open library, which stays the caller's to close.
func New(p Params) (*Engine, error) {
	if p.Library == nil {
		return nil, errors.New("engine needs a library")
	}
	if p.Redactor == nil {
		return nil, errors.New("engine needs a redactor")
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	return &Engine{library: p.Library, redactor: p.Redactor, now: p.Now}, nil
}

// maxTyped is how many bytes of a query are redacted: far more than are searched, so that a secret which the cut to
// data.MaxQueryRunes goes through is masked before.
const maxTyped = 16 * data.MaxQueryRunes

// parse reads a query after masking what would be masked in a message: a pasted key finds the messages with its mask, and
// is not printed again. What cannot be searched goes first, or it could hide a secret from the rules.
//
// A text of which not all is searched is shortened.
func (e *Engine) parse(typed string) (text string, q query.Query, shortened bool) {
	long := len(typed) > maxTyped
	typed = strings.ReplaceAll(strings.ToValidUTF8(typed[:min(len(typed), maxTyped)], ""), "\x00", "")
	masked, _ := e.redactor.Redact(typed)
	text, shortened = query.Shorten(masked)
	return text, query.Parse(text), shortened || long
}
