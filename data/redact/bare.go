package redact

import "strings"

// awsSecret is the length of an AWS secret key, which nothing but its length and its disorder gives away.
const awsSecret = 40

// scanLongRuns looks at every run of base64 characters of exactly that length. It steps so far that it meets each such run, and
// leaves a longer one at once.
func (s *scan) scanLongRuns() {
	for p := awsSecret / 2; p < len(s.text); p += awsSecret / 2 {
		if !in(s.text[p], clsBase64) {
			continue
		}
		start := p
		for start > 0 && p-start <= awsSecret && in(s.text[start-1], clsBase64) {
			start--
		}
		end := p
		for end < len(s.text) && in(s.text[end], clsBase64) {
			end++
		}
		s.work += end - start
		start, end = s.trimPadding(start, end)
		if end-start == awsSecret && s.looksAWS(start, end) && !s.inBase64(start, end) {
			s.add(finding{start: start, end: end, kind: KindKey, mask: maskHint})
		}
		p = max(p, end-1)
	}
}

// trimPadding takes off equals signs in front, which belong to an assignment.
func (s *scan) trimPadding(start, end int) (int, int) {
	for start < end && s.text[start] == '=' {
		start++
	}
	return start, end
}

// looksAWS asks for capitals, small letters, digits, and more changes between them than names and paths have.
func (s *scan) looksAWS(start, end int) bool {
	if start > 0 && (s.text[start-1] == ',' && strings.HasSuffix(s.text[:start], "base64,") || strings.IndexByte(".-_~", s.text[start-1]) >= 0) {
		return false
	}
	if end < len(s.text) && strings.IndexByte("-_~", s.text[end]) >= 0 {
		return false
	}
	const kinds = clsUpper | clsLower | clsDigit
	var seen, last class
	changed, digits := 0, 0
	for i := start; i < end; i++ {
		k := classes[s.text[i]] & kinds
		seen |= k
		if k != last {
			changed++
		}
		if k == clsDigit {
			digits++
		}
		last = k
	}
	return seen == kinds && digits >= 2 && changed >= 15 && !allIn(s.text[start:end], clsHex)
}

// inBase64 reports whether the run from start to end is a line of a longer text in base64: the line before or behind it is one of
// another length.
func (s *scan) inBase64(start, end int) bool {
	if start > 0 && s.text[start-1] != '\n' || end < len(s.text) && s.text[end] != '\n' {
		return false
	}
	before := start - 1
	for before > 0 && start-before <= 2*awsSecret && in(s.text[before-1], clsBase64) {
		before--
	}
	if n := start - 1 - before; n >= 8 && n != awsSecret && (before == 0 || s.text[before-1] == '\n') {
		return true
	}
	behind := s.skip(min(end+1, len(s.text)), 2*awsSecret, func(b byte) bool { return in(b, clsBase64) })
	n := behind - end - 1
	return n >= 8 && n != awsSecret && (behind == len(s.text) || s.text[behind] == '\n')
}
