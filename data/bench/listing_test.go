package bench_test

import (
	"database/sql"
	"fmt"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

const (
	// listedSessions is how many sessions are listed, listedTries how many times.
	listedSessions = 10_000
	listedTries    = 20
)

// bareListing asks for what tells that a transcript changed, and for nothing else.
const bareListing = `
SELECT w.session_id, w.session_key, w.transcript_updated_at, g.generation,
  (SELECT max(e.seq) FROM transcript_events AS e WHERE e.session_id = w.session_id)
FROM session_windows AS w
LEFT JOIN transcript_rewrite_watermarks AS g USING (session_id)`

func newListed(tb testing.TB, sessions int) *datatest.Store {
	tb.Helper()
	return datatest.NewState(tb).Agent("main", datatest.V23).Fill(sessions, 2, func(s, m int) string { return fmt.Sprint("talk ", s, " says ", m) })
}

// listOnce opens a store, lists its sessions and closes it.
func listOnce(tb testing.TB, source data.Source) []data.SourceSession {
	tb.Helper()
	r, err := source.Open(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	sessions, err := r.Sessions(tb.Context())
	if err != nil {
		tb.Fatal(err)
	}
	return sessions
}

// listBare does the same with the bare statement.
func listBare(tb testing.TB, path string) (n int) {
	tb.Helper()
	db, err := sqlitedb.OpenForeign(tb.Context(), path, sqlitedb.ForeignAtRest)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	rows, err := db.QueryContext(tb.Context(), bareListing)
	if err != nil {
		tb.Fatal(err)
	}
	defer func() { _ = rows.Close() }()
	for ; rows.Next(); n++ {
		var id, key string
		var generation sql.NullString
		var touched, last sql.NullInt64
		if err := rows.Scan(&id, &key, &touched, &generation, &last); err != nil {
			tb.Fatal(err)
		}
	}
	if err := rows.Err(); err != nil {
		tb.Fatal(err)
	}
	return n
}

// TestAListingTellsOfEverySession guards what BenchmarkListing measures.
func TestAListingTellsOfEverySession(t *testing.T) {
	store := newListed(t, 30)
	source := openclaw.NewSource(store.Ref())
	for range 3 {
		if n := len(listOnce(t, source)); n != 30 {
			t.Errorf("%d of 30 sessions were listed", n)
		}
	}
	if n := listBare(t, store.Path); n != 30 {
		t.Errorf("the bare statement lists %d of 30 sessions", n)
	}
}

// BenchmarkListing measures the listing of all sessions, as it is made whenever a store changed: by a program that has just
// started, and by one that listed them before. "ratio" is how many times faster it is than the bare statement.
func BenchmarkListing(b *testing.B) {
	store := newListed(b, listedSessions)
	kept := openclaw.NewSource(store.Ref())
	for range 2 { // what a kept source remembers comes from its second listing
		listOnce(b, kept)
	}
	for _, c := range []struct {
		name   string
		source func() data.Source
	}{
		{"first", func() data.Source { return openclaw.NewSource(store.Ref()) }},
		{"again", func() data.Source { return kept }},
	} {
		b.Run(c.name, func(b *testing.B) {
			var ours, bare []time.Duration
			for b.Loop() {
				for range listedTries {
					ours = append(ours, timed(b, func() error { listOnce(b, c.source()); return nil }))
					bare = append(bare, timed(b, func() error { listBare(b, store.Path); return nil }))
				}
			}
			b.ReportMetric(quantile(ours, 0.5), "median-ms")
			b.ReportMetric(quantile(bare, 0.5), "bare-median-ms")
			b.ReportMetric(quantile(bare, 0.5)/quantile(ours, 0.5), "ratio")
		})
	}
}
