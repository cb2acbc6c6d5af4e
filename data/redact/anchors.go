package redact

import (
	"maps"
	"math/bits"
	"slices"
)

// rule is what is done where a literal stands in a text. lit is in ASCII lower case and at least three bytes long; it is found
// in any case.
type rule struct {
	lit    string
	look   func(*scan, int, *rule)
	vendor *vendor
	// loose rules look themselves: any digit may stand where their literal has a 0.
	loose bool
}

// scan is the state of one pass over a text. What it remembers keeps the pass linear: no byte run is measured twice.
type scan struct {
	text  string
	found []finding
	runs  [numClasses]run
	line  run
	// keyEnd is the end of the last name that was looked at, so that a name with several known words is looked at once.
	keyEnd int
	names  map[[2]string]name
	// valueEnd is the end of the last value that was found: names inside of it are part of the secret.
	valueEnd int
	// closings tells for a quotation mark where it closes, from a place on.
	closings map[string]run
	// bare is the last value without quotes, and bareCut its end with the punctuation behind it.
	bare    run
	bareCut int
	// noKeyData is the place from which on nothing looks like the body of a private key, or -1.
	noKeyData int
	pemEnd    int
	// manifestEnd is the end of the last description of a Secret of Kubernetes.
	manifestEnd int
	// work counts the bytes that the pass looked at, some of them more than once. Tests hold it to the length of the text.
	work int
}

type run struct{ start, end int }

// The literals are found by their first three bytes: a bitmap says in one look whether any begins so, a small hash table which.
const (
	classBits = 6
	gramBits  = 3 * classBits
	slotBits  = 12
)

type anchorTable struct {
	bitmap [1 << gramBits / 64]uint64
	fold   [256]uint32
	first  [1 << slotBits]uint16 // 1-based
	next   []uint16
	rules  []rule
}

var anchors = makeAnchors()

// makeAnchors gives each letter a code of its own, all digits one, and spreads all other bytes over the codes that are left.
func makeAnchors() *anchorTable {
	a := &anchorTable{rules: allRules()}
	for b := range a.fold {
		switch l := lower[b]; {
		case in(l, clsLower):
			a.fold[b] = uint32(l-'a') + 1
		case in(l, clsDigit):
			a.fold[b] = 27
		default:
			a.fold[b] = 28 + uint32(b*7+b>>4)%36
		}
	}
	a.next = make([]uint16, len(a.rules)+1)
	for i := range a.rules {
		lit := a.rules[i].lit
		g := a.gram(lit[0], lit[1], lit[2])
		a.bitmap[g/64] |= 1 << (g % 64)
		a.next[i+1] = a.first[slot(g)]
		a.first[slot(g)] = uint16(i + 1)
	}
	return a
}

func (a *anchorTable) gram(x, y, z byte) uint32 {
	return a.fold[x]<<(2*classBits) | a.fold[y]<<classBits | a.fold[z]
}

func slot(gram uint32) uint32 { return gram * 2654435761 >> (32 - slotBits) }

