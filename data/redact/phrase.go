package redact

import (
	"crypto/sha256"
	_ "embed"
	"strings"
	"sync"
)

// seedList is the English list of BIP 39, from which the phrases that open wallets are drawn: 2,048 words in order.
//
//go:embed bip39.txt
var seedList string

// A word of the list is packed into a fixed array, so that looking it up makes no garbage.
type seedWord [maxSeedWord]byte

const (
	minSeedWord = 3
	maxSeedWord = 8
	// minPhrase is how many words the shortest phrase has. With one blank between them they are longer than seedStep, so that a
	// look at every seedStep-th byte meets each phrase.
	minPhrase = 12
	seedStep  = 36
	// seedGap is the most that stands between two words of a phrase: the end of a line, a number, quotation marks.
	seedGap = 12
	// minDistinct is how many different words a phrase has at least that nothing but the list confirms.
	minDistinct = 8
)

var seedWords = sync.OnceValue(func() map[seedWord]uint16 {
	words := map[seedWord]uint16{}
	for w := range strings.FieldsSeq(seedList) {
		var packed seedWord
		copy(packed[:], w)
		words[packed] = uint16(len(words))
	}
	return words
})

// scanPhrases looks for twelve or more words of the list in a row. A run that is met is left at its end, so that no word is looked
// at more than twice.
func (s *scan) scanPhrases() {
	end := 0 // of the last run
	for p := seedStep; p < len(s.text); p += seedStep {
		s.work += maxSeedWord
		at := s.skip(p, seedGap, func(b byte) bool { return classes[b]&(clsUpper|clsLower) == 0 })
		if start, stop := s.wordAround(at, end); isSeedWord(s.text[start:stop]) {
			end = s.scanPhrase(start, stop, end)
			p = max(p, end)
		}
	}
}

// wordAround gives the word that p stands in, or nothing if it is too long for the list. It begins at least at from.
func (s *scan) wordAround(p, from int) (start, end int) {
	start, end = p, p
	for start > from && p-start <= maxSeedWord && in(s.text[start-1], clsUpper|clsLower) {
		start--
	}
	for end < len(s.text) && end-p <= maxSeedWord && in(s.text[end], clsUpper|clsLower) {
		end++
	}
	if isEscape(s.text, start) {
		start++
	}
	return start, max(start, end)
}

// isEscape reports whether the letter at p belongs to an escaped line end or tab.
func isEscape(t string, p int) bool {
	return p > 0 && p < len(t) && t[p-1] == '\\' && strings.IndexByte("nrt", t[p]) >= 0
}

func isSeedWord(w string) bool {
	_, ok := seedIndex(w)
	return ok
}

func seedIndex(w string) (uint16, bool) {
	if len(w) < minSeedWord || len(w) > maxSeedWord {
		return 0, false
	}
	var packed seedWord
	for i := range len(w) {
		packed[i] = lower[w[i]]
	}
	n, ok := seedWords()[packed]
	return n, ok
}

// scanPhrase takes the run of words of the list around the one from start to stop, as far back as from, and gives its end.
func (s *scan) scanPhrase(start, stop, from int) int {
	first, last := start, stop
	for {
		at, to := s.wordBack(first, from)
		if !isSeedWord(s.text[at:to]) {
			break
		}
		first = at
	}
	var found []uint16
	for at, to := first, s.letters(first); isSeedWord(s.text[at:to]); at, to = s.wordOn(last) {
		n, _ := seedIndex(s.text[at:to])
		found, last = append(found, n), to
	}
	s.work += last - first
	if len(found) >= minPhrase && (distinct(found) >= minDistinct || isPhraseOf(found)) {
		s.add(finding{start: first, end: last, kind: KindPassword, mask: maskStars})
	}
	return last
}

// letters gives the end of the letters from p on, or one that is too far for a word.
func (s *scan) letters(p int) int {
	return s.skip(p, maxSeedWord+1, func(b byte) bool { return in(b, clsUpper|clsLower) })
}

// wordOn gives the word behind p.
func (s *scan) wordOn(p int) (start, end int) {
	for start = p; start < len(s.text) && start-p < seedGap; start++ {
		if s.text[start] == '\\' && isEscape(s.text, start+1) {
			start++
		} else if !isSeedGap(s.text[start]) {
			break
		}
	}
	if start == p {
		return p, p
	}
	return start, s.letters(start)
}

// wordBack gives the word before p, which begins at least at from.
func (s *scan) wordBack(p, from int) (start, end int) {
	for end = p; end > from && p-end < seedGap; end-- {
		if end-2 >= from && isEscape(s.text, end-1) {
			end--
		} else if !isSeedGap(s.text[end-1]) {
			break
		}
	}
	if end == p || end == from {
		return p, p
	}
	start, _ = s.wordAround(end, from)
	return start, end
}

// isSeedGap reports whether b stands between the words of a phrase.
func isSeedGap(b byte) bool {
	return b <= ' ' || in(b, clsDigit) || strings.IndexByte(".,;:|-\"'`()[]#>\\", b) >= 0
}

func distinct(found []uint16) int {
	seen := map[uint16]bool{}
	for _, n := range found {
		seen[n] = true
	}
	return len(seen)
}

// isPhraseOf reports whether found is a phrase by its length and its check sum: the last bits of the last word are the first of the
// hash of all bits before.
func isPhraseOf(found []uint16) bool {
	if len(found)%3 != 0 || len(found) > 24 {
		return false
	}
	var bits []byte
	for _, n := range found {
		for b := 10; b >= 0; b-- {
			bits = append(bits, byte(n>>b)&1)
		}
	}
	size := len(found) / 3
	entropy := make([]byte, 4*size)
	for i := range 32 * size {
		entropy[i/8] |= bits[i] << (7 - i%8)
	}
	sum := sha256.Sum256(entropy)
	for i, b := range bits[32*size:] {
		if sum[0]>>(7-i)&1 != b {
			return false
		}
	}
	return true
}
