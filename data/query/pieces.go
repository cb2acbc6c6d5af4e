package query

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wordwake/wordwake/data/token"
)

// piece is a part of the query that is searched as one phrase.
type piece struct {
	// typed is the piece as it stands in the query, inner what of it is searched.
	typed, inner string
}

// closers lists the quotes that open a phrase, each with those that end it. People mix them: „so“ and „so”.
var closers = map[rune]string{
	'"': `"`, '“': `”“"`, '„': `“”"`, '”': `”"`, '«': `»`, '»': `«`, '‟': `”`,
}

// pieces cuts a text at white space and takes quoted phrases out whole. A quote opens a phrase only at the start of a piece,
// so that 5" is a number with a quote behind it, and only if another one closes it.
func pieces(text string) []piece {
	var all []piece
	for text != "" {
		if r, size := utf8.DecodeRuneInString(text); unicode.IsSpace(r) {
			text = text[size:]
			continue
		}
		length, p := next(text)
		all = append(all, p)
		text = text[length:]
	}
	return all
}

// next takes the first piece off a text that begins with no white space.
func next(text string) (length int, p piece) {
	for i, r := range text {
		if unicode.IsSpace(r) {
			return i, piece{typed: text[:i], inner: text[:i]}
		}
		if opened := i + utf8.RuneLen(r); closers[r] != "" && !searchable(text[:i]) {
			if inner, closed := quoted(text[opened:], closers[r]); closed > 0 {
				end := opened + closed
				end += trailing(text[end:])
				return end, piece{typed: text[:end], inner: inner}
			}
		}
	}
	return len(text), piece{typed: text, inner: text}
}

// quoted returns what stands before the closing quote, and where the text after the quote begins; 0 if none closes.
func quoted(text, closing string) (inner string, end int) {
	at := strings.IndexAny(text, closing)
	if at < 0 {
		return "", 0
	}
	_, size := utf8.DecodeRuneInString(text[at:])
	return text[:at], at + size
}

// trailing counts the bytes of punctuation right behind a closing quote, which is no piece of its own.
func trailing(text string) int {
	for i, r := range text {
		if unicode.IsSpace(r) || closers[r] != "" || searchable(string(r)) {
			return i
		}
	}
	return len(text)
}

func searchable(text string) bool { return token.NewScanner(text).Next() }
