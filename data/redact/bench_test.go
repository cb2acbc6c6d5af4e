package redact

import (
	"strings"
	"testing"
	"time"
)

const (
	megabyte = 1 << 20
	large    = megabyte / 4
	small    = large / 8
)

func fill(unit string, size int) string {
	unit = plain(unit)
	return strings.Repeat(unit, size/len(unit)+1)[:size]
}

const prose = "The build failed twice on Tuesday, so we moved the second stage behind a flag and asked for a review before lunch. "

// dense are texts that make each scanner work as often as it can. The sign that clock adds closes a quotation far away.
var dense = map[string]string{
	"prose": prose, "code": "func (s *scan) lookAtKey(tokens []token, key string) error { return fmt.Errorf(\"pass %d: %w\", s.pass, err) }\n",
	"russian": "Сборка дважды упала во вторник, поэтому мы перенесли второй шаг. ", "chinese": "构建在星期二失败了两次，所以我们把第二步移到了标志后面。",
	"sk-": "sk-", "token=": "token=", "token= ": "token= ", "token:\"": "token:\"", "open quotes": "token:“", "escaped quotes": `token:\"`, "password='": "password='",
	"eyJ": "eyJ", "eyJ.": "eyJabcdefghijk.", "://": "://", "url": "a://u:/", "url at": "a://b@", "url long": "a://aaaa", "pem begin": "-----BEGIN PRIVATE ¦KEY-----", "pem end": "-----END PRIVATE ¦KEY-----\n",
	"pem prose": "-----BEGIN PRIVATE ¦KEY----- a b ", "pem words": "PRIVATE ¦KEY ", "authorization": "authorization: ", "authorization:": "authorization:", "digest": "authorization: digest ",
	"cookie": "cookie: ", "cookie pairs": "cookie: a=b; ", "cookie glued": "cookie:", "bearer": "bearer ", "base64": "QUJDREVG", "stars": "***", "masks": "sk-abc…1234 ", "percent": "%20", "percent hex": "%74oken",
	"zero width": "\u200b", "digits": "1:a", "pgpass": "a.b:5432:", "keys": "key", "underscores": "_token_", "ellipsis": "…", "private-lines": "Private-Lines: 1\n", "discord": "discord ", "crypt": "$6$",
	"_mmk": "_mmk", "atlas": ".atlasv1.", "-u": " -u a:", "mysql": "mysql -p", "card": "card_", "yaml": "password: |\n a\n", "xml": "<password>", "bold": "password:**", "passphrase": "passphrase = a b c ",
	"backslashes": "token:\\", "ampersands": "token=&a", "commas": "token=,a", "hooks": "hooks.slack.com/", "secrets": "password=hunter2 ", "vendor": "ghp_" + "FaKe0FaKe1FaKe2FaKe3FaKe4FaKe5FaKe6F ",
	"seed": "api key api key ", "value": `"password" value `, "login": "login bob password ", "spaces": "token:      ", "amp": "?token=a&", "weak": "key=“", "low": "token=“<", "A": "A",
	"kind": "kind: secret\ndata:\n a: b\n", "kind json": `"kind":"secret","data":{"a":"b",`, "data": "data:\n ", "seed words": "abandon ", "seed broken": "abandon ability x ", "azure": "a8Q~", "bars": "1|a",
	"xoxb": "xoxb-", "discord values": "discord: ", "jwt64": "ZXlK", "grafana": "glc_", "sentry": "sntrys_eyJpYXQiO", "names": "abc.TOKEN=$",
	"calls": "token:(", "homes": "token:~/", "functions": "token:foo(", "full width": "ｐａｓｓｗｏｒｄ＝ａ", "nul": "password\x00=a", "colours": "\x1b[1mkey", "no text": "\xff\xe3", "far close": "key=«", "programs": "http ", "program flags": "curl -u", "told": "a1B as password ",
	"cells": "<td>token</td>\n", "fences": "token:\n```\n", "doubled": "token='a''b", "signs": "key%3D", "fields": "a:1234:b:c:", "stars and colons": "*:*:", "entries": "name: key\nvalue: ", "folds": "Authorization: Bearer\n ", "blocks": "password: |\n <", "=": "=",
}

// TestTimeGrowsWithTheTextAndNotFaster compares a text with one of an eighth of its length, rather than with a clock, which a busy
// computer would spoil. Linear work takes 8 times as long, quadratic work 64 times.
func TestTimeGrowsWithTheTextAndNotFaster(t *testing.T) {
	for name, unit := range dense {
		for try := 1; ; try++ {
			few, many := clock(fill(unit, small)), clock(fill(unit, large))
			if many < 200*time.Millisecond || many < 30*few {
				break
			}
			if try == 3 {
				t.Errorf("%q: %d KB took %v and %d KB took %v", name, small>>10, few, large>>10, many)
				break
			}
		}
	}
}

func clock(text string) time.Duration {
	start := time.Now()
	Redactor{}.Redact(text + "»")
	return time.Since(start)
}

func BenchmarkRedact(b *testing.B) {
	for _, name := range []string{"prose", "code", "russian", "chinese", "secrets", "vendor", "masks", "token:\"", "base64"} {
		b.Run(name, func(b *testing.B) {
			text := strings.ToValidUTF8(fill(dense[name], megabyte), "")
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				Redactor{}.Redact(text)
			}
		})
	}
}
