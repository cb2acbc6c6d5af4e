package reconcile

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
	"github.com/wordwake/wordwake/data/index"
)

// rewound makes a window "old" that a later window "new" rewound: both begin with the same two messages.
func rewound(w *world) (store *fakeStore, old, fresh *fakeSession) {
	store = w.add("alpha")
	old = store.session("old", "apple one", "apple two", "apple abandoned")
	old.Key = "agent:alpha:main"
	fresh = copyOf(store, old, "new", 2)
	old.Superseded = true
	fresh.say("apple instead")
	return store, old, fresh
}

// copyOf makes a later window of the same key that begins with the first n messages of another.
func copyOf(store *fakeStore, old *fakeSession, id string, n int) *fakeSession {
	fresh := store.session(id)
	fresh.Key, fresh.StartedAt = old.Key, old.StartedAt.Add(time.Hour)
	fresh.messages = append(fresh.messages, old.messages[:n]...)
	return fresh
}

var plain = index.Filter{Match: "apple"}

func TestARewindShowsEachMessageOnce(t *testing.T) {
	w := newWorld(t)
	rewound(w)
	b := newBench(t, w)
	b.pass(t, Options{})
	if diff := cmp.Diff([]string{"apple instead", "apple two", "apple one"}, b.findIn(t, plain)); diff != "" {
		t.Error(diff)
	}
	all := plain
	all.Include.Rewound = true
	if diff := cmp.Diff([]string{"apple abandoned", "apple instead", "apple two", "apple one"}, b.findIn(t, all)); diff != "" {
		t.Error(diff)
	}
}

func TestARewindThatComesLaterTakesTheMessagesOver(t *testing.T) {
	w := newWorld(t)
	store := w.add("alpha")
	old := store.session("old", "apple one", "apple two", "apple abandoned")
	b := newBench(t, w)
	b.pass(t, Options{})
	fresh := copyOf(store, old, "new", 2)
	fresh.say("apple instead")
	old.Superseded = true
	old.touch()
	store.stamp++
	b.pass(t, Options{})
	if diff := cmp.Diff([]string{"apple instead", "apple two", "apple one"}, b.findIn(t, plain)); diff != "" {
		t.Error(diff)
	}
	sessions := b.sessions(t)
	if sessions["old"].Messages != 1 || sessions["new"].Messages != 3 || !sessions["old"].Superseded {
		t.Errorf("sessions %+v", sessions)
	}
}

func (b *bench) sessions(t *testing.T) map[data.SessionID]data.Session {
	t.Helper()
	byID := map[data.SessionID]data.Session{}
	err := b.library.View(t.Context(), func(v *index.View) error {
		rows, err := v.Sessions(t.Context(), index.SessionFilter{
			Include: data.Everything(), WithEmpty: true,
		})
		for _, row := range rows {
			byID[row.ID] = row.Session
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return byID
}

func TestWhatALaterWindowLosesComesBackInTheOlderOne(t *testing.T) {
	w := newWorld(t)
	store, _, fresh := rewound(w)
	b := newBench(t, w)
	b.pass(t, Options{})
	fresh.messages = fresh.messages[:1] // the copy of "apple two" and "apple instead" are gone
	fresh.touch()
	store.stamp++
	out := b.pass(t, Options{})
	all := plain
	all.Include.Rewound = true
	if diff := cmp.Diff([]string{"apple abandoned", "apple two", "apple one"}, b.findIn(t, all)); diff != "" || out.Pending != 0 {
		t.Error(out.Pending, diff)
	}
	store.sessions = store.sessions[:1] // the later window is deleted altogether
	store.sessions[0].Superseded = false
	store.sessions[0].touch()
	store.stamp++
	b.pass(t, Options{})
	if diff := cmp.Diff([]string{"apple abandoned", "apple two", "apple one"}, b.findIn(t, plain)); diff != "" {
		t.Error(diff)
	}
}

func TestTextThatALaterWindowChangedIsKeptInBoth(t *testing.T) {
	w := newWorld(t)
	store, _, fresh := rewound(w)
	b := newBench(t, w)
	b.pass(t, Options{})
	fresh.messages[1].Text = "apple changed"
	fresh.touch()
	store.stamp++
	b.pass(t, Options{})
	all := plain
	all.Include.Rewound = true
	want := []string{"apple abandoned", "apple instead", "apple changed", "apple two", "apple one"}
	got := b.findIn(t, all)
	if len(got) != len(want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestAWindowClosedByAResetKeepsItsMessages(t *testing.T) {
	w := newWorld(t)
	store := w.add("alpha")
	old := store.session("old", "apple one", "apple two")
	fresh := store.session("new", "apple three")
	fresh.Key, fresh.StartedAt = old.Key, start.Add(time.Hour)
	b := newBench(t, w)
	b.pass(t, Options{})
	if got := b.findIn(t, plain); len(got) != 3 {
		t.Errorf("found %v", got)
	}
}

func TestAForkUnderAnotherKeyKeepsItsMessages(t *testing.T) {
	w := newWorld(t)
	store := w.add("alpha")
	old := store.session("old", "apple one")
	fork := copyOf(store, old, "fork", 1)
	fork.Key = "agent:alpha:fork"
	b := newBench(t, w)
	b.pass(t, Options{})
	if got := b.findIn(t, plain); len(got) != 2 {
		t.Errorf("found %v", got)
	}
}

func TestAChainOfRewindsKeepsTheNewestCopy(t *testing.T) {
	w := newWorld(t)
	store, old, fresh := rewound(w)
	third := copyOf(store, fresh, "third", 3)
	third.StartedAt = start.Add(2 * time.Hour)
	third.messages = third.messages[:1:1]
	third.say("unused")
	third.messages[1] = data.Message{ID: "third-x", Seq: 9, Role: data.RoleUser, At: start, Text: "apple of the third"}
	fresh.Superseded = true
	_ = old
	b := newBench(t, w)
	b.pass(t, Options{})
	sessions := b.sessions(t)
	// "apple one" is in the third, "apple two" and "apple instead" in the second, "apple abandoned" in the first.
	if sessions["third"].Messages != 2 || sessions["new"].Messages != 2 || sessions["old"].Messages != 1 {
		t.Errorf("third %d, new %d, old %d", sessions["third"].Messages, sessions["new"].Messages, sessions["old"].Messages)
	}
}
