package redact

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// draw makes a token of n characters that differs at every run of the seed.
func draw(r *rand.Rand, n int) string {
	const chars = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = chars[r.IntN(len(chars))]
	}
	b[n/2], b[n/3] = '7', 'q'
	return string(b)
}

// places are the ways in which a secret stands in a text; %s is the secret.
var places = []string{
	"OPENAI_API_KEY=%s", "export DB_PASSWORD='%s'", `{"api_key": "%s"}`, `{\"token\":\"%s\"}`, "password: %s", "client_secret = %s", "--token %s", "--password=%s", "dbPassword: \"%s\"",
	"Authorization: Bearer %s", "curl -H 'X-Vault-Token: %s' http://x", "Cookie: sid=%s; theme=dark", "Set-Cookie: sid=%s; Path=/", "https://u:%s@host.example/a", "https://h.example/?access_token=%s&x=1",
	"ghp_%s", "glpat-%s", "sk-proj-%s", "xoxb-%s", "npm_%s", "hf_%s", "пароль: %s", "密码：%s", "contraseña: %s", "Passwort: %s", "mot de passe : %s", "パスワードは%sです", "**Password:** %s",
	"| token | %s |", "<secret>%s</secret>", "machine h login me password %s", "ssh://root:%s@h", "password: `%s`", "PASSWORD=%s # set it", "비밀번호: %s", "Пароль от почты? Пароль: %s",
	"-----BEGIN RSA PRIVATE ¦KEY-----\n%s", "-----BEGIN PGP PRIVATE ¦KEY BLOCK-----\n\n%s\n-----END PGP PRIVATE ¦KEY BLOCK-----", "%s\n-----END PRIVATE ¦KEY-----\nafter", "PrivateKey = %s",
}

// around are texts that stand next to it without hiding it.
var around = []string{"%s", "see %s", "注意%s。", "🔑%s🔑", "(%s)", "x\\n%s\\ny", "\x1b[31m%s\x1b[0m", "> %s\n> more", "Привет, %s!", "line\r\n%s\r\nline"}

func TestNoEightCharactersOfAPlantedSecretRemain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for _, place := range places {
		for _, frame := range around {
			for _, n := range []int{30, 36, 48, 64} {
				secret := draw(r, n)
				text := fmt.Sprintf(frame, fmt.Sprintf(plain(place), secret))
				out, spans := Redactor{}.Redact(text)
				for i := 0; i+8 <= n; i++ {
					if strings.Contains(out, secret[i:i+8]) {
						t.Errorf("%q stays: %q -> %q", secret[i:i+8], text, out)
						break
					}
				}
				if len(spans) == 0 {
					t.Errorf("no span is told for %q", text)
				}
				check(t, text)
			}
		}
	}
}

