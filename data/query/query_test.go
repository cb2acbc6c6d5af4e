package query_test

import (
	"context"
	"database/sql"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/query"
	"github.com/wordwake/wordwake/data/sqlitedb"
	"github.com/wordwake/wordwake/data/token"
)

var parseCases = []struct {
	name, text, match string
	dropped           []string
}{
	{"nothing gives nothing", "", "", nil},
	{"white space gives nothing", " \t\n\u00a0\u3000 ", "", nil},
	{"words are all required", "quick brown fox", `"quick" AND "brown" AND "fox"`, nil},
	{"any Unicode white space separates", "quick\u00a0brown\u3000fox\u2003jumps", `"quick" AND "brown" AND "fox" AND "jumps"`, nil},
	{"case and diacritics are folded", "Canción GRÖSSE", `"cancion" AND "grosse"`, nil},
	{"joined words are adjacent words", "foo_bar e-mail node.js", `"foo bar" AND "e mail" AND "node js"`, nil},
	{"an address is adjacent words", "https://example.org/a?b=c#d", `"https example org a b c d"`, nil},
	{"a quoted phrase is words in order", `"quick brown" fox`, `"quick brown" AND "fox"`, nil},
	{"curly quotes make a phrase", "“quick brown” fox", `"quick brown" AND "fox"`, nil},
	{"low quotes make a phrase", "„quick brown“ „red fox”", `"quick brown" AND "red fox"`, nil},
	{"guillemets make a phrase", "«quick brown» « red fox »", `"quick brown" AND "red fox"`, nil},
	{"guillemets turned inwards make a phrase", "»quick brown« fox", `"quick brown" AND "fox"`, nil},
	{"an unclosed quote is plain text", `"quick brown`, `"quick" AND "brown"`, nil},
	{"an unclosed curly quote is plain text", `“quick brown`, `"quick" AND "brown"`, nil},
	{"a quote inside a piece is plain text", `5" disk 3" hole`, `"5" AND "disk" AND "3" AND "hole"`, nil},
	{"a quote after a bracket opens", `("quick brown"), fox`, `"quick brown" AND "fox"`, nil},
	{"a word joined to a closing quote stands alone", `"quick brown"fox`, `"quick brown" AND "fox"`, nil},
	{"an empty phrase is dropped", `"" fox`, `"fox"`, []string{`""`}},
	{"a phrase of signs is dropped", `"? !" fox`, `"fox"`, []string{`"? !"`}},
	{"operators are words", "zebra OR kiwi NOT AND NEAR(a b)", `"zebra" AND "or" AND "kiwi" AND "not" AND "and" AND "near a" AND "b"`, nil},
	{"signs have no meaning", "zebr* ^zebra (apple) -kiwi text:plum +fig", `"zebr" AND "zebra" AND "apple" AND "kiwi" AND "text plum" AND "fig"`, nil},
	{"pieces without a word are dropped", "zebra ??? -- 😀", `"zebra"`, []string{"???", "--", "😀"}},
	{"only signs leave nothing", `* ( "`, "", []string{"*", "(", `"`}},
	{"a piece typed twice is searched once", "Fox fox fóx", `"fox"`, nil},
	{"NUL is left out", "ze\x00bra", `"zebra"`, nil},
	{"broken UTF-8 is left out", "ze\xed\xa0\x80bra \xff kiwi", `"zebra" AND "kiwi"`, nil},
	{"a run of Chinese is a phrase of its letters", "数据库", `"数 据 库"`, nil},
	{"letters beside Latin ones are words of their own", "v2数据", `"v2 数 据"`, nil},
	{"quotes inside never leave the phrase", `a"b"c`, `"a b c"`, nil},
}

