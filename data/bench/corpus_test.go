package bench_test

import (
	"database/sql"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/sqlitedb"
)

// The corpus: as many messages as busy months leave, with the word frequencies of natural text, in sessions of which most
// are short and few are long.
const (
	corpusSeed     = 20260714
	corpusMessages = 200_000
	shortestTalk   = 10 // messages of a session
	longestTalk    = 2000
	corpusWords    = 50_000
	messageWords   = 50 // mean
	zipfSkew       = 1.07
)

// fillTheirs fills OpenClaw's own index with the texts of the transcripts, in the order in which it does.
const fillTheirs = `
INSERT INTO session_transcript_fts(text, session_id, message_id, role, timestamp)
SELECT json_extract(event_json, '$.message.content[0].text'), session_id, json_extract(event_json, '$.id'),
  json_extract(event_json, '$.message.role'), CAST(created_at AS REAL)
FROM transcript_events
WHERE json_extract(event_json, '$.type') = 'message'
ORDER BY session_id, seq`

// corpus is an OpenClaw store with its own full-text table filled, as OpenClaw leaves it, and what it was made of.
type corpus struct {
	state    string
	messages int
	bytes    int64
	// theirs is the store, opened as it is at rest
	theirs *sql.DB
	// words by falling frequency
	words []string
}

// newCorpus writes the same store each time.
func newCorpus(tb testing.TB, messages int) corpus {
	tb.Helper()
	state := datatest.NewState(tb)
	store := state.Agent("main", datatest.V19)
	c := corpus{state: state.Dir, words: vocabulary()}
	random := rand.New(rand.NewPCG(corpusSeed, 0))
	zipf := rand.NewZipf(random, zipfSkew, 4, corpusWords-1)
	store.FillTalks(talks(rand.New(rand.NewPCG(corpusSeed, 2)), messages), func(int, int) string {
		text := c.text(random, zipf)
		c.messages++
		c.bytes += int64(len(text))
		return text
	})
	store.Exec(fillTheirs)
	var err error
	if c.theirs, err = sqlitedb.OpenForeign(tb.Context(), store.Path, sqlitedb.ForeignAtRest); err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = c.theirs.Close() })
	// We hold less of it in memory than OpenClaw does itself.
	if _, err := c.theirs.Exec("PRAGMA cache_size = -32000"); err != nil {
		tb.Fatal(err)
	}
	return c
}

// talks shares messages out among sessions whose lengths are spread evenly over the orders of magnitude.
func talks(random *rand.Rand, messages int) []int {
	var sizes []int
	for messages > 0 {
		size := int(shortestTalk * math.Pow(longestTalk/shortestTalk, random.Float64()))
		size = min(size, messages)
		sizes = append(sizes, size)
		messages -= size
	}
	return sizes
}

// vocabulary makes pronounceable words, the frequent ones short.
func vocabulary() []string {
	random := rand.New(rand.NewPCG(corpusSeed, 1))
	seen := map[string]bool{}
	var words []string
	for len(words) < corpusWords {
		if word := invent(random, 2+min(len(words)/10_000, 2)+random.IntN(2)); !seen[word] {
			seen[word] = true
			words = append(words, word)
		}
	}
	return words
}

func invent(random *rand.Rand, syllables int) string {
	var b strings.Builder
	for range syllables {
		b.WriteByte("bcdfghjklmnprstvwz"[random.IntN(18)])
		b.WriteByte("aeiou"[random.IntN(5)])
	}
	b.WriteByte("nrstlm"[random.IntN(6)])
	return b.String()
}

func (c *corpus) text(random *rand.Rand, zipf *rand.Zipf) string {
	var b strings.Builder
	for range 1 + random.IntN(2*messageWords) {
		b.WriteString(c.words[zipf.Uint64()])
		b.WriteByte(' ')
	}
	return b.String()
}
