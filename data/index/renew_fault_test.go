package index

import (
	"database/sql"
	"errors"
	"testing"

	"github.com/wordwake/wordwake/data"
)

// Damage that SQLite does not see is seen in what a row holds, or in what is missing beside it.
func TestRowsThatWeNeverWriteAreDamage(t *testing.T) {
	for name, script := range map[string]string{
		"a role of nobody":            "UPDATE messages SET role = -123",
		"a text in place of a number": "UPDATE messages SET ts = 'noon'",
		"an index row alone":          "DELETE FROM messages",
		"a session of no store":       "UPDATE sessions SET store = 99",
		"a row without a session":     "INSERT INTO messages (session, seq, message_id, role, ts, class, text) VALUES (99, 1, 'm', 1, 1, 0, '')",
		"a count that is wrong":       "UPDATE sessions SET messages = 7",
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			l := open(t, dir)
			w := writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple", "apple pie"))
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			path := current(t, l)
			if sound, err := isSound(t.Context(), path); !sound || err != nil {
				t.Fatalf("sound %v, %v", sound, err)
			}
			err := withWriter(t.Context(), path, func(db *sql.DB) error {
				_, err := db.ExecContext(t.Context(), "PRAGMA foreign_keys = OFF; "+script)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			if sound, err := isSound(t.Context(), path); sound || err != nil {
				t.Errorf("sound %v, %v", sound, err)
			}
			if err := l.Renew(t.Context()); err != nil || l.Aside() == "" {
				t.Errorf("set aside %q, %v", l.Aside(), err)
			}
			w = writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple"))
			consistentAfter(t, l, w)
		})
	}
}

func TestAReaderTakesAnOddRowForDamage(t *testing.T) {
	for name, script := range map[string]string{
		"a role of nobody": "UPDATE messages SET role = -123", "a text in place of a number": "UPDATE messages SET seq = 'first'",
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			put(t, w, session("alpha", "one"), talk("apple"))
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			err := withWriter(t.Context(), current(t, l), func(db *sql.DB) error {
				_, err := db.ExecContext(t.Context(), script)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
			err = l.View(t.Context(), func(v *View) error {
				_, err := v.Find(t.Context(), FindRequest{Filter: Filter{Match: "apple"}, Limit: 5})
				return err
			})
			if !IsDamaged(err) || !errors.Is(err, data.ErrStoreCorrupt) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestAFileThatIsFoundWantingTwiceIsSetAside(t *testing.T) {
	l := open(t, t.TempDir())
	for n, want := range []bool{false, true} {
		if err := l.Renew(t.Context()); err != nil || (l.Aside() != "") != want {
			t.Errorf("time %d: set aside %q, %v", n+1, l.Aside(), err)
		}
	}
}

func TestAFileThatAnotherProcessHasRenewedIsNotSuspected(t *testing.T) {
	dir := t.TempDir()
	l, other := open(t, dir), open(t, dir)
	if err := errors.Join(other.Renew(t.Context()), other.Renew(t.Context())); err != nil || other.Aside() == "" {
		t.Fatalf("set aside %q, %v", other.Aside(), err)
	}
	// Both found the old file wanting; what this one is told twice is about two files.
	if err := errors.Join(l.Renew(t.Context()), l.Renew(t.Context())); err != nil || l.Aside() != "" {
		t.Errorf("set aside %q, %v", l.Aside(), err)
	}
}
