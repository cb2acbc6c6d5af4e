package openclaw_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// follower is what somebody knows of a session who reads it again and again.
type follower struct {
	messages []data.Message
	trail    data.Trail
	report   data.ReadReport
	// keep is what Keep was called with, -1 if it was not called; given counts the messages that were yielded.
	keep  int64
	given int
}

// read reads what came since the last reading.
func (f *follower) read(t *testing.T, r data.Reader, id data.SessionID) {
	t.Helper()
	if err := f.try(t, r, id); err != nil {
		t.Fatalf("messages of %s: %v", id, err)
	}
}

func (f *follower) try(t *testing.T, r data.Reader, id data.SessionID) error {
	t.Helper()
	f.keep, f.given = -1, 0
	report, err := r.Messages(t.Context(), id, data.Reading{
		From: f.trail,
		Keep: func(seq int64) error {
			if f.keep >= 0 || f.given > 0 {
				t.Fatal("Keep is called too often or too late")
			}
			f.keep = seq
			f.messages = slices.DeleteFunc(f.messages, func(m data.Message) bool { return m.Seq >= seq })
			return nil
		},
		Message: func(m data.Message) error {
			f.given++
			f.messages = append(f.messages, m)
			return nil
		},
	})
	if err != nil {
		return err
	}
	if report.Followed {
		report.Trail.Links = append(bytes.Clone(f.trail.Links), report.Trail.Links...)
	}
	f.trail, f.report = report.Trail, report
	return nil
}

// check compares what is known with one reading of all.
func (f *follower) check(t *testing.T, r data.Reader, id data.SessionID, what string) {
	t.Helper()
	var fresh follower
	fresh.read(t, r, id)
	if diff := cmp.Diff(fresh.messages, f.messages, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s: messages (-read at once +followed):\n%s", what, diff)
	}
	want := []any{fresh.report.Unreadable, fresh.report.Title, string(fresh.trail.Head), fresh.trail.Links}
	got := []any{f.report.Unreadable, f.report.Title, string(f.trail.Head), f.trail.Links}
	if diff := cmp.Diff(want, got, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("%s: unreadable, title, trail (-read at once +followed):\n%s", what, diff)
	}
}

// eras are the generations that differ in how a rewriting is told and how rows are kept.
var eras = []datatest.Generation{datatest.V8, datatest.V14, datatest.V19, datatest.V23}

func TestWhatIsFollowedEqualsWhatIsReadAtOnce(t *testing.T) {
	for _, g := range eras {
		for seed := range uint64(12) {
			t.Run(fmt.Sprintf("version %d, tangle %d", g, seed), func(t *testing.T) {
				r := rand.New(rand.NewPCG(seed, uint64(g)))
				events := datatest.Tangle(r, 10+r.IntN(90))
				store := datatest.NewState(t).Agent("main", g).Session("agent:main:a", "a1", nil)
				if seed%2 == 0 {
					store.Hold()
				}
				var f follower
				for at := 0; at < len(events); {
					upTo := min(len(events), at+1+r.IntN(30))
					store.Append("a1", events[at:upTo]...)
					reader, other := open(t, store.Ref()), openSmall(t, store.Ref())
					if r.IntN(2) == 0 {
						reader, other = other, reader
					}
					f.read(t, reader, "a1")
					if f.report.Followed != (at > 0) {
						t.Fatalf("at %d: followed: %v", at, f.report.Followed)
					}
					f.check(t, other, "a1", fmt.Sprintf("%d to %d of %d events", at, upTo, len(events)))
					at = upTo
				}
			})
		}
	}
}

func TestAnAppendCostsAHandfulOfRowsHoweverLongTheTranscriptIs(t *testing.T) {
	for g, most := range map[datatest.Generation]int64{datatest.V8: 10, datatest.V14: 2, datatest.V23: 2} {
		store := datatest.NewState(t).Agent("main", g).Fill(1, 4999, func(_, m int) string { return fmt.Sprint("text ", m) })
		store.Hold()
		var f follower
		f.read(t, open(t, store.Ref()), "bulk-0")
		if f.report.Rows < 5000 || f.report.Followed || len(f.messages) != 4999 {
			t.Errorf("version %d: %d rows for all, %d messages", g, f.report.Rows, len(f.messages))
		}
		store.Append("bulk-0", datatest.More("n", "bulk-0-4998", datatest.Start, "one more")...)
		f.read(t, open(t, store.Ref()), "bulk-0")
		if f.report.Rows > most || !f.report.Followed || f.given != 1 || f.keep != 4999 {
			t.Errorf("version %d: %d rows, followed: %v, kept up to %d, %d messages given", g, f.report.Rows, f.report.Followed, f.keep, f.given)
		}
		f.check(t, open(t, store.Ref()), "bulk-0", "appended")
		before := f.trail
		f.read(t, open(t, store.Ref()), "bulk-0")
		if f.report.Rows > most-1 || !f.report.Followed || f.given != 0 || f.keep != 5000 || f.report.Bytes != 0 {
			t.Errorf("version %d: nothing new: %+v, kept up to %d, %d messages given", g, f.report, f.keep, f.given)
		}
		if diff := cmp.Diff(before, f.trail); diff != "" {
			t.Errorf("version %d: nothing new, and another trail:\n%s", g, diff)
		}
	}
}

