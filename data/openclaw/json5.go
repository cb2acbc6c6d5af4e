package openclaw

import (
	"encoding/json"
	"strings"
)

// plainJSON rewrites what JSON5 allows beyond JSON with comments: names without quotes, strings in single quotes, and
// numbers of other shapes, which become 0, since none is read here. What it does not understand stays as it is, for the
// parser to complain about.
func plainJSON(raw []byte) []byte {
	s := string(raw)
	var out strings.Builder
	for at := 0; at < len(s); {
		var piece string
		piece, at = json5Piece(s, at)
		out.WriteString(piece)
	}
	return []byte(out.String())
}

// json5Piece gives the rewritten text of one token at s[at], and where the next begins.
func json5Piece(s string, at int) (string, int) {
	switch c := s[at]; {
	case strings.HasPrefix(s[at:], "//"):
		return "", endOf(s, at, "\n")
	case strings.HasPrefix(s[at:], "/*"):
		return " ", endOf(s, at, "*/")
	case c == '"':
		end := quoteEnd(s, at)
		return s[at:end], end
	case c == '\'':
		end := quoteEnd(s, at)
		return requote(s[at:end]), end
	case nameByte(c) || c == '+' || c == '-' || c == '.':
		end := at + 1
		for end < len(s) && (nameByte(s[end]) || strings.IndexByte("+-.", s[end]) >= 0) {
			end++
		}
		return word(s[at:end], strings.HasPrefix(strings.TrimLeft(s[end:], " \t\r\n"), ":")), end
	default:
		return s[at : at+1], at + 1
	}
}

func nameByte(c byte) bool {
	return c == '_' || c == '$' || c >= 0x80 || (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
}

func word(text string, name bool) string {
	switch {
	case name:
		quoted, _ := json.Marshal(text)
		return string(quoted)
	case text == "true", text == "false", text == "null", json.Valid([]byte(text)):
		return text
	default:
		return "0"
	}
}

func endOf(s string, at int, mark string) int {
	if n := strings.Index(s[at+1:], mark); n >= 0 {
		return at + 1 + n + len(mark)
	}
	return len(s)
}

func quoteEnd(s string, at int) int {
	for end := at + 1; end < len(s); end++ {
		switch s[end] {
		case '\\':
			end++
		case s[at]:
			return end + 1
		}
	}
	return len(s)
}

// requote writes a string of single quotes with double ones.
func requote(text string) string {
	inner := strings.TrimSuffix(text[1:], "'")
	return `"` + strings.NewReplacer(`\'`, `'`, `\\`, `\\`, `"`, `\"`, "\\\n", "").Replace(inner) + `"`
}
