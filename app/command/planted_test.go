package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/app/library"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/reconcile"
)

// pieceSize is how many characters of a secret in a row may not stand anywhere.
const pieceSize = 8

// plants is a history in which secrets of many kinds stand in many places, and a library that is made of it.
type plants struct {
	program
	state *datatest.State
	store *datatest.Store
	home  string
	// library is its folder.
	library string
	// secrets are by the place where they stand; whole are those of which the library keeps a hash.
	secrets map[string]string
	whole   []string
	random  *rand.Rand
}

// plant makes the history. The secrets are made at each run, so that they stand in no file.
func plant(t *testing.T) *plants {
	t.Helper()
	s := newStage(t)
	p := &plants{
		state: datatest.NewState(t), home: s.home, library: filepath.Join(s.home, "library"), secrets: map[string]string{},
		random: rand.New(rand.NewPCG(7, 11)),
	}
	p.flags = []string{"--state", p.state.Dir, "--library", p.library}
	p.configure(t)
	p.store = p.state.Agent("main", datatest.V23)
	p.texts()
	p.names()
	p.odd()
	return p
}

// token makes a secret of a kind that is known by its beginning.
func (p *plants) token(place, prefix string) string {
	const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	raw := make([]byte, 36)
	for i := range raw {
		raw[i] = letters[p.random.IntN(len(letters))]
	}
	raw[5], raw[17] = '7', 'q'
	p.secrets[place] = prefix + string(raw)
	return p.secrets[place]
}

// value makes a secret of a kind that is known by what stands beside it.
func (p *plants) value(place string) string { return p.token(place, "") }

// configure writes the configuration, with an exact secret and these patterns.
func (p *plants) configure(t *testing.T, patterns ...string) {
	t.Helper()
	secret := p.secrets["configuration"]
	if secret == "" {
		secret = p.value("configuration")
	}
	config := map[string]any{
		"channels": map[string]any{"telegram": map[string]any{"botToken": secret}},
		"logging":  map[string]any{"redactPatterns": append([]string{}, patterns...)},
	}
	text, err := json.Marshal(config)
	if err != nil {
		t.Fatal(err)
	}
	p.state.Config(string(text))
}

// texts plants secrets in what is said.
func (p *plants) texts() {
	github, openai := p.token("a token of GitHub", "ghp_"), p.token("a token of OpenAI", "sk-proj-")
	p.whole = []string{github, openai}
	p.store.Session("agent:main:main", "said", datatest.Talk(
		"use "+github+" for the ferry", "OPENAI_API_KEY="+openai,
		"password: "+p.value("a password"),
		"Authorization: Bearer "+p.value("a header"), "see https://anna:"+p.value("an address")+"@example.org/tide",
		"-----BEGIN RSA PRIVATE KEY-----\n"+p.value("an open key"), "Set-Cookie: sid="+p.value("a cookie")+"; Path=/",
		`{"client_secret": "`+p.value("a field of JSON")+`"}`, "Пароль: "+p.value("a password in Russian"),
		"it is "+p.secrets["configuration"],
		strings.Repeat("water ", 400)+p.token("a token far down", "ghp_")+strings.Repeat(" water", 400),
		"密码："+p.value("a password in Chinese"),
	))
	p.store.Session("agent:main:gone", "gone", datatest.Talk("token "+p.token("a deleted session", "ghp_")+" gonequokka", "none"))
	talk := datatest.Talk("the tide", "password: "+p.value("a rewound answer"), "thanks")
	p.store.Session("agent:main:again", "before", talk)
	p.store.Session("agent:main:again", "after", datatest.Rewind(talk, "m0", "password: "+p.value("after a rewind")), datatest.Node{Previous: "before"})
}

// names plants secrets in names of sessions.
func (p *plants) names() {
	key := "agent:main:direct:" + p.token("a session key", "ghp_")
	p.store.Session(key, "named", datatest.Talk("tide by name", "none"), datatest.Node{
		Label: "use " + p.token("a label", "ghp_"), DisplayName: "password: " + p.value("a display name"),
	})
	p.store.Session("agent:main:child", "child", datatest.Talk("my key is "+p.token("a first message that is a title", "ghp_"), "none"),
		datatest.Node{SpawnedBy: key, Parent: key})
}

