package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/excerpt"
	"github.com/wordwake/wordwake/data/token"
)

// filler stands around a secret, so that a window can begin and end at any distance from it.
var filler = strings.Repeat("alpha beta gamma delta ", 4)

// windows calls each for an excerpt at every word of text, of several lengths.
func windows(text string, hidden []data.Hidden, each func(excerpt string)) {
	for _, word := range token.Cut(text) {
		for _, size := range []int{12, 60, 300} {
			// The words before it are of the text, too, so that the window begins at one and ends at another.
			each(excerpt.Make(text, hidden, []token.Phrase{{word.Text}}, size).Text)
			each(excerpt.Make(text[word.Span.Start:], after(hidden, word.Span.Start), nil, size).Text)
		}
	}
}

// after gives the masks behind a place, as seen from there.
func after(hidden []data.Hidden, place int) (out []data.Hidden) {
	for _, h := range hidden {
		if h.Start >= place {
			h.Start, h.End = h.Start-place, h.End-place
			out = append(out, h)
		}
	}
	return out
}

func TestNoWindowShowsEightCharactersOfAVector(t *testing.T) {
	for _, v := range load[vector](t, "redaction.json") {
		input, expected := plain(v.Input), plain(v.Expected)
		if !v.Changed || strings.Contains(v.Name, "prose") {
			continue
		}
		text, hidden := Redactor{}.Redact(filler + "\n" + input + "\n" + filler)
		taken := takenOut(input, expected)
		windows(text, hidden, func(piece string) {
			for _, part := range taken {
				if strings.Contains(piece, part) {
					t.Fatalf("%s: %q comes out in %q", v.Name, part, piece)
				}
			}
		})
	}
	for _, k := range load[credential](t, "credential-kinds.json") {
		text, hidden := Redactor{}.Redact(filler + "\n" + plain(k.Input) + "\n" + filler)
		secret := plain(k.Secret)
		windows(text, hidden, func(piece string) {
			if shows(piece, secret) {
				t.Fatalf("%s comes out in %q", k.Kind, piece)
			}
		})
	}
}

// shows reports whether eight characters of secret in a row are in piece.
func shows(piece, secret string) bool {
	for i := 0; i+8 <= len(secret); i++ {
		if part := secret[i : i+8]; strings.Contains(piece, part) && allIn(part, clsJWT|clsDot) {
			return true
		}
	}
	return false
}

// cutPlaces are those of OpenClaw's leaks: what tells a secret is cut off, or stands far from where the text is looked at.
var cutPlaces = []string{
	"-----BEGIN RSA PRIVATE ¦KEY-----\n%s\n-----END RSA PRIVATE ¦KEY-----", "-----BEGIN RSA PRIVATE ¦KEY-----\n%s", "%s\n-----END RSA PRIVATE ¦KEY-----", "-----BEGIN PGP PRIVATE ¦KEY BLOCK-----\n\n%s",
	`{"client_secret": "%s`, `password: "%s with words behind it"`, "Authorization: Bearer %s", "https://u:%s@host.example", "eyJhbGciOiJIUzI1NiJ9.%s.c2ln", "Cookie: sid=%s",
}

func TestNoWindowShowsALongSecretThatItCuts(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for _, place := range cutPlaces {
		place = plain(place)
		for _, size := range []int{64, 300, 700} {
			secret := draw(random, size)
			text, hidden := Redactor{}.Redact(filler + "\n" + fmt.Sprintf(place, secret))
			if !strings.Contains(place, "PRIVATE KEY") || strings.Contains(place, "END") {
				text, hidden = Redactor{}.Redact(filler + "\n" + fmt.Sprintf(place, secret) + "\n" + filler)
			}
			windows(text, hidden, func(piece string) {
				if shows(piece, secret) {
					t.Fatalf("%.40q: a secret of %d characters comes out in %q", place, size, piece)
				}
			})
		}
	}
}

// TestAnyCutOfAVectorIsStableAndItsSpansAreValid cuts the texts themselves, as a source may have done.
func TestAnyCutOfAVectorIsStableAndItsSpansAreValid(t *testing.T) {
	for _, v := range load[vector](t, "redaction.json") {
		input := plain(v.Input)
		for i := range len(input) {
			check(t, input[:i])
			check(t, input[i:])
		}
	}
}