func TestABranchThatGoesBackIsReadFromWhereItParts(t *testing.T) {
	for _, g := range eras {
		store := datatest.NewState(t).Agent("main", g).
			Session("agent:main:a", "a1", datatest.Rewind(datatest.Talk("one", "two", "three", "four"), "m1", "five", "six"))
		store.Hold()
		var f follower
		f.read(t, open(t, store.Ref()), "a1")
		store.Append("a1", datatest.Leaf("back", "r1", "m3"))
		store.Append("a1", datatest.More("s", "back", datatest.Start, "seven")...)
		f.read(t, open(t, store.Ref()), "a1")
		if f.keep != 2 || f.given != 3 || !f.report.Followed {
			t.Errorf("version %d: kept up to %d, %d given, %+v", g, f.keep, f.given, f.report)
		}
		f.check(t, openSmall(t, store.Ref()), "a1", "gone back")
	}
}

func TestTheTitleOfAnEventThatWasReadBeforeStays(t *testing.T) {
	long := strings.Repeat("and a name that is long enough to be packed ", 40)
	for _, g := range eras {
		for _, name := range []string{"Boats", "Boats " + long} {
			info := datatest.Make(datatest.Fields{"type": "session_info", "id": "i", "parentId": "m1", "name": " " + name})
			store := datatest.NewState(t).Agent("main", g).Session("agent:main:a", "a1", append(datatest.Talk("one", "two"), info))
			var f follower
			for _, want := range []string{strings.TrimSpace(name), strings.TrimSpace(name), ""} {
				f.read(t, open(t, store.Ref()), "a1")
				if f.report.Title != want {
					t.Errorf("version %d: title %q, want %q", g, f.report.Title, want)
				}
				f.check(t, open(t, store.Ref()), "a1", "with a title")
				if want == "" {
					break
				}
				if len(f.messages) == 2 {
					store.Append("a1", datatest.More("n", "i", datatest.Start, "three")...)
				} else {
					store.Append("a1", datatest.Leaf("back", "n0", "m1"))
				}
			}
		}
	}
}

func textsOf(n int) []string {
	texts := make([]string, n)
	for i := range texts {
		texts[i] = fmt.Sprint("text ", i)
	}
	return texts
}

// trailOf reads a session of 21 rows.
func trailOf(t *testing.T, g datatest.Generation) (*datatest.Store, *follower) {
	t.Helper()
	store := datatest.NewState(t).Agent("main", g).
		Session("agent:main:a", "a1", datatest.Talk(textsOf(20)...)).
		Session("agent:main:b", "b1", datatest.Talk(textsOf(20)...))
	store.Hold()
	f := &follower{}
	f.read(t, open(t, store.Ref()), "a1")
	return store, f
}

// edit changes a row of a1 in place, as OpenClaw does when it repairs a transcript.
func edit(store *datatest.Store, g datatest.Generation, seq int) {
	store.Exec(`UPDATE transcript_events SET event_json = replace(event_json, 'text', 'word') WHERE session_id = 'a1' AND seq = ?`, seq)
	if g >= datatest.V14 {
		store.Exec(`UPDATE transcript_rewrite_watermarks SET generation = lower(hex(randomblob(16))) WHERE session_id = 'a1'`)
	}
	store.Append("a1")
}

