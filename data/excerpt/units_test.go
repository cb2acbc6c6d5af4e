package excerpt_test

import (
	"testing"

	"github.com/wordwake/wordwake/data/excerpt"
)

func TestTheLengthOfATextInUTF16Units(t *testing.T) {
	for text, want := range map[string]int{"": 0, "tide": 4, "Ebbe für": 8, "潮汐": 2, "🌊🦞": 4, "a\xffb": 3} {
		if got := excerpt.Units(text); got != want {
			t.Errorf("%q: %d units, not %d", text, got, want)
		}
	}
}
