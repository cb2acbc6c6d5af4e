package redact

import (
	"cmp"
	"strings"
	"unicode/utf8"
)

// value is where the value of a setting stands.
type value struct {
	start, end int
	quoted     bool
}

// quotes are the marks that values stand in, each with the one that closes it.
var quotes = map[string]string{
	`"`: `"`, "'": "'", "`": "`", "**": "**", "“": "”", "«": "»", "„": "“", "‘": "’", "「": "」", "『": "』", `"""`: `"""`, "'''": "'''",
}

// quoteAt gives the quotation mark at p with the backslashes before it, or nothing.
func quoteAt(t string, p int) string {
	n := p
	for n < len(t) && n-p < 16 && t[n] == '\\' {
		n++
	}
	if n == len(t) || in(t[n], clsAlnum) {
		return ""
	}
	for _, size := range [...]int{3, 2, 1} {
		if n+size > len(t) {
			continue
		}
		mark := t[n : n+size]
		if _, ok := quotes[mark]; ok && (n == p || mark == `"` || mark == "'") && (mark != "**" || !strings.HasPrefix(t[n:], stars)) {
			return t[p : n+size]
		}
	}
	return ""
}

// closing gives the place of the mark that closes quote, which ends before p, or the end of the line.
func (s *scan) closing(p int, quote string) int {
	if known, ok := s.closings[quote]; ok && p >= known.start && p <= known.end {
		return known.end
	}
	end := s.lineEnd(p)
	if len(quote) == 3 && quote[0] == quote[1] && quote[0] < utf8.RuneSelf {
		end = len(s.text)
	}
	mark := cmp.Or(quotes[quote], quote)
	for q := p; q < end; q += len(mark) {
		n := strings.Index(s.text[q:end], mark)
		if n < 0 {
			break
		}
		switch q += n; {
		case isEscaped(s.text[p:q]):
		case mark == "'" && q > p && isDoubled(s.text[q:end]):
			q++
		default:
			end = q
		}
	}
	s.work += end - p
	s.closings[quote] = run{p, end}
	return end
}

// isEscaped reports whether what follows before is escaped by a backslash.
func isEscaped(before string) bool {
	n := len(before)
	for n > 0 && before[n-1] == '\\' {
		n--
	}
	return (len(before)-n)%2 == 1
}

// isDoubled reports whether rest begins with two single quotation marks that stand for one within a value, as in SQL and YAML.
func isDoubled(rest string) bool {
	return len(rest) > 2 && rest[1] == '\'' && in(rest[2], clsValue) && strings.IndexByte(",;)]}:+", rest[2]) < 0
}

// readValue reads the value at p.
func (s *scan) readValue(p int) value {
	if p+1 < len(s.text) && strings.IndexByte("bBfFrRuUL@$", s.text[p]) >= 0 && (s.text[p+1] == '"' || s.text[p+1] == '\'') {
		p++
	}
	if q := quoteAt(s.text, p); q != "" {
		start := p + len(q)
		end := s.closing(start, q)
		if closed := end < s.lineEnd(start); closed || q == `"` || end == len(s.text) {
			return value{start, end, true}
		}
		p = start
	}
	if strings.HasPrefix(s.text[p:], stars) && trimTail(s.text[p:min(len(s.text), s.runEnd(clsValue, p), p+16)]) == stars {
		return value{p, p + len(stars), false}
	}
	end := max(p, s.bareEnd(p))
	if content := s.text[p:end]; content != stars && strings.HasSuffix(content, "**") {
		end -= len("**")
	}
	return value{p, end, false}
}

// bareEnd gives the end of the value without quotes or blanks that stands at p. It ends at the next pair of a form, at an escaped
// line end, and at punctuation of other scripts; the punctuation of the sentence around it stays outside.
func (s *scan) bareEnd(p int) int {
	if p >= s.bare.start && p < s.bareCut {
		return s.bare.end
	}
	raw := s.text[p:s.runEnd(clsValue, p)]
	n := 0
	for n < len(raw) && !endsBare(raw[n:]) {
		n++
	}
	s.work += n
	s.bareCut = p + n
	s.bare = run{p, p + len(trimTail(raw[:n]))}
	return s.bare.end
}

// endsBare reports whether a value without quotes ends where rest begins.
func endsBare(rest string) bool {
	switch rest[0] {
	case '&', ',':
		return isPair(rest[1:])
	case '\\':
		return len(rest) > 1 && strings.IndexByte("nrt", rest[1]) >= 0
	case 0xe2:
		return len(rest) > 2 && rest[1] == 0x80 && rest[2] != 0xa6
	}
	return false
}