func TestATrailIsFollowedOnlyIfAllBeforeStands(t *testing.T) {
	more := datatest.More("n", "m19", datatest.Start, "more")
	for name, c := range map[string]struct {
		change   func(s *datatest.Store, f *follower, g datatest.Generation)
		followed bool
	}{
		"something was appended":        {func(s *datatest.Store, _ *follower, _ datatest.Generation) { s.Append("a1", more...) }, true},
		"nothing happened":              {func(*datatest.Store, *follower, datatest.Generation) {}, true},
		"another session was rewritten": {func(s *datatest.Store, _ *follower, _ datatest.Generation) { s.Rewrite("b1", more...) }, true},
		"it became shorter":             {func(s *datatest.Store, _ *follower, _ datatest.Generation) { s.Rewrite("a1", more...) }, false},
		"it became longer and begins anew": {func(s *datatest.Store, _ *follower, _ datatest.Generation) {
			s.Rewrite("a1", datatest.TalkAt("o", datatest.Start, textsOf(30)...)...)
		}, false},
		"its last row is another": {func(s *datatest.Store, _ *follower, g datatest.Generation) {
			edit(s, g, 20)
			s.Append("a1", more...)
		}, false},
		"its last row has another time": {func(s *datatest.Store, _ *follower, _ datatest.Generation) {
			s.Exec(`UPDATE transcript_events SET created_at = 5 WHERE session_id = 'a1' AND seq = 20`)
		}, false},
		"a row before is another": {func(s *datatest.Store, _ *follower, g datatest.Generation) {
			edit(s, g, 8)
			s.Append("a1", more...)
		}, false},
		"it was touched at the same length": {func(s *datatest.Store, _ *follower, _ datatest.Generation) { s.Append("a1") }, false},
		"nobody knows when it was touched": {func(s *datatest.Store, _ *follower, g datatest.Generation) {
			s.Exec(`UPDATE ` + map[bool]string{true: `session_windows`, false: `sessions`}[g >= datatest.V14] + ` SET transcript_updated_at = NULL`)
		}, false},
		"the trail is of another session": {func(s *datatest.Store, f *follower, _ datatest.Generation) {
			var other follower
			other.read(t, open(t, s.Ref()), "b1")
			f.trail = other.trail
		}, false},
		"the trail has no links": {func(_ *datatest.Store, f *follower, _ datatest.Generation) { f.trail.Links = nil }, false},
		"the trail has no head":  {func(_ *datatest.Store, f *follower, _ datatest.Generation) { f.trail.Head = nil }, false},
		"the links are damaged":  {func(_ *datatest.Store, f *follower, _ datatest.Generation) { f.trail.Links[7] ^= 4 }, false},
		"the head is damaged":    {func(_ *datatest.Store, f *follower, _ datatest.Generation) { f.trail.Head[40] ^= 4 }, false},
		"another Wordwake made it": {func(_ *datatest.Store, f *follower, _ datatest.Generation) {
			body := bytes.Replace(f.trail.Head[4:], []byte(`"version":1`), []byte(`"version":2`), 1)
			f.trail.Head = openclaw.Sealed("a1", body)
		}, false},
	} {
		for _, g := range eras {
			t.Run(fmt.Sprintf("version %d: %s", g, name), func(t *testing.T) {
				store, f := trailOf(t, g)
				c.change(store, f, g)
				r := open(t, store.Ref())
				f.read(t, r, "a1")
				if f.report.Followed != c.followed || f.keep < 0 || (!c.followed && f.keep != 0) {
					t.Errorf("followed: %v, kept up to %d", f.report.Followed, f.keep)
				}
				f.check(t, r, "a1", name)
			})
		}
	}
}

func TestATranscriptWithoutRowsLeavesNoTrailAndFollowsNone(t *testing.T) {
	store, f := trailOf(t, datatest.V23)
	trail := f.trail
	list := byID(sessions(t, open(t, store.Ref())))
	if a, b := list["a1"].Lineage, list["b1"].Lineage; a == "" || a == b {
		t.Errorf("lineages %q and %q", a, b)
	}
	store.Cold("a1", false)
	store.Archive("agent:main:c", "c1", "reset", datatest.Talk("closed")).Session("agent:main:d", "d1", nil)
	r := open(t, store.Ref())
	list = byID(sessions(t, r))
	for id, lineage := range map[data.SessionID]bool{"a1": false, "b1": true, "c1": false, "d1": true} {
		if got := list[id].Lineage; (got != "") != lineage {
			t.Errorf("%s has the lineage %q", id, got)
		}
		f.trail = trail
		f.read(t, r, id)
		if f.report.Followed || (len(f.trail.Head) > 0) != (id == "b1") {
			t.Errorf("%s: followed: %v, %d bytes of head", id, f.report.Followed, len(f.trail.Head))
		}
		f.check(t, r, id, string(id))
	}
	store.Delete("agent:main:b")
	if err := f.try(t, open(t, store.Ref()), "b1"); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("a session that is gone: %v", err)
	}
}

func TestALineageLastsUntilTheTranscriptIsRewritten(t *testing.T) {
	for _, g := range eras {
		store, _ := trailOf(t, g)
		lineage := func() data.Lineage { return byID(sessions(t, open(t, store.Ref())))["a1"].Lineage }
		before := lineage()
		store.Append("a1", datatest.More("n", "m19", datatest.Start, "more")...)
		if now := lineage(); now == "" || now != before {
			t.Errorf("version %d: appended: %q, was %q", g, now, before)
		}
		store.Rewrite("a1", datatest.Talk("new")...)
		if now := lineage(); (now != before) != (g >= datatest.V14) {
			t.Errorf("version %d: rewritten: %q, was %q", g, now, before)
		}
	}
}

