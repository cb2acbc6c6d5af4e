package token_test

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data/sqlitedb"
	"github.com/wordwake/wordwake/data/token"
)

// oracle asks the real tokenizer.
type oracle struct{ db *sql.DB }

func newOracle(t testing.TB) *oracle {
	t.Helper()
	db, err := sqlitedb.OpenOwnWriter(context.Background(), filepath.Join(t.TempDir(), "oracle.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	o := &oracle{db: db}
	o.exec(t, `CREATE VIRTUAL TABLE probe USING fts5(text, content='', tokenize="unicode61 remove_diacritics 2")`)
	o.exec(t, `CREATE VIRTUAL TABLE seen USING fts5vocab(probe, instance)`)
	return o
}

func (o *oracle) exec(t testing.TB, statement string, values ...any) {
	t.Helper()
	if _, err := o.db.ExecContext(context.Background(), statement, values...); err != nil {
		t.Fatal(err)
	}
}

// words returns the words that FTS5 makes of each text.
func (o *oracle) words(t testing.TB, texts []string) [][]string {
	t.Helper()
	o.exec(t, "INSERT INTO probe(probe) VALUES ('delete-all')")
	o.exec(t, "BEGIN")
	for i, text := range texts {
		o.exec(t, "INSERT INTO probe(rowid, text) VALUES (?, ?)", i, text)
	}
	o.exec(t, "COMMIT")
	rows, err := o.db.QueryContext(context.Background(), "SELECT term, doc, offset FROM seen")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	found := make([]map[int]string, len(texts))
	for rows.Next() {
		var term string
		var doc, offset int
		if err := rows.Scan(&term, &doc, &offset); err != nil {
			t.Fatal(err)
		}
		if found[doc] == nil {
			found[doc] = map[int]string{}
		}
		found[doc][offset] = term
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	all := make([][]string, len(texts))
	for doc, byOffset := range found {
		for offset := range len(byOffset) {
			all[doc] = append(all[doc], byOffset[offset])
		}
	}
	return all
}

func ours(text string) []string {
	var words []string
	for _, tok := range token.Cut(text) {
		words = append(words, tok.Text)
	}
	return words
}

var oddTexts = []string{
	"", " ", "\x00", "a\x00b", "Hello, WORLD!", "foo_bar e-mail node.js C++", "canción CANCIÓN cancio\u0301n",
	"Größe straße ẞ œuvre", "ёлка Ёлка елка", "Ωμέγα ωμεγα ΆΈΉ ς Σ", "İstanbul ılık I i", "ｆｕｌｌ ﬁ ½ x²",
	"数据库 東京 데이터베이스 谢谢", "भारत ภาษาไทย עברית العربية", "🦞 👩‍💻 💻 🫠", "zero\u200bwidth so\u00adft nb\u00a0sp",
	"\u0301start a\u0301\u0302\u0305b", "q\u0345r", "\uFFFD \uFFFE \uFFFF", "\U0010FFFF\U000F0000 \U00100000 𐐀𐐨 𝒜",
	"\xff\xfe", "caf\xe9", "\xc3", "\xed\xa0\x80x", "\xaa\xb2", "\xf8\x88\x80\x80\x80z", "\xf4\x90\x80\x80", "é\x80\x80",
	"\xc1\x81", "\xfd\xbf\xbf\xbf\xbf\xbf\xbf\xbfq", strings.Repeat("ä", 20_000), strings.Repeat("x", 40_000) + " y",
}

// spaced are the texts as the index gets them.
func spaced(texts []string) []string {
	list := make([]string, len(texts))
	for i, text := range texts {
		list[i] = token.Spaced(text)
	}
	return list
}

func TestCutMakesTheWordsOfFTS5(t *testing.T) {
	all := newOracle(t).words(t, spaced(oddTexts))
	for i, text := range oddTexts {
		if diff := cmp.Diff(all[i], ours(text)); diff != "" {
			t.Errorf("%.40q (-fts5 +ours):\n%.600s", text, diff)
		}
	}
}

func TestEveryCodePointIsCutAsFTS5DoesIt(t *testing.T) {
	var texts []string
	for c := rune(0); c <= utf8.MaxRune; c++ {
		if c >= 0x3000 && c%151 != 0 && c&0xffff < 0xfff0 { // all of the scripts with cases, and a sample of the rest
			continue
		}
		texts = append(texts, fmt.Sprintf("a%cb %c %c\u0301", c, c, c))
	}
	all := newOracle(t).words(t, spaced(texts))
	for i, text := range texts {
		if diff := cmp.Diff(all[i], ours(text)); diff != "" {
			t.Fatalf("%q (-fts5 +ours):\n%s", text, diff)
		}
	}
}

func TestRandomTextIsCutAsFTS5DoesIt(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	texts := make([]string, 2000)
	for i := range texts {
		texts[i] = randomText(random)
	}
	all := newOracle(t).words(t, spaced(texts))
	for i, text := range texts {
		if diff := cmp.Diff(all[i], ours(text)); diff != "" {
			t.Fatalf("%q (-fts5 +ours):\n%s", text, diff)
		}
	}
}

// randomText mixes letters, marks, separators and broken bytes.
func randomText(random *rand.Rand) string {
	var b strings.Builder
	for range random.IntN(40) {
		switch random.IntN(6) {
		case 0:
			b.WriteByte(byte(random.IntN(256)))
		case 1:
			b.WriteRune(0x300 + random.Int32N(0x40))
		case 2:
			b.WriteRune(random.Int32N(0x3000))
		case 3:
			b.WriteRune(random.Int32N(utf8.MaxRune + 1))
		default:
			b.WriteByte(' ' + byte(random.IntN(95)))
		}
	}
	return b.String()
}

func TestEachLetterOfAScriptWithoutSpacesIsAWord(t *testing.T) {
	for text, want := range map[string]string{
		"検索する言葉":          "検 索 す る 言 葉",
		"OpenClawで検索v2":   "openclaw で 検 索 v2",
		"サーバー":            "サ ー バ ー",
		"数据库。備份":          "数 据 库 備 份",
		"데이터베이스를 봐":       "데 이 터 베 이 스 를 봐",
		"ｶﾀｶﾅ 𠮷野家":        "ｶ ﾀ ｶ ﾅ 𠮷 野 家",
		"café “quoted” 🦞": "cafe quoted 🦞",
	} {
		if got := strings.Join(ours(text), " "); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if text := "no such letter — “here”, é 🦞 ไทย"; token.Spaced(text) != text {
		t.Errorf("changed: %s", token.Spaced(text))
	}
}

func TestFoldingAFoldedWordChangesNothing(t *testing.T) {
	for c := rune(1); c <= utf8.MaxRune; c++ {
		for _, word := range ours(string(c)) {
			if again := ours(word); len(again) != 1 || again[0] != word {
				t.Errorf("%U: %q becomes %q", c, word, again)
			}
		}
	}
}

func checkSpans(t *testing.T, text string) {
	t.Helper()
	end := 0
	for _, tok := range token.Cut(text) {
		if tok.Span.Start < end || tok.Span.End <= tok.Span.Start || tok.Span.End > len(text) {
			t.Fatalf("%q: span %v after %d", text, tok.Span, end)
		}
		if between := ours(text[end:tok.Span.Start]); utf8.ValidString(text) && len(between) != 0 {
			t.Fatalf("%q: words %q between tokens", text, between)
		}
		if inside := ours(text[tok.Span.Start:tok.Span.End]); len(inside) != 1 || inside[0] != tok.Text {
			t.Fatalf("%q: %v holds %q, not %q", text, tok.Span, inside, tok.Text)
		}
		end = tok.Span.End
	}
}

func TestSpansHoldTheirWords(t *testing.T) {
	for _, text := range oddTexts {
		checkSpans(t, text)
	}
}

func FuzzCut(f *testing.F) {
	for _, text := range oddTexts {
		f.Add(text)
	}
	o := newOracle(f)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > 4096 {
			return
		}
		if diff := cmp.Diff(o.words(t, []string{token.Spaced(text)})[0], ours(text)); diff != "" {
			t.Fatalf("%q (-fts5 +ours):\n%s", text, diff)
		}
		checkSpans(t, text)
	})
}

func BenchmarkScanner(b *testing.B) {
	for name, text := range map[string]string{
		"ascii": strings.Repeat("The nightly job ran at 02:00 and wrote 4 files. ", 2000),
		"mixed": strings.Repeat("Größe und Länge, дата, 数据库里的文本 ", 2000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				for s := token.NewScanner(text); s.Next(); {
				}
			}
		})
	}
}
