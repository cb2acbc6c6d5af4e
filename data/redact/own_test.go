package redact

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func withRules(t testing.TB, p Params) Redactor {
	t.Helper()
	r, problems := New(p)
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	return r
}

func TestPatternsOfThePersonHide(t *testing.T) {
	for _, c := range []struct{ name, pattern, in, out string }{
		{"a bare pattern, in any case", `acme-\d+`, "ask ACME-42 now", "ask *** now"},
		{"every match of it", `acme-\d+`, "acme-1, acme-2", "***, ***"},
		{"a pattern between slashes, in its own case", `/acme-\d+/`, "acme-1 ACME-2", "*** ACME-2"},
		{"the flags behind it", `/acme-\d+/gi`, "acme-1 ACME-2", "*** ***"},
		{"the last group that is not empty", `order (no|number)? ?(\d+)(x?)`, "order number 42", "order number ***"},
		{"the whole without groups that matched", `zeta(x?)`, "a zeta b", "a *** b"},
		{"a group with a name", `/id=(?<id>\w+)/`, "id=abc;", "id=***;"},
		{"what stands behind something", `/(?<=staff )\w+/`, "staff nr1234 here", "staff *** here"},
		{"what something else does not follow", `/room\d(?!\d)/`, "room1 room12", "*** room12"},
		{"a word that comes twice", `/(\w\w)-\1/`, "xy-xy xy-yx", "***-xy xy-yx"},
		{"lines, with the flag m", `/^secretly .*$/m`, "a\nsecretly so\nb", "a\n***\nb"},
		{"no line end with a dot", `/begin.*stop/`, "begin\u2028stop begin stop", "begin\u2028stop ***"},
		{"line ends with a dot and the flag s", `/begin.stop/s`, "begin\u2028stop", "***"},
		{"the blanks that JavaScript knows", `/a\sb/`, "a\u00a0b a\ufeffb", "*** ***"},
		{"a class with them", `/a[\s_]b/`, "a\u3000b a_b", "*** ***"},
		{"characters by their numbers", `/\x41\u00e4\u4e2d/`, "Aä中", "***"},
		{"a slash that is escaped", `/a\/b/`, "a/b", "***"},
		{"what is a class of letters elsewhere", `/[[:alpha:]]/`, "a] b", "*** b"},
		{"more matches than are asked for at first", `x\d`, strings.Repeat("x1 ", 20*firstMatches), strings.Repeat("*** ", 20*firstMatches)},
		{"letters that are the same in another place", `kelvins-\d`, "\u212aelvin\u017f-1", "***"},
		{"a bracket within a class", `/[[]x/`, "[x", "***"},
		{"repetition within repetition", `(a+)+z`, strings.Repeat("a", 5_000) + "z " + strings.Repeat("a", 5_000), "***z " + strings.Repeat("a", 5_000)},
		{"letter by letter, as one", `[xyz]`, "a xyz b", "a *** b"},
		{"text of any script", `проект-\d+`, "см. Проект-17。", "см. ***。"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := withRules(t, Params{Patterns: []string{c.pattern}})
			out, spans := r.Redact(c.in)
			if d := cmp.Diff(out, c.out); d != "" {
				t.Errorf("text (-got +want):\n%s", d)
			}
			if len(spans) != strings.Count(c.out, stars) {
				t.Errorf("%d spans for %q", len(spans), c.out)
			}
			if again, _ := r.Redact(out); again != out {
				t.Errorf("not stable: %q", again)
			}
		})
	}
}