// allRules lists every literal with what to do there.
func allRules() []rule {
	var rules []rule
	add := func(look func(*scan, int, *rule), literals ...string) {
		for _, l := range literals {
			rules = append(rules, rule{lit: l, look: look})
		}
	}
	for i := range vendors {
		rules = append(rules, vendorRules(&vendors[i])...)
	}
	for i := range vendorTokens {
		rules = append(rules, vendorTokenRules(&vendorTokens[i])...)
	}
	rules = append(rules, vendorValueRules(vendorValues)...)
	add((*scan).scanMask, ellipsis)
	add((*scan).scanPEM, "private key")
	add((*scan).scanPuTTY, "private-lines:")
	add((*scan).scanJWT, "eyj")
	add((*scan).scanURL, "://")
	add((*scan).scanWebhook, "hooks.slack.com/", "discord.com/api/webhooks/", "discordapp.com/api/webhooks/", ".webhook.office.com/")
	add((*scan).scanDiscord, "discord")
	add((*scan).scanAuthorization, "authorization")
	add((*scan).scanBearer, "bearer ")
	add((*scan).scanCookie, "cookie")
	add((*scan).scanUserFlag, "-u ", "--user ", "--user=", "--proxy-user ")
	add((*scan).scanGluedFlag, "mysql", "sshpass")
	add((*scan).scanSQLPlus, "sqlplus ")
	add((*scan).scanAnyHost, "*:*:")
	rules = append(rules, commandRules()...)
	add((*scan).scanCrypt, "$1$", "$5$", "$6$", "$2a$", "$2b$", "$2y$", "$y$", "$argon2", "$apr1$")
	add((*scan).scanSuffixed, "_mmk", ".atlasv1.")
	add((*scan).scanKubernetes, "secret")
	add((*scan).scanKey, keyWords...)
	add((*scan).scanShortKey, "pw:", "pw=")
	add((*scan).scanKey, slices.Sorted(maps.Keys(foreignKinds))...)
	rules = append(rules, rule{lit: "0q~", look: (*scan).scanAzure, loose: true})
	for _, b := range "abcdefghijklmnopqrstuvwxyz0_-" {
		rules = append(rules, rule{lit: "0|" + string(b), look: (*scan).scanDigitBar, loose: true})
	}
	for _, b := range "abcdefghijklmnopqrstuvwxyz0_-*" {
		rules = append(rules, rule{lit: "0:" + string(b), look: (*scan).scanDigitColon, loose: true})
	}
	for _, x := range "abcdef0" {
		for _, y := range "abcdef0" {
			rules = append(rules, rule{lit: "%" + string(x) + string(y), look: (*scan).scanEncodedKey, loose: true})
		}
	}
	return rules
}

// vendorRules gives the literals of v: its prefix, or what the prefix and the first character of the body make if it is too short.
func vendorRules(v *vendor) []rule {
	r := rule{lit: foldASCII(v.prefix), look: (*scan).scanVendor, vendor: v}
	if len(r.lit) > 2 {
		return []rule{r}
	}
	var rules []rule
	for _, d := range "0abcdefghijklmnopqrstuvwxyz" {
		if !in(byte(d), v.body) {
			continue
		}
		rules = append(rules, rule{lit: r.lit + string(d), look: r.look, vendor: v, loose: true})
	}
	return rules
}

func foldASCII(s string) string {
	b := []byte(s)
	for i := range b {
		b[i] = lower[b[i]]
	}
	return string(b)
}

// find gives what one pass over text finds: the literals, and what has none.
func find(text string) []finding { return look(text).found }

// look is one pass over text.
func look(text string) *scan {
	s := &scan{text: text, noKeyData: -1, closings: map[string]run{}}
	s.scanLongRuns()
	s.scanPhrases()
	a := anchors
	if len(text) < 3 {
		return s
	}
	g := a.gram(0, text[0], text[1])
	for i := 0; i+2 < len(text); i++ {
		g = (g<<classBits | a.fold[text[i+2]]) & (1<<gramBits - 1)
		if a.bitmap[g/64]&(1<<(g%64)) == 0 {
			continue
		}
		for r := a.first[slot(g)]; r != 0; r = a.next[r] {
			if rule := &a.rules[r-1]; rule.loose || hasPrefixFold(text[i:], rule.lit) {
				s.work++
				rule.look(s, i, rule)
			}
		}
	}
	return s
}

// add keeps a finding unless the one before, of the same kind, holds it already.
func (s *scan) add(f finding) {
	if f.start >= f.end {
		return
	}
	if n := len(s.found); n > 0 {
		if last := s.found[n-1]; last.kind == f.kind && last.mask == f.mask && last.start <= f.start && f.end <= last.end {
			return
		}
	}
	s.found = append(s.found, f)
}

// runEnd gives the end of the run of bytes of class c that i stands in, or i. c is a single class.
func (s *scan) runEnd(c class, i int) int {
	m := &s.runs[bits.TrailingZeros16(uint16(c))]
	if i >= m.start && i < m.end {
		return m.end
	}
	end := i
	for end < len(s.text) && classes[s.text[end]]&c != 0 {
		end++
	}
	s.work += end - i
	*m = run{i, end}
	return end
}
