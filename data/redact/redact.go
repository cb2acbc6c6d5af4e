// Package redact hides secrets in text: keys and tokens of known vendors, private key blocks, authorization headers, cookies,
// credentials in addresses, seed phrases, values that are assigned to names such as "password", and what a person's own rules name.
//
// The rules come from several places. The scanners for names, values, addresses, headers, blocks and manifests are our own, and hide at
// least what OpenClaw hides; the formats of the latter are those that OpenSSL, OpenSSH, GnuPG, PuTTY and Kubernetes write. The tokens in
// vendors are known from what their vendors publish, those in vendorTokens and vendorValues from the rules of gitleaks (MIT), seed
// phrases from BIP 39.
//
// It looks at a whole text at once and takes time in proportion to its length, whatever the text holds. What it gives back
// is a fixed point: redacting it again changes nothing. It never judges by the script of the letters around a secret, never
// keeps, logs or sends what it saw, and reads nothing but its argument.
package redact

import (
	"slices"

	"github.com/wordwake/wordwake/data"
)

// Version is the version of the built-in rules. It grows with every change that can change an output, so that stored texts are
// redacted again.
const Version = 3

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
	// KindOwnPattern and KindOwnSecret are what the person's own patterns and the secrets in their settings hide.
	KindOwnPattern = "own-pattern"
	KindOwnSecret  = "own-secret"
	// KindMasked is a mask that the text already held and whose own kind cannot be told any more.
	KindMasked = "masked"
)

// Kinds lists all kinds.
func Kinds() []string {
	return []string{
		KindKey, KindToken, KindPassword, KindPrivateKey, KindJWT, KindURL, KindHeader, KindCookie, KindCard, KindOwnPattern, KindOwnSecret,
		KindMasked,
	}
}

// maxPasses bounds how often a text is looked at again after something in it was masked. One pass is nearly always enough; a
// mask that brings the two sides of a secret together needs another.
const maxPasses = 8

// Redactor masks secrets. The zero value does so by the built-in rules alone; New adds those of a person. Goroutines may share it.
type Redactor struct{ own *own }

var _ data.Redactor = Redactor{}

// Version returns the package's Version.
func (Redactor) Version() int { return Version }

// Stamp returns a name for all rules: the version, and something that differs with the person's own.
func (r Redactor) Stamp() string {
	if r.own == nil {
		return stampOf(Params{})
	}
	return r.own.stamp()
}

// Redact returns text with its secrets masked, and the places of all masks in what it returns: those it made and those the
// text already held. A text without either comes back as it is, without a copy.
//
// Redacting the result again changes nothing, unless a pattern of the person's looks for masks or for what stands beside them.
func (r Redactor) Redact(text string) (string, []data.Hidden) {
	found := r.find(text)
	if len(found) == 0 {
		return text, nil
	}
	merged := merge(nil, found)
	for range maxPasses {
		if !changes(merged) {
			break
		}
		var places []finding
		text, places = r.apply(text, merged)
		merged = merge(places, r.find(text))
	}
	if changes(merged) {
		text, merged = r.apply(text, merged)
	}
	return text, hidden(merged)
}

// find is one look at text by all rules, and another without what nobody sees in it.
func (r Redactor) find(text string) []finding {
	found := r.own.find(text, find(text))
	if f, ok := fold(text); ok {
		found = append(found, f.unfold(r.own.find(f.text, find(f.text)), text)...)
	}
	return found
}

func changes(found []finding) bool {
	return slices.ContainsFunc(found, func(f finding) bool { return f.mask != maskKeep })
}

func hidden(found []finding) []data.Hidden {
	out := make([]data.Hidden, 0, len(found))
	for _, f := range found {
		out = append(out, data.Hidden{Span: data.Span{Start: f.start, End: f.end}, Kind: f.kind, Hash: f.hash})
	}
	return out
}
