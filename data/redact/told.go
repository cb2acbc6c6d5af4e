package redact

import "strings"

// instructions are the words that begin a line which gives a name its value with nothing in between.
var instructions = [...]string{"ENV ", "setx ", "config set ", "CONFIG SET "}

// instructs reports whether the name at start stands behind one of them at the beginning of a line or of what is typed
// behind a prompt.
func (s *scan) instructs(start int) bool {
	for _, word := range instructions {
		if at := start - len(word); at >= 0 && s.text[at:start] == word && (at == 0 || s.text[at-1] == '\n' || strings.HasSuffix(s.text[:at], "> ")) {
			return true
		}
	}
	return false
}

// articles are what stands between a value and its name in "use x as the password".
var articles = [...]string{" as the ", " as your ", " as my ", " as our ", " as a ", " as "}

// toldReach bounds a value that stands before its name.
const toldReach = 256

// toldBefore hides the value that a sentence gives before the name that stands from start to end. It must look like no word.
func (s *scan) toldBefore(start, end int) {
	if start == 0 || s.text[start-1] != ' ' {
		return
	}
	before := s.text[max(0, start-toldReach):start]
	s.work += len(before)
	for _, a := range articles {
		head, ok := strings.CutSuffix(before, a)
		if !ok {
			continue
		}
		head = strings.TrimRight(head, "\"'`*")
		at := strings.LastIndexAny(head, " \t\n\"'`*") + 1
		v := value{start: start - len(before) + at, end: start - len(before) + len(head)}
		if n := understand(s.text[start:end], ""); n.strength == sure && v.start >= s.valueEnd && looksHanded(s.text[v.start:v.end]) {
			s.add(finding{start: v.start, end: v.end, kind: n.kind, mask: maskStars})
		}
		return
	}
}

// looksHanded asks for two digits where looksTold asks for one, since the name of a class may stand before "as the token".
func looksHanded(v string) bool {
	digits := 0
	for i := range len(v) {
		if in(v[i], clsDigit) {
			digits++
		}
	}
	return digits >= 2 && looksTold(v)
}
