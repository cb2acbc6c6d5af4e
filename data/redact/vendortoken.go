package redact

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

//go:generate go run gen.go $GITLEAKS_RULES

// openReach is the reach of a token without a bound.
const openReach = 512

// vendorToken is a kind of token that begins with a literal and is told by an expression. The tables of these and of vendorValue
// are made by gen.go from the rules of gitleaks; vendors has what is added by hand.
type vendorToken struct {
	id   string
	lits []string
	expr string
	// reach is the length of the longest match, or openReach.
	reach int
	// edges asks that no letter or digit stands on either side.
	edges bool
}

// vendorValue is what a vendor's secrets look like when they are assigned to a name with the vendor's own in it.
type vendorValue struct {
	id    string
	lits  []string
	expr  string
	reach int
}

// anchored gives an expression that matches at the beginning only. It is compiled when it is asked for first, since a start of the
// program needs none of them.
func anchored(expr string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?:` + expr + `)`) })
}

// vendorTokenRules gives the literals of t.
func vendorTokenRules(t *vendorToken) (rules []rule) {
	expr := anchored(t.expr)
	look := func(s *scan, i int, _ *rule) { s.scanVendorToken(i, t, expr) }
	for _, l := range t.lits {
		rules = append(rules, rule{lit: l, look: look})
	}
	return rules
}

// beginsAs reports whether head is how a token of t begins.
func (t vendorToken) beginsAs(head string) bool {
	return slices.ContainsFunc(t.lits, func(l string) bool {
		n := min(len(l), len(head))
		return strings.EqualFold(head[:n], l[:n])
	})
}

// scanVendorToken looks at a literal of t at i. A token that goes on behind what the expression tells is hidden to its end.
func (s *scan) scanVendorToken(i int, t *vendorToken, expr func() *regexp.Regexp) {
	if t.edges && !leftEdge(s.text, i) {
		return
	}
	window := s.text[i:min(len(s.text), i+t.reach)]
	s.work += len(window)
	m := expr().FindStringIndex(window)
	if m == nil || !looksDrawn(window[:m[1]]) {
		return
	}
	end := i + m[1]
	if !t.edges || m[1] == openReach {
		end = s.runEnd(clsJWT, end)
	} else if end < len(s.text) && in(s.text[end], clsAlnum) {
		return
	}
	s.add(finding{start: i, end: end, kind: KindToken, mask: maskHint})
}

// vendorValueRules gives the literals of all values, those of one literal together.
func vendorValueRules(values []vendorValue) (rules []rule) {
	byLit := map[string][]func(*scan, int) bool{}
	var lits []string
	for i := range values {
		v := &values[i]
		expr := anchored(v.expr)
		for _, l := range v.lits {
			if byLit[l] == nil {
				lits = append(lits, l)
			}
			byLit[l] = append(byLit[l], func(s *scan, p int) bool { return s.vendorValue(p, v, expr) })
		}
	}
	for _, l := range lits {
		looks := byLit[l]
		rules = append(rules, rule{lit: l, look: func(s *scan, i int, r *rule) {
			p, ok := s.vendorAssigned(i + len(r.lit))
			for n := 0; ok && n < len(looks) && !looks[n](s, p); n++ {
			}
		}})
	}
	return rules
}

// The most that stands between the literal of a vendor's name and the sign of assignment, and around that sign.
const (
	vendorTail   = 20
	vendorQuotes = 3
	vendorSigns  = 4
	vendorBlanks = 5
)

// vendorAssigned gives the place of the value that is assigned to a name which goes on at p.
func (s *scan) vendorAssigned(p int) (int, bool) {
	p = s.skip(p, vendorTail, func(b byte) bool { return in(b, clsDot) || b == ' ' || b == '\t' })
	p = s.skip(p, vendorQuotes, func(b byte) bool { return b != '=' && b != '`' && isQuoteOrBlank(b) })
	sign := s.skip(p, vendorSigns, func(b byte) bool { return b == '=' || b == '>' || b == ':' || b == '|' || b == '?' || b == ',' })
	if sign == p {
		return 0, false
	}
	return s.skip(sign, vendorBlanks, isQuoteOrBlank), true
}

func isQuoteOrBlank(b byte) bool {
	switch b {
	case '`', '\'', '"', ' ', '\t', '\n', '\r', '=':
		return true
	}
	return false
}

// skip gives the end of at most so many bytes from p on that are of a kind.
func (s *scan) skip(p, most int, is func(byte) bool) int {
	for end := min(len(s.text), p+most); p < end && is(s.text[p]); {
		p++
	}
	return p
}

// vendorValue reports whether the value at p is one of v, which then is hidden.
func (s *scan) vendorValue(p int, v *vendorValue, expr func() *regexp.Regexp) bool {
	window := s.text[p:min(len(s.text), p+v.reach)]
	s.work += len(window)
	m := expr().FindStringIndex(window)
	if m == nil || !hasDigit(window[:m[1]]) || !s.endsToken(p+m[1]) {
		return false
	}
	s.add(finding{start: p, end: p + m[1], kind: KindKey, mask: maskStars})
	return true
}

// endsToken reports whether what ends at p is not the beginning of a longer token, a path or the name of a file.
func (s *scan) endsToken(p int) bool {
	if p < len(s.text) && s.text[p] == '.' {
		p++
	}
	return p >= len(s.text) || !in(s.text[p], clsDash|clsBase64)
}