// A packed event whose frame is damaged is left out, and stays counted while the branch has it.
func TestWhatCannotBeUnpackedIsCountedByThoseWhoFollowToo(t *testing.T) {
	long := strings.Repeat("a long answer about boats ", 100)
	store := datatest.NewState(t).Agent("main", datatest.V23).Session("agent:main:a", "a1", datatest.Talk("one", long, "three", long))
	store.Hold()
	store.Exec(`UPDATE transcript_events SET event_zstd = x'28b52ffd00' WHERE seq IN (2, 4)`)
	var f follower
	for n, c := range []struct {
		events     []datatest.Event
		unreadable int
	}{
		{nil, 2},
		{datatest.More("n", "m3", datatest.Start, "more"), 2},
		{[]datatest.Event{datatest.Leaf("l", "n0", "m2")}, 1},
		{[]datatest.Event{"no JSON"}, 2},
		{[]datatest.Event{datatest.Leaf("k", "l", "m3")}, 3},
	} {
		store.Append("a1", c.events...)
		r := open(t, store.Ref())
		f.read(t, r, "a1")
		if f.report.Unreadable != c.unreadable || f.report.Followed != (n > 0) {
			t.Errorf("step %d: %+v", n, f.report)
		}
		f.check(t, r, "a1", fmt.Sprint("step ", n))
	}
}

func TestWhatIsRewrittenWhileItIsFollowedIsDropped(t *testing.T) {
	for _, g := range eras {
		for name, c := range map[string]struct {
			change  func(s *datatest.Store)
			dropped bool
		}{
			"something is appended": {func(s *datatest.Store) {
				s.Append("a1", datatest.More("n", "m37", datatest.Start, "more")...)
			}, false},
			"another session is rewritten": {func(s *datatest.Store) { s.Rewrite("b1", datatest.Talk("b, again")...) }, false},
			"it becomes shorter":           {func(s *datatest.Store) { s.Rewrite("a1", datatest.Talk("short")...) }, true},
			"it begins anew": {func(s *datatest.Store) {
				s.Rewrite("a1", datatest.TalkAt("o", datatest.Start, textsOf(60)...)...)
			}, true},
			"a row is rewritten": {func(s *datatest.Store) { edit(s, g, 32) }, true},
			"it goes":            {func(s *datatest.Store) { s.Delete("agent:main:a") }, true},
		} {
			t.Run(fmt.Sprintf("version %d: %s", g, name), func(t *testing.T) {
				store := hugeStore(t, g).Session("agent:main:b", "b1", datatest.Talk("b"))
				store.Append("a1", datatest.Leaf("l", "m37", "m1"))
				store.Hold()
				var f follower
				f.read(t, open(t, store.Ref()), "a1")
				store.Append("a1", datatest.Leaf("k", "l", "m37"))
				want, _ := messages(t, open(t, store.Ref()), "a1")
				var got []data.Message
				_, err := openSmall(t, store.Ref()).Messages(t.Context(), "a1", data.Reading{From: f.trail, Message: func(m data.Message) error {
					if len(got) == 0 {
						c.change(store)
					}
					got = append(got, m)
					return nil
				}})
				if errors.Is(err, data.ErrStoreChanged) != c.dropped || (err != nil) != c.dropped {
					t.Fatalf("got %v", err)
				}
				if diff := cmp.Diff(want[2:], got); !c.dropped && diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

// FuzzTrail follows a trail with any head and links, sealed as sound ones are: none may do harm.
func FuzzTrail(f *testing.F) {
	store := datatest.NewState(f).Agent("main", datatest.V8).Session("agent:main:a", "a1", datatest.Talk(textsOf(20)...))
	r, err := openclaw.NewSource(store.Ref()).Open(f.Context())
	if err != nil {
		f.Fatal(err)
	}
	f.Cleanup(func() { _ = r.Close() })
	none := func(data.Message) error { return nil }
	report, err := r.Messages(f.Context(), "a1", data.Reading{Message: none})
	if err != nil {
		f.Fatal(err)
	}
	f.Add(report.Trail.Head[4:], report.Trail.Links)
	for _, odd := range []string{
		`{}`, `[]`, `{"version":1}`, `{"version":1,"ends":{"last":{"seq":-1},"step":-4,"rows":[{"seq":-9223372036854775808}]}}`,
		`{"version":1,"state":{"entries":-1}}`, `{"version":1,"state":{"entries":9007199254740993}}`, `{"version":1,"state":{"spoiled":[-1]}}`,
	} {
		f.Add([]byte(odd), []byte{})
	}
	f.Fuzz(func(t *testing.T, head, links []byte) {
		from := data.Trail{Head: openclaw.Sealed("a1", head), Links: links}
		_, err := r.Messages(t.Context(), "a1", data.Reading{From: from, Message: none})
		if err != nil && !errors.Is(err, data.ErrStoreChanged) {
			t.Fatal(err)
		}
	})
}
