package redact

import (
	"strings"
	"testing"
)

// handed are ways in which people hand a password to a program or to each other; S is the password.
var handed = []string{
	"ENV DB_PASSWORD S", "RUN x\nENV DB_PASSWORD S\n", "setx DB_PASSWORD S", "config set password S", "password='it''sS'", "('bob', password='it''sS', 1)", "next=password%3DS", "password&#61;S",
	"Authorization: Bearer\n S", "Authorization: Bearer \u00a0S", "Authorization: Bearer\r\n\tS\r\nHost: h", "db:5432:db:bob:S", "*:*:*:bob:S", "*:*:db:bob:S\n", "https://S@h/", "git clone https://S@h.example/x.git",
	`ConvertTo-SecureString "S" -AsPlainText -Force`, "docker login -p S", "docker login -u bob -p S registry.example", "curl -ubob:S h", "curl -s -ubob:S h", "http -a bob:S h", "redis-cli -a S ping",
	"redis-cli -h x -a S", "keytool -list -storepass S", "ldapsearch -x -D cn=a -w S", "7z -pS", "7z a -pS x.7z", "unrar x -pS a.rar", "sqlplus bob/S@db", "<b>Password:</b> S", "<p><strong>Password</strong>: S</p>", "<td>Password</td><td>S</td>",
	"<th>Password</th>\n  <td class=\"x\">S</td>", "<dt>Password</dt><dd>S</dd>", "Password&#58; S", "Password:\n```\nS\n```", "Password:\n\n```text\nS\n```\n", "Password:\n\n    S\n", "密码就是S", "パスワード「S」", "пароль «S»",
	"WLAN-Schlüssel: S", "password was changed to S", "the password has been reset to S.", "use S as the password", "Use `S` as your password, please", "We set \"S\" as the password",
}

func TestAPasswordIsHiddenHoweverItIsHandedOver(t *testing.T) {
	for _, secret := range []string{plain("hunter¦2Qx9¦Lm4T¦z8"), plain("Tr0ub¦4dor+¦3Kx9")} {
		for _, form := range handed {
			text := withSecret(form, secret)
			if out, _ := (Redactor{}).Redact(text); strings.Contains(out, secret[4:12]) {
				t.Errorf("%q -> %q", text, out)
			}
			check(t, text)
		}
	}
}

// withSecret puts secret in the place of the S of form that stands for it: the one that no letter of a name is beside.
func withSecret(form, secret string) string {
	for i := range len(form) {
		alone := i+1 == len(form) || !in(form[i+1], clsAlnum) && form[i+1] != '_' && form[i+1] != '-'
		if form[i] == 'S' && alone && (i == 0 || !in(form[i-1], clsUpper)) {
			return form[:i] + secret + form[i+1:]
		}
	}
	return form
}

func TestPlainWordsInTheirPlaceStay(t *testing.T) {
	for _, text := range []string{
		"ENV DB_PASSWORD is read first", "the ENV DB_PASSWORD holds it", "config set password to x", "ENV DB_PASSWORD $OTHER", "the environment password is read", "next=token%3D", "Authorization: Bearer\n  the scheme of the header", "Authorization: Bearer\n\nnext",
		"main:1234:col:warning:something", "https://bob@host.example/x", "https://Alice2@host.example/", "ConvertTo-SecureString $password", `ConvertTo-SecureString "Enter it"`, "docker login -p is not safe",
		"docker login -p $PASS", "docker login -p <password>", "docker login --help -p password", "curl -u", "curl -url is no flag", "http -a is for auth", "an http -a b", "redis-cli -a <password>", "7z x -path", "the 7z format has -parts",
		"sqlplus /nolog", "sqlplus user/password@db", "<b>Password:</b> the word that opens it", "<label>Password:</label> <input>", "<td>Password</td><td>required</td>", "<td>Token</td>\n<td>A word of the text.</td>",
		"Password:\n```\nmake install\n```", "Password:\n\nThe second paragraph", "Password:\n\n    go test ./...", "密码就是钥匙", "パスワード「必須」です", "password was changed to something else", "use it as the password", "used OAuth2 as the token", "use OAuth2Client as the token",
		"use main.go2 as the key", "Passwort, WLAN-Schlüssel: siehe Rückseite", "values ('', 'a''b', 'c')", "name='a''b' token=''", "x *:*: y",
	} {
		if out, spans := (Redactor{}).Redact(text); out != text || len(spans) > 0 {
			t.Errorf("%q became %q", text, out)
		}
	}
}
