package index

import (
	"bytes"
	"database/sql"
	"errors"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

// trace makes what a reading leaves behind, with links of some length.
func trace(head string, links int) Trace {
	return Trace{Lineage: "line", Trail: data.Trail{Head: []byte(head), Links: bytes.Repeat([]byte("l"), links)}, Opening: "Apple", OpeningSeq: 1}
}

// putTraced writes a session with what its reading left behind, and commits.
func putTraced(t testing.TB, w *Writer, p SessionParams, messages []data.Message, left Trace) {
	t.Helper()
	sw, err := w.Session(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	sw.Leave(left)
	err = errors.Join(sw.Put(t.Context(), messages, false), sw.Finish(t.Context(), "title", 0), w.Commit(t.Context()))
	if err != nil {
		t.Fatal(err)
	}
}

// knownOf is what the library has of a session of agent alpha.
func knownOf(t testing.TB, l *Library, id data.SessionID) Known {
	t.Helper()
	var found Known
	err := l.View(t.Context(), func(v *View) error {
		all, err := v.Known(t.Context(), storeOf("alpha"))
		for _, k := range all {
			if k.Session.ID == id {
				found = k
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func traceOf(t testing.TB, l *Library, k Known) Trace {
	t.Helper()
	var found Trace
	err := l.View(t.Context(), func(v *View) error {
		var err error
		found, err = v.Trace(t.Context(), k)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// parts lists the lengths of the parts of all trails.
func parts(t testing.TB, l *Library) []int {
	t.Helper()
	lengths := []int{}
	err := l.View(t.Context(), func(v *View) error {
		return v.each(t.Context(), "SELECT length(bytes) FROM trails ORDER BY session, part", nil, func(rows *sql.Rows) error {
			var n int
			err := rows.Scan(&n)
			lengths = append(lengths, n)
			return err
		})
	})
	if err != nil {
		t.Fatal(err)
	}
	return lengths
}

func TestATrailComesBackAsItWasLeft(t *testing.T) {
	for _, c := range []struct {
		name   string
		staged bool
		links  []int
		want   []int
	}{
		{"a short one", false, []int{10}, []int{4, 10}},
		{"one without links", false, []int{0}, []int{4}},
		{"one of several parts", false, []int{maxPart*2 + 5}, []int{4, maxPart, maxPart, 5}},
		{"one of a staged session", true, []int{10}, []int{4, 10}},
		{"an append to a small part", false, []int{10, 7, 3}, []int{4, 20}},
		{"an append to nothing", false, []int{0, 7}, []int{4, 7}},
		{"an append to a large part", false, []int{smallPart, 7, 3}, []int{4, smallPart, 10}},
		{"a large append", false, []int{10, maxPart}, []int{4, maxPart, 10}},
		{"an append of nothing", false, []int{10, 0}, []int{4, 10}},
	} {
		t.Run(c.name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			params := SessionParams{Session: session("alpha", "one"), Fingerprint: "f0", Staged: c.staged}
			sum := 0
			for i, links := range c.links {
				left := trace(fmt.Sprint("hea", i), links)
				left.Followed = i > 0
				putTraced(t, w, params, nil, left)
				sum += links
				params.From, params.Fingerprint = params.Fingerprint, data.Fingerprint(fmt.Sprint("f", i+1))
			}
			want := trace(fmt.Sprint("hea", len(c.links)-1), sum)
			if diff := cmp.Diff(want, traceOf(t, l, knownOf(t, l, "one"))); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(c.want, parts(t, l)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestATrailGoesWithWhatItBelongsTo(t *testing.T) {
	params := SessionParams{Session: session("alpha", "one"), Fingerprint: "f"}
	for name, act := range map[string]func(t *testing.T, w *Writer, k Known){
		"the session is deleted": func(t *testing.T, w *Writer, k Known) {
			if err := errors.Join(w.Delete(t.Context(), k), w.Commit(t.Context())); err != nil {
				t.Fatal(err)
			}
		},
		"it was large and is deleted piece by piece": func(t *testing.T, w *Writer, k Known) {
			k.Session.Messages = MaxInPlace + 1
			if err := errors.Join(w.Delete(t.Context(), k), w.Collect(t.Context())); err != nil {
				t.Fatal(err)
			}
		},
		"it is written again without one": func(t *testing.T, w *Writer, _ Known) {
			putTraced(t, w, params, talk("apple"), Trace{})
		},
		"it is written again, staged, without one": func(t *testing.T, w *Writer, _ Known) {
			staged := params
			staged.Staged = true
			putTraced(t, w, staged, talk("apple"), Trace{})
			if err := w.Collect(t.Context()); err != nil {
				t.Fatal(err)
			}
		},
		"links come that have no beginning": func(t *testing.T, w *Writer, _ Known) {
			left := trace("head", 3)
			left.Followed = true
			putTraced(t, w, params, talk("apple"), left)
		},
		"a trail comes that no lineage is known of": func(t *testing.T, w *Writer, _ Known) {
			left := trace("head", 3)
			left.Lineage = ""
			putTraced(t, w, params, talk("apple"), left)
		},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			putTraced(t, w, params, talk("apple"), trace("head", 10))
			k := knownOf(t, l, "one")
			act(t, w, k)
			if got := parts(t, l); len(got) != 0 {
				t.Errorf("parts %v are left", got)
			}
			if got := knownOf(t, l, "one"); got.Lineage != "" {
				t.Errorf("lineage %q is left", got.Lineage)
			}
		})
	}
}

func TestATrailOfAnotherStateIsNotLoaded(t *testing.T) {
	statements := map[string]string{
		"in doubt": "UPDATE sessions SET fingerprint = ''", "a part is missing": "DELETE FROM trails WHERE part = 2",
	}
	for name, change := range map[string]func(*Known){
		"another content":   func(k *Known) { k.Fingerprint = "g" },
		"in doubt":          func(k *Known) { k.Fingerprint = "" },
		"another lineage":   func(k *Known) { k.Lineage = "other" },
		"another session":   func(k *Known) { k.Session.ID = "two" },
		"no such session":   func(k *Known) { k.Row++ },
		"no trail at all":   func(k *Known) { k.Lineage = "" },
		"a part is missing": func(k *Known) {},
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			putTraced(t, w, SessionParams{Session: session("alpha", "one"), Fingerprint: "f"}, nil, trace("head", 3*maxPart))
			k := knownOf(t, l, "one")
			change(&k)
			if statement := statements[name]; statement != "" {
				if err := errors.Join(w.exec(t.Context(), statement), w.Commit(t.Context())); err != nil {
					t.Fatal(err)
				}
			}
			if diff := cmp.Diff(Trace{}, traceOf(t, l, k)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestWhatIsKeptIsNeitherReadNorWritten(t *testing.T) {
	for _, sessions := range []int{1, 300} {
		t.Run(fmt.Sprint("in a library of sessions ", sessions), func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			for i := range sessions {
				put(t, w, session("alpha", fmt.Sprint("other", i)), talk("apple"))
			}
			var texts []string
			for i := range 1000 {
				texts = append(texts, fmt.Sprint("apple ", i))
			}
			p := SessionParams{Session: session("alpha", "one"), Fingerprint: "f"}
			putTraced(t, w, p, talk(texts...), trace("head", 1000))
			before := w.Done()
			p.From, p.Fingerprint, p.Keep = "f", "g", 1000
			left := trace("head", 1)
			left.Followed = true
			changed := talk(append(texts, "pear")...)
			changed[999].Text = "plum"
			putTraced(t, w, p, changed[999:], left)
			done := w.Done()
			if in, out, read := done.Inserted-before.Inserted, done.Deleted-before.Deleted, done.Read-before.Read; in != 2 || out != 1 || read != 1 {
				t.Errorf("inserted %d, deleted %d, read %d", in, out, read)
			}
			if k := knownOf(t, l, "one"); k.Session.Messages != 1001 || k.Fingerprint != "g" {
				t.Errorf("known %+v", k)
			}
			if found := find(t, l, FindRequest{Filter: Filter{Match: "pear OR plum OR \"999\""}}); found.Total != 2 {
				t.Errorf("found %v", texts)
			}
			consistentAfter(t, l, w)
		})
	}
}

func TestOnlyTheRowsThatWereReadAreFollowed(t *testing.T) {
	for name, change := range map[string]func(*SessionParams){
		"other rows":           func(p *SessionParams) { p.From = "g" },
		"a session of none":    func(p *SessionParams) { p.Session.ID = "two" },
		"another key":          func(p *SessionParams) { p.Session.Key += "x" },
		"another kind":         func(p *SessionParams) { p.Session.Kind = data.KindCron },
		"another agent":        func(p *SessionParams) { p.Session.Agent = "beta" },
		"superseded":           func(p *SessionParams) { p.Session.Superseded = true },
		"another beginning":    func(p *SessionParams) { p.Session.StartedAt = start.AddDate(0, 0, 1) },
		"written out of sight": func(p *SessionParams) { p.Staged = true },
	} {
		t.Run(name, func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			p := SessionParams{Session: session("alpha", "one"), Fingerprint: "f"}
			putTraced(t, w, p, talk("apple"), trace("head", 1))
			p.From = "f"
			change(&p)
			if _, err := w.Session(t.Context(), p); !errors.Is(err, ErrUnfollowed) {
				t.Errorf("error %v", err)
			}
		})
	}
}

func TestWhatALaterWindowGainsIsFoldedHoweverFewItAre(t *testing.T) {
	for _, n := range []int{1, fewIDs, fewIDs + 1} {
		t.Run(fmt.Sprint("messages ", n), func(t *testing.T) {
			l := open(t, t.TempDir())
			w := writer(t, l)
			older, newer := session("alpha", "a"), session("alpha", "b")
			newer.Key, newer.StartedAt = older.Key, start.AddDate(0, 0, 1)
			var texts []string
			for i := range 40 {
				texts = append(texts, fmt.Sprint("apple ", i))
			}
			put(t, w, older, talk(texts...))
			p := SessionParams{Session: newer, Fingerprint: "f"}
			putTraced(t, w, p, nil, trace("head", 1))
			p.From, p.Keep = "f", 1
			left := trace("head", n)
			left.Followed = true
			putTraced(t, w, p, talk(texts...)[:n], left)
			if got := knownOf(t, l, "a"); got.Session.Messages != 40-n || got.Folded != n {
				t.Errorf("older %+v", got)
			}
			if found := find(t, l, FindRequest{Filter: Filter{Match: "apple"}}); found.Total != 40 {
				t.Errorf("found %d", found.Total)
			}
			// The older window is written again: what the later one holds stays there.
			putAs(t, w, SessionParams{Session: older}, talk(texts...))
			if got := knownOf(t, l, "a"); got.Session.Messages != 40-n || got.Folded != n {
				t.Errorf("older %+v", got)
			}
			consistentAfter(t, l, w)
		})
	}
}

func TestAnOlderWindowThatWasFollowedIsStillDoubtedForWhatItLeftOut(t *testing.T) {
	l := open(t, t.TempDir())
	w := writer(t, l)
	older, newer := session("alpha", "a"), session("alpha", "b")
	newer.Key, newer.StartedAt = older.Key, start.AddDate(0, 0, 1)
	talked := talk("apple", "pear", "plum")
	put(t, w, newer, talked[:2])
	p := SessionParams{Session: older, Fingerprint: "f"}
	putTraced(t, w, p, talked[:2], trace("head", 1))
	p.From, p.Fingerprint, p.Keep = "f", "g", 2
	left := trace("head", 1)
	left.Followed = true
	putTraced(t, w, p, talked[2:], left)
	if got := knownOf(t, l, "a"); got.Folded != 2 || got.Session.Messages != 1 || got.Fingerprint != "g" {
		t.Errorf("followed: %+v", got)
	}
	put(t, w, newer, talked[:1])
	if got := knownOf(t, l, "a"); got.Fingerprint != "" {
		t.Errorf("the later window lost what it had left out, and it is not in doubt: %+v", got)
	}
}

func TestALibraryOfTheFirstSchemaIsTakenOver(t *testing.T) {
	dir := t.TempDir()
	l := open(t, dir)
	w := writer(t, l)
	put(t, w, session("alpha", "one"), talk("apple", "pear"))
	path := current(t, l)
	if err := errors.Join(w.Close(), l.Close()); err != nil {
		t.Fatal(err)
	}
	asFirst(t, path)
	l = open(t, dir)
	facts, err := l.Facts(t.Context())
	if status := facts.Status; err != nil || status.Schema != 3 || status.Aside != "" || status.Messages != 2 {
		t.Fatalf("status %+v, error %v", status, err)
	}
	if !facts.Stale {
		t.Error("a library without links between sessions is not to be made anew")
	}
	k := knownOf(t, l, "one")
	if k.Lineage != "" || k.Folded == 0 || k.Fingerprint != "f" {
		t.Errorf("known %+v", k)
	}
	w = writer(t, l)
	putTraced(t, w, SessionParams{Session: session("alpha", "one"), Fingerprint: "g"}, talk("apple", "pear", "plum"), trace("head", 3))
	if got := traceOf(t, l, knownOf(t, l, "one")); len(got.Trail.Links) != 3 {
		t.Errorf("trace %+v", got)
	}
	consistentAfter(t, l, w)
}

// asFirst takes away from an index file what the first schema had not.
func asFirst(t *testing.T, path string) {
	t.Helper()
	db, err := sql.Open("sqlite3", path)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.Exec(`DROP TABLE trails; DROP INDEX sessions_doubted; DROP INDEX sessions_given_up; DROP INDEX sessions_odd;
	ALTER TABLE sessions DROP COLUMN lineage; ALTER TABLE sessions DROP COLUMN opening;
	ALTER TABLE sessions DROP COLUMN opening_seq; ALTER TABLE sessions DROP COLUMN folded;
	ALTER TABLE sessions DROP COLUMN child_of; ALTER TABLE sessions DROP COLUMN owner; ALTER TABLE sessions DROP COLUMN linked_until;
	UPDATE meta SET value = 1 WHERE name = 'content_version';
	PRAGMA user_version = 1`)
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
}
