package redact

import (
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

// check tells what is wrong with the answer to text: spans out of order or off a rune's border, text outside of them that is not
// the text's own, or a second run that still changes something.
func check(t *testing.T, text string) {
	t.Helper()
	out, spans := Redactor{}.Redact(text)
	last, rest := 0, text
	for _, h := range spans {
		if h.Start < last || h.End <= h.Start || h.End > len(out) || h.Kind == "" {
			t.Fatalf("span %v of %d bytes in %q is not behind %d; input %q", h, len(out), out, last, text)
		}
		if utf8.ValidString(text) && (!utf8.ValidString(out[last:h.Start]) || !utf8.ValidString(out[h.Start:h.End])) {
			t.Fatalf("span %v cuts a rune in %q; input %q", h, out, text)
		}
		rest = follows(t, rest, out[last:h.Start], last == 0)
		last = h.End
	}
	if !strings.HasSuffix(rest, out[last:]) || last == 0 && rest != out {
		t.Fatalf("text behind the last span is not kept: %q -> %q", text, out)
	}
	if again, _ := (Redactor{}).Redact(out); again != out {
		t.Fatalf("not stable:\n in %q\nout %q\n 2nd %q", text, out, again)
	}
}

// follows finds piece in rest and gives what is behind it.
func follows(t *testing.T, rest, piece string, first bool) string {
	t.Helper()
	n := strings.Index(rest, piece)
	if n < 0 || first && n != 0 {
		t.Fatalf("%q is not kept in %q", piece, rest)
	}
	return rest[n+len(piece):]
}

func FuzzRedactIsStableAndItsSpansAreValid(f *testing.F) {
	for _, v := range load[vector](f, "redaction.json") {
		f.Add(plain(v.Input))
	}
	for _, k := range load[credential](f, "credential-kinds.json") {
		f.Add(plain(k.Input))
	}
	for _, s := range oddities {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, text string) { check(t, text) })
}

// oddities are inputs that once went wrong or look as if they could.
var oddities = []string{
	"", "…", "***", "token=", `token="`, "password: '", "authorization:", "cookie: a=b;", "://@", "x://:@", "-----BEGIN PRIVATE KEY-----",
	"-----END PRIVATE KEY-----", "password=***, token=***", "\xff\xfetoken=\xff123abc", "%74oken=abc123", "密码：abc123。", "--token --key",
	"sk-sk-sk-sk-123", "eyJeyJeyJ.eyJ1234567.eyJ1234567", "password: |\n  a\n b", "https://u:p@h@x/y", "token=a&token=b,c=d",
}

func TestVectorsAreStableAndTheirSpansValid(t *testing.T) {
	for _, v := range load[vector](t, "redaction.json") {
		check(t, plain(v.Input))
		check(t, plain(v.Expected))
	}
	for _, k := range load[credential](t, "credential-kinds.json") {
		check(t, plain(k.Input))
	}
	for _, s := range oddities {
		check(t, s)
	}
}

func kinds(spans []data.Hidden) (out []string) {
	for _, h := range spans {
		out = append(out, h.Kind)
	}
	return out
}

// TestMixedFragmentsAreStable joins pieces of the vectors at random, so that masks and what is left come to touch.
func TestMixedFragmentsAreStable(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	pieces := []string{"***", "…", " ", "\n", "\"", "'", "`", "=", ":", ": ", "&", "?", "@", "://", "token", "password=", "--token ", "<", ">", ".", ";", `\n`, `\"`, "，", "**", "is", "9"}
	pieces = append(pieces, oddities...)
	for _, v := range load[vector](t, "redaction.json") {
		pieces = append(pieces, plain(v.Input), plain(v.Expected))
	}
	for range 20_000 {
		var b strings.Builder
		for range 2 + r.IntN(6) {
			p := pieces[r.IntN(len(pieces))]
			if r.IntN(2) == 0 && len(p) > 2 {
				p = strings.ToValidUTF8(p[r.IntN(len(p)/2):][:1+r.IntN(len(p)/2)], "")
			}
			b.WriteString(p)
		}
		check(t, b.String())
	}
}
