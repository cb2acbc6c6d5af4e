package transcript

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// vector is a transcript and what OpenClaw 2026.8.2 and 2026.9.6 made of it.
type vector struct {
	JSONL  []string `json:"jsonl"`
	Expect struct {
		LeafID     *string  `json:"leafId"`
		Append     *string  `json:"appendParentId"`
		HasControl bool     `json:"hasLeafControl"`
		HasInvalid bool     `json:"hasInvalidLeafControl"`
		Active     []string `json:"active"`
		Messages   []string `json:"messages"`
		FTS        [][]any  `json:"fts"`
	} `json:"rebuild_8_2_and_9_6"`
}

func vectors(t testing.TB) map[string]vector {
	t.Helper()
	raw, err := os.ReadFile("testdata/branch/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]vector{}
	if err := json.Unmarshal(raw, &all); err != nil {
		t.Fatal(err)
	}
	return all
}

func lines(t testing.TB, name string) [][]byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join("testdata/branch", name+".jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	raw = bytes.TrimSuffix(raw, []byte("\n"))
	if len(raw) == 0 {
		return nil
	}
	return bytes.Split(raw, []byte("\n"))
}

// createdAt is the time that the vectors were stored with: one second after 1970 and a millisecond per event.
func createdAt(seq int64) int64 { return 1000 + seq }

func decodeAll(t testing.TB, raw [][]byte) []Event {
	t.Helper()
	var events []Event
	for i, line := range raw {
		event, err := Decode(int64(i), line)
		if err != nil {
			t.Fatalf("line %d: %v", i, err)
		}
		events = append(events, event)
	}
	return events
}

func entriesOf(events []Event) []Entry {
	entries := make([]Entry, len(events))
	for i, e := range events {
		entries[i] = e.Entry
	}
	return entries
}

func TestBranchIsWhatOpenClawMakesOfIt(t *testing.T) {
	all := vectors(t)
	if len(all) != 43 {
		t.Fatalf("%d vectors, want 43", len(all))
	}
	for name, want := range all {
		t.Run(name, func(t *testing.T) {
			events := decodeAll(t, lines(t, name))
			if len(events) != len(want.JSONL) {
				t.Fatalf("%d events in the file, %d in the list", len(events), len(want.JSONL))
			}
			branch := Resolve(entriesOf(events))
			checkBranch(t, branch, events, want)
			checkRows(t, branch, events, want)
		})
	}
}

func checkBranch(t *testing.T, branch Branch, events []Event, want vector) {
	t.Helper()
	deref := func(s *string) string {
		if s == nil {
			return ""
		}
		return *s
	}
	got := []any{branch.Leaf, branch.Append, branch.HasControl, branch.HasInvalidControl}
	expected := []any{deref(want.Expect.LeafID), deref(want.Expect.Append), want.Expect.HasControl, want.Expect.HasInvalid}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("leaf, append, control, invalid control (-want +got):\n%s", diff)
	}
	var active, messages []string
	for _, i := range branch.Active {
		e := events[i]
		id := e.ID
		if id == "" {
			id = strings.Replace(SyntheticID(e.Seq), "seq-", "#", 1)
		}
		active = append(active, id)
		if e.message {
			messages = append(messages, id)
		}
	}
	if diff := cmp.Diff(nonNil(want.Expect.Active), nonNil(active)); diff != "" {
		t.Errorf("active events (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(nonNil(want.Expect.Messages), nonNil(messages)); diff != "" {
		t.Errorf("active messages (-want +got):\n%s", diff)
	}
}

func nonNil(s []string) []string {
	if s == nil {
		return []string{}
	}
	return s
}

// checkRows compares with the rows of OpenClaw's own index, which leaves out messages without an id.
func checkRows(t *testing.T, branch Branch, events []Event, want vector) {
	t.Helper()
	got := [][]any{}
	for _, i := range branch.Active {
		e := events[i]
		m, ok := e.Message("S", createdAt(e.Seq))
		if !ok || e.ID == "" {
			continue
		}
		got = append(got, []any{m.ID, m.Role.String(), m.Text, float64(m.At.UnixMilli())})
	}
	expected := want.Expect.FTS
	if expected == nil {
		expected = [][]any{}
	}
	if diff := cmp.Diff(expected, got); diff != "" {
		t.Errorf("searchable rows (-want +got):\n%s", diff)
	}
}

func TestMessagesWithoutIDAreKeptUnderTheirPlace(t *testing.T) {
	events := decodeAll(t, lines(t, "13-legacy-no-ids"))
	var got []string
	for _, i := range Resolve(entriesOf(events)).Active {
		m, ok := events[i].Message("S", 0)
		if !ok {
			t.Fatalf("entry %d is no message", i)
		}
		got = append(got, m.ID+" "+m.Role.String()+" "+m.Text)
	}
	want := []string{"seq-1 user one", "seq-2 assistant two", "seq-3 user three"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
