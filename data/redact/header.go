package redact

import "strings"

// scanAuthorization looks at an Authorization header, in any of the ways in which one is written: alone, in a command, in JSON.
func (s *scan) scanAuthorization(i int, r *rule) {
	if i < s.valueEnd {
		return
	}
	sep, ok := s.separator(i, i+len(r.lit), false)
	if !ok || sep.kind == sepFlag || sep.kind == sepTable {
		return
	}
	start, end, quoted := s.headerValue(sep.value)
	value := s.text[start:end]
	scheme, rest, two := cutBlank(value)
	switch {
	case two && isStructured(scheme) && (strings.IndexByte(rest, '=') >= 0 || isMask(rest)):
		s.addHeader(end-len(rest), end, true)
	case two && isScheme(scheme):
		from := end - len(rest)
		if !quoted {
			end = s.wordEnd(from, end)
		}
		s.addHeader(from, end, quoted || endsLine(s.text, end))
	default:
		if !quoted {
			end = s.wordEnd(start, end)
		}
		if !isScheme(s.text[start:end]) {
			s.addHeader(start, end, quoted)
		}
	}
}

// cutBlank parts v at its first blanks.
func cutBlank(v string) (first, rest string, both bool) {
	n := strings.IndexAny(v, " \t\r\n")
	if n < 0 {
		return v, "", false
	}
	return v[:n], strings.TrimLeft(v[n:], " \t\r\n\u00a0\u3000"), true
}

// headerValue gives the place of a header's value: up to the closing quotation mark that stands around it or around the whole
// header, else to the end of the line. A folded line goes on.
func (s *scan) headerValue(p int) (start, end int, quoted bool) {
	if p < len(s.text) && s.text[p] == '\r' {
		p++
	}
	if p+1 < len(s.text) && s.text[p] == '\n' && (s.text[p+1] == ' ' || s.text[p+1] == '\t') {
		p = s.skipBlanks(p + 1)
	}
	if q := quoteAt(s.text, p); q != "" {
		start, end = p+len(q), s.closing(p+len(q), q)
		return start, min(end, s.lineEnd(start)), true
	}
	end = s.runEnd(clsValue, p)
	switch scheme := s.text[p:end]; {
	case isStructured(scheme) && s.parameters(end):
		end = s.lineEnd(p)
		if n := strings.IndexAny(s.text[p:end], "'`<>"); n >= 0 {
			end = p + n
		}
		end = p + len(strings.TrimRight(s.text[p:end], " \t\r\\"))
	case isScheme(scheme):
		end = s.runEnd(clsValue, s.skipFold(end))
	}
	return p, end, false
}

// skipFold skips blanks, and the end of a line behind which a header goes on with what looks like a token.
func (s *scan) skipFold(p int) int {
	p = s.skipBlanks(p)
	next := s.skip(p, 1, func(b byte) bool { return b == '\r' })
	if next+1 >= len(s.text) || s.text[next] != '\n' || s.text[next+1] != ' ' && s.text[next+1] != '\t' {
		return p
	}
	next = s.skipBlanks(next + 1)
	if end := s.runEnd(clsValue, next); end-next < 8 || !hasDigit(s.text[next:end]) || !s.endsHere(end) {
		return p
	}
	return next
}

// endsHere reports whether a line or the text ends at p.
func (s *scan) endsHere(p int) bool {
	return p >= len(s.text) || s.text[p] == '\n' || s.text[p] == '\r'
}

// parameters reports whether name=value, or what is left of such, follows at p.
func (s *scan) parameters(p int) bool {
	p = s.skipBlanks(p)
	end := s.runEnd(clsKey, p)
	return end > p && end < len(s.text) && s.text[end] == '=' || strings.HasPrefix(s.text[p:], stars)
}

func (s *scan) addHeader(start, end int, sure bool) {
	value := s.text[start:end]
	switch {
	case isMask(value):
		s.add(finding{start: start, end: end, kind: KindHeader, mask: maskKeep})
	case value == "" || value[0] == '(' || isReference(value) || isLabel(value) || isWord(value) && (!sure || stopWords[strings.ToLower(value)]):
	default:
		s.add(finding{start: start, end: end, kind: KindHeader, mask: maskStars})
		s.valueEnd = max(s.valueEnd, end)
	}
}

