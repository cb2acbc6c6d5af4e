package token

import (
	"unicode/utf8"

	"github.com/wordwake/wordwake/data"
)

// MaxWordBytes is where FTS5 cuts a folded word off, so that longer ones which begin alike are the same word.
const MaxWordBytes = 32768

// Token is one word of a text.
type Token struct {
	// Text is the word as the index has it: folded, and cut at MaxWordBytes.
	Text string
	// Span is its place in the original text, marks at its end included.
	Span data.Span
}

// Phrase is folded words that stand next to each other in this order.
type Phrase []string

// Cut returns all words of a text. For long texts use a Scanner, which holds one word at a time.
func Cut(text string) []Token {
	var tokens []Token
	for s := NewScanner(text); s.Next(); {
		tokens = append(tokens, Token{Text: string(s.Word()), Span: s.Span()})
	}
	return tokens
}

// Scanner walks over the words of a text. Its memory is bounded by the longest word.
type Scanner struct {
	text string
	pos  int
	word []byte
	span data.Span
}

// NewScanner begins before the first word of a text.
func NewScanner(text string) *Scanner {
	return &Scanner{text: text, word: make([]byte, 0, 64)}
}

// Next goes to the next word; false means that there is none.
func (s *Scanner) Next() bool {
	s.word = s.word[:0]
	if !s.start() {
		return false
	}
	alone := false // the word is one letter of a script without spaces
	for s.pos < len(s.text) {
		if b := s.text[s.pos]; b < utf8.RuneSelf {
			if asciiWord[b] == 0 || alone {
				break
			}
			s.put(asciiWord[b])
			s.pos++
			continue
		}
		c, next := read(s.text, s.pos)
		kind := kindOf(c)
		if kind == separator || kind == wordRune && (alone || len(s.word) > 0 && unspaced(c)) {
			break
		}
		if kind == wordRune {
			alone = unspaced(c)
			s.putRune(foldRune(c))
		}
		s.pos = next
	}
	s.span.End = s.pos
	return true
}

// start goes to where the next word begins. A mark that nothing stands before begins none.
func (s *Scanner) start() bool {
	for s.pos < len(s.text) {
		if b := s.text[s.pos]; b < utf8.RuneSelf {
			if asciiWord[b] != 0 {
				s.span.Start = s.pos
				return true
			}
			s.pos++
			continue
		}
		c, next := read(s.text, s.pos)
		if kindOf(c) == wordRune {
			s.span.Start = s.pos
			return true
		}
		s.pos = next
	}
	return false
}

// Word is the folded word; it is valid until Next.
func (s *Scanner) Word() []byte { return s.word }

// Span is the place of the word in the original text.
func (s *Scanner) Span() data.Span { return s.span }

// Pos is the byte offset up to which the text was read.
func (s *Scanner) Pos() int { return s.pos }

func (s *Scanner) put(b byte) {
	if len(s.word) < MaxWordBytes {
		s.word = append(s.word, b)
	}
}

func (s *Scanner) putRune(c uint32) {
	s.word = appendUTF8(s.word, c)
	if len(s.word) > MaxWordBytes {
		s.word = s.word[:MaxWordBytes]
	}
}
