package bench_test

import (
	"context"
	"database/sql"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/engine"
	"github.com/wordwake/wordwake/data/index"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/reconcile"
	"github.com/wordwake/wordwake/data/redact"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// openclawSearch is what OpenClaw 2026.8.2 asks its own index, with its limit.
const openclawSearch = `
SELECT f.session_id, f.message_id, f.role, f.timestamp, snippet(session_transcript_fts, 0, '', '', ' … ', 48), bm25(session_transcript_fts) AS rank
FROM session_transcript_fts f
JOIN session_windows w ON w.session_id = f.session_id
WHERE session_transcript_fts MATCH ?
ORDER BY rank, f.timestamp DESC, f.message_id
LIMIT 26`

// searchesPerKind is how many different queries a figure is made of.
const searchesPerKind = 40

// BenchmarkHistory measures on one corpus: how fast the index is made, and how fast it answers. Every figure stands beside
// that of the other way on the same rows in the same run; "ratio" is how many times faster ours is.
func BenchmarkHistory(b *testing.B) {
	c := newCorpus(b, corpusMessages)
	b.Logf("%d messages, %.1f MB of text", c.messages, float64(c.bytes)/1e6)
	var built history
	b.Run("index", func(b *testing.B) {
		for b.Loop() {
			built = buildHistory(b, c)
		}
		reportIndexRate(b, c, built.took)
	})
	if built.engine == nil {
		built = buildHistory(b, c)
	}
	for _, kind := range []struct {
		name  string
		query func(n int) string
	}{
		{"rare", func(n int) string { return c.words[20_000+n*37] }},
		{"common", func(n int) string { return c.words[100+n] }},
		{"commonest", func(n int) string { return c.words[n%20] }},
		{"phrase", func(n int) string { return `"` + c.words[n%10] + " " + c.words[(n+1)%10] + `"` }},
	} {
		b.Run("search/"+kind.name+"/newest", func(b *testing.B) { compareSearch(b, built.engine, c.theirs, kind.query, data.OrderNewest) })
		b.Run("search/"+kind.name+"/best", func(b *testing.B) { compareSearch(b, built.engine, c.theirs, kind.query, data.OrderBest) })
	}
}

// history is our library of a corpus, and how long it took to make.
type history struct {
	engine *engine.Engine
	took   time.Duration
}

// buildHistory makes the library the way the product does.
func buildHistory(b *testing.B, c corpus) history {
	b.Helper()
	redactor := redact.Redactor{}
	library, err := index.Open(b.Context(), index.Params{Dir: filepath.Join(c.state, "library"), RuleStamp: redactor.Stamp(), RuleVersion: redactor.Version()})
	if err != nil {
		b.Fatal(err)
	}
	reconciler, err := reconcile.New(reconcile.Params{
		Library: library, Finder: openclaw.NewFinder(openclaw.FinderParams{States: []string{c.state}}),
		Open: func(s data.Store) data.Source { return openclaw.NewSource(s) }, Redactor: redactor,
	})
	if err != nil {
		b.Fatal(err)
	}
	began := time.Now()
	if _, err := reconciler.Pass(b.Context(), reconcile.Options{}, func(data.Progress) {}); err != nil {
		b.Fatal(err)
	}
	took := time.Since(began)
	answers, err := engine.New(engine.Params{Library: library, Redactor: redactor})
	if err != nil {
		b.Fatal(err)
	}
	return history{answers, took}
}

// reportIndexRate compares the time with that of a loop that only inserts the same texts into the same kind of table.
func reportIndexRate(b *testing.B, c corpus, took time.Duration) {
	b.Helper()
	bare := bareInserts(b, c)
	b.ReportMetric(float64(c.messages)/took.Seconds(), "messages/s")
	b.ReportMetric(float64(sourceBytes(b, c))/1e6/took.Seconds(), "source-MB/s")
	b.ReportMetric(float64(c.messages)/bare.Seconds(), "bare-messages/s")
	b.ReportMetric(bare.Seconds()/took.Seconds(), "ratio")
}

// sourceBytes counts the bytes of the transcript events.
func sourceBytes(b *testing.B, c corpus) (bytes int64) {
	b.Helper()
	if err := c.theirs.QueryRow("SELECT sum(length(event_json)) FROM transcript_events").Scan(&bytes); err != nil {
		b.Fatal(err)
	}
	return bytes
}

// The bare loop writes the texts into a table and into an index of the same kind as ours, in the order in which they come.
const (
	bareSchema = `
CREATE TABLE texts (id INTEGER PRIMARY KEY, text TEXT NOT NULL);
CREATE VIRTUAL TABLE texts_fts USING fts5 (text, content = '', contentless_delete = 1, tokenize = "unicode61 remove_diacritics 2")`
	bareText  = `INSERT INTO texts (id, text) VALUES (?, ?)`
	bareIndex = `INSERT INTO texts_fts (rowid, text) VALUES (?, ?)`
	// bareBatch is how many rows go into one transaction.
	bareBatch = 2000
)

// bareInserts reads the texts out of the corpus first, and measures only the inserts.
func bareInserts(b *testing.B, c corpus) time.Duration {
	b.Helper()
	texts := corpusTexts(b, c)
	db, err := sqlitedb.OpenOwnWriter(b.Context(), filepath.Join(b.TempDir(), "bare.db"))
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	if _, err := db.Exec(bareSchema); err != nil {
		b.Fatal(err)
	}
	began, id := time.Now(), 0
	for batch := range slices.Chunk(texts, bareBatch) {
		if err := insertAll(db, id, batch); err != nil {
			b.Fatal(err)
		}
		id += len(batch)
	}
	return time.Since(began)
}

func insertAll(db *sql.DB, id int, texts []string) error {
	tx, err := db.Begin()
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	text, err := tx.Prepare(bareText)
	if err != nil {
		return err
	}
	index, err := tx.Prepare(bareIndex)
	if err != nil {
		return err
	}
	for _, t := range texts {
		id++
		if _, err := text.Exec(id, t); err != nil {
			return err
		}
		if _, err := index.Exec(id, t); err != nil {
			return err
		}
	}
	return tx.Commit()
}

func corpusTexts(b *testing.B, c corpus) []string {
	b.Helper()
	rows, err := c.theirs.Query("SELECT text FROM session_transcript_fts ORDER BY rowid")
	if err != nil {
		b.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	var texts []string
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			b.Fatal(err)
		}
		texts = append(texts, text)
	}
	if err := rows.Err(); err != nil {
		b.Fatal(err)
	}
	return texts
}

