package redact

import (
	"strings"
	"testing"
)

// neighbours are characters that may stand right beside a secret, on either side.
var neighbours = []string{"中", "。", "の", "ー", "한", "й", "Ж", "é", "ß", "ש", "م", "ก", "न", "🔑", "\u200b", "\u00a0", "\u3000", "“", "—", "…", "\ufeff", "\x1b[0m", "\xff", "\x00"}

// TestNoNeighbourHidesASecret puts them around each vector. What is told by its line alone is put on a line of its own.
func TestNoNeighbourHidesASecret(t *testing.T) {
	for _, v := range load[vector](t, "redaction.json") {
		input, expected := plain(v.Input), plain(v.Expected)
		if !v.Changed || strings.Contains(v.Name, "prose") {
			continue
		}
		for _, n := range neighbours {
			out, _ := Redactor{}.Redact(n + input + n)
			if leak := leaks(input, expected, out); leak != "" {
				t.Errorf("%s beside %q lets %q through: %q", v.Name, n, leak, out)
			}
			check(t, n+input+n)
		}
	}
	for _, k := range load[credential](t, "credential-kinds.json") {
		secret := plain(k.Secret)
		for _, n := range neighbours {
			text := n + strings.Replace(plain(k.Input), secret+" ", secret+n, 1)
			if out, _ := (Redactor{}).Redact(text); strings.Contains(out, secret) {
				t.Errorf("%s beside %q is let through: %q", k.Kind, n, out)
			}
			check(t, text)
		}
	}
}
