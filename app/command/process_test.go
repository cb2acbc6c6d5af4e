package command

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"testing"
)

// asProgram has the test program be the command line itself, so that tests can run, watch and kill it as a process.
const asProgram = "WORDWAKE_TEST_AS_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		os.Exit(Main(context.Background(), os.Args[1:], os.Stdin, os.Stdout, os.Stderr, Build{Name: "wordwake", Version: "1.2.3"}))
	}
	os.Exit(m.Run())
}

// program is the command line as a process of its own.
type program struct {
	// flags are given to every command: the state directories and the library.
	flags []string
	// before is put in front, to run it as another user for example.
	before []string
	// path is the program; empty means that of this test.
	path string
}

// process makes a process that is not started yet.
func (p program) process(ctx context.Context, args ...string) *exec.Cmd {
	path := p.path
	if path == "" {
		path = os.Args[0]
	}
	line := append(append([]string{}, p.before...), path)
	line = append(append(line, args...), p.flags...)
	run := exec.CommandContext(ctx, line[0], line[1:]...)
	run.Env = append(os.Environ(), asProgram+"=1", "GORACE=halt_on_error=1 atexit_sleep_ms=0")
	return run
}

// run lets a command run to its end.
func (p program) run(t *testing.T, args ...string) result {
	t.Helper()
	got, err := p.try(t.Context(), args...)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// try is run for goroutines: the error says that the process could not be started or was killed.
func (p program) try(ctx context.Context, args ...string) (result, error) {
	var out, said bytes.Buffer
	run := p.process(ctx, args...)
	run.Stdout, run.Stderr = &out, &said
	err := run.Run()
	var exit *exec.ExitError
	if errors.As(err, &exit) && exit.Exited() {
		err = nil
	}
	return result{run.ProcessState.ExitCode(), out.String(), said.String()}, err
}

// index brings the library up to date, which must work.
func (p program) index(t *testing.T, args ...string) indexJSON {
	t.Helper()
	got := p.run(t, append([]string{"index", "--json", "--quiet"}, args...)...)
	return decoded[indexJSON](t, got)
}

// search asks for words, which must give an answer.
func (p program) search(t *testing.T, words ...string) answer {
	t.Helper()
	return decoded[answer](t, p.run(t, append([]string{"search", "--json"}, words...)...))
}

// status asks how things are, which must be told.
func (p program) status(t *testing.T) statusJSON {
	t.Helper()
	return decoded[statusJSON](t, p.run(t, "status", "--json"))
}

// decoded reads what a command printed that went well.
func decoded[T any](t *testing.T, got result) T {
	t.Helper()
	var answer T
	if err := json.Unmarshal([]byte(got.out), &answer); err != nil || got.code != exitOK {
		t.Fatalf("%v, code %d, said %q, printed %.300q", err, got.code, got.err, got.out)
	}
	return answer
}
