package redact

import "strings"

// netrc reads "login bob password secret".
func (s *scan) netrc(start, end int) (separator, bool) {
	if end >= len(s.text) || s.text[end] != ' ' || !hasPrefixFold(s.text[start:end], "passw") || start == 0 || s.text[start-1] != ' ' {
		return separator{}, false
	}
	before := strings.Fields(s.text[max(0, start-80):start])
	if n := len(before); n < 2 || before[n-2] != "login" {
		return separator{}, false
	}
	return separator{sepEqual, s.skipBlanks(end)}, true
}

// appPassword reads "app password abcd-efgh-ijkl-mnop", as providers of mail make them up for a program.
func (s *scan) appPassword(p int) (separator, bool) {
	const form = "aaaa-aaaa-aaaa-aaaa"
	at := s.skipBlanks(p)
	end := at + len(form)
	if at == p || end > len(s.text) || end < len(s.text) && in(s.text[end], clsDash) {
		return separator{}, false
	}
	for i := range len(form) {
		if b := s.text[at+i]; form[i] == '-' && b != '-' || form[i] == 'a' && !in(b, clsLower) {
			return separator{}, false
		}
	}
	return separator{sepSpaced, at}, true
}
