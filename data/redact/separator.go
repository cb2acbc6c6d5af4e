package redact

import (
	"strings"
	"unicode/utf8"
)

// sepKind is what stands between a name and its value.
type sepKind uint8

const (
	sepColon  sepKind = iota
	sepEqual          // name=value
	sepSpaced         // name = value, name => value, name := value
	sepFlag           // --name value
	sepXML            // <name>value</name>
	sepTable          // | name | value |
	sepQuery          // ?name=value
	sepSaid           // name is value, name -> value, name "value", name("value")
	sepBeside         // name value, name (value)
)

type separator struct {
	kind  sepKind
	value int // where the value begins
}

// separator reads what follows a name that stands from start to end. flag is true if a blank may be enough.
func (s *scan) separator(start, end int, flag bool) (separator, bool) {
	p := end
	for p < len(s.text) && p-end < 5 && strings.IndexByte("\\\"'`*]", s.text[p]) >= 0 {
		p++
	}
	for _, mark := range [...]string{"”", "»", "」", "』", "】", "）"} {
		if strings.HasPrefix(s.text[p:], mark) {
			p += len(mark)
			break
		}
	}
	closed := p > end
	p = s.skipBlanks(p)
	rest := s.text[p:]
	if sep, ok := s.sign(rest, p, end); ok {
		return sep, true
	}
	if sep, ok := s.rareSign(rest, p, start > 0 && s.text[start-1] == '<'); ok && (!flag || sep.kind != sepTable) {
		return sep, true
	}
	if closed && rest != "" && strings.IndexByte(",vV", rest[0]) >= 0 {
		return s.valueField(p)
	}
	return separator{sepFlag, p}, flag && !closed && p > end
}

// rareSign reads the signs of other scripts, of tables and, in a tag, of XML.
func (s *scan) rareSign(rest string, p int, tag bool) (separator, bool) {
	switch r, size := utf8.DecodeRuneInString(rest); r {
	case '：', '＝':
		return separator{sepColon, s.skipBlanks(p + size)}, true
	case '<':
		return s.nextCell(p)
	case '|':
		return separator{sepTable, s.skipBlanks(p + 1)}, !strings.HasPrefix(rest, "||")
	case '>':
		return separator{sepXML, p + 1}, tag
	}
	return s.copula(rest, p)
}

// sign reads the signs of assignment at p, where rest begins.
func (s *scan) sign(rest string, p, end int) (separator, bool) {
	switch {
	case strings.HasPrefix(rest, "=="), strings.HasPrefix(rest, "::"), strings.HasPrefix(rest, "://"):
		return separator{}, false
	case strings.HasPrefix(rest, "=>"), strings.HasPrefix(rest, ":="):
		return separator{sepSpaced, s.skipBlanks(p + 2)}, true
	case strings.HasPrefix(rest, "="):
		if next := s.skipBlanks(p + 1); p > end && s.text[p-1] == ' ' || next > p+1 {
			return separator{sepSpaced, next}, true
		}
		return separator{sepEqual, p + 1}, true
	case strings.HasPrefix(rest, ":"):
		if value := s.typed(p + 1); value > 0 {
			return separator{sepSpaced, value}, true
		}
		return separator{sepColon, s.skipSign(p + 1)}, true
	}
	if n := encodedSign(rest); n > 0 {
		return separator{sepColon, s.skipSign(p + n)}, true
	}
	return separator{}, false
}

// skipSign skips blanks, and the end of bold print as in "**Password:** value" and "<b>Password:</b> value".
func (s *scan) skipSign(p int) int {
	if strings.HasPrefix(s.text[p:], "** ") || strings.HasPrefix(s.text[p:], "__ ") {
		p += 2
	} else if strings.HasPrefix(s.text[p:], "：") {
		p += len("：")
	} else if end := s.endTag(p); end > p {
		p = end
	}
	return s.skipBlanks(p)
}

// valueField reads an attribute or a field that is called "value" and follows the name: key="password" value="x".
func (s *scan) valueField(p int) (separator, bool) {
	end := min(len(s.text), p+24)
	for p < end && strings.IndexByte(", \\\"'\n", s.text[p]) >= 0 {
		p++
	}
	if !hasPrefixFold(s.text[p:], "value") {
		return separator{}, false
	}
	p += len("value")
	for p < len(s.text) && (s.text[p] == '"' || s.text[p] == '\'' || s.text[p] == '\\') {
		p++
	}
	p = s.skipBlanks(p)
	if p < len(s.text) && (s.text[p] == ':' || s.text[p] == '=') {
		return separator{sepEqual, s.skipBlanks(p + 1)}, true
	}
	return separator{}, false
}

// blankReach bounds how many blanks are skipped at once.
const blankReach = 64

// skipBlanks skips those of other scripts and the colours of a terminal, too.
func (s *scan) skipBlanks(p int) int {
	for end := min(len(s.text), p+blankReach); p < end; {
		switch b := s.text[p]; {
		case b == ' ' || b == '\t':
			p++
		case b == 0x1b || b >= utf8.RuneSelf:
			size := foreignBlank(s.text[p:])
			if size == 0 {
				return p
			}
			p += size
		default:
			return p
		}
	}
	return p
}

// foreignBlank gives the length of what t begins with if it is a blank other than that of ASCII, or a colour; else 0.
func foreignBlank(t string) int {
	r, size := utf8.DecodeRuneInString(t)
	switch r {
	case 0x1b:
		return colourLength(t)
	case '\u00a0', '\u3000', '\u202f', '\u2009':
		return size
	}
	return 0
}

// colourLength gives the length of the colour of a terminal, such as ESC[0m, that t begins with, or 0.
func colourLength(t string) int {
	for i := 1; i < min(len(t), 16); i++ {
		if t[i] == 'm' && endsColour(t[:i+1]) {
			return i + 1
		}
	}
	return 0
}

// lineEnd gives the end of the line that p stands in.
func (s *scan) lineEnd(p int) int {
	if p >= s.line.start && p <= s.line.end && s.line.end > 0 {
		return s.line.end
	}
	end := len(s.text)
	if n := strings.IndexByte(s.text[p:], '\n'); n >= 0 {
		end = p + n
	}
	s.work += end - p
	s.line = run{p, end}
	return end
}
