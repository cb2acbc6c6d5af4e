package openclaw_test

import (
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// said reads the texts of a session.
func said(t *testing.T, r data.Reader, id data.SessionID) []string {
	t.Helper()
	got, _ := messages(t, r, id)
	var texts []string
	for _, m := range got {
		texts = append(texts, m.Role.String()+": "+m.Text)
	}
	return texts
}

func byID(list []data.SourceSession) map[data.SessionID]data.SourceSession {
	all := map[data.SessionID]data.SourceSession{}
	for _, s := range list {
		all[s.ID] = s
	}
	return all
}

func TestEveryGenerationIsRead(t *testing.T) {
	long := strings.Repeat("a long answer about boats ", 100)
	for _, g := range datatest.Generations {
		t.Run(fmt.Sprint("version ", g), func(t *testing.T) {
			store := datatest.NewState(t).Agent("main", g).
				Session("agent:main:main", "s1", datatest.Talk("hello", long), datatest.Node{Label: "Boats", Created: datatest.Start}).
				Session("agent:Work:telegram:direct:5", "s2", datatest.Talk("x"), datatest.Node{SpawnedBy: "agent:main:main", Created: datatest.Start.Add(time.Hour)}).
				Session("agent:main:dashboard:incognito-5", "s3", datatest.Talk("secret")).
				Session("agent:main:empty", "s4", nil)
			r := open(t, store.Ref())
			if r.Generation() != int(g) {
				t.Errorf("generation %d", r.Generation())
			}
			list := byID(sessions(t, r))
			if len(list) != 3 {
				t.Fatalf("%d sessions: %v", len(list), list)
			}
			want := data.Session{
				Store: store.Ref(), Key: "agent:main:main", ID: "s1", Agent: "main", Title: "Boats", Kind: data.KindMain,
				StartedAt: datatest.Start, UpdatedAt: datatest.Start.Add(time.Second),
			}
			if diff := cmp.Diff(want, list["s1"].Session); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if s := list["s2"]; s.Agent != "work" || s.Parent != "agent:main:main" || s.SpawnedBy != "agent:main:main" || s.Kind != data.KindDirect || s.Title != "" || s.Events != 2 {
				t.Errorf("s2: %+v", s)
			}
			if diff := cmp.Diff([]string{"user: hello", "assistant: " + long}, said(t, r, "s1")); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := said(t, r, "s4"); got != nil {
				t.Errorf("the empty session has %v", got)
			}
			if _, err := r.Messages(t.Context(), "nope", data.Reading{}); !errors.Is(err, data.ErrNotFound) {
				t.Errorf("an unknown session gives %v", err)
			}
		})
	}
}

func TestAStoreWithoutSessionTablesHasNoSessions(t *testing.T) {
	r := open(t, datatest.NewState(t).Agent("main", datatest.V1).Ref())
	if list := sessions(t, r); len(list) != 0 || r.Generation() != 1 {
		t.Errorf("generation %d, %v", r.Generation(), list)
	}
}

func TestAWindowWithoutNodeIsListed(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19).Session("agent:main:x", "s1", datatest.Talk("hello"), datatest.Node{NoNode: true})
	r := open(t, store.Ref())
	if list := sessions(t, r); len(list) != 1 || list[0].Key != "agent:main:x" {
		t.Fatalf("%+v", list)
	}
	if diff := cmp.Diff([]string{"user: hello"}, said(t, r, "s1")); diff != "" {
		t.Error(diff)
	}
}

