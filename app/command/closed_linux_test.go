package command

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// closedState is set where the tests of a directory that may not be listed run as another user.
const closedState = "WORDWAKE_TEST_CLOSED_STATE"

func TestAStateThatMayNotBeListedIsSaid(t *testing.T) {
	if state := os.Getenv(closedState); state != "" {
		searchClosed(t, state)
		return
	}
	base, err := os.MkdirTemp("", "wordwake-closed")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(base) }()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	program, state := filepath.Join(base, "test"), filepath.Join(base, "state")
	if err := errors.Join(
		os.WriteFile(program, text, 0o755), os.Chmod(base, 0o755),
		os.MkdirAll(filepath.Join(state, "agents"), 0o755), os.Chmod(filepath.Join(state, "agents"), 0),
	); err != nil {
		t.Fatal(err)
	}
	command := []string{program, "-test.run", "^TestAStateThatMayNotBeListedIsSaid$"}
	if os.Geteuid() == 0 {
		command = append([]string{"setpriv", "--reuid", "65534", "--clear-groups", "--inh-caps=-all"}, command...)
	}
	run := exec.CommandContext(t.Context(), command[0], command[1:]...)
	run.Env = append(os.Environ(), closedState+"="+state)
	run.Dir = base
	if out, err := run.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// searchClosed runs the commands on a state directory whose agents may not be listed.
func searchClosed(t *testing.T, state string) {
	t.Helper()
	s := newStage(t)
	for _, args := range [][]string{{"search", "x"}, {"index"}, {"show", "agent:main:main"}} {
		got := s.run(append(args, "--state", state)...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, "The folder "+state) || strings.Contains(got.err, "No OpenClaw history") {
			t.Errorf("%v: %+v", args, got)
		}
	}
	for _, args := range [][]string{{"search", "--json", "x"}, {"index", "--json"}} {
		var a answer
		got := s.run(append(args, "--state", state)...)
		err := json.Unmarshal([]byte(got.out), &a)
		if err != nil || got.code != 1 || len(a.Faults) != 1 || a.Faults[0].State != "no-access" || a.Faults[0].Agent != "" {
			t.Errorf("%v: %v, %+v", args, err, got)
		}
	}
	status := func() {
		t.Helper()
		var answer statusJSON
		got := s.run("status", "--json", "--state", state)
		err := json.Unmarshal([]byte(got.out), &answer)
		if err != nil || got.code != 0 || len(answer.Stores) != 1 || answer.Stores[0].State != "no-access" || answer.Stores[0].Detail == "" {
			t.Errorf("%v, %+v", err, got)
		}
		if got := s.run("status", "--state", state); !strings.Contains(got.out, "The folder "+state) {
			t.Errorf("got %+v", got)
		}
	}
	status()
	open, store := newStore(t, "main")
	store.talk("agent:main:main", "w1", "the tide")
	a := s.search(t, "--state", state, "--state", open, "tide")
	if expect(t, a, "w1-m0"); len(a.Faults) != 1 || a.Faults[0].State != "no-access" {
		t.Errorf("faults %+v", a.Faults)
	}
	if got := s.run("search", "--state", state, "--state", open, "tide"); got.code != 0 || !strings.Contains(got.err, "The folder "+state) {
		t.Errorf("got %+v", got)
	}
}
