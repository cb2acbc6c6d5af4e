package redact

import "strings"

// command is a program that takes a password behind a flag of one letter, or one that no other program has.
type command struct {
	// program is how the command begins, in small letters, with the blank behind it.
	program string
	// flag is what stands before the value, in the case in which the program asks for it.
	flag string
	form commandForm
}

// commandForm is how the value of a flag is judged.
type commandForm uint8

const (
	anyValue   commandForm = iota
	strongOnly             // the flag may begin a word, as in -path
	userFirst              // user:password
	quotedOnly             // others are variables
)

// commands are our own list.
var commands = []command{
	{"docker login ", " -p ", anyValue},
	{"podman login ", " -p ", anyValue},
	{"redis-cli ", " -a ", anyValue},
	{"keytool ", " -storepass ", anyValue},
	{"keytool ", " -keypass ", anyValue},
	{"ldapsearch ", " -w ", anyValue},
	{"ldapmodify ", " -w ", anyValue},
	{"ldapadd ", " -w ", anyValue},
	{"7z ", " -p", strongOnly},
	{"unrar ", " -p", strongOnly},
	{"curl ", " -u", userFirst},
	{"http ", " -a ", userFirst},
	{"https ", " -a ", userFirst},
	{"convertto-securestring ", " ", quotedOnly},
}

// commandRules gives the literals of all commands, those of one program together.
func commandRules() (rules []rule) {
	byProgram := map[string][]command{}
	for _, c := range commands {
		if byProgram[c.program] = append(byProgram[c.program], c); len(byProgram[c.program]) > 1 {
			continue
		}
		rules = append(rules, rule{lit: c.program, look: func(s *scan, i int, r *rule) {
			for _, c := range byProgram[r.lit] {
				s.scanCommand(i, c)
			}
		}})
	}
	return rules
}

// scanCommand looks behind the name of a program at i for its flag and the value of that.
func (s *scan) scanCommand(i int, c command) {
	if i > 0 && in(s.text[i-1], clsDash) {
		return
	}
	from := i + len(c.program) - 1
	end := min(s.lineEnd(i), from+flagReach)
	if from >= end {
		return
	}
	s.work += end - from
	n := strings.Index(s.text[from:end], c.flag)
	if n < 0 {
		return
	}
	p := from + n + len(c.flag)
	if c.form == userFirst {
		s.userPassword(p)
		return
	}
	if v := s.readValue(p); v.start < v.end && v.start <= p+2 {
		s.addArgument(v, c.form)
	}
}

// addArgument hides v unless it is none that a command would take.
func (s *scan) addArgument(v value, form commandForm) {
	content := s.text[v.start:v.end]
	switch low := foldASCII(content[:min(len(content), maxPlaceholder)]); {
	case isMask(content):
		s.add(finding{start: v.start, end: v.end, kind: KindPassword, mask: maskKeep})
	case isReference(content), content[0] == '-', stopWords[low], lastWords[low].kind != "":
	case form == strongOnly && !looksStrong(content), form == quotedOnly && (!v.quoted || !hasDigit(content)):
	default:
		s.add(finding{start: v.start, end: v.end, kind: KindPassword, mask: maskStars})
	}
}

// scanSQLPlus looks at "sqlplus user/password@database".
func (s *scan) scanSQLPlus(i int, r *rule) {
	p := s.skipBlanks(i + len(r.lit))
	login := s.text[p:s.runEnd(clsValue, p)]
	user, rest, ok := strings.Cut(login, "/")
	at := strings.LastIndexByte(rest, '@')
	if !ok || user == "" || at <= 0 || !allIn(user, clsDot) {
		return
	}
	from := p + len(user) + 1
	s.addArgument(value{start: from, end: from + at}, anyValue)
}
