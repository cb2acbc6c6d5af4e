package transcript

import (
	"bytes"
	"encoding/json"
	"unicode/utf8"
)

// Members calls visit for each member of the JSON object in raw, with the key decoded and the value as it stands. raw must
// be valid JSON (json.Valid); anything but an object has no members. Names are compared as written, and of repeated names
// the last one counts, as in JavaScript: encoding/json would take "ID" for "id".
func Members(raw []byte, visit func(key string, value []byte)) {
	at := skipSpace(raw, 0)
	if at >= len(raw) || raw[at] != '{' {
		return
	}
	at = skipSpace(raw, at+1)
	for at < len(raw) && raw[at] == '"' {
		end := skipString(raw, at)
		key := memberName(raw[at:end])
		at = skipSpace(raw, end)
		if at >= len(raw) || raw[at] != ':' {
			return
		}
		at = skipSpace(raw, at+1)
		end = skipValue(raw, at)
		visit(key, raw[at:end])
		at = skipSpace(raw, end)
		if at >= len(raw) || raw[at] != ',' {
			return
		}
		at = skipSpace(raw, at+1)
	}
}

// Elements calls visit for each element of the JSON array in raw, under the same terms as Members.
func Elements(raw []byte, visit func(value []byte)) {
	at := skipSpace(raw, 0)
	if at >= len(raw) || raw[at] != '[' {
		return
	}
	at = skipSpace(raw, at+1)
	for at < len(raw) && raw[at] != ']' {
		end := skipValue(raw, at)
		if end == at {
			return
		}
		visit(raw[at:end])
		at = skipSpace(raw, end)
		if at >= len(raw) || raw[at] != ',' {
			return
		}
		at = skipSpace(raw, at+1)
	}
}

// String decodes a JSON string. It is false for every other value. What is not UTF-8 becomes U+FFFD.
func String(raw []byte) (string, bool) {
	if len(raw) < 2 || raw[0] != '"' {
		return "", false
	}
	inner := raw[1 : len(raw)-1]
	if bytes.IndexByte(inner, '\\') < 0 {
		if utf8.Valid(inner) {
			return string(inner), true
		}
		return string([]rune(string(inner))), true
	}
	var s string
	if json.Unmarshal(raw, &s) != nil {
		return "", false
	}
	return s, true
}

func memberName(raw []byte) string {
	name, _ := String(raw)
	return name
}

func isNull(raw []byte) bool { return len(raw) == 4 && raw[0] == 'n' }

func skipSpace(raw []byte, at int) int {
	for at < len(raw) && (raw[at] == ' ' || raw[at] == '\n' || raw[at] == '\t' || raw[at] == '\r') {
		at++
	}
	return at
}

// skipString returns the offset behind the string that begins at raw[at]. Strings can be megabytes of base64, so it jumps
// from quote to quote.
func skipString(raw []byte, at int) int {
	for from := at + 1; from < len(raw); {
		quote := bytes.IndexByte(raw[from:], '"')
		if quote < 0 {
			break
		}
		quote += from
		slashes := 0
		for raw[quote-1-slashes] == '\\' && quote-1-slashes > at {
			slashes++
		}
		from = quote + 1
		if slashes%2 == 0 {
			return from
		}
	}
	return len(raw)
}

func skipValue(raw []byte, at int) int {
	if at >= len(raw) {
		return len(raw)
	}
	switch raw[at] {
	case '"':
		return skipString(raw, at)
	case '{', '[':
		return skipNested(raw, at)
	}
	for at < len(raw) && !endsScalar(raw[at]) {
		at++
	}
	return at
}

func skipNested(raw []byte, at int) int {
	depth := 0
	for at < len(raw) {
		switch raw[at] {
		case '"':
			at = skipString(raw, at)
			continue
		case '{', '[':
			depth++
		case '}', ']':
			depth--
			if depth == 0 {
				return at + 1
			}
		}
		at++
	}
	return len(raw)
}

func endsScalar(c byte) bool {
	switch c {
	case ',', ']', '}', ' ', '\n', '\t', '\r':
		return true
	default:
		return false
	}
}
