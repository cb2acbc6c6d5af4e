package redact

import (
	"encoding/base64"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// MinSecret is how many characters a value has at least that is looked for everywhere; OpenClaw asks for as many. Shorter ones stand in
// ordinary words.
const MinSecret = 6

// matcher finds any of many values in one pass (Aho and Corasick): at each byte it goes on in a tree of all values, and where that
// ends, to the longest end of what it saw that is in the tree, too.
type matcher struct {
	nodes []trieNode
	// pairs tells which two bytes any value begins with.
	pairs [1 << 16 / 64]uint64
}

type trieNode struct {
	keys string
	next []int32
	fail int32
	// length is that of the longest value that ends here, or 0.
	length int32
}

// newMatcher makes a matcher for all forms of secrets, or nil if none is long enough. One that is a mask, or the same sign again and
// again, is not looked for.
func newMatcher(secrets []string) *matcher {
	var values []string
	for _, s := range secrets {
		if utf8.RuneCountInString(s) >= MinSecret && strings.Trim(s, s[:1]) != "" && !isMask(s) {
			values = append(values, forms(s)...)
		}
	}
	if len(values) == 0 {
		return nil
	}
	m := &matcher{nodes: make([]trieNode, 1)}
	for _, v := range values {
		m.insert(v)
	}
	m.link()
	return m
}

func (m *matcher) insert(v string) {
	pair := uint(v[0])<<8 | uint(v[1])
	m.pairs[pair/64] |= 1 << (pair % 64)
	at := int32(0)
	for i := range len(v) {
		next, ok := m.step(at, v[i])
		if !ok {
			next = int32(len(m.nodes))
			m.nodes = append(m.nodes, trieNode{})
			m.nodes[at].keys += v[i : i+1]
			m.nodes[at].next = append(m.nodes[at].next, next)
		}
		at = next
	}
	m.nodes[at].length = int32(len(v))
}

// link gives each node the one to go on at where it ends, the nearest to the root first.
func (m *matcher) link() {
	for queue := []int32{0}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		for i, to := range m.nodes[at].next {
			if at != 0 {
				m.nodes[to].fail = m.after(m.nodes[at].fail, m.nodes[at].keys[i])
			}
			m.nodes[to].length = max(m.nodes[to].length, m.nodes[m.nodes[to].fail].length)
			queue = append(queue, to)
		}
	}
}

func (m *matcher) step(at int32, b byte) (int32, bool) {
	n := &m.nodes[at]
	if i := strings.IndexByte(n.keys, b); i >= 0 {
		return n.next[i], true
	}
	return 0, false
}

// after gives the node that follows at for b.
func (m *matcher) after(at int32, b byte) int32 {
	for {
		if next, ok := m.step(at, b); ok || at == 0 {
			return next
		}
		at = m.nodes[at].fail
	}
}

// each calls found for the values in text, of those with the same end for the longest.
func (m *matcher) each(text string, found func(start, end int)) {
	at := int32(0)
	for i := 0; i < len(text); i++ {
		for at == 0 && i+1 < len(text) && !m.begins(text[i], text[i+1]) {
			i++
		}
		at = m.after(at, text[i])
		if n := int(m.nodes[at].length); n > 0 {
			found(i+1-n, i+1)
		}
	}
}

func (m *matcher) begins(a, b byte) bool {
	pair := uint(a)<<8 | uint(b)
	return m.pairs[pair/64]&(1<<(pair%64)) != 0
}

// forms gives the ways in which s is spelled: itself, in addresses, in JSON and in JSON within JSON, and in base64.
func forms(s string) []string {
	all := []string{s}
	for _, escaped := range []string{url.QueryEscape(s), url.PathEscape(s), componentEscape(s)} {
		all = append(all, escaped, lowerEscapes(escaped))
	}
	for _, quoted := range []string{quoteJSON(s, false), quoteJSON(s, true)} {
		all = append(all, quoted, strings.ReplaceAll(quoted, "/", `\/`), quoteJSON(quoted, false))
	}
	for _, alphabet := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
		for shift := range 3 {
			all = append(all, within64(alphabet, s, shift))
		}
	}
	slices.Sort(all)
	all = slices.Compact(all)
	return slices.DeleteFunc(all, func(form string) bool { return len(form) < MinSecret })
}

// componentEscape escapes as JavaScript's encodeURIComponent does.
func componentEscape(s string) string {
	return strings.NewReplacer("+", "%20", "%21", "!", "%27", "'", "%28", "(", "%29", ")", "%2A", "*").Replace(url.QueryEscape(s))
}

// lowerEscapes writes percent escapes in small letters.
func lowerEscapes(s string) string {
	b := []byte(s)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			b[i+1], b[i+2] = lower[b[i+1]], lower[b[i+2]]
		}
	}
	return string(b)
}

// quoteJSON gives s as it stands between the quotation marks of JSON, with the signs of HTML escaped or not.
func quoteJSON(s string, html bool) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(html)
	if err := e.Encode(s); err != nil {
		return s // cannot be: every string has a form in JSON
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`)
}

// within64 gives the characters that stand for s in the base64 of any text in which s begins shift bytes behind a multiple of three.
// Those at the ends that also stand for what is around it are left off.
func within64(alphabet *base64.Encoding, s string, shift int) string {
	coded := alphabet.EncodeToString([]byte(strings.Repeat("\x00", shift) + s))
	coded = coded[(8*shift+5)/6:]
	if (shift+len(s))%3 != 0 {
		coded = coded[:len(coded)-1]
	}
	return coded
}