func TestWhatTheMaskLooksLike(t *testing.T) {
	token := "ghp_" + strings.Repeat("aB3", 12)
	for _, c := range []struct {
		name, in, out string
		kinds         []string
	}{
		{"a vendor's token keeps six and four characters", "use " + token + " now", "use ghp_aB…3aB3 now", []string{KindToken}},
		{"so does one that is assigned", "GH_TOKEN=" + token, "GH_TOKEN=ghp_aB…3aB3", []string{KindToken}},
		{"a short one keeps nothing", "use sk-abc12345 now", "use *** now", []string{KindKey}},
		{"a password keeps nothing, however long", "password: " + strings.Repeat("aB3", 12), "password: ***", []string{KindPassword}},
		{"a password with a comma near its beginning goes whole", "password: aB,9fk2Lq", "password: ***", []string{KindPassword}},
		{"a mask made before is told", "use sk-FaK…Ke67 now", "use sk-FaK…Ke67 now", []string{KindMasked}},
		{"so is that of a token which begins with digits", "use 123456…aGhK now, 123456…then", "use 123456…aGhK now, 123456…then", []string{KindMasked}},
		{"a mask where a value stands is told with its kind", "password=*** and DB_TOKEN=abc1de…x9yz", "password=*** and DB_TOKEN=abc1de…x9yz", []string{KindPassword, KindToken}},
		{"stars in prose are no mask", "***very*** bold, and\n\n***\n\na rule", "***very*** bold, and\n\n***\n\na rule", nil},
		{"an ellipsis in prose is no mask", "Please…then wait, really…fine", "Please…then wait, really…fine", nil},
		{
			"a key's marker lines stay", "a\n-----BEGIN EC PRIVATE ¦KEY-----\nMHcCAQEEIFakeFake\n-----END EC PRIVATE ¦KEY-----\nb",
			"a\n-----BEGIN EC PRIVATE ¦KEY-----\n…redacted…\n-----END EC PRIVATE ¦KEY-----\nb",
			[]string{KindPrivateKey},
		},
		{"a cut key is hidden to the end", "x\n-----BEGIN PRIVATE ¦KEY-----\nMIIEvQ\n", "x\n-----BEGIN PRIVATE ¦KEY-----\n…redacted…\n", []string{KindPrivateKey}},
		{"a key on one line goes with its markers", `k: "-----BEGIN PRIVATE ¦KEY-----\nMIIEvQ\n-----END PRIVATE ¦KEY-----\n"`, `k: "***\n"`, []string{KindPrivateKey}},
		{"a marker that is only spoken of stays", "grep for -----BEGIN RSA PRIVATE ¦KEY----- in the tree", "grep for -----BEGIN RSA PRIVATE ¦KEY----- in the tree", nil},
		{"an address loses its password", "psql postgres://me:s3cret@db/x", "psql postgres://me:***@db/x", []string{KindURL}},
		{"a password with a slash and an at sign in it goes whole", "postgres://me:s3/cr@et@db/x", "postgres://me:***@db/x", []string{KindURL}},
		{"each cookie is hidden", "Cookie: a=b1; c=d2", "Cookie: a=***; c=***", []string{KindCookie, KindCookie}},
		{"a header's scheme stays", "Authorization: Basic Zm9vOmJhcg==", "Authorization: Basic ***", []string{KindHeader}},
		{"a block of YAML is hidden", "password: |\n  one two\n  three\nnext: 1", "password: |\n  ***\nnext: 1", []string{KindPassword}},
		{"a quoted value that is cut goes to its end", `{"client_secret": "long value with spa`, `{"client_secret": "***`, []string{KindKey}},
	} {
		t.Run(c.name, func(t *testing.T) {
			in := plain(c.in)
			out, spans := Redactor{}.Redact(in)
			if d := cmp.Diff(out, plain(c.out)); d != "" {
				t.Errorf("text (-got +want):\n%s", d)
			}
			if d := cmp.Diff(kinds(spans), c.kinds); d != "" {
				t.Errorf("kinds (-got +want):\n%s", d)
			}
			check(t, in)
		})
	}
}

func TestOrdinaryTextComesBackByteForByte(t *testing.T) {
	for _, text := range []string{
		"The token: refreshed daily", "secret: never tell", "Use --token or --api-key here, both work.", "the bearer of this letter", "Bearer <token>",
		"API_TOKEN=$API_TOKEN", "API_TOKEN=${API_TOKEN:-}", "api_key: <your-key>", "password: string", "token: params.token,", "password = getpass.getpass()", "const token = await refresh();",
		"max_tokens: 4096", "sessionKey: agent:main:telegram:direct:42", "publicKey: ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIabc", "token_count=12 key=value", "primary_key: user_id",
		"https://example.org:8080/a@b", "mailto:bob@example.org", "see https://bob@example.org/path", "docker run -u 1000:1000 alpine", "密码：请联系管理员", "Забыли пароль? Нажмите сюда: помощь будет скоро",
		"scikit-learn, task-force-one, risk-based, disk-usage", "Cookie: yes please", "Authorization: required", "ratio 10:30, room 4:15", "The password must have 8 characters.", "key: value", "code: 200", "`token=` is written so",
		"--- PASS: TestFoo1 (0.03s)", "PWD=/home/Bob/src1/x", "https://h.example/?code=404", "for _, token := range tokens {", "Token: []string{\"require\"},", "<key>CFBundleShortVersionString</key>", "MODE_TOKEN = 0x0704",
		"hash 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08", "src/internal/Views/Main2Window/GettingStarted", "**Token:** the word for it is a long one",
	} {
		if out, spans := (Redactor{}).Redact(text); out != text || len(spans) > 0 {
			t.Errorf("%q became %q with %v", text, out, spans)
		}
	}
}

func TestTheStampIsTheVersion(t *testing.T) {
	if r := (Redactor{}); r.Version() != 3 || r.Stamp() != "3" {
		t.Errorf("version %d, stamp %q; want 3 for both", r.Version(), r.Stamp())
	}
}