func TestOnlyARewoundWindowIsSuperseded(t *testing.T) {
	first := datatest.Talk("one", "two", "three", "four")
	second := datatest.Rewind(first, "m1", "five")
	other := datatest.TalkAt("n", datatest.Start.Add(48*time.Hour), "after the reset", "yes")
	for _, g := range []datatest.Generation{datatest.V14, datatest.V19, datatest.V23} {
		store := datatest.NewState(t).Agent("main", g).
			Session("agent:main:a", "a1", first, datatest.Node{Created: datatest.Start}).
			Session("agent:main:a", "a2", second, datatest.Node{Previous: "a1", Created: datatest.Start.Add(time.Hour)}).
			Session("agent:main:a", "a3", append(second, datatest.Leaf("l9", "r0", "m3")), datatest.Node{Previous: "a2", Created: datatest.Start.Add(2 * time.Hour)}).
			Session("agent:main:a", "a4", other, datatest.Node{Previous: "a3", Created: datatest.Start.Add(3 * time.Hour)}).
			Session("agent:main:fork", "f1", first, datatest.Node{Previous: "a1", Created: datatest.Start.Add(4 * time.Hour)}).
			Session("agent:main:a", "a0", datatest.Talk("one"), datatest.Node{Previous: "a4", Past: true, Created: datatest.Start.Add(-time.Hour)})
		r := open(t, store.Ref())
		var order []string
		for _, s := range sessions(t, r) {
			mark := ""
			if s.Superseded {
				mark = " superseded"
			}
			order = append(order, string(s.ID)+mark)
		}
		if diff := cmp.Diff([]string{"a1 superseded", "a2 superseded", "a3", "a4", "a0", "f1"}, order); diff != "" {
			t.Errorf("version %d (-want +got):\n%s", g, diff)
		}
		if diff := cmp.Diff([]string{"user: one", "assistant: two", "user: five"}, said(t, r, "a2")); diff != "" {
			t.Error(diff)
		}
	}
}

