package redact

import "strings"

// encodedSigns are the signs of assignment as addresses and HTML spell them, in small letters.
var encodedSigns = [...]string{"%3d", "%3a", "&#58;", "&#61;", "&#x3a;", "&#x3d;", "&colon;", "&equals;"}

// encodedSign gives the length of the one that rest begins with, or 0.
func encodedSign(rest string) int {
	if rest == "" || rest[0] != '%' && rest[0] != '&' {
		return 0
	}
	for _, sign := range encodedSigns {
		if hasPrefixFold(rest, sign) {
			return len(sign)
		}
	}
	return 0
}

// tagReach bounds a tag of HTML.
const tagReach = 64

// endTag gives the place behind an end tag at p, or p.
func (s *scan) endTag(p int) int {
	if !strings.HasPrefix(s.text[p:], "</") {
		return p
	}
	end := s.skip(p+2, tagReach, func(b byte) bool { return in(b, clsAlnum) })
	if end == len(s.text) || s.text[end] != '>' {
		return p
	}
	return end + 1
}

// nextCell reads the end of a name's tag of HTML at p, and a colon or the beginning of the next cell of the table or the list.
func (s *scan) nextCell(p int) (separator, bool) {
	start := s.endTag(p)
	if start == p {
		return separator{}, false
	}
	if start < len(s.text) && s.text[start] == ':' {
		return separator{sepTable, s.skipSign(start + 1)}, true
	}
	start = s.skip(start, tagReach, func(b byte) bool { return b <= ' ' })
	if !hasPrefixFold(s.text[start:], "<td") && !hasPrefixFold(s.text[start:], "<dd") {
		return separator{}, false
	}
	end := s.skip(start, tagReach, func(b byte) bool { return b != '>' && b != '\n' })
	if end == len(s.text) || s.text[end] != '>' {
		return separator{}, false
	}
	return separator{sepTable, s.skipBlanks(end + 1)}, true
}
