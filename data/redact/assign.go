package redact

import (
	"strings"
	"unicode/utf8"
)

// nameReach bounds how far a name goes on to each side of a known word in it.
const nameReach = 64

// scanKey looks at a word of a setting's name at i: password, token, 密码.
func (s *scan) scanKey(i int, r *rule) {
	s.lookAtName(i, i+len(r.lit), r.lit)
}

// scanShortKey looks at a name of two letters with its sign.
func (s *scan) scanShortKey(i int, r *rule) {
	s.lookAtName(i, i+len(r.lit)-1, r.lit[:2])
}

// scanEncodedKey looks at a name with a percent escape in it, which may hide a known word.
func (s *scan) scanEncodedKey(i int, _ *rule) {
	if i+2 < len(s.text) && s.text[i] == '%' && allIn(s.text[i+1:i+3], clsHex) {
		s.lookAtName(i, i+3, "")
	}
}

// lookAtName reads the whole name around a known word, what follows it, and the value. What follows is asked first, since most
// such words stand in a sentence.
func (s *scan) lookAtName(i, wordEnd int, word string) {
	if i < s.keyEnd || i < s.valueEnd {
		return
	}
	kind := foreignKinds[word]
	end := s.nameEnd(wordEnd, kind != "")
	if end == len(s.text) || in(s.text[end], clsAlnum) {
		return
	}
	start := s.nameStart(i)
	s.keyEnd = end
	query := s.looksQuery(start, end)
	sep, ok := s.behindName(start, end, kind != "")
	if !ok && !query {
		sep, ok = s.said(end)
	}
	if !ok && !query {
		return
	}
	raw := s.text[start:end]
	n := name{kind: kind, strength: sure, query: true}
	if kind == "" {
		n = s.understood(raw, s.wordBefore(start))
	}
	n.raw = raw
	switch {
	case query:
		s.queryValue(end+1, n)
	case ok && n.strength > nothing:
		s.assigned(start, n, sep)
	}
}

// behindName reads what stands between a name and its value in any of the forms that need no judgement of the value.
func (s *scan) behindName(start, end int, foreign bool) (sep separator, ok bool) {
	raw := s.text[start:end]
	if sep, ok = s.separator(start, end, strings.Contains(raw, "--")); ok {
		return sep, true
	}
	if sep, ok = s.netrc(start, end); ok {
		return sep, true
	}
	if foreign {
		return s.laterColon(end)
	}
	if hasPrefixFold(raw, "passw") {
		return s.appPassword(end)
	}
	return separator{}, false
}

// maxNames bounds the names that are remembered; texts repeat few.
const maxNames = 256

// understood is understand, with a memory.
func (s *scan) understood(raw, before string) name {
	key := [2]string{raw, before}
	n, ok := s.names[key]
	if !ok {
		n = understand(raw, before)
		if s.names == nil {
			s.names = map[[2]string]name{}
		}
		if len(s.names) < maxNames {
			s.names[key] = n
		}
	}
	return n
}

// nameEnd gives the end of a name from p on. Words of other languages have endings of their own.
func (s *scan) nameEnd(p int, foreign bool) int {
	for end := min(len(s.text), p+nameReach); p < end; {
		switch b := s.text[p]; {
		case in(b, clsKey):
			p++
		case b == '%' && p+2 < len(s.text) && allIn(s.text[p+1:p+3], clsHex):
			p += 3
		case b >= utf8.RuneSelf:
			r, size := utf8.DecodeRuneInString(s.text[p:])
			if !isInvisible(r) && !(foreign && r >= 0xc0 && r < 0x530) {
				return p
			}
			p += size
		default:
			return p
		}
	}
	return p
}

// nameStart gives the beginning of the name that goes on at p.
func (s *scan) nameStart(p int) int {
	for end := max(0, p-nameReach); p > end; {
		b := s.text[p-1]
		if in(b, clsKey) || b == '%' && p+1 < len(s.text) && allIn(s.text[p:p+2], clsHex) {
			p--
			continue
		}
		r, size := utf8.DecodeLastRuneInString(s.text[:p])
		if !isInvisible(r) {
			break
		}
		p -= size
	}
	for p < len(s.text) && s.text[p] == '.' {
		p++
	}
	return s.behindColour(p)
}

// behindColour gives the place behind the end of a terminal's colour, such as the "0m" of ESC[0m, that a name seems to begin with.
func (s *scan) behindColour(p int) int {
	m := s.skip(p, 3, func(b byte) bool { return in(b, clsDigit) })
	if m < len(s.text) && s.text[m] == 'm' && endsColour(s.text[max(0, m-15):m+1]) {
		return m + 1
	}
	return p
}

// wordBefore gives the word before a name that is one word, for names such as "API key".
func (s *scan) wordBefore(start int) string {
	if start == 0 || s.text[start-1] != ' ' {
		return ""
	}
	p := start - 1
	for p > 0 && start-p < 16 && in(s.text[p-1], clsAlnum) {
		p--
	}
	if w := foldASCII(s.text[p : start-1]); keyOwners[w] || w == "card" || w == "seed" || w == "recovery" {
		return w
	}
	return ""
}

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

