package openclaw_test

import (
	"fmt"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/datatest"
	"github.com/wordwake/wordwake/data/openclaw"
)

// with is a session that was spawned, or by nobody, with one more field in its entry.
func with(spawnedBy, field string, value any) datatest.Node {
	return datatest.Node{SpawnedBy: spawnedBy, Entry: datatest.Fields{field: value}}
}

func TestTheLinksOfASession(t *testing.T) {
	at := datatest.Start
	milli := func(after time.Duration) int64 { return at.Add(after).UnixMilli() }
	cases := []struct {
		name string
		node datatest.Node
		want data.Session
	}{
		{"nobody's", with("", "status", "done"), data.Session{}},
		{"spawned, and nothing known of its run", datatest.Node{SpawnedBy: "agent:main:a"}, data.Session{
			Parent: "agent:main:a", SpawnedBy: "agent:main:a", LinkedUntil: at.Add(time.Hour),
		}},
		{"a child", datatest.Node{Parent: "agent:main:a"}, data.Session{
			Parent: "agent:main:a", ChildOf: "agent:main:a", LinkedUntil: at.Add(time.Hour),
		}},
		{"spawned by one and the child of another", datatest.Node{SpawnedBy: "agent:main:a", Parent: "agent:main:b"}, data.Session{
			Parent: "agent:main:b", SpawnedBy: "agent:main:a", ChildOf: "agent:main:b", LinkedUntil: at.Add(time.Hour),
		}},
		{"a fork is nobody's child", with("", "forkSource", datatest.Fields{"sessionKey": "agent:main:a"}), data.Session{
			Parent: "agent:main:a",
		}},
		{"owned", with("", "ownerSessionKey", "agent:main:a"), data.Session{Owner: "agent:main:a"}},
		{"one that runs", with("agent:main:a", "status", "running"), data.Session{
			Parent: "agent:main:a", SpawnedBy: "agent:main:a",
		}},
		{"one that started", with("agent:main:a", "startedAt", milli(0)), data.Session{
			Parent: "agent:main:a", SpawnedBy: "agent:main:a",
		}},
		{"one that ended", with("agent:main:a", "endedAt", milli(time.Minute)), data.Session{
			Parent: "agent:main:a", SpawnedBy: "agent:main:a", LinkedUntil: at.Add(31 * time.Minute),
		}},
		{"one that failed some time", with("agent:main:a", "status", "failed"), data.Session{
			Parent: "agent:main:a", SpawnedBy: "agent:main:a", LinkedUntil: at.Add(30 * time.Minute),
		}},
	}
	for _, g := range []datatest.Generation{datatest.V11, datatest.V19, datatest.V23} {
		for _, c := range cases {
			t.Run(fmt.Sprintf("version %d, %s", g, c.name), func(t *testing.T) {
				store := datatest.NewState(t).Agent("main", g).Session("agent:main:x", "x", datatest.Talk("hello"), c.node)
				listed := list(t, openclaw.NewSource(store.Ref()))
				if len(listed) != 1 {
					t.Fatalf("%d sessions", len(listed))
				}
				s := listed[0]
				got := data.Session{Parent: s.Parent, SpawnedBy: s.SpawnedBy, ChildOf: s.ChildOf, Owner: s.Owner, LinkedUntil: s.LinkedUntil}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}

func TestTheColumnForTheParentAlsoHoldsWhoSpawnedTheSession(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V23).
		Session("agent:main:x", "x", datatest.Talk("hello"), with("agent:main:a", "status", "running"))
	for _, c := range []struct{ column, want string }{{"agent:main:a", ""}, {"agent:main:b", "agent:main:b"}} {
		store.Exec(`UPDATE session_nodes SET parent_session_key = ?`, c.column)
		if s := list(t, openclaw.NewSource(store.Ref()))[0]; s.ChildOf != data.SessionKey(c.want) || s.SpawnedBy != "agent:main:a" {
			t.Errorf("%s: %+v", c.column, s)
		}
	}
}

func TestAChangeOfALinkIsSeen(t *testing.T) {
	store := datatest.NewState(t).Agent("main", datatest.V23).
		Session("agent:main:x", "x", datatest.Talk("hello"), with("agent:main:a", "status", "running"))
	source := kept(t, store.Ref())
	was := list(t, source)[0].Fingerprint
	for _, set := range []string{
		"'$.status', 'done'", "'$.endedAt', 1000000000000", "'$.ownerSessionKey', 'agent:main:b'", "'$.parentSessionKey', 'agent:main:c'",
	} {
		store.Exec(`UPDATE session_nodes SET entry_json = json_set(entry_json, ` + set + `), updated_at = updated_at + 1`)
		is := list(t, source)[0].Fingerprint
		if is == was {
			t.Errorf("%s: the fingerprint is the same", set)
		}
		was = is
	}
}
