package redact

import "testing"

// TestOrdinaryTextThatLooksLikeSecretsComesBackByteForByte holds what once was hidden by mistake in documentation and sources, or
// looks as if it could be, in texts of our own.
func TestOrdinaryTextThatLooksLikeSecretsComesBackByteForByte(t *testing.T) {
	for _, text := range load[string](t, "ordinary.json") {
		for _, framed := range []string{text, "> " + text, text + "\n", "见" + text + "。"} {
			if out, spans := (Redactor{}).Redact(framed); out != framed || len(spans) > 0 {
				t.Errorf("%q became %q", framed, out)
			}
		}
	}
}