// maxLabel is longer than what a program calls a header.
const maxLabel = 128

// isLabel reports whether a value is a text in another language, as the translations of a program have for the header's name.
func isLabel(v string) bool {
	return len(v) <= maxLabel && !hasDigit(v) && (!isASCII(v) || strings.IndexByte(v, '{') >= 0)
}

// wordEnd ends a value at the first blank and leaves punctuation behind it outside.
func (s *scan) wordEnd(start, end int) int {
	if n := strings.IndexAny(s.text[start:end], " \t"); n >= 0 {
		end = start + n
	}
	return start + len(trimTail(s.text[start:end]))
}

// maxScheme is longer than the name of any authentication scheme.
const maxScheme = 32

// isScheme reports whether word is an authentication scheme that one token follows.
func isScheme(word string) bool {
	if len(word) > maxScheme {
		return false
	}
	switch strings.ToLower(word) {
	case "bearer", "basic", "bot", "token", "apikey", "api-key", "negotiate", "ntlm", "key", "jwt", "geniekey", "ssws":
		return true
	}
	return false
}

// isStructured reports whether a scheme is followed by parameters rather than by one token.
func isStructured(scheme string) bool {
	if len(scheme) > maxScheme {
		return false
	}
	switch strings.ToLower(scheme) {
	case "digest", "hawk", "oauth", "signature", "mac":
		return true
	}
	return hasPrefixFold(scheme, "aws4-")
}

// bearerMin is the length from which on what stands behind the word "bearer" alone is a token. OpenClaw asks for 18.
const bearerMin = 16

// scanBearer looks at the word with a token behind it, wherever it stands.
func (s *scan) scanBearer(i int, r *rule) {
	start := s.skipBlanks(i + len(r.lit))
	end := s.trimDots(start, s.runEnd(clsBearer, start))
	if end-start >= bearerMin && looksMixed(s.text[start:end]) {
		s.add(finding{start: start, end: end, kind: KindToken, mask: maskHint})
	}
}

// scanCookie looks at Cookie and Set-Cookie headers and hides the value of each pair, but not the attributes of a Set-Cookie.
func (s *scan) scanCookie(i int, r *rule) {
	if i < s.valueEnd {
		return
	}
	sep, ok := s.separator(i, i+len(r.lit), false)
	if !ok || sep.kind != sepColon && sep.kind != sepEqual {
		return
	}
	start, end, quoted := s.headerValue(sep.value)
	if !quoted {
		end = len(s.text)
	}
	most := maxCookies
	if i >= 4 && hasPrefixFold(s.text[i-4:], "set-") || i >= 3 && hasPrefixFold(s.text[i-3:], "set") {
		most = 1
	}
	pairs := 0
	for p := start; pairs < most; pairs++ {
		next, ok := s.cookiePair(p, end)
		if !ok {
			break
		}
		p = next
	}
	if pairs == 0 && quoted {
		s.addCookie(start, end)
	}
}

// maxCookies is more than browsers keep for one site.
const maxCookies = 400

// cookiePair hides the value of the pair at p and gives the place of the next one.
func (s *scan) cookiePair(p, end int) (int, bool) {
	p = s.skipBlanks(p)
	eq := s.runEnd(clsKey, p)
	if eq == p || eq >= end || s.text[eq] != '=' {
		return 0, false
	}
	from := eq + 1
	for from < end && (s.text[from] == '"' || s.text[from] == '\\') {
		from++
	}
	stop := min(end, s.runEnd(clsValue, from))
	if n := strings.IndexByte(s.text[from:stop], ';'); n >= 0 {
		stop = from + n
	}
	s.addCookie(from, from+len(strings.TrimRight(s.text[from:stop], "\\,")))
	for stop < end && strings.IndexByte("\";", s.text[stop]) >= 0 {
		stop++
	}
	return stop, true
}

func (s *scan) addCookie(start, end int) {
	value := s.text[start:end]
	switch {
	case isMask(value):
		s.add(finding{start: start, end: end, kind: KindCookie, mask: maskKeep})
	case value == "" || isReference(value):
	default:
		s.add(finding{start: start, end: end, kind: KindCookie, mask: maskStars})
		s.valueEnd = max(s.valueEnd, end)
	}
}
