package command

import (
	"context"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data/datatest"
)

// indexedState is set where a test runs `index` as a process of its own.
const indexedState = "WORDWAKE_TEST_INDEXED_STATE"

// indexedAlone is what a process took that made an index.
type indexedAlone struct {
	indexJSON
	// peak is the largest resident memory, wal the largest WAL of the library that was seen, left what remained of it; bytes.
	peak, wal, left int64
}

// indexAlone runs the command as a process of its own, as only that has a peak of its own. The test that calls it is named, and
// begins with asIndex.
func indexAlone(tb testing.TB, test, state string) indexedAlone {
	tb.Helper()
	self, err := os.Executable()
	if err != nil {
		tb.Fatal(err)
	}
	var got indexedAlone
	folder := filepath.Join(tb.TempDir(), "library")
	watching, stop := context.WithCancel(tb.Context())
	defer stop()
	sizes := watchWAL(watching, folder)
	run := exec.CommandContext(tb.Context(), self, "-test.run", "^"+test+"$")
	run.Env = append(os.Environ(), indexedState+"="+state, "WORDWAKE_LIBRARY="+folder)
	run.Stderr = os.Stderr
	out, err := run.Output()
	if err != nil {
		tb.Fatal(err)
	}
	stop()
	got.wal, got.left = <-sizes, walOf(folder)
	if err := json.Unmarshal(out, &got.indexJSON); err != nil {
		tb.Fatal(err)
	}
	got.peak = run.ProcessState.SysUsage().(*syscall.Rusage).Maxrss << 10
	return got
}

// asIndex is the command, in the process that indexAlone starts.
func asIndex() {
	if state := os.Getenv(indexedState); state != "" {
		os.Exit(Main(context.Background(), []string{"index", "--json", "--quiet", "--state", state}, os.Stdin, os.Stdout, os.Stderr, Build{Name: "wordwake", Version: "test"}))
	}
}

// watchWAL gives the largest WAL that lay in a folder until ctx ended.
func watchWAL(ctx context.Context, folder string) <-chan int64 {
	largest := make(chan int64, 1)
	go func() {
		most := int64(0)
		tick := time.NewTicker(20 * time.Millisecond)
		defer tick.Stop()
		for ctx.Err() == nil {
			most = max(most, walOf(folder))
			select {
			case <-tick.C:
			case <-ctx.Done():
			}
		}
		largest <- most
	}()
	return largest
}

func walOf(folder string) (size int64) {
	found, _ := filepath.Glob(filepath.Join(folder, "*-wal")) // only a bad pattern is an error
	for _, path := range found {
		if info, err := os.Stat(path); err == nil {
			size += info.Size()
		}
	}
	return size
}

// TestIndexAlone guards what BenchmarkMemory measures.
func TestIndexAlone(t *testing.T) {
	asIndex()
	got := indexAlone(t, "TestIndexAlone", historyOf(t, []int{30, 5}, plainText))
	if got.Messages != 35 || got.Sessions != 2 || got.peak < 1<<20 || got.left != 0 {
		t.Errorf("got %+v", got)
	}
}

func historyOf(tb testing.TB, talks []int, text func(session, message int) string) (dir string) {
	tb.Helper()
	state := datatest.NewState(tb)
	state.Agent("main", datatest.V19).FillTalks(talks, text)
	return state.Dir
}

// plainText is about 300 bytes, of words that occur as unevenly as in natural text.
func plainText(s, m int) string {
	var b strings.Builder
	for n := uint64(s)*7919 + uint64(m)*104729 + 1; b.Len() < 300; {
		n = n*6364136223846793005 + 1442695040888963407
		word := uint64(math.Pow(60_000, float64(n>>40)/(1<<24)))
		for ; word > 0; word /= 12 {
			b.WriteString("bavecidofugehajikolumane"[word%12*2:][:2])
		}
		b.WriteByte(' ')
	}
	return b.String()
}

// BenchmarkMemory measures how much memory `index` takes for histories that are large in different ways. It takes long, and is
// no part of `make bench`.
func BenchmarkMemory(b *testing.B) {
	const million = 1_000_000
	for _, c := range []struct {
		name  string
		talks []int
		text  func(s, m int) string
	}{
		{"sessions of 10 to 2000 messages", mixedTalks(million), plainText},
		{"10000 sessions of 100 messages", slices.Repeat([]int{100}, million/100), plainText},
		{"one session of 200000 messages", []int{200_000}, plainText},
		{"an event of 25 MB", []int{3}, func(s, m int) string {
			text := plainText(s, m)
			if m == 1 {
				text = strings.Repeat(text, 25<<20/len(text))
			}
			return text
		}},
	} {
		b.Run(c.name, func(b *testing.B) {
			state := historyOf(b, c.talks, c.text)
			var got indexedAlone
			for b.Loop() {
				got = indexAlone(b, "TestIndexAlone", state)
			}
			b.ReportMetric(float64(got.Messages), "messages")
			b.ReportMetric(float64(got.peak)/1e6, "peak-MB")
			b.ReportMetric(float64(got.wal)/1e6, "largest-wal-MB")
			b.ReportMetric(float64(got.left)/1e6, "wal-left-MB")
		})
	}
}

// mixedTalks shares messages out among sessions of 10 to 2,000, most of them short.
func mixedTalks(messages int) []int {
	var talks []int
	for n := uint64(1); messages > 0; {
		n = n*6364136223846793005 + 1442695040888963407
		size := min(int(10*math.Pow(200, float64(n>>40)/(1<<24))), messages)
		talks = append(talks, size)
		messages -= size
	}
	return talks
}
