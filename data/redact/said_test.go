package redact

import (
	"fmt"
	"strings"
	"testing"
)

func TestWhatASentenceOrACallTellsIsHidden(t *testing.T) {
	for _, form := range []string{
		"the password is %s", "my password is: %s, thanks", "I changed the password to %s.", "the password was %s", "password '%s'", `password "%s"`, "password (%s)", "password → %s", "token -> %s", "password:\n%s\n", "Password:\n  `%s`\n",
		"password:\u3000%s", "password:\u00a0%s", "password: \x1b[33m%s\x1b[0m", "password:\u200b%s",
		"define('DB_PASSWORD', '%s');", `set_password("%s")`, "setPassword('%s')", `let password: string = "%s"`, "password: String = %s", "pw: %s", "pw=%s", "psk=\"%s\"", "secret_key_base: %s", "token %s", "ENV SECRET_KEY %s", "setx TOKEN %s", "пароль %s", "密码 %s", "contraseña %s",
	} {
		text := fmt.Sprintf(form, "Tr0ub4dor-Zx81qq")
		if out, spans := (Redactor{}).Redact(text); strings.Contains(out, "ub4dor") || len(spans) != 1 {
			t.Errorf("%q -> %q", text, out)
		}
		check(t, text)
	}
}

func TestSentencesAboutSecretsStay(t *testing.T) {
	for _, text := range []string{
		"the password is SHA256-hashed", "the token is OAuth2-based", "the password is base64 encoded", "the token is JWT", "password to change", "the key is Ctrl+F12", "token ERC20Permit", "the secret was found in src/Main2.go", "t('password', 'Enter it')",
		"password:\n  min_length: 8", "Password:\nEnter your old one first", "token (see RFC 7519)", "the password is 12 characters", "setPassword('')", "let password: string = \"\"", "token -> string", "secret \"default\"", "the API key is configured in Settings2",
		"access token (OAuth2Client)", "token getUserProfileV2Response", "password: string;", "spw: 1", "the token is valid for 3600s", "password ********",
	} {
		if out, spans := (Redactor{}).Redact(text); out != text || len(spans) > 0 {
			t.Errorf("%q became %q", text, out)
		}
	}
}
