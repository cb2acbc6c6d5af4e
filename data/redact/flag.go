package redact

import "strings"

// scanUserFlag looks at "-u user:password", as curl takes it.
func (s *scan) scanUserFlag(i int, r *rule) {
	if i > 0 && strings.IndexByte(" \t\n", s.text[i-1]) < 0 {
		return
	}
	s.userPassword(s.skipBlanks(i + len(r.lit)))
}

// userPassword hides the password of "user:password" at p.
func (s *scan) userPassword(p int) {
	if q := quoteAt(s.text, p); q != "" {
		p += len(q)
	}
	end := s.runEnd(clsValue, p)
	user, _, ok := strings.Cut(s.text[p:min(end, p+128)], ":")
	from := p + len(user) + 1
	if !ok || user == "" || strings.IndexByte(user, '/') >= 0 || from >= end {
		return
	}
	password := trimTail(s.text[from:end])
	end = from + len(password)
	switch {
	case isMask(password):
		s.add(finding{start: from, end: end, kind: KindPassword, mask: maskKeep})
	case isReference(password) || allIn(password, clsDigit) && allIn(user, clsDigit) || stopWords[password] || lastWords[password].kind != "":
	default:
		s.add(finding{start: from, end: end, kind: KindPassword, mask: maskStars})
	}
}

// flagReach is how far behind the name of a program its password may stand.
const flagReach = 200

// scanGluedFlag looks at "mysql -psecret" and "sshpass -p secret".
func (s *scan) scanGluedFlag(i int, r *rule) {
	end := min(s.lineEnd(i), i+flagReach)
	n := strings.Index(s.text[i:end], " -p")
	if n < 0 {
		return
	}
	p := i + n + len(" -p")
	if r.lit == "sshpass" {
		p = s.skipBlanks(p)
	}
	v := s.readValue(p)
	if v.start >= v.end || v.start > p+2 {
		return
	}
	content := s.text[v.start:v.end]
	switch {
	case isMask(content):
		s.add(finding{start: v.start, end: v.end, kind: KindPassword, mask: maskKeep})
	case isReference(content) || r.lit == "mysql" && strings.HasPrefix(content, "assword"):
	default:
		s.add(finding{start: v.start, end: v.end, kind: KindPassword, mask: maskStars})
	}
}