// odd plants secrets in events that nobody knows.
func (p *plants) odd() {
	say := func(id, role string, content any) datatest.Event {
		return datatest.Make(datatest.Fields{
			"type": "message", "id": id, "parentId": nil, "timestamp": "2026-07-01T10:00:00.000Z",
			"message": datatest.Fields{"role": role, "content": content},
		})
	}
	p.store.Session("agent:main:odd", "odd", []datatest.Event{
		datatest.Header("odd"),
		datatest.Make(datatest.Fields{"type": "mystery", "id": "x", "parentId": nil, "body": "password: " + p.value("an unknown event")}),
		say("o1", "toolResult", []datatest.Fields{{"type": "text", "text": "password: " + p.value("an answer of a tool")}}),
		say("o2", "assistant", []datatest.Fields{
			{"type": "toolCall", "name": "run", "arguments": datatest.Fields{"token": p.token("an argument", "ghp_")}},
			{"type": "thinking", "thinking": "password: " + p.value("a thought")},
			{"type": "text", "text": "odd tide"},
		}),
		datatest.Event(`{"type":"message","id":"o3","message":{"role":"user","content":"password: ` + p.value("a broken event") + `"`),
	})
}

// clean tells which secrets stand, by any piece of them, in a text; the search of words knows no upper case.
func (p *plants) clean(t *testing.T, where string, text []byte) {
	t.Helper()
	pieces := map[string]string{}
	for place, secret := range p.secrets {
		secret = strings.ToLower(secret)
		for i := 0; i+pieceSize <= len(secret); i++ {
			pieces[secret[i:i+pieceSize]] = place
		}
	}
	text = bytes.ToLower(text)
	told := map[string]bool{}
	for i := 0; i+pieceSize <= len(text); i++ {
		if place, stands := pieces[string(text[i:i+pieceSize])]; stands && !told[place] {
			told[place] = true
			t.Errorf("%s: a piece of the secret in %s stands there", where, place)
		}
	}
}

// files reads all that the program keeps.
func (p *plants) files(t *testing.T) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	err := filepath.WalkDir(p.home, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		text, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		files[path] = text
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// kept checks that no file holds a secret.
func (p *plants) kept(t *testing.T, when string) {
	t.Helper()
	files := p.files(t)
	if len(files) == 0 {
		t.Fatalf("%s: there are no files", when)
	}
	for path, text := range files {
		p.clean(t, when+": "+filepath.Base(path), text)
	}
}

// holds counts the files in which a word stands.
func (p *plants) holds(t *testing.T, word string) (n int) {
	t.Helper()
	for _, text := range p.files(t) {
		if bytes.Contains(bytes.ToLower(text), []byte(word)) {
			n++
		}
	}
	return n
}

// said runs a command, whose words must hold no secret either.
func (p *plants) said(t *testing.T, args ...string) result {
	t.Helper()
	got := p.run(t, args...)
	if got.code != exitOK {
		t.Errorf("%s: code %d, said %q", args[0], got.code, got.err)
	}
	p.clean(t, "what "+args[0]+" prints", []byte(got.out+got.err))
	return got
}

func TestSecretsNeverEnterTheLibrary(t *testing.T) {
	p := plant(t)
	p.said(t, "index")
	p.kept(t, "after the first pass")
	for _, args := range [][]string{
		{"status"},
		{"status", "--json"},
		{"secrets"},
		{"secrets", "--json"},
		{"secrets", "--format", "csv"},
		{"search", "tide", "--subagents"},
		{"search", "--hidden", "--rewound", "--limit", "500"},
		{"show", "agent:main:main"},
		{"show", "--format", "markdown", "agent:main:odd"},
		{"show", "--json", "--rewound", "agent:main:again"},
		{"show", "agent:main:direct:" + p.secrets["a session key"]},
	} {
		p.said(t, args...)
	}
	for place, secret := range p.secrets {
		got := p.run(t, "search", "--json", secret)
		if !slices.Contains(p.whole, secret) { // alone it may be a word like any other, which is said again
			continue
		}
		p.clean(t, "the answer to the secret in "+place, []byte(got.out+got.err))
		if found := decoded[answer](t, got); found.Total != 1 {
			t.Errorf("the secret in %s is found %d times", place, found.Total)
		}
	}
	p.kept(t, "after searches for the secrets")
}

func TestNoSecretStaysInTheLibraryWhateverBecomesOfTheHistory(t *testing.T) {
	p := plant(t)
	p.index(t)
	if p.holds(t, "gonequokka") == 0 {
		t.Fatal("a word that is no secret does not stand in the files")
	}
	p.store.Delete("agent:main:gone")
	p.index(t)
	p.kept(t, "after a deletion")
	if n := p.holds(t, "gonequokka"); n > 0 {
		t.Errorf("a deleted word stands in %d files", n)
	}
	p.store.Append("said", datatest.More("n", "m11", datatest.Start.Add(time.Hour), "password: "+p.value("what was said later"))...)
	p.store.Rewrite("child", datatest.Talk("no more", "password: "+p.value("a rewritten transcript"))...)
	p.index(t)
	p.kept(t, "after changes")
	p.index(t, "--rebuild")
	p.kept(t, "after a rebuild")
}

func TestANewPatternHidesWhatWasStoredBefore(t *testing.T) {
	p := plant(t)
	p.store.Session("agent:main:bird", "bird", datatest.Talk("the ferry is called bluebird-seventeen", "noted"))
	p.index(t)
	if p.holds(t, "bluebird") == 0 || p.holds(t, "seventeen") == 0 {
		t.Fatal("the word does not stand in the files before")
	}
	before, err := filepath.Glob(filepath.Join(p.library, "index-*"))
	if err != nil {
		t.Fatal(err)
	}
	p.configure(t, "bluebird-[a-z]+")
	p.index(t)
	if n := p.holds(t, "bluebird") + p.holds(t, "seventeen"); n > 0 {
		t.Errorf("the word stands in %d files", n)
	}
	for _, path := range before {
		if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there, %v", filepath.Base(path), err)
		}
	}
	p.kept(t, "after the rules changed")
	p.configure(t)
	p.index(t)
	if p.holds(t, "bluebird") == 0 {
		t.Error("the word is hidden though the pattern is gone")
	}
}

