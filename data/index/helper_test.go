package index

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/wordwake/wordwake/data"
)

// start is the time of the first message of tests.
var start = time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)

func open(t testing.TB, dir string) *Library {
	t.Helper()
	l, err := Open(t.Context(), Params{Dir: dir, RuleStamp: "rules-1", RuleVersion: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	return l
}

// mask stands for the redactor: it hides the word "secret".
func mask(_ context.Context, messages []data.Message) error {
	for i := range messages {
		m := &messages[i]
		m.Hidden = nil
		for {
			at := strings.Index(m.Text, "secret")
			if at < 0 {
				break
			}
			m.Text = m.Text[:at] + "***" + m.Text[at+len("secret"):]
			m.Hidden = append(m.Hidden, data.Hidden{Span: data.Span{Start: at, End: at + 3}, Kind: "test"})
		}
	}
	return nil
}

func writer(t testing.TB, l *Library) *Writer {
	t.Helper()
	w, err := l.Write(t.Context(), WriteParams{Redact: mask})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w
}

func storeOf(agent string) data.Store {
	return data.Store{Agent: agent, Path: "/state/" + agent + ".sqlite", State: "/state", Kind: data.StoreOpenClaw}
}

func session(agent, id string) data.Session {
	return data.Session{
		Store: storeOf(agent), Agent: agent, Key: data.SessionKey("agent:" + agent + ":" + id), ID: data.SessionID(id),
		Kind: data.KindMain, StartedAt: start, UpdatedAt: start,
	}
}

// talk makes messages of alternating roles, a minute apart.
func talk(texts ...string) []data.Message {
	messages := make([]data.Message, len(texts))
	for i, text := range texts {
		role := data.RoleUser
		if i%2 == 1 {
			role = data.RoleAssistant
		}
		messages[i] = data.Message{
			ID: fmt.Sprintf("m%d", i), Seq: int64(i + 1), Role: role, Text: text,
			At: start.Add(time.Duration(i) * time.Minute),
		}
	}
	return messages
}

// put writes one session and commits.
func put(t testing.TB, w *Writer, s data.Session, messages []data.Message) {
	t.Helper()
	putAs(t, w, SessionParams{Session: s, Fingerprint: "f"}, messages)
}

func putAs(t testing.TB, w *Writer, p SessionParams, messages []data.Message) {
	t.Helper()
	ctx := t.Context()
	sw, err := w.Session(ctx, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := sw.Put(ctx, append([]data.Message(nil), messages...), false); err != nil {
		t.Fatal(err)
	}
	title := p.Session.Title
	if title == "" {
		title = string(p.Session.ID)
	}
	if err := sw.Finish(ctx, title, 0); err != nil {
		t.Fatal(err)
	}
	if err := w.Commit(ctx); err != nil {
		t.Fatal(err)
	}
}

func find(t testing.TB, l *Library, r FindRequest) Found {
	t.Helper()
	if r.Limit == 0 {
		r.Limit = 100
	}
	var found Found
	err := l.View(t.Context(), func(v *View) error {
		var err error
		found, err = v.Find(t.Context(), r)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// texts lists what was found, in order.
func texts(found Found) []string {
	list := []string{}
	for _, row := range found.Rows {
		list = append(list, row.Message.Text)
	}
	return list
}

// consistent checks that the index holds exactly the rows beside it, and that each row has its session.
func consistent(t testing.TB, l *Library) {
	t.Helper()
	err := l.View(t.Context(), func(v *View) error {
		for what, query := range map[string]string{
			"rows without index":    "SELECT count(*) FROM messages WHERE id NOT IN (SELECT rowid FROM messages_fts)",
			"index without rows":    "SELECT count(*) FROM messages_fts WHERE rowid NOT IN (SELECT id FROM messages)",
			"rows without session":  "SELECT count(*) FROM messages WHERE session NOT IN (SELECT id FROM sessions)",
			"wrong message counts":  "SELECT count(*) FROM sessions AS s WHERE phase = 1 AND messages <> (SELECT count(*) FROM messages WHERE session = s.id)",
			"titles without index":  "SELECT count(*) FROM sessions WHERE phase = 1 AND id NOT IN (SELECT rowid FROM titles_fts)",
			"title index too large": "SELECT count(*) FROM titles_fts WHERE rowid NOT IN (SELECT id FROM sessions WHERE phase = 1)",
		} {
			var n int
			if err := v.row(t.Context(), query, nil, &n); err != nil {
				return fmt.Errorf("%s: %w", what, err)
			}
			if n != 0 {
				t.Errorf("%s: %d", what, n)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = withWriter(t.Context(), current(t, l), func(db *sql.DB) error {
		_, err := db.ExecContext(t.Context(), "INSERT INTO messages_fts (messages_fts) VALUES ('integrity-check')")
		return err
	})
	if err != nil {
		t.Errorf("integrity of the index: %v", err)
	}
}

func current(t testing.TB, l *Library) string {
	t.Helper()
	name, ok, err := l.folder.current()
	if err != nil || !ok {
		t.Fatalf("current: %q %v", name, err)
	}
	return l.folder.path(name)
}