// compareSearch runs the same queries both ways. Ours brings up to 200 hits with marked excerpts and counts, theirs 26 rows.
func compareSearch(b *testing.B, ours data.Searcher, theirs *sql.DB, query func(n int) string, order data.Order) {
	b.Helper()
	var mine, other []time.Duration
	for b.Loop() {
		mine, other = nil, nil
		for n := range searchesPerKind {
			text := query(n)
			mine = append(mine, timed(b, func() error {
				_, err := ours.Search(b.Context(), data.Query{Text: text, Order: order, Limit: data.WindowHits, PerSession: data.WindowHitsPerSession, Sessions: data.WindowSessions})
				return err
			}))
			other = append(other, timed(b, func() error { return searchTheirs(b.Context(), theirs, text) }))
		}
	}
	b.ReportMetric(quantile(mine, 0.5), "median-ms")
	b.ReportMetric(quantile(mine, 0.95), "p95-ms")
	b.ReportMetric(quantile(other, 0.5), "openclaw-median-ms")
	b.ReportMetric(quantile(other, 0.95), "openclaw-p95-ms")
	b.ReportMetric(quantile(other, 0.5)/quantile(mine, 0.5), "ratio")
}

func timed(b *testing.B, work func() error) time.Duration {
	b.Helper()
	began := time.Now()
	if err := work(); err != nil {
		b.Fatal(err)
	}
	return time.Since(began)
}

func searchTheirs(ctx context.Context, db *sql.DB, match string) error {
	rows, err := db.QueryContext(ctx, openclawSearch, match)
	if err != nil {
		return fmt.Errorf("openclaw search: %w", err)
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var session, message, role, snippet string
		var at, rank float64
		if err := rows.Scan(&session, &message, &role, &at, &snippet, &rank); err != nil {
			return err
		}
	}
	return rows.Err()
}

// quantile gives milliseconds.
func quantile(times []time.Duration, q float64) float64 {
	slices.Sort(times)
	return float64(times[int(q*float64(len(times)-1))].Microseconds()) / 1000
}
