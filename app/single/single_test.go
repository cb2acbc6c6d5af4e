package single

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// The test binary runs itself as another window: it claims a folder and says what comes of it, a line each.
const (
	envFolder  = "WORDWAKE_TEST_FOLDER"
	envRuntime = "WORDWAKE_TEST_RUNTIME"
	envDeaf    = "WORDWAKE_TEST_DEAF"
	shortWait  = 300 * time.Millisecond
)

func TestMain(m *testing.M) {
	if folder := os.Getenv(envFolder); folder != "" {
		otherWindow(folder)
		return
	}
	os.Exit(m.Run())
}

// otherWindow is the window of another process; it lives until its standard input ends.
func otherWindow(folder string) {
	wait := DefaultWait
	if os.Getenv(envDeaf) == "later" {
		wait = shortWait
	}
	guard, err := Claim(context.Background(), Params{Folder: folder, Runtime: os.Getenv(envRuntime), Wait: wait})
	switch {
	case errors.Is(err, ErrRaised):
		fmt.Println("raised the other")
	case errors.Is(err, ErrSilent):
		fmt.Println("the other is silent")
	case err != nil:
		fmt.Println("no guard")
	default:
		if os.Getenv(envDeaf) == "" {
			guard.Serve(context.Background(), func(context.Context) error {
				fmt.Println("came to the front")
				return nil
			})
		}
		fmt.Println("first")
	}
	_, _ = io.Copy(io.Discard, os.Stdin)
	_ = guard.Close()
}

// window is another process with a window.
type window struct {
	t     *testing.T
	cmd   *exec.Cmd
	stdin io.Closer
	lines *bufio.Scanner
}

func open(t *testing.T, folder string, environment ...string) *window {
	t.Helper()
	return run(t, exec.Command(os.Args[0]), append(environment, envFolder+"="+folder)...)
}