func TestNoSecretStaysAfterAKill(t *testing.T) {
	p := plant(t)
	p.store.Fill(150, 60, func(s, m int) string { // enough for several transactions
		return fmt.Sprintf("message %d of %d, password: %s", m, s, p.secrets["a password"])
	})
	cut := 0
	for _, run := range []struct {
		written int64
		args    []string
	}{
		{400 << 10, nil},
		{400 << 10, nil},
		{400 << 10, nil},
		{200 << 10, []string{"--rebuild"}},
		{600 << 10, []string{"--rebuild"}},
		{1200 << 10, []string{"--rebuild"}},
	} {
		if p.kill(t, run.written, run.args...) {
			cut++
		}
		p.kept(t, fmt.Sprint("after a kill at ", run.written, " bytes ", run.args))
	}
	if cut == 0 {
		t.Error("each run had ended before it was killed")
	}
	p.index(t)
	p.kept(t, "at the end")
}

// kill begins to index and kills that as soon as so much is written. It tells whether the run was cut short.
func (p *plants) kill(t *testing.T, written int64, args ...string) bool {
	t.Helper()
	before := p.sizes(t)
	process := p.process(t.Context(), append([]string{"index", "--quiet"}, args...)...)
	if err := process.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- process.Wait() }()
	for {
		select {
		case err := <-ended:
			if err != nil {
				t.Fatalf("it failed by itself: %v", err)
			}
			return false
		case <-time.After(time.Millisecond):
		}
		var grown int64
		for path, size := range p.sizes(t) {
			grown += max(0, size-before[path])
		}
		if grown >= written && library.Exists(p.library) { // before there is one, there is nothing to be left
			_ = process.Process.Kill() // it may have ended
			return <-ended != nil
		}
	}
}

// sizes gives those of the index files with their WALs.
func (p *plants) sizes(t *testing.T) map[string]int64 {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(p.library, "index-*"))
	if err != nil {
		t.Fatal(err)
	}
	sizes := map[string]int64{}
	for _, path := range paths {
		if info, err := os.Stat(path); err == nil { // it may have gone meanwhile
			sizes[path] = info.Size()
		}
	}
	return sizes
}

func TestNoSecretStandsInTheWALOrTheLogWhileTheLibraryIsOpen(t *testing.T) {
	p := plant(t)
	log, err := os.Create(filepath.Join(p.home, "test.log"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = log.Close() }()
	lib, err := library.Open(t.Context(), library.Params{
		Folder: p.library, States: []string{p.state.Dir}, Copies: filepath.Join(p.home, "copies"),
		Log: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = lib.Close() }()
	looks := 0
	for _, rebuild := range []bool{false, true} {
		_, err = lib.Pass(t.Context(), reconcile.Options{Rebuild: rebuild}, func(data.Progress) { looks++; p.kept(t, "in a pass") })
		if err != nil || looks == 0 {
			t.Fatal(looks, err)
		}
	}
	for _, secret := range p.secrets {
		if _, err := lib.Search(t.Context(), data.Query{Text: secret, Hashed: true}); err != nil {
			t.Fatal(err)
		}
		_, err := lib.Page(t.Context(), data.PageRequest{Key: data.SessionKey("agent:main:" + secret)})
		if err == nil {
			t.Fatal("a session is there that is not")
		}
	}
	p.kept(t, "while it is open")
	if text, err := os.ReadFile(log.Name()); err != nil || len(text) == 0 {
		t.Errorf("the log is empty, %v", err)
	}
}
