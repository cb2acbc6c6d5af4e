package command

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

func TestTextOfOthersCannotSteerTheTerminal(t *testing.T) {
	cases := map[string]struct{ text, oneLine, manyLines string }{
		"plain text stays":           {"héllo 日本 👋🏽", "héllo 日本 👋🏽", "héllo 日本 👋🏽"},
		"line breaks and tabs":       {"a\n\tb\r\nc", "a  b c", "a\n\tb\nc"},
		"a colour":                   {"\x1b[31mred", "␛[31mred", "␛[31mred"},
		"a title of the window":      {"\x1b]0;x\a", "␛]0;x␇", "␛]0;x␇"},
		"a carriage return":          {"good\rbad", "good bad", "good bad"},
		"a backspace":                {"a\bb", "a␈b", "a␈b"},
		"a control of eight bits":    {"\u009b31m", "\uFFFD31m", "\uFFFD31m"},
		"a delete":                   {"a\x7f", "a␡", "a␡"},
		"a NUL":                      {"a\x00", "a␀", "a␀"},
		"a turn of direction":        {"a\u202Etxt.exe\u2066", "atxt.exe", "atxt.exe"},
		"a separator of paragraphs":  {"a\u2029b", "a b", "a b"},
		"bytes that are not UTF-8":   {"a\x9b\xffb", "a\uFFFD\uFFFDb", "a\uFFFD\uFFFDb"},
		"a mark for writing leftway": {"א\u200fב", "א\u200fב", "א\u200fב"},
	}
	for name, c := range cases {
		if got := line(c.text); got != c.oneLine {
			t.Errorf("%s: on one line %q", name, got)
		}
		if got := lines(c.text); got != c.manyLines {
			t.Errorf("%s: on many lines %q", name, got)
		}
	}
}

func FuzzCleanTextIsHarmless(f *testing.F) {
	for _, seed := range []string{"", "\x1b[2J", "\u009b0m", "a\r\n\tb", "\xff\x9b", "\u202e"} {
		f.Add(seed, 0, 3)
	}
	f.Fuzz(func(t *testing.T, text string, from, to int) {
		outputs := []string{line(text), lines(text), paint{}.marked(text, []data.Span{{Start: from, End: to}})}
		for i, got := range outputs {
			if !utf8.ValidString(got) {
				t.Errorf("%q is not valid", got)
			}
			for _, r := range got {
				allowed := i == 1 && (r == '\n' || r == '\t')
				if !allowed && (unicode.Is(unicode.Cc, r) || turnsDirection(r)) {
					t.Errorf("%q lets %U through", got, r)
				}
			}
			if clean(got, true) != got {
				t.Errorf("%q is changed by cleaning it again", got)
			}
		}
	})
}

func TestJSONHoldsNothingThatATerminalObeys(t *testing.T) {
	var b strings.Builder
	if err := writeJSON(&b, "\x1b[2J\u009b0m\x7f\u202e<é>"); err != nil {
		t.Fatal(err)
	}
	if want := `"\u001b[2J\u009b0m\u007f\u202e<é>"` + "\n"; b.String() != want {
		t.Errorf("got %q, want %q", b.String(), want)
	}
}

func TestMarksThatDoNotFitTheTextAreLeftOut(t *testing.T) {
	p := paint{mark: "<", off: ">"}
	got := p.marked("one two three", []data.Span{{Start: 0, End: 3}, {Start: 2, End: 5}, {Start: 8, End: 99}, {Start: 8, End: 13}})
	if want := "<one> two <three>"; got != want {
		t.Errorf("got %q", got)
	}
}
