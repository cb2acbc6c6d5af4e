package redact

import "strings"

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
	if end < len(s.text) && in(s.text[end], clsAlnum) {
		return
	}
	start := s.nameStart(i)
	s.keyEnd = end
	s.toldBefore(start, end)
	if end == len(s.text) {
		return
	}
	query := s.looksQuery(start, end)
	sep, ok := s.behindName(start, end, kind != "")
	if !ok && !query {
		sep, ok = s.said(start, end)
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
	flag := strings.Contains(strings.TrimRight(raw, "-"), "--") // unlike the end of -----END PRIVATE KEY-----
	if sep, ok = s.separator(start, end, flag); ok {
		return sep, true
	}
	if sep, ok = s.netrc(start, end); ok {
		return sep, true
	}
	if sep, ok = s.entry(start, end); ok {
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

// closesQuote reports whether a quotation mark behind the sign closes the one before the name, as in "write `token=` there" and
// in Println("Mnemonic: ", words).
func (s *scan) closesQuote(start, length int, sep separator) bool {
	if start == 0 || sep.value >= len(s.text) || s.text[start-1] != s.text[sep.value] || sep.value > start+length+2 {
		return false
	}
	return strings.IndexByte("\"'`", s.text[start-1]) >= 0 && s.text[start+length] != s.text[start-1]
}

// otherVariable reports whether content is a variable of another name than the one it is assigned to. OpenClaw hides those.
func (s *scan) otherVariable(start int, n name, sep separator, content string) bool {
	if !n.upper || sep.kind != sepEqual || content[0] != '$' || len(content) < hintMin || !allIn(content[1:], clsWord) {
		return false
	}
	return !strings.HasPrefix(s.text[start:], content[1:]+"=")
}
