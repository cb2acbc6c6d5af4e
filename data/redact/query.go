package redact

import "strings"

// looksQuery reports whether a name is the one of a parameter in an address or a form.
func (s *scan) looksQuery(start, end int) bool {
	if start == 0 || end >= len(s.text) || s.text[end] != '=' || strings.HasPrefix(s.text[end:], "==") {
		return false
	}
	return strings.IndexByte("?&#", s.text[start-1]) >= 0 || strings.HasSuffix(s.text[:start], "&amp;")
}

func (s *scan) queryValue(p int, n name) {
	if !n.query {
		return
	}
	v := cutQuery(s.text[p:s.runEnd(clsValue, p)])
	end := p + len(v)
	switch {
	case isMask(v):
		s.add(finding{start: p, end: end, kind: KindURL, mask: maskKeep})
	case len(v) <= 3 && allIn(v, clsDigit): // the code of an answer, the page of a list
	case isReference(v) || stopWords[strings.ToLower(v)]:
	default:
		s.add(finding{start: p, end: end, kind: KindURL, mask: maskStars})
		s.valueEnd = end
	}
}
