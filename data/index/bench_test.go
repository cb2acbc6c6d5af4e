package index

import (
	"context"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// corpus makes sessions of 50 messages of about 300 bytes, whose words follow a Zipf-like law.
func corpus(messages int) [][]data.Message {
	random := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(random, 1.1, 8, 40_000)
	words := make([]string, 40_001)
	for i := range words {
		words[i] = fmt.Sprintf("w%s", strings.Map(func(r rune) rune { return r - '0' + 'a' }, fmt.Sprint(i*7919%100_003)))
	}
	var sessions [][]data.Message
	for made := 0; made < messages; {
		begin := start.Add(-time.Duration(random.IntN(700*24)) * time.Hour)
		var talk []data.Message
		for i := 0; i < 50 && made < messages; i, made = i+1, made+1 {
			var text strings.Builder
			for text.Len() < 300 {
				text.WriteString(words[zipf.Uint64()])
				text.WriteByte(' ')
			}
			talk = append(talk, data.Message{
				ID: fmt.Sprintf("%08x-%04x-4000-8000-%012x", random.Uint32(), i, random.Uint64()>>16), Seq: int64(i * 3),
				Role: data.Role(1 + i%2), At: begin.Add(time.Duration(i) * time.Minute), Text: text.String(),
			})
		}
		sessions = append(sessions, talk)
	}
	return sessions
}

// The sizes of the corpora.
const (
	benchMessages  = 20_000
	searchMessages = 300_000
	secretMessages = 1_000_000
)

func BenchmarkBulkWrite(b *testing.B) {
	sessions := corpus(benchMessages)
	for b.Loop() {
		l, err := Open(b.Context(), Params{Dir: b.TempDir()})
		if err != nil {
			b.Fatal(err)
		}
		writeAll(b, l, sessions)
		_ = l.Close()
	}
	b.ReportMetric(float64(benchMessages)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

// writeAll writes sessions of ten agents, every tenth of them automated.
func writeAll(b *testing.B, l *Library, sessions [][]data.Message) {
	untouched := func(context.Context, []data.Message) error { return nil }
	w, err := l.Write(b.Context(), WriteParams{Redact: untouched})
	if err != nil {
		b.Fatal(err)
	}
	for i, talk := range sessions {
		s := session(fmt.Sprint("agent", i%10), fmt.Sprint("s", i))
		if i%10 == 3 {
			s.Kind = data.KindCron
		}
		sw, err := w.Session(b.Context(), SessionParams{Session: s, Fingerprint: "f"})
		if err != nil {
			b.Fatal(err)
		}
		if err := sw.Put(b.Context(), append([]data.Message(nil), talk...), true); err != nil {
			b.Fatal(err)
		}
		if err := sw.Finish(b.Context(), "title", 0); err != nil {
			b.Fatal(err)
		}
		if w.Full() {
			if err := w.Commit(b.Context()); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := w.Commit(b.Context()); err != nil {
		b.Fatal(err)
	}
	if err := w.Close(); err != nil {
		b.Fatal(err)
	}
}

// BenchmarkFind asks as the window does: 200 hits of at most 60 sessions, with all counts.
func BenchmarkFind(b *testing.B) {
	l, err := Open(b.Context(), Params{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	sessions := corpus(searchMessages)
	writeAll(b, l, sessions)
	words := strings.Fields(sessions[0][0].Text)
	common := "w" + "a" // the most frequent word of the corpus
	for name, match := range map[string]string{
		"rare": words[len(words)-1], "common": common, "phrase": `"` + words[0] + " " + words[1] + `"`, "two": common + " AND " + words[2],
	} {
		for order, orderName := range map[data.Order]string{data.OrderNewest: "newest", data.OrderBest: "best"} {
			for _, agents := range [][]string{nil, {"agent1"}} {
				b.Run(fmt.Sprint(name, "/", orderName, "/agents=", len(agents)), func(b *testing.B) {
					request := FindRequest{
						Filter: Filter{Match: match, Agents: agents}, Order: order,
						Limit: data.WindowHits, PerSession: data.WindowHitsPerSession, MaxSessions: data.WindowSessions,
					}
					total := 0
					for b.Loop() {
						total = find(b, l, request).Total
					}
					b.ReportMetric(float64(total), "matches")
				})
			}
		}
	}
}

// BenchmarkBareLoop inserts the same texts in the same order into the same full-text table and nothing else.
func BenchmarkBareLoop(b *testing.B) {
	sessions := corpus(benchMessages)
	for b.Loop() {
		path := filepath.Join(b.TempDir(), "bare.db")
		db, err := sqlitedb.OpenOwnWriter(b.Context(), path)
		if err != nil {
			b.Fatal(err)
		}
		bareLoop(b, db, sessions)
		_ = db.Close()
	}
	b.ReportMetric(float64(benchMessages)*float64(b.N)/b.Elapsed().Seconds(), "messages/s")
}

func bareLoop(b *testing.B, db *sql.DB, sessions [][]data.Message) {
	const table = `CREATE VIRTUAL TABLE f USING fts5 (text, tags, content = '', contentless_delete = 1,
		tokenize = "unicode61 remove_diacritics 2")`
	if _, err := db.Exec(table); err != nil {
		b.Fatal(err)
	}
	var tx *sql.Tx
	var insert *sql.Stmt
	n := 0
	for _, talk := range sessions {
		for _, m := range talk {
			if n%BatchRows == 0 {
				tx, insert = nextBare(b, db, tx)
			}
			n++
			if _, err := insert.Exec(n, m.Text, "a1 t1 s1 kmain ruser c0"); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := tx.Commit(); err != nil {
		b.Fatal(err)
	}
}

func nextBare(b *testing.B, db *sql.DB, tx *sql.Tx) (*sql.Tx, *sql.Stmt) {
	if tx != nil {
		if err := tx.Commit(); err != nil {
			b.Fatal(err)
		}
	}
	tx, err := db.Begin()
	if err != nil {
		b.Fatal(err)
	}
	insert, err := tx.Prepare("INSERT INTO f (rowid, text, tags) VALUES (?, ?, ?)")
	if err != nil {
		b.Fatal(err)
	}
	return tx, insert
}

// BenchmarkEachHidden goes through what is hidden in one message of a hundred.
func BenchmarkEachHidden(b *testing.B) {
	l, err := Open(b.Context(), Params{Dir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = l.Close() }()
	sessions := corpus(secretMessages)
	for i, talk := range sessions {
		m := &talk[i%len(talk)]
		if i%2 == 0 {
			m.Hidden = []data.Hidden{{Span: data.Span{Start: 3, End: 9}, Kind: "token", Hash: uint64(i + 1)}}
		}
	}
	writeAll(b, l, sessions)
	for b.Loop() {
		n := 0
		err := l.View(b.Context(), func(v *View) error {
			return v.EachHidden(b.Context(), nil, nil, func(RowID, *data.Message) error { n++; return nil })
		})
		if err != nil || n != (len(sessions)+1)/2 {
			b.Fatal(n, err)
		}
	}
	b.ReportMetric(float64(secretMessages), "messages")
}
