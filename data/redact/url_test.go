package redact

import (
	"strings"
	"testing"
)

func TestThePasswordOfAnAddressIsHiddenHoweverLongItIs(t *testing.T) {
	for _, size := range []int{30, 1000, 1100, 5000, 300_000} {
		secret := strings.Repeat("aB3dE", size/5)
		for _, form := range []string{"see https://me:%s@host.example/x?y=1 now", "postgres://%s:%s@db/x", "https://me:%s/%s@host.example"} {
			text := strings.ReplaceAll(form, "%s", secret)
			if out, spans := (Redactor{}).Redact(text); strings.Contains(out, secret[:20]) || len(spans) == 0 {
				t.Errorf("one of %d characters comes through %q", size, form)
			}
			check(t, text)
		}
	}
}
