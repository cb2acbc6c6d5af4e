package openclaw_test

import (
	"fmt"
	"os"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// list opens a store by a source, lists it and closes it.
func list(t *testing.T, s *openclaw.Source) []data.SourceSession {
	t.Helper()
	r, err := s.Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = r.Close() }()
	return sessions(t, r)
}

// kept gives a source that remembers its last listing.
func kept(t *testing.T, store data.Store) *openclaw.Source {
	t.Helper()
	s := openclaw.NewSource(store)
	list(t, s) // the first listing takes no tokens
	list(t, s)
	return s
}

// tenTalks is a store with sessions s0 to s9.
func tenTalks(t *testing.T, g datatest.Generation) *datatest.Store {
	t.Helper()
	store := datatest.NewState(t).Agent("main", g)
	for n := range 10 {
		id := fmt.Sprint("s", n)
		store.Session("agent:main:"+id, id, datatest.TalkAt(id+"-", datatest.Start.Add(time.Duration(n)*time.Hour), "one", "two"),
			datatest.Node{Created: datatest.Start.Add(time.Duration(n) * time.Hour), Label: "talk " + id})
	}
	return store
}

// changes are what may happen to one session of tenTalks.
var changes = []struct {
	name string
	make func(s *datatest.Store)
}{
	{"nothing", func(*datatest.Store) {}},
	{"an append", func(s *datatest.Store) {
		s.Append("s3", datatest.More("x", "s3-1", datatest.Start.Add(time.Hour), "three")...)
	}},
	{"a rewriting", func(s *datatest.Store) { s.Rewrite("s3", datatest.Talk("other", "words")...) }},
	{"a new session", func(s *datatest.Store) { s.Session("agent:main:new", "s35", datatest.Talk("hello")) }},
	{"a new window of a key", func(s *datatest.Store) {
		s.Session("agent:main:s3", "s99", datatest.Talk("hello"), datatest.Node{Previous: "s3", Created: datatest.Start.Add(99 * time.Hour)})
	}},
	{"a rewind", func(s *datatest.Store) {
		talk := datatest.TalkAt("s3-", datatest.Start.Add(3*time.Hour), "one", "two")
		s.Session("agent:main:s3", "s99", datatest.Rewind(talk, "s3-0", "again"), datatest.Node{Previous: "s3", Created: datatest.Start.Add(99 * time.Hour)})
	}},
	{"a deletion", func(s *datatest.Store) { s.Delete("agent:main:s3") }},
	{"a label of the same length", func(s *datatest.Store) {
		s.Exec(`UPDATE session_nodes SET label = 'TALK s3' WHERE session_key = 'agent:main:s3'`)
	}},
	{"an archiving", func(s *datatest.Store) {
		s.Exec(`UPDATE session_nodes SET archived_at = 5 WHERE session_key = 'agent:main:s3'`)
	}},
	{"a longer entry", func(s *datatest.Store) {
		s.Exec(`UPDATE session_nodes SET label = NULL, entry_json = json_set(entry_json, '$.label', NULL, '$.subject', 'herons') WHERE session_key = 'agent:main:s3'`)
	}},
	{"another parent", func(s *datatest.Store) {
		s.Exec(`UPDATE session_nodes SET parent_session_key = 'agent:main:s1' WHERE session_key = 'agent:main:s3'`)
	}},
	{"a later activity", func(s *datatest.Store) {
		s.Exec(`UPDATE session_nodes SET last_activity_at = ? WHERE session_key = 'agent:main:s3'`, datatest.Start.Add(99*time.Hour).UnixMilli())
	}},
	{"another name for the main talk", func(s *datatest.Store) {
		s.Exec(`UPDATE session_key_contract SET main_key = 's3'`)
	}},
}

func TestAListingFromMemoryIsThatOfAFreshSource(t *testing.T) {
	for _, g := range []datatest.Generation{datatest.V19, datatest.V23} {
		for _, c := range changes {
			t.Run(fmt.Sprintf("version %d after %s", g, c.name), func(t *testing.T) {
				store := tenTalks(t, g)
				source := kept(t, store.Ref())
				c.make(store)
				for range 2 {
					if diff := cmp.Diff(list(t, openclaw.NewSource(store.Ref())), list(t, source)); diff != "" {
						t.Errorf("(-fresh +from memory):\n%s", diff)
					}
				}
			})
		}
	}
}

func TestAColdTranscriptThatMovesIntoAFileIsSeen(t *testing.T) {
	store := tenTalks(t, datatest.V23)
	store.Cold("s3", false)
	source := kept(t, store.Ref())
	store.Exec(`UPDATE session_transcript_cold_archives SET storage = 'file', archive_blob = NULL`)
	if diff := cmp.Diff(list(t, openclaw.NewSource(store.Ref())), list(t, source)); diff != "" {
		t.Errorf("(-fresh +from memory):\n%s", diff)
	}
}

