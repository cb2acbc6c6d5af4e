package engine_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/engine"
	"github.com/wordwake/wordwake/data/index"
)

// morning is when the first message of a test is written.
var morning = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

// masking stands for the redactor: it hides the word "secret".
type masking struct{}

func (masking) Redact(text string) (string, []data.Hidden) {
	var hidden []data.Hidden
	for {
		at := strings.Index(text, "secret")
		if at < 0 {
			return text, hidden
		}
		text = text[:at] + "***" + text[at+len("secret"):]
		hidden = append(hidden, data.Hidden{Span: data.Span{Start: at, End: at + 3}, Kind: "test"})
	}
}

func (m masking) Key(key data.SessionKey) data.SessionKey {
	masked, _ := m.Redact(string(key))
	return data.SessionKey(masked)
}
func (masking) Version() int  { return 1 }
func (masking) Stamp() string { return "masking" }

// library is an index on disk with an engine over it.
type library struct {
	*engine.Engine
	index *index.Library
	rules data.Redactor
}

func open(t testing.TB) library { return openWith(t, masking{}) }

// openWith is open with another redactor.
func openWith(t testing.TB, rules data.Redactor) library {
	t.Helper()
	lib, err := index.Open(t.Context(), index.Params{Dir: t.TempDir(), RuleStamp: rules.Stamp(), RuleVersion: rules.Version()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = lib.Close() })
	answers, err := engine.New(engine.Params{Library: lib, Redactor: rules})
	if err != nil {
		t.Fatal(err)
	}
	return library{answers, lib, rules}
}

// put writes one session.
func (l library) put(t testing.TB, s data.Session, messages []data.Message) {
	t.Helper()
	ctx := t.Context()
	redact := func(_ context.Context, messages []data.Message) error {
		for i := range messages {
			messages[i].Text, messages[i].Hidden = l.rules.Redact(messages[i].Text)
		}
		return nil
	}
	w, err := l.index.Write(ctx, index.WriteParams{Redact: redact})
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = w.Close() }()
	sw, err := w.Session(ctx, index.SessionParams{Session: s, Fingerprint: "f"})
	if err != nil {
		t.Fatal(err)
	}
	if err := sw.Put(ctx, messages, false); err != nil {
		t.Fatal(err)
	}
	if err := sw.Finish(ctx, s.Title, 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(ctx); err != nil {
		t.Fatal(err)
	}
}

// session makes a session "agent:<agent>:<name>" with the id <name>, that began at an hour of the day.
func session(agent, name string, hour int) data.Session {
	at := morning.Add(time.Duration(hour) * time.Hour)
	return data.Session{
		Store: data.Store{Agent: agent, Path: "/state/" + agent + ".sqlite", State: "/state", Kind: data.StoreOpenClaw},
		Key:   data.SessionKey("agent:" + agent + ":" + name), ID: data.SessionID(name), Agent: agent,
		Title: "Talk " + name, Kind: data.KindMain, StartedAt: at, UpdatedAt: at.Add(time.Hour),
	}
}

// say makes messages of alternating roles, a minute apart, with ids that name the session and the number.
func say(s data.Session, texts ...string) []data.Message {
	messages := make([]data.Message, len(texts))
	for i, text := range texts {
		messages[i] = data.Message{
			ID: fmt.Sprintf("%s-%d", s.ID, i), Session: s.ID, Seq: int64(i), Role: data.RoleUser + data.Role(i%2), Text: text,
			At: s.StartedAt.Add(time.Duration(i) * time.Minute),
		}
	}
	return messages
}

// search fails the test on an error.
func (l library) search(t testing.TB, q data.Query) data.Results {
	t.Helper()
	results, err := l.Search(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

// ids lists the hits of all groups, each group on its own.
func ids(results data.Results) [][]string {
	list := [][]string{}
	for _, group := range results.Groups {
		var hits []string
		for _, hit := range group.Hits {
			hits = append(hits, hit.MessageID)
		}
		list = append(list, hits)
	}
	return list
}