func TestWhichWindowIsLaterIsToldByThePreviousOneAndNotByTheClock(t *testing.T) {
	hour := func(n int) time.Time { return datatest.Start.Add(time.Duration(n) * time.Hour) }
	first := datatest.Talk("one", "two", "three")
	second := datatest.Rewind(first, "m1", "four")
	for _, c := range []struct {
		name  string
		nodes map[string]datatest.Node
		want  []string
	}{
		{"in order", map[string]datatest.Node{"a": {Created: hour(0)}, "b": {Created: hour(1), Previous: "a"}}, []string{"a superseded", "b"}},
		{"the clock was set back", map[string]datatest.Node{"a": {Created: hour(1)}, "b": {Created: hour(0), Previous: "a"}}, []string{"a superseded", "b"}},
		{"set back twice", map[string]datatest.Node{"a": {Created: hour(2)}, "b": {Created: hour(1), Previous: "a"}, "c": {Created: hour(0), Previous: "b"}}, []string{"a superseded", "b superseded", "c"}},
		{"made at once", map[string]datatest.Node{"a": {Created: hour(0), Previous: "b"}, "b": {Created: hour(0)}}, []string{"b superseded", "a"}},
		{"each names the other", map[string]datatest.Node{"a": {Created: hour(0), Previous: "b"}, "b": {Created: hour(1), Previous: "a"}}, []string{"a superseded", "b"}},
		{"a circle with a tail", map[string]datatest.Node{"a": {Created: hour(1), Previous: "b"}, "b": {Created: hour(2), Previous: "a"}, "c": {Created: hour(0), Previous: "b"}}, []string{"a superseded", "b superseded", "c"}},
		{"one names itself", map[string]datatest.Node{"a": {Created: hour(0), Previous: "a"}, "b": {Created: hour(1)}}, []string{"a", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := datatest.NewState(t).Agent("main", datatest.V19)
			for _, id := range []string{"a", "b", "c"} {
				if node, there := c.nodes[id]; there {
					store.Session("agent:main:a", id, second, node)
				}
			}
			var order []string
			for _, s := range sessions(t, open(t, store.Ref())) {
				mark := ""
				if s.Superseded {
					mark = " superseded"
				}
				order = append(order, string(s.ID)+mark)
			}
			if diff := cmp.Diff(c.want, order); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// An imported session is older than its window, whose time is that of the import.
func TestASessionBeginsWithItsFirstEventWhateverIsSaidLater(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V14, datatest.V23} {
		for name, c := range map[string]struct{ created, want time.Time }{
			"imported":     {datatest.Start.Add(100 * time.Hour), datatest.Start},
			"not imported": {datatest.Start.Add(-time.Minute), datatest.Start.Add(-time.Minute)},
		} {
			store := datatest.NewState(t).Agent("main", g).
				Session("agent:main:a", "a1", datatest.Talk("one", "two"), datatest.Node{Created: c.created}).
				Session("agent:main:b", "b1", nil, datatest.Node{Created: c.created})
			for n := range 3 {
				list := byID(sessions(t, open(t, store.Ref())))
				if got := list["a1"].StartedAt; !got.Equal(c.want) {
					t.Errorf("version %d, %s, after %d appends: %v, want %v", g, name, n, got, c.want)
				}
				if got := list["b1"].StartedAt; !got.Equal(c.created) {
					t.Errorf("version %d, %s, without events: %v", g, name, got)
				}
				store.Append("a1", datatest.More(fmt.Sprint("n", n), "m1", datatest.Start.Add(time.Duration(n+50)*time.Hour), "more")...)
			}
		}
	}
}

func TestAColdArchiveThatComesBackIsSeenAsAChange(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V23).
		Session("agent:main:a", "a1", datatest.Talk("one", "two")).
		Session("agent:main:b", "b1", datatest.Talk("kept"))
	path := store.Cold("a1", true)
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var last map[data.SessionID]data.SourceSession
	look := func(what string, want bool) {
		t.Helper()
		r := open(t, store.Ref())
		defer func() { _ = r.Close() }()
		list := byID(sessions(t, r))
		if last != nil && ((last["a1"].Fingerprint != list["a1"].Fingerprint) != want || last["b1"].Fingerprint != list["b1"].Fingerprint) {
			t.Errorf("%s: the fingerprint changed: %v", what, !want)
		}
		last = list
	}
	stamp := func() data.Stamp {
		t.Helper()
		stamp, _, err := openclaw.NewSource(store.Ref()).Stamp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return stamp
	}
	look("whole", false)
	look("nothing", false)
	was := stamp()
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	look("missing", true)
	gone := stamp()
	write(t, path, whole[:40])
	look("damaged", true)
	write(t, path, whole)
	look("whole again", true)
	if got := said(t, open(t, store.Ref()), "a1"); len(got) != 2 {
		t.Errorf("%v", got)
	}
	if was == gone || gone == stamp() {
		t.Error("the stamp does not tell that an archive went or came")
	}
}

func TestColdTranscriptsAreRead(t *testing.T) {
	for _, inFile := range []bool{true, false} {
		store := datatest.NewState(t).Agent("main", datatest.V21).
			Session("agent:main:a", "a1", datatest.Talk("one", "two", "three"), datatest.Node{Created: datatest.Start}).
			Session("agent:main:a", "a2", datatest.Rewind(datatest.Talk("one", "two", "three"), "m1", "four"), datatest.Node{Previous: "a1", Created: datatest.Start.Add(time.Hour)}).
			Session("agent:main:b", "b1", datatest.Talk("kept"))
		store.Cold("a1", inFile)
		r := open(t, store.Ref())
		list := byID(sessions(t, r))
		if s := list["a1"]; !s.Archived || !s.Superseded || s.Events != 4 {
			t.Errorf("in a file %v: %+v", inFile, s)
		}
		if diff := cmp.Diff([]string{"user: one", "assistant: two", "user: three"}, said(t, r, "a1")); diff != "" {
			t.Errorf("in a file %v: %s", inFile, diff)
		}
	}
}

func TestADamagedColdArchiveCostsOnlyItsSession(t *testing.T) {
	for name, damage := range map[string]func(path string) error{
		"missing":   os.Remove,
		"cut":       func(path string) error { return os.Truncate(path, 40) },
		"exchanged": func(path string) error { return os.WriteFile(path, datatest.Zip([]byte("{}")), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			store := datatest.NewState(t).Agent("main", datatest.V23).
				Session("agent:main:a", "a1", datatest.Talk("one", "two")).
				Session("agent:main:b", "b1", datatest.Talk("kept"))
			if err := damage(store.Cold("a1", true)); err != nil {
				t.Fatal(err)
			}
			r := open(t, store.Ref())
			if got, report := messages(t, r, "a1"); len(got) != 0 || report.Unreadable != 3 {
				t.Errorf("%d messages, %d unreadable", len(got), report.Unreadable)
			}
			if diff := cmp.Diff([]string{"user: kept"}, said(t, r, "b1")); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestResetArchivesAreSessionsAndDeletedOnesAreNot(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19).
		Session("agent:main:a", "a2", datatest.Talk("now"), datatest.Node{Label: "Garden"}).
		Archive("agent:main:a", "a1", "reset", datatest.Talk("before the reset")).
		Archive("agent:main:a", "a2", "reset", datatest.Talk("a copy of a live one")).
		Archive("agent:main:gone", "g1", "deleted", datatest.Talk("deleted"))
	r := open(t, store.Ref())
	list := byID(sessions(t, r))
	if s := list["a1"]; len(list) != 2 || !s.Archived || s.Title != "Garden" {
		t.Errorf("%+v", list)
	}
	if diff := cmp.Diff([]string{"user: before the reset"}, said(t, r, "a1")); diff != "" {
		t.Error(diff)
	}
	if _, err := r.Messages(t.Context(), "g1", data.Reading{}); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a deleted session gives %v", err)
	}
}

func TestPackedEventsThatCannotBeUnpackedAreCounted(t *testing.T) {
	long := strings.Repeat("a long answer about boats ", 100)
	store := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", datatest.Talk("one", long, "three", long))
	store.Exec(`UPDATE transcript_events SET event_zstd = substr(event_zstd, 1, 30) WHERE seq = 2`)
	store.Exec(`UPDATE transcript_events SET event_utf8_bytes = event_utf8_bytes + 1 WHERE seq = 4`)
	r := open(t, store.Ref())
	got, report := messages(t, r, "a1")
	if len(got) != 2 || got[0].Text != "one" || got[1].Text != "three" || report.Unreadable != 2 {
		t.Errorf("%+v %+v", got, report)
	}
}

func TestAFingerprintChangesWithWhatIsHandedOut(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V8, datatest.V14, datatest.V23} {
		store := datatest.NewState(t).Agent("main", g).
			Session("agent:main:a", "a1", datatest.Talk("one", "two")).
			Session("agent:main:b", "b1", datatest.Talk("one"))
		last := map[data.SessionID]data.Fingerprint{}
		look := func(what string, changed data.SessionID) {
			t.Helper()
			r := open(t, store.Ref())
			defer func() { _ = r.Close() }()
			for _, s := range sessions(t, r) {
				if before := last[s.ID]; before != "" && (before != s.Fingerprint) != (s.ID == changed) {
					t.Errorf("version %d: %s: %s changed: %v", g, what, s.ID, before != s.Fingerprint)
				}
				last[s.ID] = s.Fingerprint
			}
		}
		look("first", "")
		look("nothing", "")
		store.Append("a1", datatest.More("n", "m1", datatest.Start, "three")...)
		look("append", "a1")
		store.Rewrite("a1", datatest.Talk("uno", "due", "tre")...)
		look("rewrite", "a1")
		if g >= datatest.V14 {
			store.Exec(`UPDATE session_nodes SET label = 'new' WHERE session_key = 'agent:main:b'`)
			look("label", "b1")
			store.Exec(`UPDATE session_nodes SET archived_at = 5 WHERE session_key = 'agent:main:b'`)
			look("archived", "b1")
		} else {
			store.Exec(`UPDATE session_entries SET entry_json = '{"label":"new"}' WHERE session_key = 'agent:main:b'`)
			look("label", "b1")
		}
	}
}

func TestALongTranscriptIsReadInSeveralTransactions(t *testing.T) {
	var texts []string
	for n := range 1234 {
		texts = append(texts, fmt.Sprint("text ", n))
	}
	store := datatest.NewState(t).Agent("main", datatest.V19).Session("agent:main:a", "a1", datatest.Talk(texts...))
	release := store.Hold()
	defer release()
	r := open(t, store.Ref())
	got, report := messages(t, r, "a1")
	if len(got) != len(texts) || got[1233].Text != "text 1233" || report.Bytes == 0 {
		t.Errorf("%d messages, %+v", len(got), report)
	}
}

func TestAnErrorOfYieldEndsTheReadingAndComesBack(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V19).Session("agent:main:a", "a1", datatest.Talk("one", "two"))
	r := open(t, store.Ref())
	enough, calls := errors.New("enough"), 0
	_, err := r.Messages(t.Context(), "a1", data.Reading{Message: func(data.Message) error { calls++; return enough }})
	if !errors.Is(err, enough) || calls != 1 {
		t.Errorf("%v after %d calls", err, calls)
	}
	var fault *data.StoreError
	if errors.As(err, &fault) {
		t.Error("the caller's own error is blamed on the store")
	}
}
