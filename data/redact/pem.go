package redact

import "strings"

// keyRun is the length from which on a run of base64 characters counts as the body of a key rather than as a word or a path.
const keyRun = 24

// markerReach is how far the words BEGIN or END stand before PRIVATE KEY at most, as in "ENCRYPTED".
const markerReach = 32

// scanPEM looks at the words "PRIVATE KEY" at i. A block that is open, since a text was cut, is secret to the end of the text, and
// one without a beginning from the first line on that may be a part of it. A marker that is only spoken of is no block.
func (s *scan) scanPEM(i int, _ *rule) {
	if i < s.pemEnd {
		return
	}
	m, ok := s.marker(i)
	if !ok {
		return
	}
	if !m.begin {
		s.closeBlock(m)
		return
	}
	body, next := m.end, s.nextMarker(m.end)
	if next.begin || !next.found {
		s.openBlock(m, next)
		return
	}
	s.pemEnd = next.end
	s.addBlock(m.start, body, next.start, next.end)
}

// addBlock hides what stands between two markers on lines of their own, or markers and all of a block on one line.
func (s *scan) addBlock(start, body, bodyEnd, end int) {
	inner := strings.Trim(s.text[body:bodyEnd], " \t\r\n")
	if !strings.HasPrefix(strings.TrimLeft(s.text[body:], " \t\r"), "\n") {
		if isMask(inner) {
			s.add(finding{start: body, end: bodyEnd, kind: KindPrivateKey, mask: maskKeep})
			return
		}
		if inner != "" && strings.Trim(inner, ".… ") != "" {
			s.add(finding{start: start, end: end, kind: KindPrivateKey, mask: maskStars})
		}
		return
	}
	at := body + strings.Index(s.text[body:bodyEnd], inner)
	mask := maskBlock
	if isMask(inner) {
		mask = maskKeep
	}
	s.add(finding{start: at, end: at + len(inner), kind: KindPrivateKey, mask: mask})
}

// openBlock hides the rest of the text, or up to the next beginning, if it holds what may be a key.
func (s *scan) openBlock(m, next pemMarker) {
	end := len(s.text)
	if next.found {
		end = next.start
	}
	rest := strings.TrimSpace(s.text[m.end:end])
	cutShort := end == len(s.text) && len(rest) <= 2*keyRun && rest != "" && strings.IndexByte(rest, ' ') < 0 && len(strings.TrimLeft(rest, "`'\".,;:!?)")) > 3
	if !isMask(rest) && !cutShort && !s.keyData(m.end, end) {
		return
	}
	s.pemEnd = end
	s.addBlock(m.start, m.end, end, end)
}

// keyData reports whether something between from and to looks like a key. What it saw in vain it does not look at again.
func (s *scan) keyData(from, to int) bool {
	if s.noKeyData >= 0 && from >= s.noKeyData {
		return false
	}
	for p := from; p < to; p++ {
		if end := min(to, s.runEnd(clsBase64, p)); end-p >= keyRun {
			return true
		} else if end > p {
			p = end
		}
	}
	if to == len(s.text) {
		s.noKeyData = from
	}
	return false
}

// closeBlock hides the lines before an end marker that may belong to a key.
func (s *scan) closeBlock(m pemMarker) {
	start, seen := m.start, false
	for start > s.pemEnd {
		line := s.text[s.lineStart(start-1):start]
		word := strings.Trim(line, " \t\r\n>|+-#*/\"'`\\")
		if !allIn(word, clsBase64) {
			if n := tailRun(word); n >= keyRun {
				start, seen = start-len(line)+strings.LastIndex(line, word)+len(word)-n, true
			}
			break
		}
		seen = seen || len(word) >= 6
		start -= len(line)
	}
	s.work += m.end - start
	s.pemEnd = m.end
	if body := strings.TrimSpace(s.text[start:m.start]); seen && !isMask(body) {
		start += strings.Index(s.text[start:m.start], body)
		s.add(finding{start: start, end: start + len(body), kind: KindPrivateKey, mask: maskBlock})
	} else if seen = isMask(body); seen {
		start += strings.Index(s.text[start:m.start], body)
		s.add(finding{start: start, end: start + len(body), kind: KindPrivateKey, mask: maskKeep})
	}
}

