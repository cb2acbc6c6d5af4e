// Package redact hides secrets in text: keys and tokens of known vendors, private key blocks, authorization headers, cookies,
// credentials in addresses, and values that are assigned to names such as "password".
//
// It looks at a whole text at once and takes time in proportion to its length, whatever the text holds. What it gives back
// is a fixed point: redacting it again changes nothing. It never judges by the script of the letters around a secret, never
// keeps, logs or sends what it saw, and reads nothing but its argument.
package redact

import (
	"slices"
	"strconv"

	"github.com/wordwake/wordwake/data"
)

// Version is the version of the built-in rules. It grows with every change that can change an output, so that stored texts are
// redacted again.
const Version = 1

// The kinds of what is hidden, as they stand in data.Hidden.
const (
	KindKey        = "key"
	KindToken      = "token"
	KindPassword   = "password"
	KindPrivateKey = "private-key"
	KindJWT        = "jwt"
	KindURL        = "url"
	KindHeader     = "header"
	KindCookie     = "cookie"
	KindCard       = "card"
	// KindMasked is a mask that the text already held and whose own kind cannot be told any more.
	KindMasked = "masked"
)

// maxPasses bounds how often a text is looked at again after something in it was masked. One pass is nearly always enough; a
// mask that brings the two sides of a secret together needs another.
const maxPasses = 8

// Redactor masks secrets by the built-in rules. It has no state: the zero value is ready, and goroutines may share it.
type Redactor struct{}

var _ data.Redactor = Redactor{}

// New returns a Redactor with the built-in rules.
func New() Redactor { return Redactor{} }

// Version returns the package's Version.
func (Redactor) Version() int { return Version }

// Stamp returns the version in decimal digits, since there are no rules but the built-in ones.
func (Redactor) Stamp() string { return strconv.Itoa(Version) }

// Redact returns text with its secrets masked, and the places of all masks in what it returns: those it made and those the
// text already held. A text without either comes back as it is, without a copy.
func (Redactor) Redact(text string) (string, []data.Hidden) {
	found := find(text)
	if len(found) == 0 {
		return text, nil
	}
	merged := merge(nil, found)
	for range maxPasses {
		if !changes(merged) {
			break
		}
		var places []finding
		text, places = apply(text, merged)
		merged = merge(places, find(text))
	}
	if changes(merged) {
		text, merged = apply(text, merged)
	}
	return text, hidden(merged)
}

func changes(found []finding) bool {
	return slices.ContainsFunc(found, func(f finding) bool { return f.mask != maskKeep })
}

func hidden(found []finding) []data.Hidden {
	out := make([]data.Hidden, 0, len(found))
	for _, f := range found {
		out = append(out, data.Hidden{Span: data.Span{Start: f.start, End: f.end}, Kind: f.kind})
	}
	return out
}