// assigned looks at the value of a name.
func (s *scan) assigned(start int, n name, sep separator) {
	if s.closesQuote(start, len(n.raw), sep) {
		return
	}
	v, block := s.assignedValue(n, &sep)
	content := s.text[v.start:v.end]
	switch {
	case isMask(content):
		s.add(finding{start: v.start, end: v.end, kind: n.kind, mask: maskKeep})
		return
	case block:
	case content == "", isReference(content) && !s.otherVariable(start, n, sep, content), !s.secret(start, n, sep, v):
		return
	}
	s.add(finding{start: v.start, end: v.end, kind: n.kind, mask: maskStars})
	s.valueEnd = v.end
}

// assignedValue reads the value behind sep; block is true for the lines of a block of YAML, which need no judgement. A value that is
// found on the next line changes sep to one behind which it must look like no word.
func (s *scan) assignedValue(n name, sep *separator) (v value, block bool) {
	v = s.readValue(sep.value)
	switch {
	case sep.kind == sepXML:
		v = s.element(sep.value)
	case sep.kind == sepTable && !v.quoted:
		v.end = v.start + len(beforeBar(s.text[v.start:v.end]))
	case sep.kind == sepColon && v.quoted && joins(s.text[v.start:]):
		return value{start: v.start, end: v.start}, false
	}
	if lines, ok := s.yamlBlock(v, s.text[v.start:v.end]); ok {
		return lines, true
	}
	if sep.kind == sepColon && v.start == v.end {
		sep.kind = sepSaid
		return s.nextLine(v.start), false
	}
	if n.phrase && !v.quoted && sep.kind != sepFlag && isPhrase(s.text[v.start:s.lineEnd(v.start)]) {
		v = value{v.start, s.lineEnd(v.start), true}
	}
	return v, false
}

// beforeBar gives what stands before the first bar, which ends a cell of a table.
func beforeBar(v string) string {
	v, _, _ = strings.Cut(v, "|")
	return v
}

// joins reports whether what follows a quotation mark shows that the mark closes a text rather than opens one.
func joins(rest string) bool {
	for _, sign := range [...]string{" + ", ", ", " . ", " % ", ");", "))", ")\n"} {
		if strings.HasPrefix(rest, sign) {
			return true
		}
	}
	return false
}

// closesQuote reports whether a quotation mark behind the sign closes the one before the name, as in "write `token=` there" and
// in Println("Mnemonic: ", words).
func (s *scan) closesQuote(start, length int, sep separator) bool {
	if start == 0 || sep.value >= len(s.text) || s.text[start-1] != s.text[sep.value] || sep.value > start+length+2 {
		return false
	}
	return strings.IndexByte("\"'`", s.text[start-1]) >= 0 && s.text[start+length] != s.text[start-1]
}

// element reads the text of an XML element up to its end tag.
func (s *scan) element(p int) value {
	end := s.runEnd(clsValue, p)
	for end < len(s.text) && s.text[end] == ' ' && end-p < 256 {
		end = s.runEnd(clsValue, end+1)
	}
	if end >= len(s.text) || strings.HasPrefix(s.text[end:], "</") {
		return value{p, end, true}
	}
	return value{p, p, true}
}

// yamlBlock reads a value that stands indented on the lines below.
func (s *scan) yamlBlock(v value, content string) (value, bool) {
	if v.quoted || v.end > v.start+2 || v.start >= len(s.text) || s.text[v.start] != '|' && s.text[v.start] != '>' {
		return v, false
	}
	nl := s.lineEnd(v.start)
	if nl-v.start > 3 || strings.Trim(s.text[v.start:nl], "|>+-\r") != "" {
		return v, false
	}
	end := nl
	for end+1 < len(s.text) && (s.text[end+1] == ' ' || s.text[end+1] == '\t') {
		end = s.lineEnd(end + 1)
	}
	s.work += end - nl
	block := s.text[nl:end]
	inner := strings.TrimSpace(block)
	at := nl + strings.Index(block, inner)
	return value{at, at + len(inner), true}, inner != ""
}

// isPhrase reports whether a line is nothing but three or more lower-case words.
func isPhrase(line string) bool {
	count := 0
	for w := range strings.FieldsSeq(line[:min(len(line), 512)]) {
		if !allIn(w, clsLower) {
			return false
		}
		count++
	}
	return count >= 3
}

// otherVariable reports whether content is a variable of another name than the one it is assigned to. OpenClaw hides those.
func (s *scan) otherVariable(start int, n name, sep separator, content string) bool {
	if !n.upper || sep.kind != sepEqual || content[0] != '$' || len(content) < hintMin || !allIn(content[1:], clsWord) {
		return false
	}
	return !strings.HasPrefix(s.text[start:], content[1:]+"=")
}
