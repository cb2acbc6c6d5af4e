package redact

import (
	"slices"
	"strings"
)

// vendor is a kind of token that a fixed beginning gives away.
type vendor struct {
	// prefix is found in any case unless exactCase is set.
	prefix string
	// body is what follows, min its least length; longer runs belong to it.
	body class
	min  int
	flag vendorFlag
	kind string
}

type vendorFlag uint8

const (
	// exactCase is for prefixes that are too short to be looked for in any case.
	exactCase vendorFlag = 1 << iota
	// alone is for prefixes that end words, too: "risk-", "monkey_".
	alone
	// exact means that the body has exactly min bytes, and that no letter or digit follows.
	exact
	// mixed means that the body has digits, capitals and small letters, since the prefix says little.
	mixed
)

// scanVendor looks at a vendor's prefix at i.
func (s *scan) scanVendor(i int, r *rule) {
	v := r.vendor
	if v.flag&exactCase != 0 && !strings.HasPrefix(s.text[i:], v.prefix) {
		return
	}
	if v.flag&alone != 0 && !leftEdge(s.text, i) {
		return
	}
	body := i + len(v.prefix)
	end := s.runEnd(v.body, body)
	if v.flag&exact != 0 {
		if end-body != v.min || end < len(s.text) && in(s.text[end], clsAlnum) {
			return
		}
	} else if v.body == clsDot || v.body == clsCrypt {
		end = s.trimDots(body, end)
	}
	token := s.text[body:end]
	if len(token) < v.min || !looksDrawn(token) || v.flag&mixed != 0 && !looksMuddled(token) || v.flag&alone != 0 && s.namesFile(end) {
		return
	}
	s.add(finding{start: i, end: end, kind: v.kind, mask: maskHint})
}

// looksDrawn reports whether a token has a digit, or changes between capitals and small letters as often as chance does and words
// that are joined do not.
func looksDrawn(token string) bool {
	token = token[:min(len(token), 256)]
	return hasDigit(token) || turns(token) >= len(token)/3
}

// looksMuddled asks for digits, capitals and small letters in such disorder as joined words with a number do not have.
func looksMuddled(token string) bool {
	return looksRandom(token) && turns(token) >= len(token)*9/20
}

// turns counts the changes between capitals, small letters and digits.
func turns(token string) int {
	n, last := 0, class(0)
	for i := range len(token) {
		k := classes[token[i]] & (clsUpper | clsLower | clsDigit)
		if k != last && last != 0 {
			n++
		}
		last = k
	}
	return n
}

// namesFile reports whether the end of a file's name follows at p, as in "sk-pool-4f2d.mjs".
func (s *scan) namesFile(p int) bool {
	for _, ending := range [...]string{".mjs", ".cjs", ".js", ".ts", ".json", ".css", ".map", ".html", ".md", ".py", ".go"} {
		if end := p + len(ending); strings.HasPrefix(s.text[p:], ending) && (end == len(s.text) || !in(s.text[end], clsAlnum)) {
			return true
		}
	}
	return false
}

// trimDots leaves the full stop of a sentence outside.
func (s *scan) trimDots(start, end int) int {
	for end > start && s.text[end-1] == '.' {
		end--
	}
	return end
}

// vendorHead reports whether head, the shown beginning of a mask, is how a vendor's token begins.
func vendorHead(head string) bool {
	for i := range vendors {
		v := &vendors[i]
		n := min(len(v.prefix), len(head))
		if v.flag&exactCase != 0 && head[:n] == v.prefix[:n] || v.flag&exactCase == 0 && strings.EqualFold(head[:n], v.prefix[:n]) {
			return true
		}
	}
	return strings.HasPrefix(head, "eyJ") || head == "https:" || slices.ContainsFunc(vendorTokens, func(t vendorToken) bool { return t.beginsAs(head) })
}

// scanSuffixed looks at the two kinds of tokens that are known by what stands inside or at their end.
func (s *scan) scanSuffixed(i int, r *rule) {
	start := i
	for start > 0 && i-start < 64 && in(s.text[start-1], clsWord) {
		start--
	}
	end := i + len(r.lit)
	switch {
	case r.lit == "_mmk" && i-start >= 20 && (end == len(s.text) || !in(s.text[end], clsAlnum)):
	case r.lit == ".atlasv1." && i-start >= 10 && s.runEnd(clsJWT, end)-end >= 40:
		end = s.runEnd(clsJWT, end)
	default:
		return
	}
	if looksMixed(s.text[start:end]) {
		s.add(finding{start: start, end: end, kind: KindToken, mask: maskHint})
	}
}

// scanJWT looks at the beginning of a JSON object in base64: with a second such part after a dot it is a token, signed or not.
func (s *scan) scanJWT(i int, _ *rule) {
	if !strings.HasPrefix(s.text[i:], "eyJ") {
		return
	}
	end := s.runEnd(clsJWT, i)
	if end-i < 10 {
		return
	}
	parts := 1
	for ; parts < 5 && end+1 < len(s.text) && s.text[end] == '.'; parts++ {
		next := s.runEnd(clsJWT, end+1)
		if next-end-1 < 6 {
			break
		}
		end = next
	}
	if parts >= 2 {
		s.add(finding{start: i, end: end, kind: KindJWT, mask: maskHint})
	}
}

// scanCrypt looks at a hashed password as it stands in shadow and htpasswd files.
func (s *scan) scanCrypt(i int, _ *rule) {
	end := s.trimDots(i, s.runEnd(clsCrypt, i))
	if end-i >= 20 && anyIn(s.text[i:min(end, i+200)], clsAlnum) {
		s.add(finding{start: i, end: end, kind: KindPassword, mask: maskStars})
	}
}

// discordReach is how far behind the word "discord" a bot token may begin.
const discordReach = 48

// scanDiscord looks for a bot token behind the word: three parts of about 24, 6 and 27 characters.
func (s *scan) scanDiscord(i int, _ *rule) {
	for p := i + len("discord"); p < min(len(s.text), i+discordReach); p++ {
		if !in(s.text[p], clsAlnum) {
			continue
		}
		end := s.runEnd(clsDot, p)
		parts := strings.SplitN(s.text[p:min(end, p+200)], ".", 4)
		if len(parts) >= 3 && len(parts[0]) >= 23 && len(parts[1]) >= 6 && len(parts[1]) <= 7 && len(parts[2]) >= 27 {
			s.add(finding{start: p, end: s.trimDots(p, end), kind: KindToken, mask: maskHint})
			return
		}
		p = end
	}
}

// scanDigitColon looks at a digit, a colon and a letter, which is the middle of a Telegram bot token and of a line of .pgpass.
func (s *scan) scanDigitColon(i int, _ *rule) {
	if i+2 >= len(s.text) || !in(s.text[i], clsDigit) || s.text[i+1] != ':' {
		return
	}
	start := i
	for start > 0 && in(s.text[start-1], clsDigit) && i-start < 20 {
		start--
	}
	if n := i + 1 - start; n >= 4 && n <= 5 {
		s.scanPgpass(start, i+1)
		return
	} else if n < 6 {
		return
	}
	end := s.runEnd(clsDash, i+2)
	if end-i-2 >= 20 && looksMixed(s.text[i+2:end]) && !allIn(s.text[i+2:min(end, i+200)], clsHex) {
		s.add(finding{start: start, end: end, kind: KindToken, mask: maskHint})
	}
}