func TestAPatternThatIsNoneIsNamedByItsNumber(t *testing.T) {
	for _, pattern := range []string{"", "(hunter2", "hunter2[", "/hunter2/gg(", `/(?<hunter2/`, "hunter2**", `hunter2\`} {
		r, problems := New(Params{Patterns: []string{"fine", pattern}})
		if len(problems) != 1 || !strings.Contains(problems[0].Error(), "pattern 2 ") || strings.Contains(problems[0].Error(), "hunter2") {
			t.Errorf("%q: problems %v", pattern, problems)
		}
		if out, _ := r.Redact("fine"); out != stars {
			t.Errorf("%q spoils the other pattern", pattern)
		}
		if d := cmp.Diff(len(r.Problems()), 1); d != "" {
			t.Errorf("%q is told another time than once (-got +want):\n%s", pattern, d)
		}
	}
}

func TestAPatternIsNamedByItsNumberInItsConfiguration(t *testing.T) {
	p := Params{Patterns: []string{"fine", "", "good", "well", "[", ""}, From: []string{"/one", "/one", "/two", "/one", "/two"}}
	_, problems := New(p)
	var got []string
	for _, problem := range problems {
		named, _, _ := strings.Cut(problem.Error(), " is ")
		got = append(got, named)
	}
	const of = " of logging.redactPatterns"
	if d := cmp.Diff([]string{"pattern 2" + of + " in /one", "pattern 2" + of + " in /two", "pattern 1" + of}, got); d != "" {
		t.Errorf("(-want +got):\n%s", d)
	}
	moved := p
	moved.Key, p.Key, moved.From = []byte("key"), []byte("key"), nil
	one, _ := New(p)
	other, _ := New(moved)
	if one.Stamp() != other.Stamp() {
		t.Error("the same rules elsewhere have another stamp")
	}
}

func TestAPatternThatHidesMostOfAnythingIsNamed(t *testing.T) {
	for pattern, want := range map[string]int{`.*`: 1, `[\s\S]+`: 1, `\w+`: 1, `(?=.).+`: 1, `\b`: 0, `x*`: 0, `\d+`: 0, `Tuesday`: 0} {
		r, problems := New(Params{Patterns: []string{pattern}})
		if len(problems) != want {
			t.Errorf("%q: problems %v, want %d", pattern, problems, want)
		}
		if out, _ := r.Redact("some more"); want == 1 && strings.Contains(out, "some") {
			t.Errorf("%q is not followed: %q", pattern, out)
		}
	}
}

func TestAPatternThatTakesTooLongHidesTheRestAndIsNamedOnce(t *testing.T) {
	r := withRules(t, Params{Patterns: []string{`/(?=x)x|(?=a)(a+)+c/`}})
	text := "one x two " + strings.Repeat("a", 64) + "b private"
	for range 2 {
		if out, _ := r.Redact(text); out != "one ******" {
			t.Errorf("got %q", out)
		}
	}
	if got := r.Problems(); len(got) != 1 || !strings.Contains(got[0].Error(), "pattern 1 ") || !strings.Contains(got[0].Error(), "too long") {
		t.Errorf("problems %v", got)
	}
	if out, _ := r.Redact("one x two"); out != "one *** two" {
		t.Errorf("afterwards: %q", out)
	}
}

func TestManySlowMatchesHideTheRest(t *testing.T) {
	engine := linearEngine{regexp.MustCompile("x"), -1 << 40}
	text := strings.Repeat("x ", 2*firstMatches)
	spans, reached := engine.find(text)
	if len(spans) != firstMatches || reached != 2*firstMatches-1 {
		t.Errorf("%d spans up to %d", len(spans), reached)
	}
	if spans, reached = engine.find(text[:firstMatches]); len(spans) != firstMatches/2 || reached != firstMatches {
		t.Errorf("%d spans up to %d of a text with few", len(spans), reached)
	}
}

// spelled gives a secret as texts hold it.
var spelled = map[string]func(string) string{
	"as it is":       func(s string) string { return s },
	"within a word":  func(s string) string { return "x" + s + "y" },
	"beside CJK":     func(s string) string { return "密" + s + "码" },
	"in a query":     url.QueryEscape,
	"in a path":      url.PathEscape,
	"in a component": componentEscape,
	"in JSON":        func(s string) string { return quoteJSON(s, true) },
	"in JSON of JSON": func(s string) string {
		return quoteJSON(quoteJSON(s, false), false)
	},
	"in a login":         func(s string) string { return base64.StdEncoding.EncodeToString([]byte("user:" + s)) },
	"in base64":          func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) },
	"in base64 for URLs": func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte("a?" + s + "~")) },
}

func TestSecretsOfTheSettingsAreFoundHoweverTheyAreSpelled(t *testing.T) {
	secrets := []string{"hunter2!", "pä ss/wö\"rd<&>", "correct horse battery", "+/+/+/==", "line one\nline two", "{\"a\":\"b c\"}", strings.Repeat("Long9", 200)}
	r := withRules(t, Params{Secrets: secrets})
	for name, spell := range spelled {
		for _, secret := range secrets {
			form := spell(secret)
			out, spans := r.Redact("see " + form + " there")
			if len(spans) == 0 || strings.Contains(out, secret) || len(out) > len("see  there")+len(stars)+12 {
				t.Errorf("%q %s: %q", secret, name, out)
			}
			if again, _ := r.Redact(out); again != out {
				t.Errorf("%q %s is not stable: %q", secret, name, again)
			}
		}
	}
}

func TestShortSecretsAreNotLookedFor(t *testing.T) {
	r := withRules(t, Params{Secrets: []string{"", "abcde", "короч", "***", "------", "abcdef…wxyz"}})
	for _, text := range []string{"abcde", "короч", "------", "a *** b", "abcdef…wxyz"} {
		if out, _ := r.Redact(text); out != text {
			t.Errorf("%q became %q", text, out)
		}
	}
}

// TestTheMatcherFindsWhatALoopFinds compares it with a search for each value by itself.
func TestTheMatcherFindsWhatALoopFinds(t *testing.T) {
	random := rand.New(rand.NewPCG(5, 6))
	draw := func(n int) string {
		b := make([]byte, n)
		for i := range b {
			b[i] = "ab"[random.IntN(2)]
		}
		return string(b)
	}
	for range 300 {
		m := &matcher{nodes: make([]trieNode, 1)}
		var values []string
		for range 1 + random.IntN(5) {
			values = append(values, draw(2+random.IntN(6)))
			m.insert(values[len(values)-1])
		}
		m.link()
		text := draw(60)
		got, want := make([]bool, len(text)), make([]bool, len(text))
		m.each(text, func(start, end int) { mark(got, start, end) })
		for _, v := range values {
			for i := range len(text) - len(v) + 1 {
				if strings.HasPrefix(text[i:], v) {
					mark(want, i, i+len(v))
				}
			}
		}
		if d := cmp.Diff(got, want); d != "" {
			t.Fatalf("%q in %q (-got +want):\n%s", values, text, d)
		}
	}
}

func mark(places []bool, start, end int) {
	for i := start; i < end; i++ {
		places[i] = true
	}
}

func TestTheStampNamesTheRulesAndGivesNoneAway(t *testing.T) {
	key := []byte("a key of the library")
	stamp := func(p Params) string { return withRules(t, p).Stamp() }
	same := [][2]Params{
		{{}, {Key: key}},
		{{Secrets: []string{"hunter2", "hunter3"}, Key: key}, {Secrets: []string{"hunter3", "hunter2", "hunter3"}, Key: key}},
		{{Patterns: []string{"a1"}}, {Patterns: []string{"a1"}}},
	}
	for _, pair := range same {
		if a, b := stamp(pair[0]), stamp(pair[1]); a != b {
			t.Errorf("%v and %v have the stamps %s and %s", pair[0], pair[1], a, b)
		}
	}
	seen := map[string]bool{}
	for _, p := range []Params{
		{},
		{Patterns: []string{"a1"}, Key: key},
		{Patterns: []string{"a1"}},
		{Patterns: []string{"a", "1"}, Key: key},
		{Patterns: []string{"1", "a"}, Key: key},
		{Secrets: []string{"a1"}, Key: key},
		{Secrets: []string{"hunter2"}, Key: key},
		{Secrets: []string{"hunter2"}, Key: []byte("another")},
		{Secrets: []string{"hunter2"}},
	} {
		s := stamp(p)
		if seen[s] || strings.Contains(s, "hunter2") {
			t.Errorf("%v has the stamp %s", p, s)
		}
		seen[s] = true
	}
	if s := stamp(Params{}); s != fmt.Sprint(Version) {
		t.Errorf("the stamp without own rules is %s", s)
	}
}

func TestEqualTokensHaveEqualHashes(t *testing.T) {
	token, other := "ghp_"+strings.Repeat("aB3", 12), "ghp_"+strings.Repeat("aB4", 12)
	keyed := withRules(t, Params{Key: []byte("k1")})
	hash := func(r Redactor, text string) uint64 {
		_, spans := r.Redact(text)
		if len(spans) != 1 {
			t.Fatalf("%d spans in %q", len(spans), text)
		}
		return spans[0].Hash
	}
	h := hash(keyed, token)
	if h == 0 || hash(keyed, "GH_TOKEN="+token+" there") != h {
		t.Error("one token in two places has two hashes, or none")
	}
	if hash(keyed, other) == h || hash(withRules(t, Params{Key: []byte("k2")}), token) == h {
		t.Error("another token, or another key, has the same hash")
	}
	masked, _ := keyed.Redact(token)
	for name, got := range map[string]uint64{
		"without a key":                 hash(Redactor{}, token),
		"of a password":                 hash(keyed, "password: "+strings.Repeat("aB3", 12)),
		"of the password of an address": hash(keyed, "postgres://me:"+strings.Repeat("aB3", 12)+"@db/x"),
		"of a short token":              hash(keyed, "sk-abc12345"),
		"of what was masked before":     hash(keyed, masked),
	} {
		if got != 0 {
			t.Errorf("there is a hash %s: %x", name, got)
		}
	}
}

// TestOwnRulesKeepWhatTheBuiltInOnesPromise runs the vectors through a redactor with many rules of its own.
func TestOwnRulesKeepWhatTheBuiltInOnesPromise(t *testing.T) {
	r := withRules(t, many())
	for _, v := range load[vector](t, "redaction.json") {
		input, expected := plain(v.Input), plain(v.Expected)
		out, _ := r.Redact(input)
		if v.Changed && !strings.Contains(v.Name, "prose") && leaks(input, expected, out) != "" {
			t.Errorf("%s leaks: %q", v.Name, out)
		}
		if again, _ := r.Redact(out); again != out {
			t.Errorf("%s is not stable: %q, %q", v.Name, out, again)
		}
	}
}

// many are 20 patterns and 50 secrets.
func many() (p Params) {
	for i := range 18 {
		p.Patterns = append(p.Patterns, fmt.Sprintf(`\bproject-%c\w*-(\d+)`, 'a'+i))
	}
	p.Patterns = append(p.Patterns, `/(?<=staff number )\d{4,}/`, `/\b(\d{4})-\1\b/`)
	r := rand.New(rand.NewPCG(7, 8))
	for i := range 50 {
		p.Secrets = append(p.Secrets, draw(r, 12+i))
	}
	return p
}

func FuzzOwnRulesNeverFailOnAnyText(f *testing.F) {
	f.Add(`(a+)+z`, "hunter2", "aaaaz hunter2")
	f.Add(`/(?<=x)[^]\u{1f600}/giu`, "pä ss/", "x\xff😀")
	f.Add(`/[\s\S]*?(?!b)$/m`, `"quoted"`, `{"a":"\"quoted\""}`)
	f.Fuzz(func(t *testing.T, source, secret, text string) {
		if len(source) > 40 || len(text) > 200 {
			return
		}
		r, _ := New(Params{Patterns: []string{source}, Secrets: []string{secret}})
		out, spans := r.Redact(text)
		last := 0
		for _, h := range spans {
			if h.Start < last || h.End <= h.Start || h.End > len(out) {
				t.Fatalf("span %v in %q", h, out)
			}
			if utf8.ValidString(text) && !utf8.ValidString(out[h.Start:h.End]) {
				t.Fatalf("span %v cuts a character in %q", h, out)
			}
			last = h.End
		}
		if _, err := json.Marshal(r.Problems()); err != nil {
			t.Fatal(err)
		}
	})
}
