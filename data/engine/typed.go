package engine

import (
	"strings"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/query"
)

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
