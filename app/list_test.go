package app

import (
	"encoding/csv"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/app/config"
	"github.com/wordwake/wordwake/app/state"
	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/views/words"
)

func someSecrets() data.Secrets {
	last := time.Date(2026, 7, 14, 21, 4, 0, 0, time.UTC)
	return data.Secrets{
		Kinds: []data.SecretKind{{Kind: "key", Parts: 3, Messages: 2, Sessions: 1}},
		Places: []data.SecretPlace{{
			Kind: "key", Parts: 3, Messages: 2, First: last.AddDate(0, 0, -1), Last: last, Masks: []string{"ab…yz", "***"},
			Session: data.Session{Agent: "main", Key: "agent:main:main", Title: `=HYPERLINK("x"), "quoted"`},
		}},
		Limited: true,
	}
}

func TestTheListIsSavedAsATable(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.csv")
	if err := writeList(path, someSecrets(), time.Now().UTC()); err != nil {
		t.Fatal(err)
	}
	file, err := os.Open(path)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = file.Close() }()
	rows, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	want := [][]string{
		{"kind", "last", "first", "messages", "parts", "masks", "agent", "session key", "session id", "title", "newest message", "history"},
		{
			"key", "2026-07-14T21:04:00Z", "2026-07-13T21:04:00Z", "2", "3", "ab…yz ***", "main", "agent:main:main", "",
			`'=HYPERLINK("x"), "quoted"`, "", "",
		},
	}
	if diff := cmp.Diff(want, rows); diff != "" {
		t.Error(diff)
	}
	info, err := file.Stat()
	if err != nil {
		t.Fatal(err)
	}
	if mode := info.Mode().Perm(); runtime.GOOS != "windows" && mode != 0o600 {
		t.Errorf("mode %o", mode)
	}
}

func TestTheListIsSavedAsText(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.TXT")
	if err := writeList(path, someSecrets(), time.Now().UTC()); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{
		words.SecretsWhy, "Access keys · 3 hidden in 2 messages of 1 session", "agent:main:main · ab…yz  ***", words.SecretsLimited,
	} {
		if !strings.Contains(string(text), part) {
			t.Errorf("%q is not in\n%s", part, text)
		}
	}
}

func TestAListReplacesNoFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "list.csv")
	if err := os.WriteFile(path, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := writeList(path, someSecrets(), time.Now().UTC()); !errors.Is(err, fs.ErrExist) || unsaved(err) != state.SaveExists {
		t.Errorf("got %v", err)
	}
	if text, _ := os.ReadFile(path); string(text) != "mine" {
		t.Errorf("the file holds %q", text)
	}
	left, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(left) != 1 {
		t.Errorf("%d files are left, %v", len(left), err)
	}
}

func TestTheReasonWhyAListIsNotSaved(t *testing.T) {
	for want, err := range map[state.SaveFault]error{
		state.SaveNoFolder: writeList(filepath.Join(t.TempDir(), "none", "list.csv"), someSecrets(), time.Now().UTC()),
		state.SaveNoAccess: &fs.PathError{Op: "open", Err: fs.ErrPermission},
		state.SaveNoRoom:   &fs.PathError{Op: "write", Err: syscall.ENOSPC},
		state.SaveFailed:   errors.New("odd"),
	} {
		if got := unsaved(err); got != want {
			t.Errorf("%v: got %d, want %d", err, got, want)
		}
	}
}

func TestThePersonIsToldWhereTheListIs(t *testing.T) {
	a := &app{ctx: t.Context(), messages: make(chan message, 9), log: slog.New(slog.NewTextHandler(io.Discard, nil))}
	path := filepath.Join(t.TempDir(), "list.csv")
	saved, err := config.Canonical(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range [][]message{
		{state.ListSaveEnded{Path: saved}, noticed{words.ListSaved(saved)}},
		{state.ListSaveEnded{Fault: state.SaveExists}},
	} {
		a.take(listSaved{path: path, secrets: someSecrets()})
		a.workers.Wait()
		for _, m := range want {
			if got := <-a.messages; got != m {
				t.Errorf("got %v, want %v", got, m)
			}
		}
	}
}
