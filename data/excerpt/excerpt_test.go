package excerpt

import (
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/rivo/uniseg"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/query"
	"github.com/wordwake/wordwake/data/token"
)

// show puts marks in brackets and masks in braces, so that a case can be read.
func show(e data.Excerpt) string {
	var b strings.Builder
	for i := 0; i <= len(e.Text); i++ {
		for _, m := range e.Marks {
			if m.End == i {
				b.WriteByte(']')
			}
		}
		for _, h := range e.Hidden {
			if h.End == i {
				b.WriteByte('}')
			}
		}
		for _, h := range e.Hidden {
			if h.Start == i {
				b.WriteByte('{')
			}
		}
		for _, m := range e.Marks {
			if m.Start == i {
				b.WriteByte('[')
			}
		}
		if i < len(e.Text) {
			b.WriteByte(e.Text[i])
		}
	}
	return b.String()
}

// masked takes braces out of a text and returns what stood in them as masks.
func masked(text string) (string, []data.Hidden) {
	var b strings.Builder
	var hidden []data.Hidden
	for _, r := range text {
		switch r {
		case '{':
			hidden = append(hidden, data.Hidden{Span: data.Span{Start: b.Len()}, Kind: "test"})
		case '}':
			hidden[len(hidden)-1].End = b.Len()
		default:
			b.WriteRune(r)
		}
	}
	return b.String(), hidden
}

var makeCases = []struct {
	name, text, query string
	limit             int
	want              string
}{
	{"a short text is shown whole", "Das Backup läuft.", "backup", 40, "Das [Backup] läuft."},
	{"every match in the piece is marked", "fox, FOX and fóx", "fox", 40, "[fox], [FOX] and [fóx]"},
	{"without a match the piece is the start", "one two three four five six", "", 12, "one two…"},
	{"line breaks and tabs are one space", "\n one\r\n\r\n\ttwo \x00\x07 fox\n", "fox", 40, "one two [fox]"},
	{"the piece lies around the match", "aaaa bbbb cccc dddd eeee fox gggg hhhh iiii", "fox", 24, "…eeee [fox] gggg hhhh iiii"},
	{"a match at the end keeps what stands before", "aaaa bbbb cccc dddd eeee fox", "fox", 16, "…dddd eeee [fox]"},
	{"the place with most different words is taken", "fox " + strings.Repeat("x ", 40) + "fox dog", "dog fox", 20, "…x x x x x x [fox] [dog]"},
	{"of equal places the first is taken", "a fox b" + strings.Repeat(" x", 40) + " c fox d", "fox", 12, "a [fox] b x x…"},
	{"a phrase is marked where it stands whole", "brown fox, quick brown, quick brown fox", `"quick brown fox"`, 60, "brown fox, quick brown, [quick] [brown] [fox]"},
	{"joined words are marked one by one", "see foo_bar here and foo there", "foo_bar", 60, "see [foo]_[bar] here and foo there"},
	{"overlapping phrases mark each word once", "a b c d", `"a b c" "b c d" c`, 60, "[a] [b] [c] [d]"},
	{"a word inside a longer phrase is marked with it", "b a b c", `b "a b c"`, 60, "[b] [a] [b] [c]"},
	{"part of a word that the cut makes is not marked", "see " + strings.Repeat("cat", 30), "see cat", 10, "[see]…"},
	{"a mask is kept whole", "token {abcdef…wxyz} here", "token", 40, "[token] {abcdef…wxyz} here"},
	{"a mask that does not fit is left out", "token {abcdef…wxyz} here", "token", 12, "[token]…"},
	{"a mask is never marked", "the token {token…0000} here", "token", 40, "the [token] {token…0000} here"},
	{"a match in a mask only places the piece", "aaaa bbbb cccc dddd eeee {token…0000} ffff gggg hhhh", "0000", 22, "…{token…0000} ffff gggg…"},
	{"masks side by side stay apart", "x {***}{***} y", "y", 40, "x {***}{***} [y]"},
	{"what belongs together is not cut apart", "👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦 fox", "fox", 14, "…👩‍👩‍👧‍👦 [fox]"},
	{"a flag is not cut in half", "🇩🇪🇫🇷🇪🇸🇮🇹 fox", "fox", 10, "…🇪🇸🇮🇹 [fox]"},
	{"combining marks stay with their letter", strings.Repeat("e\u0301", 30), "", 12, strings.Repeat("e\u0301", 5) + "…"},
	{"a character longer than the piece leaves the ellipsis", "x" + strings.Repeat("\u0301", 50), "", 10, "…"},
	{"text without spaces is cut between characters", "数据库里的文本很长很长", "", 6, "数据库里的…"},
	{"a word longer than the piece is marked as far as it is shown", "see " + strings.Repeat("x", 100), strings.Repeat("x", 100), 10, "…[xxxxxxxx]…"},
	{"broken bytes are shown as such", "a\xffb fox", "fox", 40, "a\ufffdb [fox]"},
	{"blank text gives nothing", " \n\t ", "fox", 40, ""},
	{"no room gives nothing", "fox", "fox", 0, ""},
	{"one rune of room gives the ellipsis", "quick fox", "fox", 1, "…"},
	{"marks that turn the direction of text are spaces", "a\u202efox\u202cb", "fox", 40, "a [fox] b"},
}

