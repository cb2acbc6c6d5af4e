package redact

import "testing"

// mostWork is how many bytes a pass may look at for each one of a text. A text of nothing but the beginnings of tokens needs most:
// for each, an expression is given a window. Work that grows with the square of a text needs many times as much.
const mostWork = 1000

func workOf(text string) int { return look(text).work }

func TestWorkGrowsWithTheTextAndNotFaster(t *testing.T) {
	for name, unit := range dense {
		text := fill(unit, large/4) + "»"
		if work := workOf(text); work > mostWork*len(text) {
			t.Errorf("%q: %d bytes were looked at for each one", name, work/len(text))
		}
	}
}

// FuzzWorkGrowsWithTheTextAndNotFaster repeats what the fuzzer comes up with.
func FuzzWorkGrowsWithTheTextAndNotFaster(f *testing.F) {
	for _, unit := range dense {
		f.Add(unit, "»")
	}
	for _, v := range load[vector](f, "redaction.json") {
		f.Add(plain(v.Input), "\n")
	}
	f.Fuzz(func(t *testing.T, unit, end string) {
		if unit == "" || len(unit) > 200 || len(end) > 200 {
			return
		}
		text := fill(unit, large/16) + end
		if work := workOf(text); work > mostWork*len(text) {
			t.Errorf("%d bytes were looked at for each one", work/len(text))
		}
	})
}
