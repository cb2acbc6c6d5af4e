package openclaw_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// The variables by which a test runs itself again as a user without rights.
const (
	asOther    = "WORDWAKE_TEST_AS_OTHER"
	asPaths    = "WORDWAKE_TEST_STORES"
	asStates   = "WORDWAKE_TEST_STATES"
	asSettings = "WORDWAKE_TEST_SETTINGS"
	asTemp     = "WORDWAKE_TEST_TEMP"
	otherUser  = "65534"
)

// TestAsOther is run by the tests below as another user; alone it has nothing to do.
func TestAsOther(t *testing.T) {
	if os.Getenv(asOther) == "" {
		return
	}
	for _, dir := range filepath.SplitList(os.Getenv(asStates)) {
		tellFinder(t, dir)
	}
	for _, dir := range filepath.SplitList(os.Getenv(asSettings)) {
		s, problems := openclaw.NewSettingsReader(openclaw.FinderParams{Env: env(nil), TempDir: os.Getenv(asTemp)}).Read(t.Context(), dir)
		for _, problem := range problems {
			t.Logf("%s: main key %q, PROBLEM %s: %v", dir, s.MainKey, data.StateOf(problem), problem)
		}
	}
	for _, path := range filepath.SplitList(os.Getenv(asPaths)) {
		got, err := pass(t.Context(), data.Store{Agent: "main", Path: path}, os.Getenv(asTemp))
		var fault *data.StoreError
		switch {
		case err == nil:
			t.Logf("%s: TEXTS %s", path, strings.Join(got, ","))
		case !errors.As(err, &fault) || fault.Hint == "":
			t.Errorf("%s: no store error: %v", path, err)
		default:
			t.Logf("%s: STATE %s", path, data.StateOf(err))
		}
	}
}

// tellFinder logs what a finder finds in a state directory, and whether each problem says all that it should.
func tellFinder(t *testing.T, dir string) {
	t.Helper()
	stores, problems := openclaw.NewFinder(openclaw.FinderParams{States: []string{dir}, Env: env(nil)}).Find(t.Context())
	for _, store := range stores {
		t.Logf("%s: FOUND %s", dir, store.Agent)
	}
	for _, problem := range problems {
		var fault *data.StoreError
		if !errors.As(problem, &fault) || fault.Op != "look for agents" || !errors.Is(problem, data.ErrNoAccess) || !strings.HasSuffix(fault.Hint, ".") {
			t.Errorf("%s: %v", dir, problem)
			continue
		}
		t.Logf("%s: PROBLEM %s at %s", dir, data.StateOf(problem), fault.Path)
	}
	t.Logf("%s: %d stores, %d problems", dir, len(stores), len(problems))
}

// asOtherUser runs a pass over each store as a user who is neither root nor the owner, and returns what it logged.
func asOtherUser(t *testing.T, stores ...data.Store) string {
	t.Helper()
	var paths []string
	for _, store := range stores {
		paths = append(paths, store.Path)
	}
	return runAsOther(t, asPaths+"="+strings.Join(paths, string(filepath.ListSeparator)))
}

func runAsOther(t *testing.T, what string) string {
	t.Helper()
	program, temp := publishedProgram(t), open755(t)
	if err := os.Chmod(temp, 0o777); err != nil {
		t.Fatal(err)
	}
	run := exec.Command("setpriv", "--reuid", otherUser, "--clear-groups", program, "-test.run", "^TestAsOther$", "-test.v")
	run.Dir = filepath.Dir(program)
	run.Env = append(os.Environ(), asOther+"=1", what, asTemp+"="+temp)
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if left := listing(t, temp); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
	return string(out)
}

// publishedProgram copies the program of this test to where other users can run it.
func publishedProgram(t *testing.T) string {
	t.Helper()
	program := filepath.Join(open755(t), "test")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(self)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, raw, 0o755); err != nil {
		t.Fatal(err)
	}
	return program
}

// open755 makes a folder that other users can go into; those of the test itself are closed to them.
func open755(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "wordwake-test-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

// published copies a store to where another user can look at it, without the right to write.
func published(t *testing.T, s *datatest.Store, folder, file os.FileMode) data.Store {
	t.Helper()
	dir := open755(t)
	names, err := filepath.Glob(s.Path + "*")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		raw, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, filepath.Base(name)), raw, file); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chmod(dir, folder); err != nil {
		t.Fatal(err)
	}
	return data.Store{Agent: "main", Path: filepath.Join(dir, filepath.Base(s.Path))}
}

