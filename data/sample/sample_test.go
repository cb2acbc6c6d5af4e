package sample

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/wordwake/wordwake/data"
)

var evening = time.Date(2026, 7, 15, 21, 31, 0, 0, time.UTC)

func begin(t *testing.T, now time.Time) *History {
	t.Helper()
	h, err := New(now)
	if err != nil {
		t.Fatal(err)
	}
	return h
}

func read(t *testing.T, h *History) (sessions []data.SourceSession, messages map[data.SessionID][]data.Message) {
	t.Helper()
	messages = map[data.SessionID][]data.Message{}
	stores, problems := h.Find(t.Context())
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	for _, store := range stores {
		reader, err := h.Open(store).Open(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		listed, err := reader.Sessions(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range listed {
			if s.Store != store {
				t.Errorf("session %s says that it lies in %s", s.ID, s.Store.Path)
			}
			_, err := reader.Messages(t.Context(), s.ID, data.Reading{Message: func(m data.Message) error {
				messages[s.ID] = append(messages[s.ID], m)
				return nil
			}})
			if err != nil {
				t.Fatal(err)
			}
		}
		sessions = append(sessions, listed...)
		if err := errors.Join(reader.Unchanged(), reader.Close()); err != nil {
			t.Error(err)
		}
	}
	return sessions, messages
}

func TestTheHistoryIsLargeEnoughToTryEverything(t *testing.T) {
	sessions, messages := read(t, begin(t, evening))
	agents, kinds := map[string]int{}, map[data.Class]int{}
	archived, total := 0, 0
	for _, s := range sessions {
		agents[s.Agent]++
		kinds[s.Kind.Class()]++
		total += len(messages[s.ID])
		if s.Archived {
			archived++
		}
	}
	if len(agents) != 3 || len(sessions) < 14 || total < 120 || archived == 0 {
		t.Errorf("%d agents, %d sessions, %d messages, %d archived", len(agents), len(sessions), total, archived)
	}
	if kinds[data.ClassAutomated] == 0 || kinds[data.ClassSubagent] == 0 {
		t.Errorf("kinds %v", kinds)
	}
}

func TestEverySessionIsWhole(t *testing.T) {
	sessions, messages := read(t, begin(t, evening))
	ids, keys := map[data.SessionID]bool{}, map[data.SessionKey]bool{}
	for _, s := range sessions {
		if ids[s.ID] || keys[s.Key] {
			t.Errorf("session %s is there twice", s.ID)
		}
		ids[s.ID], keys[s.Key] = true, true
		if s.Title == "" || s.Fingerprint == "" || !strings.HasPrefix(string(s.Key), "agent:"+s.Agent+":") {
			t.Errorf("session %s: title %q, fingerprint %q, key %q", s.ID, s.Title, s.Fingerprint, s.Key)
		}
		talk := messages[s.ID]
		if len(talk) == 0 || talk[0].Role != data.RoleUser || int64(len(talk)) != s.Events {
			t.Fatalf("session %s has %d messages", s.ID, len(talk))
		}
		if !s.StartedAt.Equal(talk[0].At) || !s.UpdatedAt.Equal(talk[len(talk)-1].At) {
			t.Errorf("session %s: %v to %v", s.ID, s.StartedAt, s.UpdatedAt)
		}
	}
}

func TestEveryMessageIsWholeAndInOrder(t *testing.T) {
	_, messages := read(t, begin(t, evening))
	for id, talk := range messages {
		for i, m := range talk {
			if m.ID == "" || m.Session != id || m.Text == "" || m.Role == data.RoleAny || secrets.Replace(m.Text) != m.Text {
				t.Errorf("message %d of %s is not whole", i, id)
			}
			if i > 0 && (m.At.Before(talk[i-1].At) || m.Seq <= talk[i-1].Seq) {
				t.Errorf("message %d of %s is out of order", i, id)
			}
		}
	}
}

func TestEachParentIsThere(t *testing.T) {
	sessions, _ := read(t, begin(t, evening))
	for _, s := range sessions {
		if s.Parent != "" && !slices.ContainsFunc(sessions, func(o data.SourceSession) bool { return o.Key == s.Parent }) {
			t.Errorf("%s has a parent that is not there", s.ID)
		}
	}
}

func TestNothingLiesInTheFuture(t *testing.T) {
	zone := time.FixedZone("", 9*60*60)
	for name, now := range map[string]time.Time{
		"in the evening":        evening,
		"at midnight":           time.Date(2026, 7, 15, 0, 0, 0, 0, time.UTC),
		"in the morning, Tokyo": time.Date(2026, 7, 15, 6, 0, 0, 0, zone),
		"on leap day":           time.Date(2028, 2, 29, 12, 0, 0, 0, time.UTC),
	} {
		sessions, _ := read(t, begin(t, now))
		newest := time.Time{}
		for _, s := range sessions {
			if s.UpdatedAt.After(now) {
				t.Errorf("%s: %s ends at %v", name, s.ID, s.UpdatedAt)
			}
			if s.UpdatedAt.After(newest) {
				newest = s.UpdatedAt
			}
		}
		if now.Sub(newest) > 48*time.Hour {
			t.Errorf("%s: the newest is of %v", name, newest)
		}
	}
}

func TestTheSameDayLooksUnchangedAndTheNextOneDoesNot(t *testing.T) {
	look := func(now time.Time) (data.Stamp, []data.Fingerprint) {
		h := begin(t, now)
		stores, _ := h.Find(t.Context())
		stamp, fresh, err := h.Open(stores[0]).Stamp(t.Context())
		if err != nil || fresh {
			t.Fatal(fresh, err)
		}
		sessions, _ := read(t, h)
		var prints []data.Fingerprint
		for _, s := range sessions {
			prints = append(prints, s.Fingerprint)
		}
		return stamp, prints
	}
	stamp, prints := look(evening)
	again, same := look(evening)
	if stamp != again || !cmp.Equal(prints, same) {
		t.Error("the same day looks changed")
	}
	next, others := look(evening.AddDate(0, 0, 1))
	if stamp == next || prints[0] == others[0] {
		t.Error("the next day looks unchanged")
	}
}

func TestTheWordOfThePictureIsFound(t *testing.T) {
	_, messages := read(t, begin(t, evening))
	got := map[data.SessionID]int{}
	for id, talk := range messages {
		for _, m := range talk {
			if strings.Contains(m.Text, "backup") {
				got[id]++
			}
		}
	}
	want := map[data.SessionID]int{"sample-main-1": 3, "sample-home-1": 2, "sample-work-1": 1, "sample-main-3": 2, "sample-main-4": 1}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatIsNotThereIsSaidAsOfARealStore(t *testing.T) {
	h := begin(t, evening)
	stores, _ := h.Find(t.Context())
	gone := h.Open(data.Store{Agent: "nobody", Path: "sample/nobody"})
	_, _, stampErr := gone.Stamp(t.Context())
	_, openErr := gone.Open(t.Context())
	for _, err := range []error{stampErr, openErr} {
		var store *data.StoreError
		if !errors.As(err, &store) || !errors.Is(err, fs.ErrNotExist) || store.Hint == "" {
			t.Errorf("got %v", err)
		}
	}
	reader, err := h.Open(stores[0]).Open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	none := data.Reading{Message: func(data.Message) error { return nil }}
	if _, err := reader.Messages(t.Context(), "nothing", none); !errors.Is(err, data.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	stop := errors.New("stop")
	if _, err := reader.Messages(t.Context(), "sample-main-1", data.Reading{Message: func(data.Message) error { return stop }}); !errors.Is(err, stop) {
		t.Errorf("got %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := reader.Messages(ctx, "sample-main-1", none); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func TestAFileThatIsNotAHistoryIsRefused(t *testing.T) {
	for name, text := range map[string]string{
		"not JSON":         "{",
		"an unknown field": `[{"agnet": "main"}]`,
		"a bad time":       `[{"agent": "main", "at": "25:00"}]`,
	} {
		if _, err := parse([]byte(text)); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