func TestMake(t *testing.T) {
	for _, c := range makeCases {
		t.Run(c.name, func(t *testing.T) {
			text, hidden := masked(c.text)
			if got := show(Make(text, hidden, query.Parse(c.query).Phrases(), c.limit)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func TestMarksOfAWholeMessage(t *testing.T) {
	text := "Fox und fox_hole,\nfox hole"
	want := []data.Span{{Start: 8, End: 11}, {Start: 12, End: 16}, {Start: 18, End: 21}, {Start: 22, End: 26}}
	if diff := cmp.Diff(want, Marks(text, []token.Phrase{{"fox", "hole"}})); diff != "" {
		t.Error(diff)
	}
	if n := len(Marks(strings.Repeat("fox ", 3*MaxMarks), []token.Phrase{{"fox"}})); n != MaxMarks {
		t.Errorf("%d marks", n)
	}
}

func TestManyLongPhrasesThatBeginAlikeTakeNoLonger(t *testing.T) {
	var phrases []token.Phrase
	for n := 1; n <= 60; n++ {
		phrases = append(phrases, slices.Repeat(token.Phrase{"a"}, n))
	}
	text := strings.Repeat("a ", 30_000) + "b"
	k := New(append(phrases, token.Phrase{"b"}))
	if n := len(k.Marks(text, nil)); n != MaxMarks {
		t.Errorf("%d marks", n)
	}
	if e := k.Make(text, nil, 240); utf8.RuneCountInString(e.Text) > 240 {
		t.Errorf("%q", e.Text)
	}
}

func TestAHugeMessageGivesAnOrdinaryExcerpt(t *testing.T) {
	filler := strings.Repeat("The nightly job ran at 02:00 and wrote 4 files. ", 10_000)
	blanks := strings.Repeat(" ", 1_200_000)
	cases := []struct{ name, text, query, want string }{
		{"with the match at its end", filler + "The fox.", "fox", "…4 files. The [fox]."},
		{"with a phrase over many blanks", "quick" + blanks[:9000] + "fox end", `"quick fox"`, "[quick]…"},
		{"with a phrase over too many blanks to look for its marks", "quick" + blanks + "fox end", `"quick fox"`, "quick…"},
		{"with a word without end", "see " + strings.Repeat("x", 300_000), "see", "[see]…"},
		{"with marks without end on one letter", "fox e" + strings.Repeat("\u0301", 200_000), "fox", "[fox]…"},
		{"with a mask without end", "fox {" + strings.Repeat("*", 300_000) + "} end", "end", "…[end]"},
		{"with a match in a mask without end", "fox {" + strings.Repeat("*", 300_000) + "dog} end", "dog", "fox…"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			text, hidden := masked(c.text)
			if got := show(Make(text, hidden, query.Parse(c.query).Phrases(), 20)); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

func FuzzMake(f *testing.F) {
	for _, c := range makeCases {
		f.Add(c.text, c.query, c.limit, 3, 9)
	}
	f.Fuzz(func(t *testing.T, text, typed string, limit, maskStart, maskEnd int) {
		if len(text) > 20_000 || limit > 500 {
			return
		}
		phrases := query.Parse(typed).Phrases()
		hidden := maskAt(text, maskStart, maskEnd)
		e := Make(text, hidden, phrases, limit)
		if n := utf8.RuneCountInString(e.Text); n > max(limit, 0) {
			t.Fatalf("%d runes, %d asked for", n, limit)
		}
		if !utf8.ValidString(e.Text) || strings.ContainsAny(e.Text, "\n\r\t\x00") || strings.Contains(e.Text, "  ") && len(hidden) == 0 {
			t.Fatalf("excerpt %q", e.Text)
		}
		checkMarks(t, e.Text, e.Marks, phrases, true)
		for _, h := range e.Hidden {
			if utf8.ValidString(text) && clean(text[hidden[0].Start:hidden[0].End]) != e.Text[h.Start:h.End] {
				t.Fatalf("mask %q became %q", text[hidden[0].Start:hidden[0].End], e.Text[h.Start:h.End])
			}
			for _, m := range e.Marks {
				if m.Start < h.End && h.Start < m.End {
					t.Fatalf("mark %v in mask %v", m, h)
				}
			}
		}
		checkMarks(t, text, Marks(text, phrases), phrases, false)
		checkAtoms(t, text, hidden)
	})
}

func maskAt(text string, start, end int) []data.Hidden {
	if start < 0 || end > len(text) || start >= end || !utf8.RuneStart(text[start]) || end < len(text) && !utf8.RuneStart(text[end]) {
		return nil
	}
	return []data.Hidden{{Span: data.Span{Start: start, End: end}, Kind: "test"}}
}

// checkMarks looks that marks are in order and hold words of the phrases; where the text was cut, parts of them.
func checkMarks(t *testing.T, text string, marks []data.Span, phrases []token.Phrase, cut bool) {
	t.Helper()
	end := 0
	for _, m := range marks {
		if m.Start < end || m.End <= m.Start || m.End > len(text) {
			t.Fatalf("mark %v after %d of %d bytes", m, end, len(text))
		}
		end = m.End
		if !utf8.ValidString(text) {
			continue
		}
		marked := text[m.Start:m.End]
		if !utf8.ValidString(marked) {
			t.Fatalf("mark %v cuts a character of %q", m, text)
		}
		words := token.Cut(marked)
		atCut := cut && (m.End+len(ellipsis) == len(text) || m.Start == len(ellipsis))
		if len(words) == 1 && (inPhrases(words[0].Text, phrases) || atCut) || atCut {
			continue
		}
		t.Fatalf("mark %q of %q is no word of %q", marked, text, phrases)
	}
}

func inPhrases(word string, phrases []token.Phrase) bool {
	return slices.ContainsFunc(phrases, func(p token.Phrase) bool { return slices.Contains(p, word) })
}

// checkAtoms looks that atoms of any part of a text end only where characters of the whole text do, unless torn.
func checkAtoms(t *testing.T, text string, hidden []data.Hidden) {
	t.Helper()
	ends := map[int]bool{0: true}
	at := 0
	for g := uniseg.NewGraphemes(text); g.Next(); {
		at += len(g.Str())
		ends[at] = true
	}
	for _, part := range [][2]int{{0, len(text)}, {len(text) / 3, len(text) / 2}, {len(text) / 2, len(text)}} {
		for _, a := range atomsOf(text, part[0], part[1], hidden) {
			if !a.torn && (!ends[a.start] || !ends[a.end]) {
				t.Fatalf("atom %q at %d cuts a character of %q", text[a.start:a.end], a.start, text)
			}
		}
	}
}

func BenchmarkMake(b *testing.B) {
	for name, text := range map[string]string{
		"ordinary": strings.Repeat("The nightly job ran at 02:00 and wrote 4 files. ", 12),
		"accents":  strings.Repeat("Größe und Länge, дата, 数据库里的文本 👍🏽 ", 12),
		"huge":     strings.Repeat("The nightly job ran at 02:00 and wrote 4 files. ", 500_000),
	} {
		b.Run(name, func(b *testing.B) {
			k := New(query.Parse("fox files länge").Phrases())
			for b.Loop() {
				k.Make(text, nil, data.ExcerptRunes)
			}
		})
	}
}
