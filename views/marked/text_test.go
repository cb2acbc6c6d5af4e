package marked

import (
	"strings"
	"testing"
	"unicode/utf8"

	"fyne.io/fyne/v2"
	"fyne.io/fyne/v2/test"
	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/theme"
)

func themed(t testing.TB) {
	t.Helper()
	a := test.NewTempApp(t)
	a.Settings().SetTheme(theme.New(state.Settings{Appearance: state.AppearanceLight}))
}

// span finds a word in a text.
func span(text, word string) data.Span {
	i := strings.Index(text, word)
	return data.Span{Start: i, End: i + len(word)}
}

func shownAt(width float32, mode Mode, text string, marks []data.Span, hidden []data.Hidden) (*Text, string) {
	w := New(mode)
	w.SetText(text, marks, hidden)
	w.Resize(fyne.NewSize(width, w.HeightFor(width)))
	return w, w.Shown()
}

func TestPieces(t *testing.T) {
	const text = "the key sk-abc…wxyz of backup"
	key, backup := span(text, "sk-abc…wxyz"), span(text, "backup")
	tests := map[string]struct {
		text   string
		marks  []data.Span
		hidden []data.Hidden
		want   []piece
	}{
		"a text without spans is one piece": {text: "abc", want: []piece{{text: "abc"}}},
		"an empty text is nothing":          {},
		"bullets stand for what is hidden": {
			text: text, marks: []data.Span{backup}, hidden: []data.Hidden{{Span: key}},
			want: []piece{{text: "the key "}, {text: bullets, look: lookHidden}, {text: " of "}, {text: "backup", look: lookMatch}},
		},
		"a mark on something hidden shows on the bullets": {
			text: text, marks: []data.Span{{Start: key.Start - 4, End: key.Start + 3}}, hidden: []data.Hidden{{Span: key}},
			want: []piece{{text: "the "}, {text: "key ", look: lookMatch}, {text: bullets, look: lookHidden | lookMatch}, {text: " of backup"}},
		},
		"spans beyond the text are left out": {
			text: "abc", marks: []data.Span{{Start: 2, End: 9}, {Start: -1, End: 2}, {Start: 2, End: 1}},
			hidden: []data.Hidden{{Span: data.Span{Start: 1, End: 4}}}, want: []piece{{text: "abc"}},
		},
		"spans inside a rune are left out": {text: "é", marks: []data.Span{{Start: 1, End: 2}}, want: []piece{{text: "é"}}},
		"spans out of order are left out": {
			text: "abcd", marks: []data.Span{{Start: 2, End: 3}, {Start: 0, End: 1}},
			want: []piece{{text: "ab"}, {text: "c", look: lookMatch}, {text: "d"}},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			got := pieces(tt.text, tt.marks, tt.hidden)
			if diff := cmp.Diff(tt.want, got, cmp.AllowUnexported(piece{})); diff != "" {
				t.Errorf("pieces (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseGivesCodeItsLook(t *testing.T) {
	got := parse("see\n```go\nx := 1\n```\nso", nil, nil)
	want := []paragraph{{{text: "see"}}, {{text: "```go", look: lookCode | lookMuted}}, {{text: "x := 1", look: lookCode}}, {{text: "```", look: lookCode | lookMuted}}, {{text: "so"}}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(piece{})); diff != "" {
		t.Errorf("parse (-want +got):\n%s", diff)
	}
}

func TestParseTakesAwayWhatCannotBeDrawn(t *testing.T) {
	got := parse("a\tb\r\nc\x00\xffd\u2028e", nil, nil)
	want := []paragraph{{{text: "a    b"}}, {{text: "c\uFFFDd e"}}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(piece{})); diff != "" {
		t.Errorf("parse (-want +got):\n%s", diff)
	}
}

func TestLine(t *testing.T) {
	themed(t)
	long := strings.Repeat("word ", 30) + "backup " + strings.Repeat("tail ", 30)
	tests := map[string]struct {
		text  string
		marks []data.Span
		width float32
		check func(t *testing.T, shown string)
	}{
		"a short text is shown whole, its white space folded": {
			text: " two\n\n words ", width: 300,
			check: func(t *testing.T, shown string) { equal(t, "two words ", shown) },
		},
		"a long text ends with an ellipsis": {
			text: long, width: 200,
			check: func(t *testing.T, shown string) {
				if !strings.HasPrefix(shown, "word word") || !strings.HasSuffix(shown, "…") {
					t.Errorf("shown %q", shown)
				}
			},
		},
		"the first match is in sight although it lies far in": {
			text: long, marks: []data.Span{span(long, "backup")}, width: 200,
			check: func(t *testing.T, shown string) {
				if !strings.HasPrefix(shown, "…word") || !strings.Contains(shown, "backup") || !strings.HasSuffix(shown, "…") {
					t.Errorf("shown %q", shown)
				}
			},
		},
		"no room at all shows nothing": {
			text: long, width: 3,
			check: func(t *testing.T, shown string) { equal(t, "", shown) },
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			_, shown := shownAt(tt.width, Line, tt.text, tt.marks, nil)
			tt.check(t, shown)
		})
	}
}

func equal(t *testing.T, want, got string) {
	t.Helper()
	if want != got {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestALineNeverReachesOverItsWidth(t *testing.T) {
	themed(t)
	text := "Done: the AV backup script → now excludes node_modules and the .cache folder, “ÄÖÜ” 日本語のテキスト 👩‍👩‍👧 end"
	marks := []data.Span{span(text, "backup"), span(text, "folder")}
	for width := float32(20); width < 700; width += 7 {
		w, shown := shownAt(width, Line, text, marks, nil)
		var drawn float32
		for _, p := range w.lines[0] {
			drawn += w.metrics.drawn(p.text, p.look)
		}
		if drawn > width+1 {
			t.Errorf("at %v units the line %q is %v wide", width, shown, drawn)
		}
		if !utf8.ValidString(shown) {
			t.Errorf("at %v units a character is cut: %q", width, shown)
		}
	}
}

func TestBlockWrapsAtWords(t *testing.T) {
	themed(t)
	text := "one two three four five six seven\n\nlast"
	w, shown := shownAt(110, Block, text, nil, nil)
	for _, l := range strings.Split(shown, "\n") {
		for _, word := range strings.Fields(l) {
			if !strings.Contains(" "+strings.ReplaceAll(text, "\n", " ")+" ", " "+word+" ") {
				t.Errorf("%q is no whole word", word)
			}
		}
	}
	if !strings.HasSuffix(shown, "\n\nlast") {
		t.Errorf("the empty line is lost: %q", shown)
	}
	if got := strings.Join(strings.Fields(shown), " "); got != "one two three four five six seven last" {
		t.Errorf("words changed: %q", got)
	}
	if lines := strings.Count(shown, "\n") + 1; w.MinSize().Height != float32(lines)*w.metrics.pitch {
		t.Errorf("%d lines are %v high", lines, w.MinSize().Height)
	}
}

func TestABlockKeepsNoHeightOfAnotherWidth(t *testing.T) {
	themed(t)
	text := strings.Repeat("some words to wrap ", 40)
	w, _ := shownAt(600, Block, text, nil, nil)
	wide := w.MinSize().Height
	w.Resize(fyne.NewSize(200, 10))
	narrow := w.MinSize().Height
	if narrow <= wide*2 {
		t.Errorf("narrow %v, wide %v", narrow, wide)
	}
	w.Resize(fyne.NewSize(600, 10))
	if again := w.MinSize().Height; again != wide {
		t.Errorf("wide again %v, before %v", again, wide)
	}
}

func TestABlockBreaksAWordThatNoLineHolds(t *testing.T) {
	themed(t)
	word := strings.Repeat("abcdefghij", 30)
	w, shown := shownAt(100, Block, "see "+word+" end", nil, nil)
	if got := strings.ReplaceAll(shown, "\n", ""); !strings.Contains(got, word) {
		t.Errorf("the word is lost: %q", got)
	}
	for _, l := range w.lines {
		if width := paragraph(l).width(w.metrics); width > 100 {
			t.Errorf("line %q is %v wide", paragraph(l).text(), width)
		}
	}
}

func TestABlockDrawsOnlyWhatIsInSight(t *testing.T) {
	themed(t)
	w := New(Block)
	w.SetText(strings.Repeat("line\n", 20000), nil, nil)
	height := w.HeightFor(300)
	w.Look(height/2, height/2+300)
	w.Resize(fyne.NewSize(300, height))
	n := len(test.WidgetRenderer(w).Objects())
	if n == 0 || n > 40 {
		t.Errorf("%d texts are drawn", n)
	}
}

func TestHiddenPartsAreFoundUnderThePointer(t *testing.T) {
	themed(t)
	text := "key sk-abc…wxyz."
	w, shown := shownAt(400, Block, text, nil, []data.Hidden{{Span: span(text, "sk-abc…wxyz"), Kind: "key"}})
	equal(t, "key "+bullets+".", shown)
	x := w.metrics.drawn("key ", 0) + 5
	for _, tt := range []struct {
		at   fyne.Position
		kind string
		ok   bool
	}{{fyne.NewPos(x, 4), "key", true}, {fyne.NewPos(2, 4), "", false}, {fyne.NewPos(x, 400), "", false}} {
		if kind, ok := w.HiddenAt(tt.at); kind != tt.kind || ok != tt.ok {
			t.Errorf("at %v: got %q, %v", tt.at, kind, ok)
		}
	}
}

func TestASmallerTextSizeBreaksAnew(t *testing.T) {
	themed(t)
	w, _ := shownAt(200, Block, strings.Repeat("some words to wrap ", 10), nil, nil)
	before := w.MinSize().Height
	fyne.CurrentApp().Settings().SetTheme(theme.New(state.Settings{TextPercent: 150}))
	w.Refresh()
	if after := w.MinSize().Height; after <= before*1.5 {
		t.Errorf("height %v, before %v", after, before)
	}
}

func TestMarkup(t *testing.T) {
	themed(t)
	text := "can you make the backup job use sk-abc…wxyz now"
	w := New(Block)
	w.SetText(text, []data.Span{span(text, "backup")}, []data.Hidden{{Span: span(text, "sk-abc…wxyz")}})
	win := test.NewTempWindow(t, w)
	win.Resize(fyne.NewSize(220, 80))
	test.AssertRendersToMarkup(t, "block.xml", win.Canvas())
}

func FuzzWrap(f *testing.F) {
	for _, s := range []string{"", "a b", "日本語 text", "e\u0301\u0301 x", "👩‍👩‍👧", "```\ncode\n```", "a\xff\x00b", strings.Repeat("x", 50)} {
		f.Add(s, 1, 3, float32(40))
	}
	themed(f)
	f.Fuzz(func(t *testing.T, s string, start, end int, width float32) {
		if len(s) > 2000 || !(width > 0 && width < 2000) {
			return
		}
		marks := []data.Span{{Start: start, End: end}}
		block, line := New(Block), New(Line)
		block.SetText(s, marks, nil)
		line.SetText(s, marks, nil)
		_, _ = block.HeightFor(width), line.HeightFor(width)
		var whole []string
		for _, p := range block.paragraphs {
			whole = append(whole, p.text())
		}
		drop := strings.NewReplacer(" ", "", "\n", "")
		if want, got := drop.Replace(strings.Join(whole, "")), drop.Replace(block.Shown()); want != got {
			t.Errorf("wrapping lost something: %q from %q", got, want)
		}
	})
}

func BenchmarkLine(b *testing.B) {
	themed(b)
	texts := make([]string, 64)
	for i := range texts {
		texts[i] = strings.Repeat("some words of a hit ", i%5+6) + "backup " + strings.Repeat("tail ", 20)
	}
	w := New(Line)
	w.Resize(fyne.NewSize(420, 18))
	for i := 0; b.Loop(); i++ {
		text := texts[i%len(texts)]
		w.SetText(text, []data.Span{span(text, "backup")}, nil)
	}
}

func BenchmarkBlock(b *testing.B) {
	themed(b)
	text := strings.Repeat("Some words of a message, as agents write them. ", 85)
	for b.Loop() {
		w := New(Block)
		w.SetText(text, nil, nil)
		w.HeightFor(600)
	}
}

func TestTheFirstHiddenPartIsInSightWhereNothingMatches(t *testing.T) {
	themed(t)
	text := strings.Repeat("word ", 60) + "sk-abc…wxyz and backup"
	hidden := []data.Hidden{{Span: span(text, "sk-abc…wxyz")}}
	if _, shown := shownAt(250, Line, text, nil, hidden); !strings.HasPrefix(shown, ellipsis) || !strings.Contains(shown, bullets) {
		t.Errorf("shown %q", shown)
	}
	matching := strings.Replace(text, "word", "backup", 1)
	hidden[0].Span = span(matching, "sk-abc…wxyz")
	if _, shown := shownAt(250, Line, matching, []data.Span{{Start: 0, End: 6}}, hidden); !strings.HasPrefix(shown, "backup") {
		t.Errorf("a match in sight gave way: %q", shown)
	}
}
