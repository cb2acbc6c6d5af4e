package command

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data/datatest"
)

// fails checks that a command fails with one sentence that holds these words.
func fails(t *testing.T, got result, words ...string) {
	t.Helper()
	if got.code != exitFailed || got.out != "" || strings.Count(got.err, "\n") != 1 {
		t.Errorf("got %+v", got)
	}
	for _, word := range words {
		if !strings.Contains(got.err, word) {
			t.Errorf("%q is not in %q", word, got.err)
		}
	}
}

// lags checks that a search answers from what is there, and says why that may not be all.
func lags(t *testing.T, p program, word string, total int, words ...string) {
	t.Helper()
	got := p.run(t, "search", "--json", "--limit", "1", word)
	if a := decoded[answer](t, got); a.Total != total || !a.Indexing {
		t.Errorf("%d matches of %s, indexing %v", a.Total, word, a.Indexing)
	}
	for _, word := range words {
		if !strings.Contains(got.err, word) {
			t.Errorf("%q is not in %q", word, got.err)
		}
	}
	if got := p.run(t, "search", "--limit", "1", word); strings.Contains(got.err, "brings it up to date") {
		t.Errorf("it names a way that leads nowhere: %q", got.err)
	}
}

// sea is a state directory with some 6,000 messages of one agent and a few of another.
func sea(t *testing.T) (*datatest.State, *datatest.Store) {
	t.Helper()
	state := datatest.NewState(t)
	state.Agent("main", datatest.V23).Flood("reef", 40, 140)
	return state, state.Agent("work", datatest.V23).Flood("sand", 3, 14)
}

// crashed leaves beside a store the -wal of a change, without a -shm, as a copy of a running gateway's files does.
func crashed(t *testing.T, path string, change func()) {
	t.Helper()
	kept := filepath.Join(t.TempDir(), "kept")
	release := datatest.At(t, path).Hold()
	defer release()
	change()
	for _, suffix := range []string{"", "-wal"} {
		copyOf(t, path+suffix, kept+suffix)
	}
	release()
	for _, suffix := range []string{"", "-wal"} {
		copyOf(t, kept+suffix, path+suffix)
	}
}
