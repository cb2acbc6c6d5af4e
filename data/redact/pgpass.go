package redact

import "strings"

// scanPgpass looks at host:port:database:user:password, whose port stands from start to end.
func (s *scan) scanPgpass(start, end int) {
	host := start - 1
	if host < 1 || s.text[host] != ':' {
		return
	}
	for host > 0 && start-host < 100 && isField(s.text[host-1]) {
		host--
	}
	bare := !isHost(s.text[host : start-1])
	if bare && (host == start-1 || host > 0 && s.text[host-1] != '\n' && s.text[host-1] != ' ') {
		return
	}
	s.pgpassFields(end+1, bare)
}

// scanAnyHost looks at the stars for any host and any port before ":database:user:password".
func (s *scan) scanAnyHost(i int, r *rule) {
	if i == 0 || s.text[i-1] <= ' ' {
		s.pgpassFields(i+len(r.lit), false)
	}
}

// pgpassFields hides the password behind the database and the user at p. Where the name before the port may be anything, it must look
// like no word.
func (s *scan) pgpassFields(p int, bare bool) {
	for range 2 {
		colon := p
		for colon < len(s.text) && colon-p < 64 && isField(s.text[colon]) {
			colon++
		}
		if colon >= len(s.text) || s.text[colon] != ':' || allIn(s.text[p:colon], clsDigit) {
			return
		}
		p = colon + 1
	}
	if stop := s.runEnd(clsValue, p); stop-p >= 4 && (!bare || looksTold(s.text[p:stop])) {
		s.add(finding{start: p, end: stop, kind: KindPassword, mask: maskStars})
	}
}

func isField(b byte) bool { return b == '*' || in(b, clsDot) }

func isHost(s string) bool {
	return s == "localhost" || s == "*" || strings.IndexByte(s, '.') >= 0 && anyIn(s, clsLower|clsUpper)
}
