package redact

import (
	"strings"
	"testing"
)

func TestWordsBehindTheEndOfAKeyOnTheSameLineStay(t *testing.T) {
	body := strings.Repeat("aB3dE5gH", 8)
	for _, form := range []string{
		"-----BEGIN RSA PRIVATE ¦KEY-----\n@\n-----END RSA PRIVATE ¦KEY----- zebra crossing", "@\n-----END PRIVATE ¦KEY----- zebra crossing", "-----BEGIN PRIVATE ¦KEY----- @ -----END PRIVATE ¦KEY----- zebra crossing",
		"-----BEGIN PGP PRIVATE ¦KEY BLOCK-----\n\n@\n-----END PGP PRIVATE ¦KEY BLOCK----- zebra crossing", "-----BEGIN PRIVATE ¦KEY-----\\n@\\n-----END PRIVATE ¦KEY----- zebra crossing",
	} {
		text := plain(strings.Replace(form, "@", body, 1))
		if out, _ := (Redactor{}).Redact(text); !strings.HasSuffix(out, "- zebra crossing") && !strings.HasSuffix(out, "*** zebra crossing") || strings.Contains(out, body[:8]) {
			t.Errorf("%q -> %q", text, out)
		}
		check(t, text)
	}
}
