package redact

import "strings"

// entryReach bounds what stands between a name and the key before it.
const entryReach = 8

// entry reads a name and its value that stand on two lines of YAML, each behind its key: "- name: PASSWORD" and "value: x".
func (s *scan) entry(start, end int) (separator, bool) {
	p := s.skip(end, 1, isMark)
	p = s.skip(p, 1, func(b byte) bool { return b == '\r' })
	if p >= len(s.text) || s.text[p] != '\n' || !namesEntry(s.text[max(0, start-entryReach):start]) {
		return separator{}, false
	}
	p = s.skipBlanks(p + 1)
	if !strings.HasPrefix(s.text[p:], "value:") {
		return separator{}, false
	}
	return separator{sepEqual, s.skipBlanks(p + len("value:"))}, true
}

func isMark(b byte) bool { return b == '"' || b == '\'' }

// namesEntry reports whether before ends in the key of a name.
func namesEntry(before string) bool {
	before, ok := strings.CutSuffix(strings.TrimRight(before, " \t\"'"), ":")
	for _, key := range [...]string{"name", "key"} {
		if head, ends := strings.CutSuffix(before, key); ok && ends {
			return head == "" || !in(head[len(head)-1], clsKey)
		}
	}
	return false
}