// trimTail leaves the punctuation of a sentence or an expression behind a value outside.
func trimTail(s string) string {
	return strings.TrimRight(s, ",;)]}.:!?|\\")
}

// isPair reports whether s begins with a name and an equals sign.
func isPair(s string) bool {
	for i := range min(len(s), 48) {
		if s[i] == '=' {
			return i > 0
		}
		if !in(s[i], clsKey) && s[i] != '%' && s[i] != ';' {
			return false
		}
	}
	return false
}

// stopWords are words that stand in the place of a value, or in a sentence after the name of one. None is a secret worth hiding.
var stopWords = words("null none nil undefined true false yes no on off string str text bool boolean number int integer float any object array list map " +
	"optional required missing unset empty invalid valid expired hidden masked redacted removed omitted unknown example todo tbd n/a " +
	"!0 !1 bytes char varchar unknown never void function range async await new return const let var self this type interface enum bearer basic " +
	"or and is are was were be been flag flags option options argument arguments here there to with in on at as if when where value values param " +
	"read write parameter from for the a an must can should will would not via which that then instead it of by via use uses used only both")

// isReference reports whether a value only names or stands for a secret: a placeholder, a variable, a file, a mask of another kind.
func isReference(v string) bool {
	if !hasLetterOrDigit(v) || isVariable(v) {
		return true
	}
	for _, prefix := range referencePrefixes {
		if hasPrefixFold(v, prefix) {
			return true
		}
	}
	return v[0] == '/' && strings.Count(v, "/") > 1 && !looksMixed(v)
}

// referencePrefixes begin values that only stand for a secret.
var referencePrefixes = [...]string{
	"<", "{{", "${", "%s", "%d", "%v", "%q", "env:", "os.environ", "$(", "%(", "./", "~/", "http://", "https://", "file://", "op://", "your-", "your_", "xxxx", "[redacted",
}

// isVariable reports whether v is the name of a variable of a shell.
func isVariable(v string) bool {
	return v[0] == '$' && allIn(v[1:], clsWord) || len(v) > 2 && v[0] == '%' && v[len(v)-1] == '%'
}

// hasLetterOrDigit counts bytes of all scripts, but not the ellipsis and the bullets of other masks.
func hasLetterOrDigit(s string) bool {
	for i := 0; i < len(s); i++ {
		if strings.HasPrefix(s[i:], ellipsis) || strings.HasPrefix(s[i:], "•") {
			i += len(ellipsis) - 1
		} else if in(s[i], clsAlnum) || s[i] >= 0xc3 {
			return true
		}
	}
	return false
}

// isWord reports whether v is an ordinary word: letters of one case but for the first, with an apostrophe or hyphens at most.
func isWord(v string) bool {
	for i := range len(v) {
		b := v[i]
		if in(b, clsLower) || i == 0 && in(b, clsUpper) || (b == '\'' || b == '-' || b == '/') && i > 0 || b >= utf8.RuneSelf {
			continue
		}
		return false
	}
	return v != ""
}

// codeRoots are the first parts of expressions that fetch a value from somewhere.
var codeRoots = words("exports process os self this params config cfg req request env ctx context opts options args settings props state data user body event " +
	"input secrets vars import std http crypto c s m app client auth session local module var")

// isCode reports whether v, which stands without quotes, is an expression: a call, an index, or a chain of names whose last is a
// known one.
func isCode(v string) bool {
	if v != "" && strings.IndexByte("([{", v[0]) >= 0 || isPointer(v) {
		return true
	}
	i := 0
	for i < len(v) && i < 200 && (in(v[i], clsWord) || strings.IndexByte(".$?&", v[i]) >= 0) {
		i++
	}
	if hasDigit(v[:i]) {
		return i < len(v) && v[i] == '(' && in(v[0], clsLower) && strings.IndexByte(v[:i], '.') > 0
	}
	if i < len(v) && strings.IndexByte(",;)]}|", v[i]) >= 0 {
		v = v[:i] // the next argument, or what stands around the expression
	}
	if i < len(v) {
		return i > 0 && strings.IndexByte("([{", v[i]) >= 0
	}
	dot := strings.LastIndexByte(v, '.')
	if dot < 0 {
		return false
	}
	first, _, _ := strings.Cut(v, ".")
	return codeRoots[strings.ToLower(strings.Trim(first, "$?&"))] || understand(v[dot+1:], "").strength > nothing
}

// isPointer reports whether v is a variable behind the sign for its address or for what it points to.
func isPointer(v string) bool {
	if v == "" || v[0] != '*' && v[0] != '&' {
		return false
	}
	name := strings.TrimRight(v[1:], ",;)]}")
	return name != "" && allIn(name, clsWord|clsDot) && !hasDigit(name)
}