// tailRun gives the length of the run of base64 characters that s ends in.
func tailRun(s string) int {
	n := 0
	for n < len(s) && in(s[len(s)-1-n], clsBase64) {
		n++
	}
	return n
}

// lineStart gives the beginning of the line that ends at i; an escaped line end counts, too.
func (s *scan) lineStart(i int) int {
	for p := i; p > s.pemEnd; p-- {
		if s.text[p-1] == '\n' || p >= 2 && s.text[p-2:p] == `\n` {
			return p
		}
	}
	return s.pemEnd
}

// pemMarker is a line such as -----BEGIN RSA PRIVATE KEY-----.
type pemMarker struct {
	start, end   int
	begin, found bool
}

// marker reads the marker around the words at i.
func (s *scan) marker(i int) (pemMarker, bool) {
	from := max(0, i-markerReach)
	before := s.text[from:i]
	b, e := strings.LastIndex(before, "BEGIN "), strings.LastIndex(before, "END ")
	at := max(b, e)
	if at < 0 || s.text[i:i+len("PRIVATE KEY")] != "PRIVATE KEY" {
		return pemMarker{}, false
	}
	start := s.dashesBefore(from + at)
	end, cut := s.dashesAfter(i + len("PRIVATE KEY"))
	if start == from+at || end < 0 && !cut {
		return pemMarker{}, false
	}
	if cut {
		end = len(s.text)
	}
	return pemMarker{start, end, b > e, true}, true
}

// markerDashes is the most dashes that a marker has on either side.
const markerDashes = 8

// dashesBefore gives the beginning of the dashes before the word at p, or p if there are none.
func (s *scan) dashesBefore(p int) int {
	at := p
	for at > 0 && p-at < markerDashes && s.text[at-1] == ' ' {
		at--
	}
	start := at
	for start > 0 && at-start < markerDashes && s.text[start-1] == '-' {
		start--
	}
	if at-start < 2 && start > 0 {
		return p
	}
	return start
}

// dashesAfter gives the end of the dashes behind p, or -1 if there are none. cut is true if the text ends before they do.
func (s *scan) dashesAfter(p int) (end int, cut bool) {
	rest := strings.TrimPrefix(s.text[p:], " BLOCK")
	rest = strings.TrimPrefix(rest, " ")
	dashes := 0
	for dashes < min(len(rest), markerDashes) && rest[dashes] == '-' {
		dashes++
	}
	switch {
	case dashes == len(rest):
		return -1, true
	case dashes < 2:
		return -1, false
	}
	return len(s.text) - len(rest) + dashes, false
}

// nextMarker gives the first marker behind i. It is asked once per marker, so the whole text is walked twice at most.
func (s *scan) nextMarker(i int) pemMarker {
	for p := i; ; {
		n := strings.Index(s.text[p:], "PRIVATE KEY")
		if n < 0 {
			s.work += len(s.text) - p
			return pemMarker{}
		}
		s.work += n
		if m, ok := s.marker(p + n); ok && m.start >= i {
			return m
		}
		p += n + 1
	}
}

// scanPuTTY hides the lines behind "Private-Lines: 8" up to the check sum.
func (s *scan) scanPuTTY(i int, r *rule) {
	nl := strings.IndexByte(s.text[i:min(len(s.text), i+40)], '\n')
	if nl < 0 || !anyIn(s.text[i+len(r.lit):i+nl], clsDigit) {
		return
	}
	start := i + nl + 1
	end := start
	for p := start; p < len(s.text); {
		stop := s.runEnd(clsBase64, p)
		if stop == p {
			break
		}
		end = stop
		if stop >= len(s.text) || s.text[stop] != '\n' {
			break
		}
		p = stop + 1
	}
	mask := maskBlock
	if strings.HasPrefix(s.text[start:], blockOut) {
		end, mask = start+len(blockOut), maskKeep
	}
	s.add(finding{start: start, end: end, kind: KindPrivateKey, mask: mask})
}