func TestAColdTranscriptWhoseFileComesBackIsSeen(t *testing.T) {
	store := tenTalks(t, datatest.V23)
	path := store.Cold("s3", true)
	source := kept(t, store.Ref())
	before := list(t, source)
	if err := os.WriteFile(path, []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	after := list(t, source)
	if diff := cmp.Diff(list(t, openclaw.NewSource(store.Ref())), after); diff != "" {
		t.Errorf("(-fresh +from memory):\n%s", diff)
	}
	if cmp.Equal(before, after) {
		t.Error("the file of an archive changed, and no fingerprint with it")
	}
}

func TestOnlyWhatChangedIsListedInFull(t *testing.T) {
	for _, sessions := range []int{10, 1000} {
		store := datatest.NewState(t).Agent("main", datatest.V23).Fill(sessions, 2, fill)
		source := kept(t, store.Ref())
		list(t, source)
		if read := openclaw.FullyListed(source); read != sessions {
			t.Errorf("%d of %d sessions were read in full by a listing that remembers them", read-sessions, sessions)
		}
		store.Append("bulk-4", datatest.More("x", "bulk-4-1", datatest.Start, "more")...)
		list(t, source)
		if read := openclaw.FullyListed(source); read != sessions+1 {
			t.Errorf("%d of %d sessions were read in full after a message was added to one", read-sessions, sessions)
		}
	}
}

func TestAReplacedStoreIsNotRemembered(t *testing.T) {
	store := tenTalks(t, datatest.V23)
	source := kept(t, store.Ref())
	other := tenTalks(t, datatest.V23)
	// The same in all that a token tells, but not in what the entry says.
	relabel(store, "herons")
	relabel(other, "herons")
	list(t, source)
	relabel(other, "storks")
	if err := os.Rename(other.Path, store.Path); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(list(t, openclaw.NewSource(store.Ref())), list(t, source)); diff != "" {
		t.Errorf("(-fresh +from memory):\n%s", diff)
	}
}

func TestAWindowIsOnlySupersededAsLongAsAnotherRepeatsIt(t *testing.T) {
	store := tenTalks(t, datatest.V23)
	old := datatest.TalkAt("s3-", datatest.Start.Add(3*time.Hour), "one", "two")
	store.Session("agent:main:s3", "s99", datatest.Rewind(old, "s3-0", "again"), datatest.Node{Previous: "s3", Created: datatest.Start.Add(99 * time.Hour)})
	source := kept(t, store.Ref())
	if !byID(list(t, source))["s3"].Superseded {
		t.Fatal("it is not superseded after a rewind")
	}
	store.Rewrite("s99", datatest.Talk("other", "words")...)
	list(t, source)
	if diff := cmp.Diff(list(t, openclaw.NewSource(store.Ref())), list(t, source)); diff != "" {
		t.Errorf("(-fresh +from memory):\n%s", diff)
	}
}

// relabel changes what an entry says, and nothing that a token tells.
func relabel(s *datatest.Store, label string) {
	s.Exec(`UPDATE session_nodes SET label = NULL, entry_json = json_set(entry_json, '$.label', ?)`, label)
}

func TestWhatATokenDoesNotTellIsSeenAfterAWhile(t *testing.T) {
	store := tenTalks(t, datatest.V23)
	relabel(store, "herons")
	source := openclaw.NewSource(store.Ref())
	now := time.Now().Add(time.Minute) // later than what the files say
	source.Now = func() time.Time { return now }
	due := func() bool {
		_, fresh, err := source.Stamp(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return fresh
	}
	list(t, source)
	list(t, source)
	now = now.Add(time.Hour)
	if list(t, source); due() {
		t.Error("a store that did not change is to be listed again")
	}
	relabel(store, "storks")
	now = now.Add(time.Minute)
	if list(t, source); due() {
		t.Error("a store is to be listed again at once")
	}
	// Nothing happens to the store any more.
	now = now.Add(time.Hour)
	if !due() {
		t.Error("a store that was listed from memory after it changed is not listed again")
	}
	if got := list(t, source)[0].Title; got != "storks" {
		t.Errorf("title %q an hour later, want storks", got)
	}
	for range 2 { // and that is the end of it
		now = now.Add(time.Hour)
		if due() {
			t.Error("a store is listed again and again")
		}
		list(t, source)
	}
}

func TestManySessionsAreListedInPieces(t *testing.T) {
	for _, g := range datatest.Generations {
		store := tenTalks(t, g)
		want := sessions(t, open(t, store.Ref()))
		got := sessions(t, openSmall(t, store.Ref()))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("version %d (-at once +in pieces):\n%s", g, diff)
		}
	}
}

func TestWhatChangesBetweenTwoPiecesIsNotTakenForDeleted(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(s *datatest.Store)
		want   []data.SessionID
	}{
		{"a session that comes back before the place of the listing", func(s *datatest.Store) {
			s.Session("agent:main:a", "a", datatest.Talk("hello"))
		}, []data.SessionID{"a", "s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9"}},
		{"a session that comes behind it", func(s *datatest.Store) {
			s.Session("agent:main:z", "z", datatest.Talk("hello"))
		}, []data.SessionID{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s8", "s9", "z"}},
		{"a session that is deleted behind it", func(s *datatest.Store) {
			s.Delete("agent:main:s8")
		}, []data.SessionID{"s0", "s1", "s2", "s3", "s4", "s5", "s6", "s7", "s9"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			store := tenTalks(t, datatest.V23)
			store.Hold()
			r := openSmall(t, store.Ref())
			got, err := openclaw.ListWhile(t.Context(), r, func() { c.change(store) })
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(got)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
