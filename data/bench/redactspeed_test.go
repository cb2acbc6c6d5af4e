package bench

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/redact"
)

// plainText is what conversations are mostly made of: prose in several scripts, source text, a listing.
const plainText = `The build failed twice on Tuesday, so we moved the second stage behind a flag and asked for a review before lunch.
Сборка дважды упала во вторник, поэтому мы перенесли второй шаг. 构建在星期二失败了两次，所以我们把第二步移到了标志后面。
func (s *Server) authorize(tokens []Token, key string) error { return fmt.Errorf("pass %d: %w", s.pass, err) }
| step | took | result |
- docs/setup.md, src/main.py: see https://example.org/docs?page=2 and run go test ./... with at most 4096 tokens (max_tokens: 4096).
`

// BenchmarkRedaction tells the microseconds that a kilobyte takes, the best of many runs, since other work on the computer only
// adds to them.
func BenchmarkRedaction(b *testing.B) {
	own, problems := redact.New(ownRules())
	if len(problems) > 0 {
		b.Fatal(problems)
	}
	for _, c := range []struct {
		name, text string
		redactor   redact.Redactor
	}{
		{"ordinary", strings.Repeat(plainText, 400), redact.Redactor{}},
		{"dense", strings.Repeat(secretText(), 200), redact.Redactor{}},
		{"ordinary, own rules", strings.Repeat(plainText, 400), own},
		{"dense, own rules", strings.Repeat(secretText(), 200), own},
	} {
		b.Run(c.name, func(b *testing.B) {
			best := time.Hour
			for b.Loop() {
				for range 10 {
					start := time.Now()
					c.redactor.Redact(c.text)
					best = min(best, time.Since(start))
				}
			}
			b.ReportMetric(float64(best.Microseconds())*1024/float64(len(c.text)), "us/KB")
		})
	}
}

// secretText is a kilobyte with a dozen invented secrets in it. They are put together here, so that nobody takes one for real.
func secretText() string {
	random := rand.New(rand.NewPCG(9, 9))
	var b strings.Builder
	for i, form := range []string{
		"use gh" + "p_%s here", "OPENAI_API_KEY=sk-" + "proj-%s", "Authorization: Bearer %s", "https://me:%s@db.example.org/x", "password: %s", `{"client_secret": "%s"}`,
		"Cookie: sid=%s; theme=dark", "curl -u me:%s https://example.org", "xox" + "b-1234567890-%s", "--token %s", "https://h.example/?access_token=%s&x=1", "密码：%s",
	} {
		fmt.Fprintf(&b, form+"\nand step %d went on as before, with some words.\n", letters(random, 32), i)
	}
	return b.String()
}

func letters(random *rand.Rand, n int) string {
	const all = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	b := make([]byte, n)
	for i := range b {
		b[i] = all[random.IntN(len(all))]
	}
	return string(b)
}

// ownRules are 20 patterns, two of which only the slower engine knows, and 50 secrets.
func ownRules() (p redact.Params) {
	random := rand.New(rand.NewPCG(10, 10))
	for i := range 18 {
		p.Patterns = append(p.Patterns, fmt.Sprintf(`\bproject-%c\w*-(\d+)`, 'a'+i))
	}
	p.Patterns = append(p.Patterns, `/(?<=staff number )\d{4,}/`, `/\b(\d{4})-\1\b/`)
	for i := range 50 {
		p.Secrets = append(p.Secrets, letters(random, 12+i))
	}
	return p
}