func TestParse(t *testing.T) {
	for _, c := range parseCases {
		t.Run(c.name, func(t *testing.T) {
			q := query.Parse(c.text)
			if got := q.Match(); got != c.match {
				t.Errorf("match is %s, want %s", got, c.match)
			}
			if diff := cmp.Diff(c.dropped, q.Dropped()); diff != "" {
				t.Errorf("dropped (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWordsStandAsTyped(t *testing.T) {
	got := query.Parse(`Über "Quick  Brown" e-mail ??`).Words()
	if diff := cmp.Diff([]string{"Über", `"Quick  Brown"`, "e-mail"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestTextBeyondTheLimitIsCutOff(t *testing.T) {
	q := query.Parse(strings.Repeat("é", data.MaxQueryRunes-2) + " b cde")
	if got := q.Words(); len(got) != 2 || got[1] != "b" {
		t.Errorf("got %d words, the last %.20q", len(got), got[len(got)-1])
	}
	if got := query.Clean(strings.Repeat("é", data.MaxQueryRunes-2) + " bcd e"); strings.ContainsAny(got, " b") {
		t.Error("half a word is left")
	}
	for text, want := range map[string]bool{"short": false, strings.Repeat("a ", data.MaxQueryRunes): true, strings.Repeat("a", data.MaxQueryRunes): false} {
		if _, shortened := query.Shorten(text); shortened != want {
			t.Errorf("%.9q and so on: shortened %v", text, shortened)
		}
	}
	if n := utf8.RuneCountInString(query.Clean(strings.Repeat("é", 1_000_000))); n != data.MaxQueryRunes {
		t.Errorf("%d runes are left", n)
	}
}

// table is a full-text table such as the library has.
type table struct{ db *sql.DB }

func newTable(t testing.TB) table {
	t.Helper()
	db, err := sqlitedb.OpenOwnWriter(context.Background(), filepath.Join(t.TempDir(), "match.db"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	for _, statement := range []string{
		`CREATE VIRTUAL TABLE words USING fts5(text, tags, content='', contentless_delete=1, tokenize="unicode61 remove_diacritics 2")`,
		`INSERT INTO words(rowid, text, tags) VALUES (1, 'or and not near text tags', 'or and not near text tags')`,
	} {
		if _, err := db.ExecContext(context.Background(), statement); err != nil {
			t.Fatal(err)
		}
	}
	return table{db}
}

func (f table) put(t testing.TB, text string) {
	t.Helper()
	if _, err := f.db.ExecContext(context.Background(), "INSERT OR REPLACE INTO words(rowid, text, tags) VALUES (2, ?, '')", token.Spaced(text)); err != nil {
		t.Fatal(err)
	}
}

// hits tells whether row 2 matches, alone and inside the bracket that an index puts around it.
func (f table) hits(t testing.TB, match string) bool {
	t.Helper()
	var plain, bracketed int
	const count = "SELECT count(*) FROM words WHERE words MATCH ? AND rowid = 2"
	if err := f.db.QueryRowContext(context.Background(), count, match).Scan(&plain); err != nil {
		t.Fatalf("match %.200s: %v", match, err)
	}
	if err := f.db.QueryRowContext(context.Background(), count, "{text} : ("+match+")").Scan(&bracketed); err != nil {
		t.Fatalf("match %.200s in brackets: %v", match, err)
	}
	if plain != bracketed {
		t.Fatalf("match %.200s: %d rows, %d in brackets", match, plain, bracketed)
	}
	return plain == 1
}

func TestThousandsOfWordsAreSearched(t *testing.T) {
	f := newTable(t)
	var all strings.Builder
	for i := range 2040 {
		all.WriteString(string(rune('一' + i)))
		all.WriteByte(' ')
	}
	f.put(t, all.String())
	if q := query.Parse(all.String()); len(q.Words()) != 2040 || !f.hits(t, q.Match()) {
		t.Errorf("%d words do not match their own text", len(q.Words()))
	}
	if q := query.Parse(`"` + all.String() + `"`); len(q.Phrases()) != 1 || !f.hits(t, q.Match()) {
		t.Error("a phrase of 2,040 words does not match its own text")
	}
}

func FuzzMatch(f *testing.F) {
	for _, c := range parseCases {
		f.Add(c.text)
	}
	rows := newTable(f)
	f.Fuzz(func(t *testing.T, text string) {
		q := query.Parse(text)
		match := q.Match()
		if (match == "") != (len(q.Words()) == 0) || (match == "") != (len(q.Phrases()) == 0) {
			t.Fatalf("%q: match %q, words %q", text, match, q.Words())
		}
		for _, piece := range append(append([]string{}, q.Words()...), q.Dropped()...) {
			if !strings.Contains(query.Clean(text), piece) {
				t.Fatalf("%q: %q was not typed", text, piece)
			}
		}
		if match == "" {
			return
		}
		rows.put(t, query.Clean(text))
		if !rows.hits(t, match) {
			t.Fatalf("%q does not match itself by %s", text, match)
		}
	})
}
