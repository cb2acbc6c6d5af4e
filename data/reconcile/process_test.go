package reconcile

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// The variables by which a second process learns what it is to do.
const (
	otherLibrary = "WORDWAKE_TEST_LIBRARY"
	otherState   = "WORDWAKE_TEST_STATE"
	otherRules   = "WORDWAKE_TEST_RULES"
)

// TestOtherProcess is no test but the second process of others: it makes the library anew, and stops in the middle until it is
// told to go on.
func TestOtherProcess(t *testing.T) {
	dir := os.Getenv(otherLibrary)
	if dir == "" {
		return
	}
	w, stores := crowdAt(&world{state: os.Getenv(otherState), stores: map[string]*fakeStore{}})
	m := &masker{stamp: os.Getenv(otherRules)}
	if m.stamp == "rules-2" {
		m.version = 2
	}
	b := newBenchAt(t, w, dir, m)
	lines := bufio.NewReader(os.Stdin)
	stores["beta"].sessions[0].before = func(int) {
		fmt.Println("in the middle")
		if _, err := lines.ReadString('\n'); err != nil {
			t.Error(err)
		}
	}
	out := b.pass(t, Options{Rebuild: m.stamp == "rules-1"}) // other rules make it anew by themselves
	fmt.Println("made", out.Done.Sessions)
}

// other is a second process that is in the middle of making the library anew.
type other struct {
	t       *testing.T
	command *exec.Cmd
	in      io.WriteCloser
	out     *bufio.Reader
}

func startOther(t *testing.T, b *bench, rules string) *other {
	t.Helper()
	command := exec.CommandContext(t.Context(), os.Args[0], "-test.run", "^TestOtherProcess$")
	command.Env = append(os.Environ(), otherLibrary+"="+b.dir, otherState+"="+b.state, otherRules+"="+rules)
	command.Stderr = os.Stderr
	in, inErr := command.StdinPipe()
	out, outErr := command.StdoutPipe()
	if err := errors.Join(inErr, outErr, command.Start()); err != nil {
		t.Fatal(err)
	}
	o := &other{t, command, in, bufio.NewReader(out)}
	o.expect("in the middle")
	return o
}

// expect reads what the process says until a line begins with this.
func (o *other) expect(line string) {
	o.t.Helper()
	for {
		got, err := o.out.ReadString('\n')
		if err != nil {
			o.t.Fatalf("the other process ended: %v", err)
		}
		if strings.HasPrefix(got, line) {
			return
		}
	}
}

// finish lets the process go on to its end.
func (o *other) finish() {
	o.t.Helper()
	if _, err := io.WriteString(o.in, "\n"); err != nil {
		o.t.Fatal(err)
	}
	o.expect("made 9")
	if _, err := io.Copy(io.Discard, o.out); err != nil {
		o.t.Fatal(err)
	}
	if err := o.command.Wait(); err != nil {
		o.t.Fatal(err)
	}
}

func TestTheOldLibraryAnswersUntilAnotherProcessHasMadeANewOne(t *testing.T) {
	for name, rules := range map[string]string{"because it was asked to": "rules-1", "because it has newer rules": "rules-2"} {
		t.Run(name, func(t *testing.T) {
			w, stores := crowd(t)
			b := newBenchAt(t, w, t.TempDir(), &masker{stamp: "rules-1"})
			b.pass(t, Options{})
			old := b.path(t)
			o := startOther(t, b, rules)
			if got := len(b.find(t, "apple")); got != 9 || b.path(t) != old {
				t.Errorf("in the middle: found %d in %s", got, b.path(t))
			}
			// A search does not wait for it, though there is something new; it would for a pass, and this one has an hour.
			stir(stores)
			out, err := b.Pass(t.Context(), Options{Budget: time.Hour, MaxEvents: 1000}, nil)
			if !errors.Is(err, data.ErrLibraryLocked) || out.Pending == 0 || !out.Status.Indexing || !out.Status.Progress.Rebuilding {
				t.Errorf("outcome %+v, error %v", out, err)
			}
			o.finish()
			if got := len(b.find(t, "apple")); got != 9 || b.path(t) == old {
				t.Errorf("afterwards: found %d in %s", got, b.path(t))
			}
			if files := fileOf(t, b.dir); contains(files, "index-1.db") {
				t.Errorf("the old file is left:\n%s", files)
			}
			out, err = b.Pass(t.Context(), Options{}, nil)
			if rules == "rules-1" {
				if err != nil || out.Pending != 0 || len(b.find(t, "pear")) != 9 {
					t.Errorf("outcome %+v, error %v", out, err)
				}
				return
			}
			// What newer rules made is searched by an older program, but not written.
			var own *index.Error
			if !errors.Is(err, data.ErrStoreNewer) || !errors.As(err, &own) || own.Hint == "" || len(b.find(t, "pear")) != 0 {
				t.Errorf("outcome %+v, error %v", out, err)
			}
			if _, err := b.Pass(t.Context(), Options{Rebuild: true}, nil); !errors.Is(err, data.ErrStoreNewer) {
				t.Errorf("made anew by older rules: error %v", err)
			}
		})
	}
}

func TestWhatAnotherProcessMadeAnewIsNotMadeOnceMore(t *testing.T) {
	for name, options := range map[string]Options{"without a budget": {}, "with the budget of a search": {Budget: time.Hour, MaxEvents: 2000}} {
		t.Run(name, func(t *testing.T) {
			w, _ := crowd(t)
			dir := t.TempDir()
			b := newBenchAt(t, w, dir, &masker{stamp: "rules-1"})
			b.pass(t, Options{})
			if err := b.library.Close(); err != nil {
				t.Fatal(err)
			}
			second := newBenchAt(t, w, dir, &masker{stamp: "rules-2", version: 2})
			o := startOther(t, second, "rules-2")
			waits := make(chan struct{}, 1000)
			type end struct {
				out Outcome
				err error
			}
			ended := make(chan end)
			go func() {
				out, err := second.Pass(second.ctx, options, func(data.Progress) { waits <- struct{}{} })
				ended <- end{out, err}
			}()
			if options.Budget == 0 {
				<-waits
				o.finish()
			}
			e := <-ended
			if options.Budget > 0 { // it does not wait for a rebuild
				if !errors.Is(e.err, data.ErrLibraryLocked) || e.out.Pending == 0 || !e.out.Status.Indexing {
					t.Errorf("outcome %+v, error %v", e.out, e.err)
				}
				o.finish()
				return
			}
			if e.err != nil || e.out.Changed || e.out.Pending != 0 || len(second.find(t, "apple")) != 9 {
				t.Errorf("outcome %+v, error %v", e.out, e.err)
			}
			if files := fileOf(t, dir); contains(files, "index-3.db") {
				t.Errorf("files:\n%s", files)
			}
		})
	}
}