func TestAStoreInAFolderThatIsNotOursIsRead(t *testing.T) {
	var refs []data.Store
	before := map[string][]string{}
	for _, c := range arrangements {
		store := newStore(t)
		c.arrange(t, store)
		ref := published(t, store, 0o755, 0o644)
		refs, before[ref.Path] = append(refs, ref), listing(t, filepath.Dir(ref.Path))
	}
	out := asOtherUser(t, refs...)
	for i, c := range arrangements {
		t.Run(c.name, func(t *testing.T) {
			path := refs[i].Path
			if want := path + ": TEXTS " + strings.Join(wanted(c.name), ",") + "\n"; !strings.Contains(out, want) {
				t.Errorf("want %q in:\n%s", want, out)
			}
			if diff := cmp.Diff(before[path], listing(t, filepath.Dir(path))); diff != "" {
				t.Errorf("files (-before +after):\n%s", diff)
			}
		})
	}
}

func TestAStoreThatMayNotBeReadSaysSo(t *testing.T) {
	closedFile := published(t, newStore(t), 0o755, 0o600)
	closedFolder := published(t, newStore(t), 0o700, 0o644)
	out := asOtherUser(t, closedFile, closedFolder)
	for what, store := range map[string]data.Store{"the file is closed": closedFile, "the folder is closed": closedFolder} {
		if want := store.Path + ": STATE no-access\n"; !strings.Contains(out, want) {
			t.Errorf("%s: want %q in:\n%s", what, want, out)
		}
	}
}

func TestAFolderOfAgentsThatMayNotBeListedIsATypedProblem(t *testing.T) {
	var states []string
	wants := map[string][]string{}
	for _, c := range []struct {
		name   string
		closed string
		mode   os.FileMode
		at     string
		want   string
	}{
		{"the folder of the agents", "s/agents", 0o700, "s/agents", "0 stores, 1 problems"},
		{"the state directory", "s", 0o700, "s", "0 stores, 1 problems"},
		{"what the state directory lies in", ".", 0o700, "s", "0 stores, 1 problems"},
		{"agents that may be entered and not listed", "s/agents", 0o711, "s/agents", "1 stores, 1 problems"},
		{"a state directory that may be entered and not listed", "s", 0o711, "", "2 stores, 0 problems"},
		{"one agent", "s/agents/main", 0o700, "", "2 stores, 0 problems"},
	} {
		dir := open755(t)
		for _, agent := range []string{"main", "work"} {
			folder := filepath.Join(dir, "s", "agents", agent, "agent")
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(folder, "openclaw-agent.sqlite"), []byte("x"))
		}
		if err := os.Chmod(filepath.Join(dir, c.closed), c.mode); err != nil {
			t.Fatal(err)
		}
		state := filepath.Join(dir, "s")
		states = append(states, state)
		wants[c.name] = append(wants[c.name], state+": "+c.want+"\n")
		if c.at != "" {
			wants[c.name] = append(wants[c.name], state+": PROBLEM no-access at "+filepath.Join(dir, c.at)+"\n")
		}
	}
	out := runAsOther(t, asStates+"="+strings.Join(states, string(filepath.ListSeparator)))
	for name, lines := range wants {
		for _, line := range lines {
			if !strings.Contains(out, line) {
				t.Errorf("%s: want %q in:\n%s", name, line, out)
			}
		}
	}
}

func TestSettingsThatMayNotBeReadAreAProblemThatNamesTheFile(t *testing.T) {
	closed := func(name string) (state, path string) {
		state = open755(t)
		write(t, filepath.Join(state, "openclaw.json"), []byte(`{"session": {"mainKey": "home"}}`))
		registry(t, state)
		for path, mode := range map[string]os.FileMode{"openclaw.json": 0o644, "state": 0o755, "state/openclaw.sqlite": 0o644, name: 0o600} {
			if err := os.Chmod(filepath.Join(state, path), mode); err != nil {
				t.Fatal(err)
			}
		}
		return state, filepath.Join(state, name)
	}
	config, configPath := closed("openclaw.json")
	runs, runsPath := closed("state/openclaw.sqlite")
	out := runAsOther(t, asSettings+"="+config+string(filepath.ListSeparator)+runs)
	for _, want := range []struct{ begin, names string }{
		{config + `: main key "", PROBLEM `, configPath}, {runs + `: main key "home", PROBLEM no-access`, runsPath},
	} {
		_, line, told := strings.Cut(out, want.begin)
		if line, _, _ = strings.Cut(line, "\n"); !told || !strings.Contains(line, want.names) || !strings.Contains(line, "permission denied") {
			t.Errorf("want %q naming %s in:\n%s", want.begin, want.names, out)
		}
	}
}
