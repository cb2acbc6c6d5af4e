package redact

import "testing"

func TestSeedPhrases(t *testing.T) {
	const valid = "legal winner thank year wave sausage worth useful legal winner thank yellow"
	for _, c := range []struct{ name, in, out string }{
		{"one in a sentence", "it is " + valid + ".", "it is ***."},
		{"in capitals", "LEGAL WINNER THANK YEAR WAVE SAUSAGE WORTH USEFUL LEGAL WINNER THANK YELLOW", "***"},
		{"numbered, on lines of their own", "1. legal\n2. winner\n3. thank\n4. year\n5. wave\n6. sausage\n7. worth\n8. useful\n9. legal\n10. winner\n11. thank\n12. yellow\n", "1. ***\n"},
		{"with escaped line ends", `x\nlegal\nwinner\nthank\nyear\nwave\nsausage\nworth\nuseful\nlegal\nwinner\nthank\nyellow\n`, `x\n***\n`},
		{"in JSON", `["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]`, `["***"]`},
		{"beside CJK", "助记词" + valid + "。", "助记词***。"},
		{"few different words, but the check sum is right", "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon about", "***"},
		{"few different words, and it is wrong", "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon able", "abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon abandon able"},
		{"eleven words", "winner thank year wave sausage worth useful legal winner thank yellow", "winner thank year wave sausage worth useful legal winner thank yellow"},
		{"a word that is not of the list", "legal winner thank year wave sausage worthy useful legal winner thank yellow", "legal winner thank year wave sausage worthy useful legal winner thank yellow"},
	} {
		if out, _ := (Redactor{}).Redact(c.in); out != c.out {
			t.Errorf("%s:\n%q became\n%q, want\n%q", c.name, c.in, out, c.out)
		}
		check(t, c.in)
	}
}

// TestAPhraseIsMetWhereverItBegins moves the shortest words through the steps of the scan.
func TestAPhraseIsMetWhereverItBegins(t *testing.T) {
	const shortest = "act add age aim air all any arm art ask bag bar"
	for n := range 2 * seedStep {
		for _, end := range []string{"", ".", " 'n'"} {
			text := fill("-", n) + " " + shortest + end
			if out, _ := (Redactor{}).Redact(text); out != fill("-", n)+" ***"+end {
				t.Errorf("behind %d bytes: %q", n, out)
			}
		}
	}
}

func TestTheListOfSeedWordsIsWhole(t *testing.T) {
	if n := len(seedWords()); n != 2048 {
		t.Errorf("%d words", n)
	}
	for word, n := range map[string]uint16{"abandon": 0, "ABILITY": 1, "zoo": 2047} {
		if got, ok := seedIndex(word); !ok || got != n {
			t.Errorf("%s is number %d, %v", word, got, ok)
		}
	}
}