func run(t *testing.T, cmd *exec.Cmd, environment ...string) *window {
	t.Helper()
	cmd.Env = append(os.Environ(), environment...)
	stdin, err := cmd.StdinPipe()
	must(t, err)
	stdout, err := cmd.StdoutPipe()
	must(t, err)
	must(t, cmd.Start())
	w := &window{t: t, cmd: cmd, stdin: stdin, lines: bufio.NewScanner(stdout)}
	t.Cleanup(func() { _ = w.cmd.Process.Kill(); _ = w.cmd.Wait() })
	return w
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// shortDir is a folder that leaves room for the name of a socket; t.TempDir does not on every system.
func shortDir(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "ww")
	must(t, err)
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// says reads the next line of the process.
func (w *window) says(want string) {
	w.t.Helper()
	if !w.lines.Scan() || w.lines.Text() != want {
		w.t.Fatalf("the other process said %q, want %q", w.lines.Text(), want)
	}
}

func (w *window) close() {
	w.t.Helper()
	_ = w.stdin.Close()
	must(w.t, w.cmd.Wait())
}

func (w *window) kill() {
	w.t.Helper()
	must(w.t, w.cmd.Process.Kill())
	_ = w.cmd.Wait()
}

func TestASecondWindowBringsTheFirstToTheFront(t *testing.T) {
	folder := filepath.Join(shortDir(t), "library")
	first := open(t, folder)
	first.says("first")
	second := open(t, folder)
	second.says("raised the other")
	first.says("came to the front")
}

func TestAWindowThatWasClosedLeavesItsPlace(t *testing.T) {
	folder := shortDir(t)
	first := open(t, folder)
	first.says("first")
	first.close()
	if _, err := os.Lstat(filepath.Join(folder, socketName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the socket is still there: %v", err)
	}
	open(t, folder).says("first")
}

func TestTheSocketOfAKilledWindowIsReplaced(t *testing.T) {
	folder := shortDir(t)
	first := open(t, folder)
	first.says("first")
	first.kill()
	if _, err := os.Lstat(filepath.Join(folder, socketName)); err != nil {
		t.Fatalf("there is no stale socket: %v", err)
	}
	second := open(t, folder)
	second.says("first")
	open(t, folder).says("raised the other")
	second.says("came to the front")
}

func TestAWindowThatDoesNotAnswerIsNotWaitedForLong(t *testing.T) {
	folder := shortDir(t)
	open(t, folder, envDeaf+"=yes").says("first")
	open(t, folder, envDeaf+"=later").says("the other is silent")
}

func TestAWindowThatEndsWhileItIsAskedLeavesItsPlaceToWhoAsks(t *testing.T) {
	folder := shortDir(t)
	first := open(t, folder, envDeaf+"=yes")
	first.says("first")
	socket, err := net.Listen("unix", filepath.Join(folder, "told.sock"))
	must(t, err)
	must(t, os.Rename(filepath.Join(folder, "told.sock"), filepath.Join(folder, socketName)))
	second := open(t, folder)
	asks, err := socket.Accept() // so it has found the place taken
	must(t, err)
	first.kill()
	must(t, errors.Join(asks.Close(), socket.Close()))
	second.says("first")
}

func TestTwoLibrariesHaveTwoWindows(t *testing.T) {
	open(t, shortDir(t)).says("first")
	open(t, shortDir(t)).says("first")
}

func TestOfManyWindowsThatOpenAtOnceOneIsTheFirst(t *testing.T) {
	folder := shortDir(t)
	windows := make([]*window, 8)
	for i := range windows {
		windows[i] = open(t, folder)
	}
	said := map[string]int{}
	for _, w := range windows {
		if !w.lines.Scan() {
			t.Fatal("a process said nothing")
		}
		said[w.lines.Text()]++
	}
	// The first may have been brought to the front before it said that it is.
	if said["raised the other"] != len(windows)-1 || said["first"]+said["came to the front"] != 1 {
		t.Errorf("got %v, want one first and all others to raise it", said)
	}
}

func TestALibraryWithALongPathHasItsSocketElsewhere(t *testing.T) {
	folder := filepath.Join(t.TempDir(), strings.Repeat("long", 30))
	runtime := shortDir(t)
	first := open(t, folder, envRuntime+"="+runtime)
	first.says("first")
	open(t, folder, envRuntime+"="+runtime).says("raised the other")
	first.says("came to the front")
}

func TestAPlaceIsShortOrThereIsNone(t *testing.T) {
	long := "/" + strings.Repeat("x", 120)
	for _, c := range []struct {
		name   string
		params Params
		fits   bool
	}{
		{"in the library's folder", Params{Folder: "/home/a/library"}, true},
		{"in the runtime folder where that is too long", Params{Folder: long, Runtime: "/run/user/1000"}, true},
		{"nowhere without a runtime folder", Params{Folder: long}, false},
		{"nowhere if that is too long as well", Params{Folder: long, Runtime: long}, false},
		{"nowhere without a folder", Params{}, false},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := placeOf(c.params)
			if (err == nil) != c.fits || len(got.socket) > maxSocketPath {
				t.Errorf("got %q, %v", got.socket, err)
			}
		})
	}
}

func TestOnlyTheWishIsAnswered(t *testing.T) {
	guard, err := Claim(t.Context(), Params{Folder: shortDir(t), Wait: DefaultWait})
	must(t, err)
	raised := 0
	guard.Serve(t.Context(), func(context.Context) error { raised++; return nil })
	conn, err := net.Dial("unix", guard.listener.Addr().String())
	must(t, err)
	_, err = io.WriteString(conn, "hello\n")
	must(t, err)
	if got, err := io.ReadAll(conn); err == nil && len(got) > 0 {
		t.Errorf("an unknown wish was answered with %q", got)
	}
	must(t, guard.Close())
	if raised != 0 {
		t.Error("an unknown wish brought the window to the front")
	}
}

func TestAWindowThatCannotComeGivesNoAnswer(t *testing.T) {
	folder := shortDir(t)
	guard, err := Claim(t.Context(), Params{Folder: folder})
	must(t, err)
	guard.Serve(t.Context(), func(context.Context) error { return errors.New("hung") })
	if _, err := Claim(t.Context(), Params{Folder: folder, Wait: shortWait}); !errors.Is(err, ErrSilent) {
		t.Errorf("got %v, want ErrSilent", err)
	}
	must(t, guard.Close())
}

func TestWithoutAGuardNothingHappens(t *testing.T) {
	var none *Guard
	none.Serve(t.Context(), nil)
	must(t, none.Close())
}
