package library

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/index"
)

// token is put together here, so that nothing in the repository looks like a leaked one.
const token = "ghp" + "_" + "0Tide5Moon9Gull2Reef7Sail4Wake8Foam12"

func secretHistory(t *testing.T) (l *Library, store *datatest.Store) {
	t.Helper()
	state := datatest.NewState(t)
	store = state.Agent("main", datatest.V23)
	store.Session("agent:main:main", "s1", datatest.Talk("my key is "+token, "noted", "and once more "+token))
	l = open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}})
	pass(t, l)
	return l, store
}

func TestAMessageIsRevealedAsItStandsInItsStore(t *testing.T) {
	l, store := secretHistory(t)
	page, err := l.Page(t.Context(), data.PageRequest{Key: "agent:main:main"})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"my key is " + token, "noted", "and once more " + token}
	for i, m := range page.Messages {
		if strings.Contains(m.Text, token) {
			t.Fatal("the library holds the token")
		}
		got, err := l.Reveal(t.Context(), data.RevealRequest{Store: page.Session.Store, Session: m.Session, Message: m.ID, Seq: m.Seq})
		if err != nil || got != want[i] {
			t.Errorf("message %d: %q, %v", i, got, err)
		}
	}
	// What was said meanwhile moves no message that stands.
	store.Append("s1", datatest.More("n", "m2", datatest.Start, "later")...)
	got, err := l.Reveal(t.Context(), data.RevealRequest{Store: store.Ref(), Session: "s1", Message: "m0", Seq: 99})
	if err != nil || got != want[0] {
		t.Errorf("by its id alone: %q, %v", got, err)
	}
}

func TestOfTwoMessagesWithOneIdTheOneIsRevealedThatIsMeant(t *testing.T) {
	state := datatest.NewState(t)
	events := datatest.Talk("one", "two", "three")
	events[3] = datatest.Say("m0", "m1", "user", "three", datatest.Start)
	for i, event := range events {
		events[i] = datatest.Event(strings.ReplaceAll(string(event), `"parentId":`, `"was":`)) // a plain list may say an id twice
	}
	store := state.Agent("main", datatest.V23).Session("agent:main:main", "s1", events)
	l := open(t, Params{Folder: filepath.Join(t.TempDir(), "library"), States: []string{state.Dir}})
	pass(t, l)
	page, err := l.Page(t.Context(), data.PageRequest{Key: "agent:main:main"})
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range page.Messages {
		got, err := l.Reveal(t.Context(), data.RevealRequest{Store: store.Ref(), Session: "s1", Message: m.ID, Seq: m.Seq})
		if err != nil || got != m.Text {
			t.Errorf("message %d: %q, not %q, %v", m.Seq, got, m.Text, err)
		}
	}
	if len(page.Messages) < 2 {
		t.Errorf("%+v", page.Messages)
	}
}

func TestWhatWentIsNotRevealed(t *testing.T) {
	l, store := secretHistory(t)
	other := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:main", "s1", datatest.Talk("not of this library"))
	for name, r := range map[string]data.RevealRequest{
		"no such message":           {Store: store.Ref(), Session: "s1", Message: "m9"},
		"no such session":           {Store: store.Ref(), Session: "s9", Message: "m0"},
		"a history that is not one": {Store: other.Ref(), Session: "s1", Message: "m0"},
	} {
		if text, err := l.Reveal(t.Context(), r); !errors.Is(err, data.ErrNotFound) || text != "" {
			t.Errorf("%s: %q, %v", name, text, err)
		}
	}
	ref := store.Ref()
	if err := os.Remove(store.Path); err != nil {
		t.Fatal(err)
	}
	if text, err := l.Reveal(t.Context(), data.RevealRequest{Store: ref, Session: "s1", Message: "m0"}); !errors.Is(err, fs.ErrNotExist) || text != "" {
		t.Errorf("a history that is gone: %q, %v", text, err)
	}
}

func TestWhatIsRevealedStaysNowhere(t *testing.T) {
	l, store := secretHistory(t)
	if _, err := l.Reveal(t.Context(), data.RevealRequest{Store: store.Ref(), Session: "s1", Message: "m0"}); err != nil {
		t.Fatal(err)
	}
	err := filepath.WalkDir(l.Index.Dir(), func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		if strings.Contains(string(raw), token) {
			t.Errorf("%s holds the token", filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestATranscriptIsReadFromItsStoreAlone(t *testing.T) {
	l, store := secretHistory(t)
	events := 0
	err := l.Transcript(t.Context(), store.Ref(), "s1", func(raw data.RawTranscript) error {
		events = len(raw.Branch())
		return nil
	})
	if err != nil || events != 3 {
		t.Errorf("%d events, %v", events, err)
	}
	if err := l.Transcript(t.Context(), store.Ref(), "s9", nil); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a session that is gone: %v", err)
	}
	// One that changes each time it is read is given up.
	tries := 0
	err = l.Transcript(t.Context(), store.Ref(), "s1", func(data.RawTranscript) error {
		tries++
		return data.ErrStoreChanged
	})
	if !errors.Is(err, data.ErrStoreChanged) || tries != readTries {
		t.Errorf("%d tries, %v", tries, err)
	}
}

func TestTheSessionsOfTheNamedHistoriesAreListed(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "library")
	one, _ := history(t, "main")
	two, _ := history(t, "work")
	pass(t, open(t, Params{Folder: folder, States: []string{one, two}}))
	l := open(t, Params{Folder: folder, States: []string{one}})
	sessions, err := l.Sessions(t.Context(), index.SessionFilter{})
	if err != nil || len(sessions) != 1 || sessions[0].Key != "agent:main:main" {
		t.Errorf("%+v, %v", sessions, err)
	}
}
