//go:build unix

package watcher

import (
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"
)

// underLimit is set where this test runs itself again with few files that it may open.
const underLimit = "WORDWAKE_TEST_UNDER_LIMIT"

func TestUnderALimitOfOpenFilesItIsPolledAndThenWatched(t *testing.T) {
	if os.Getenv(underLimit) != "" {
		underALimit(t)
		return
	}
	again := exec.Command(os.Args[0], "-test.run", "^"+t.Name()+"$", "-test.v")
	again.Env = append(os.Environ(), underLimit+"=1")
	if out, err := again.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

func underALimit(t *testing.T) {
	dir := canonicalTemp(t)
	reader, writer, err := os.Pipe() // makes the program open what it needs for waiting
	(&eye{t: t}).do(err, reader.Close(), writer.Close())
	var usual syscall.Rlimit
	(&eye{t: t}).do(syscall.Getrlimit(syscall.RLIMIT_NOFILE, &usual))
	low := usual
	low.Cur = 3 // those that every program has
	(&eye{t: t}).do(syscall.Setrlimit(syscall.RLIMIT_NOFILE, &low))

	hints, slow := make(chan struct{}, 10000), make(chan bool, 10)
	p := Params{Hint: func() { hints <- struct{}{} }, Slow: func(is bool) { slow <- is }, Poll: 10 * time.Millisecond, First: 1, Quiet: 1, Longest: 1}
	w, err := Open(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	w.Watch([]Place{{Dir: dir}})
	await(t, "word that not all is told", slow, true)
	await(t, "a poll", hints, struct{}{})

	(&eye{t: t}).do(syscall.Setrlimit(syscall.RLIMIT_NOFILE, &usual))
	w.Watch([]Place{{Dir: dir}})
	await(t, "word that all is told", slow, false)
	for len(hints) > 0 {
		<-hints
	}
	(&eye{t: t}).write(filepath.Join(dir, "new"))
	await(t, "a change", hints, struct{}{})
	if err := w.Close(); err != nil {
		t.Error(err)
	}
	if len(slow) > 0 {
		t.Errorf("more was said of slowness: %v", <-slow)
	}
}

func await[T comparable](t *testing.T, what string, from <-chan T, want T) {
	t.Helper()
	select {
	case got := <-from:
		if got != want {
			t.Fatalf("%v came, not %s", got, what)
		}
	case <-time.After(patience):
		t.Fatalf("%s did not come", what)
	}
}
