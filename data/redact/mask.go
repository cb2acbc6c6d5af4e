package redact

import (
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"
)

// The masks. OpenClaw writes the first three, so texts may already hold them.
const (
	stars    = "***"
	ellipsis = "…"
	blockOut = "…redacted…"
)

// A mask with a hint shows the first hintHead and the last hintTail units of a token of at least hintMin units, as OpenClaw's does.
const (
	hintMin  = 18
	hintHead = 6
	hintTail = 4
)

// maskForm says what stands in the place of a finding.
type maskForm uint8

const (
	maskStars maskForm = iota // ***
	maskHint                  // abcdef…wxyz, or *** if that would show too much
	maskBlock                 // the body of a private key, between its marker lines
	maskKeep                  // what is there is a mask already
)

// finding is a secret, or a mask, in the text that was looked at.
type finding struct {
	start, end int
	kind       string
	mask       maskForm
	// hash tells equal tokens of which a mask with a hint was made; 0 if there is none.
	hash uint64
}

// replacement is the text of f's mask. Tokens with a hint are ASCII, so bytes are the units that OpenClaw counts.
func (f finding) replacement(text string) string {
	secret := text[f.start:f.end]
	switch f.mask {
	case maskKeep:
		return secret
	case maskBlock:
		return blockOut
	case maskHint:
		if f.showsHint(text) {
			return secret[:hintHead] + ellipsis + secret[len(secret)-hintTail:]
		}
	case maskStars:
	}
	return stars
}

// showsHint reports whether f's mask shows the ends of the token, which is long enough then.
func (f finding) showsHint(text string) bool {
	return f.mask == maskHint && f.end-f.start >= hintMin && isASCII(text[f.start:f.end])
}

func isASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// apply masks found, which is ordered and free of overlaps, and gives the places of the masks in the new text.
func (r Redactor) apply(text string, found []finding) (string, []finding) {
	var b strings.Builder
	b.Grow(len(text))
	places := make([]finding, 0, len(found))
	last := 0
	for _, f := range found {
		b.WriteString(text[last:f.start])
		start := b.Len()
		b.WriteString(f.replacement(text))
		if f.showsHint(text) && f.kind != KindURL { // the password of an address may be one that can be guessed
			f.hash = r.own.hash(text[f.start:f.end])
		}
		places = append(places, finding{start: start, end: b.Len(), kind: f.kind, mask: maskKeep, hash: f.hash})
		last = f.end
	}
	b.WriteString(text[last:])
	return b.String(), places
}

// merge orders findings and joins those that overlap. Places are masks made before; their kind is the better one.
func merge(places, found []finding) []finding {
	all := slices.Concat(places, found)
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	out := all[:0]
	for _, f := range all {
		if n := len(out); n > 0 && f.start < out[n-1].end {
			out[n-1] = join(out[n-1], f)
			continue
		}
		out = append(out, f)
	}
	return out
}

// join makes one finding of two that overlap; a starts first, or at the same place and is at least as long.
func join(a, b finding) finding {
	if a.start == b.start && a.end == b.end {
		switch {
		case a.mask == maskKeep:
			return a
		case b.mask == maskKeep:
			return finding{start: a.start, end: a.end, kind: a.kind, mask: maskKeep}
		case b.mask == maskHint:
			return b
		}
		return a
	}
	if b.end <= a.end {
		if a.mask == maskKeep && b.mask != maskKeep {
			a.mask = maskStars
		}
		return a
	}
	if a.mask != maskKeep || b.mask != maskKeep {
		a.mask = maskStars
	}
	a.end = b.end
	return a
}

// isMask reports whether s as a whole is one of the masks. It is asked where a secret is expected only.
func isMask(s string) bool {
	if s == stars || s == blockOut {
		return true
	}
	if len(s) > 4*(hintHead+hintTail)+len(ellipsis) {
		return false
	}
	head, tail, ok := strings.Cut(s, ellipsis)
	return ok && utf8.RuneCountInString(head) == hintHead && utf8.RuneCountInString(tail) == hintTail
}

// looksCut reports whether head and tail are the ends of something random. Tokens of Telegram begin with digits alone.
func looksCut(head, tail string) bool {
	if allIn(head, clsDigit) {
		return looksMixed(tail)
	}
	return hasDigit(tail) && looksMixed(head+tail)
}

// scanMask looks at the ellipsis at i and reports a mask with a hint that stands anywhere in a text. Prose has ellipses too, so
// either the head begins as a vendor's token does, or both ends stand alone and look random.
func (s *scan) scanMask(i int, _ *rule) {
	start, end := i-hintHead, i+len(ellipsis)+hintTail
	if start < 0 || end > len(s.text) {
		return
	}
	head, tail := s.text[start:i], s.text[end-hintTail:end]
	if !allIn(head, clsMask) || !allIn(tail, clsMask) {
		return
	}
	if end < len(s.text) && in(s.text[end], clsAlnum) {
		return
	}
	if !vendorHead(head) && (!leftEdge(s.text, start) || !looksCut(head, tail)) {
		return
	}
	s.add(finding{start: start, end: end, kind: KindMasked, mask: maskKeep})
}
