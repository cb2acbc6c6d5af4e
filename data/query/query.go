package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/token"
)

// Query is what was understood of a text. The zero value searches nothing.
type Query struct {
	phrases []token.Phrase
	words   []string
	dropped []string
}

// Parse reads a text of any length and content; what lies beyond data.MaxQueryRunes is cut off, and NUL and whatever is no
// UTF-8 is left out. Pieces between white space, and quoted phrases, are required; those without a letter or a digit that
// the index knows are dropped and not held against the others.
func Parse(text string) Query {
	var q Query
	seen := map[string]bool{}
	for _, p := range pieces(Clean(text)) {
		phrase := phraseOf(p.inner)
		if len(phrase) == 0 {
			q.dropped = append(q.dropped, p.typed)
			continue
		}
		q.words = append(q.words, p.typed)
		// A piece typed twice asks for nothing more.
		if key := strings.Join(phrase, " "); !seen[key] {
			seen[key] = true
			q.phrases = append(q.phrases, phrase)
		}
	}
	return q
}

// Clean returns what of a text can be part of a query: valid UTF-8 without NUL, at most data.MaxQueryRunes long.
func Clean(text string) string {
	text, _ = Shorten(text)
	return text
}

// Shorten is Clean, and tells whether the text was too long. It is cut at white space where there is any: half a word would
// find other messages, or none.
func Shorten(text string) (short string, shortened bool) {
	// No character is longer than four bytes, so that the rest of a very long text is not even looked at.
	if most := data.MaxQueryRunes * utf8.UTFMax * 2; len(text) > most {
		text, shortened = text[:most], true
	}
	text = strings.ReplaceAll(strings.ToValidUTF8(text, ""), "\x00", "")
	count, space := 0, 0
	for i, r := range text {
		if unicode.IsSpace(r) {
			space = i
		}
		if count == data.MaxQueryRunes {
			if space == 0 {
				space = i
			}
			return text[:space], true
		}
		count++
	}
	return text, shortened
}

func phraseOf(text string) token.Phrase {
	var phrase token.Phrase
	for s := token.NewScanner(text); s.Next(); {
		phrase = append(phrase, string(s.Word()))
	}
	return phrase
}

// Match returns the FTS5 expression that asks for all phrases, or "" if there is nothing to search. It is made of folded
// words in quotes only, which hold neither quotes nor anything else that FTS5 would read as syntax.
func (q Query) Match() string {
	var b strings.Builder
	for i, phrase := range q.phrases {
		if i > 0 {
			b.WriteString(" AND ")
		}
		b.WriteByte('"')
		for j, word := range phrase {
			if j > 0 {
				b.WriteByte(' ')
			}
			b.WriteString(word)
		}
		b.WriteByte('"')
	}
	return b.String()
}

// Phrases returns what is searched, each phrase once, in the order typed. It is not to be changed.
func (q Query) Phrases() []token.Phrase { return q.phrases }

// Words returns the pieces that are searched, as typed, quotes included.
func (q Query) Words() []string { return q.words }

// Dropped returns the pieces that hold nothing to search, as typed.
func (q Query) Dropped() []string { return q.dropped }
