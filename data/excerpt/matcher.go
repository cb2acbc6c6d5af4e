package excerpt

import (
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/token"
)

// matcher finds all phrases in one walk over the words of a text, in time that does not grow with their number or length
// (Aho and Corasick's automaton over words). It is not changed after it was made.
type matcher struct {
	words   map[string]int32
	edges   map[edge]int32
	nodes   []node
	longest int
	phrases int
}

type edge struct{ node, word int32 }

// node is a state: the longest beginning of any phrase that the words just read end with.
type node struct {
	// back is the next shorter such beginning, and shorter the nearest one on the way back that is a whole phrase; 0 is none.
	back, shorter int32
	// phrase is the number of the phrase that this is, or -1.
	phrase int32
	depth  int32
}

func newMatcher(phrases []token.Phrase) *matcher {
	m := &matcher{words: map[string]int32{}, edges: map[edge]int32{}, nodes: []node{{phrase: -1}}}
	for _, phrase := range phrases {
		m.add(phrase)
	}
	m.link()
	return m
}

func (m *matcher) add(phrase token.Phrase) {
	if len(phrase) == 0 {
		return
	}
	at := int32(0)
	for _, text := range phrase {
		word, known := m.words[text]
		if !known {
			word = int32(len(m.words))
			m.words[text] = word
		}
		to, known := m.edges[edge{at, word}]
		if !known {
			to = int32(len(m.nodes))
			m.nodes = append(m.nodes, node{phrase: -1, depth: m.nodes[at].depth + 1})
			m.edges[edge{at, word}] = to
		}
		at = to
	}
	if m.nodes[at].phrase < 0 {
		m.nodes[at].phrase = int32(m.phrases)
		m.phrases++
	}
	m.longest = max(m.longest, len(phrase))
}

// link sets back and shorter, shallow nodes before deep ones, since deep ones look at shallow ones.
func (m *matcher) link() {
	byDepth := make([][]edge, m.longest+1)
	target := make(map[edge]int32, len(m.edges))
	for e, to := range m.edges {
		byDepth[m.nodes[to].depth] = append(byDepth[m.nodes[to].depth], e)
		target[e] = to
	}
	for depth := 2; depth <= m.longest; depth++ {
		for _, e := range byDepth[depth] {
			to := target[e]
			back := m.step(m.nodes[e.node].back, e.word)
			m.nodes[to].back = back
			m.nodes[to].shorter = back
			if m.nodes[back].phrase < 0 {
				m.nodes[to].shorter = m.nodes[back].shorter
			}
		}
	}
}

func (m *matcher) step(at, word int32) int32 {
	for {
		if to, known := m.edges[edge{at, word}]; known {
			return to
		}
		if at == 0 {
			return 0
		}
		at = m.nodes[at].back
	}
}

// walk is one pass of a matcher over a text.
type walk struct {
	*matcher
	scan *token.Scanner
	// places holds the spans of the last words, as many as the longest phrase has; read counts all words.
	places []data.Span
	read   int
	at     int32
}

func (m *matcher) walk(text string) *walk {
	return &walk{matcher: m, scan: token.NewScanner(text), places: make([]data.Span, max(m.longest, 1))}
}

// next goes to the next word with which a phrase ends; false means that there is none.
func (w *walk) next() bool {
	for w.scan.Next() {
		w.places[w.read%len(w.places)] = w.scan.Span()
		w.read++
		word, known := w.words[string(w.scan.Word())]
		if !known {
			w.at = 0
			continue
		}
		w.at = w.step(w.at, word)
		if w.longestHere() != 0 {
			return true
		}
	}
	return false
}

// longestHere gives the node of the longest phrase that ends with the last word, or 0.
func (w *walk) longestHere() int32 {
	if w.nodes[w.at].phrase >= 0 {
		return w.at
	}
	return w.nodes[w.at].shorter
}

// place gives the span of the word with this number, counted from 0. Only the last words are known.
func (w *walk) place(number int) data.Span { return w.places[number%len(w.places)] }

// spanOf gives the span from the first to the last word of a phrase that ends with the last word.
func (w *walk) spanOf(n int32) data.Span {
	first := w.place(w.read - int(w.nodes[n].depth))
	return data.Span{Start: first.Start, End: w.place(w.read - 1).End}
}
